-- A session that an organization's own provider vouched for reaches that organization and nothing else of the person's. And an
-- organization that requires its provider is reached by no other session, but for its owners, who keep a way in.
alter table auth.session add column "organizationId" text;

alter type app.caller add attribute single_sign_on_required boolean;

-- Whether this organization asks this member to come by its provider: only those whose address is of a domain it has proven.
create function app.requires_single_sign_on(organization uuid, person text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from single_sign_on s
      join memberships m on m.organization_id = s.organization_id and m.user_id = person and m.role <> 'OWNER'
      join single_sign_on_domains d on d.organization_id = s.organization_id and d.proven_at is not null
       and split_part(lower(m.email), '@', 2) in (d.domain, d.written)
     where s.organization_id = organization and s.required)
$$;

drop function app.enter_as_person(text, uuid, uuid, timestamptz, boolean);
drop function app.enter_as_user(text, uuid, uuid);

-- `vouched` is the organization whose provider vouched for the session, or null.
create function app.enter_as_user(person text, store uuid, organization uuid, vouched uuid) returns setof app.caller
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entering app.caller;
begin
  select m.user_id, m.organization_id, m.role, '{}'::text[], null::timestamptz, m.created_at, null::timestamptz,
         b.store_env_id is not null, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since,
         m.xmin::text, b.xmin::text, o.deletes_at is not null, o.two_factor_required, r.required
    into entering
    from memberships m
    join organizations o on o.id = m.organization_id
    left join subscriptions b on b.store_env_id = store and b.organization_id = m.organization_id
    cross join lateral (select vouched is null and app.requires_single_sign_on(m.organization_id, person) as required) r
   where m.user_id = person and m.active
     and (organization is null or m.organization_id = organization)
     and (vouched is null or m.organization_id = vouched)
   -- Unless the call names it, an organization that is closed to this session is the last to be entered.
   order by (b.store_env_id is not null) desc, r.required, m.created_at, m.id
   limit 1;
  if entering.caller_id is null then
    return;
  end if;
  perform set_config('app.organization_id', entering.organization_id::text, true);
  if entering.store_allowed then
    execute format('set local app.store_env_id = %L', store);
  end if;
  return next entering;
end $$;

-- The last has a default for processes of the release before, whose sessions nobody vouched for.
create function app.enter_as_person(person text, store uuid, organization uuid, at timestamptz, is_billed boolean,
                                    vouched uuid default null)
returns table (entering app.caller, delegation jsonb)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  granted record;
begin
  select u.* into entering from app.enter_as_user(person, store, organization, vouched) u;
  if store is not null and entering.store_allowed is not true then
    select p.* into granted from app.partner_stores(person, store, enter_as_person.at, is_billed) p
     where (organization is null or p.organization_id = organization)
       and case when vouched is null then not app.requires_single_sign_on(p.partner_id, person) else p.partner_id = vouched end
     order by array_position('{VIEWER,MEMBER,ADMIN,OWNER}'::text[], p.role) desc limit 1;
    if found then
      select person, granted.organization_id, granted.role, '{}'::text[], null::timestamptz, null::timestamptz, null::timestamptz,
             true, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since, null::text, b.xmin::text
        into entering
        from subscriptions b where b.store_env_id = store and b.organization_id = granted.organization_id;
      select bool_or(o.deletes_at is not null) filter (where o.id = granted.organization_id), bool_or(o.two_factor_required)
        into entering.closing, entering.two_factor_required
        from organizations o where o.id in (granted.organization_id, granted.partner_id);
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

grant create on schema app to evident_definer;
alter function app.requires_single_sign_on(uuid, text) owner to evident_definer;
alter function app.enter_as_user(text, uuid, uuid, uuid) owner to evident_definer;
alter function app.enter_as_person(text, uuid, uuid, timestamptz, boolean, uuid) owner to evident_definer;
revoke create on schema app from evident_definer;
revoke all on function app.requires_single_sign_on(uuid, text) from public;
revoke all on function app.enter_as_user(text, uuid, uuid, uuid) from public;
revoke all on function app.enter_as_person(text, uuid, uuid, timestamptz, boolean, uuid) from public;
grant execute on function app.requires_single_sign_on(uuid, text) to evident_system, evident_definer;
grant execute on function app.enter_as_user(text, uuid, uuid, uuid) to evident_app, evident_definer;
grant execute on function app.enter_as_person(text, uuid, uuid, timestamptz, boolean, uuid) to evident_app;
