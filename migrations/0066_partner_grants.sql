-- An organization lets another one, such as an agency, work in its stores. Who works there is whoever is a member of that other
-- one at the time of the call; it is never passed on, since only memberships are looked at.
create table partner_grants (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  partner_organization_id uuid not null constraint partner_grants_partner_exists references organizations on delete cascade,
  role text not null constraint partner_grants_role_known check (role in ('VIEWER', 'MEMBER', 'ADMIN')),
  -- Null: all of them, also those that are opened later.
  store_env_ids uuid[],
  expires_at timestamptz(3),
  granted_by text not null,
  created_at timestamptz(3) not null,
  constraint partner_grants_to_another check (organization_id <> partner_organization_id)
);
create index partner_grants_organization_idx on partner_grants (organization_id, created_at desc, id desc);
create index partner_grants_partner_idx on partner_grants (partner_organization_id, created_at desc, id desc);

alter table partner_grants enable row level security;
alter table partner_grants force row level security;
create policy organization on partner_grants to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
-- The other side sees what it was given, and changes nothing of it.
create policy partner on partner_grants for select to evident_app
  using (partner_organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on partner_grants to evident_system using (true);
create policy definer on partner_grants for select to evident_definer using (true);
create policy definer on organizations for select to evident_definer using (true);
grant select, insert, update, delete on partner_grants to evident_app;
grant select on partner_grants to evident_definer;
grant select, delete on partner_grants to evident_system;
grant select (id, name) on organizations to evident_definer;

-- The stores that a person may enter by what the organizations they belong to were given: with the lesser of both roles, as long as
-- the grant lasts and, where plans are sold, while the organization that gave it has a store on an unlapsed Scale plan.
create function app.partner_stores(person text, only_store uuid, at timestamptz, is_billed boolean)
returns table (store_env_id uuid, organization_id uuid, grant_id uuid, partner_id uuid, partner_name text, person_name text, role text)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select s.id, g.organization_id, g.id, g.partner_organization_id, o.name, coalesce(nullif(m.name, ''), m.email),
         case when array_position('{VIEWER,MEMBER,ADMIN,OWNER}'::text[], m.role) < array_position('{VIEWER,MEMBER,ADMIN,OWNER}'::text[], g.role)
              then m.role else g.role end
    from memberships m
    join partner_grants g on g.partner_organization_id = m.organization_id
    join organizations o on o.id = g.partner_organization_id
    join stores s on s.organization_id = g.organization_id and (g.store_env_ids is null or s.id = any (g.store_env_ids))
   where m.user_id = person and m.active and (only_store is null or s.id = only_store)
     and (g.expires_at is null or g.expires_at > partner_stores.at)
     and (not is_billed or exists (
       select from subscriptions b
        where b.organization_id = g.organization_id and b.plan = 'scale'
          and (b.status = 'active' or (b.status = 'past_due' and b.past_due_since > partner_stores.at - interval '14 days')
               or (b.status = 'cancelled' and b.current_period_ends_at > partner_stores.at))))
$$;

-- A signed-in person: as a member, else by a grant to an organization they belong to.
create function app.enter_as_person(person text, store uuid, organization uuid, at timestamptz, is_billed boolean)
returns table (entering app.caller, delegation jsonb)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  granted record;
begin
  select u.* into entering from app.enter_as_user(person, store, organization) u;
  if store is not null and entering.store_allowed is not true then
    select p.* into granted from app.partner_stores(person, store, enter_as_person.at, is_billed) p
     where organization is null or p.organization_id = organization
     order by array_position('{VIEWER,MEMBER,ADMIN,OWNER}'::text[], p.role) desc limit 1;
    if found then
      select person, granted.organization_id, granted.role, '{}'::text[], null::timestamptz, null::timestamptz, null::timestamptz,
             true, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since, null::text, b.xmin::text
        into entering
        from subscriptions b where b.store_env_id = store and b.organization_id = granted.organization_id;
      delegation := jsonb_build_object('via', 'partner', 'name', granted.person_name, 'grantId', granted.grant_id,
        'organizationId', granted.partner_id, 'organization', granted.partner_name);
      perform set_config('app.organization_id', granted.organization_id::text, true);
      execute format('set local app.store_env_id = %L', store);
    end if;
  end if;
  if entering.caller_id is not null then
    return next;
  end if;
end $$;

-- What those are called with whom the entered organization shares a grant, on either side.
create function app.partner_names() returns table (id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with entered as (select nullif(current_setting('app.organization_id', true), '')::uuid as id)
  select o.id, o.name
    from entered e
    join partner_grants g on e.id in (g.organization_id, g.partner_organization_id)
    join organizations o on o.id in (g.organization_id, g.partner_organization_id) and o.id <> e.id
   group by o.id, o.name
$$;

revoke all on function app.partner_stores(text, uuid, timestamptz, boolean), app.enter_as_person(text, uuid, uuid, timestamptz, boolean),
  app.partner_names() from public;
grant execute on function app.partner_stores(text, uuid, timestamptz, boolean) to evident_system, evident_definer;
grant execute on function app.enter_as_person(text, uuid, uuid, timestamptz, boolean), app.partner_names() to evident_app;
do $$
declare
  definer regprocedure;
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  foreach definer in array array['app.enter_as_person(text, uuid, uuid, timestamptz, boolean)', 'app.partner_names()']::regprocedure[] loop
    execute format('alter function %s owner to evident_definer', definer);
  end loop;
  revoke create on schema app from evident_definer;
end $$;
