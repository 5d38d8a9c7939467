-- A grant gives access once an owner of the partner has accepted it. Grants that exist are accepted. A process of the release before
-- adds offers, because it does not name the column.
alter table partner_grants add column accepted_at timestamptz(3);
alter table partner_grants no force row level security;
update partner_grants set accepted_at = created_at;
alter table partner_grants force row level security;

create or replace function app.partner_stores(person text, only_store uuid, at timestamptz, is_billed boolean)
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
     and g.accepted_at is not null and (g.expires_at is null or g.expires_at > partner_stores.at)
     and (not is_billed or exists (
       select from subscriptions b
        where b.organization_id = g.organization_id and b.plan = 'scale'
          and (b.status = 'active' and b.past_due_since is null
               or (b.status in ('active', 'past_due') and b.past_due_since > partner_stores.at - interval '14 days')
               or (b.status = 'cancelled' and b.current_period_ends_at > partner_stores.at))))
$$;

-- The partner's own line of the audit log, in the transaction of the organization that gave the grant.
create function app.record_for_partner(given uuid, new_id uuid, action text, actor jsonb, target jsonb, details jsonb,
                                       address text, user_agent text, at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into audit_log (id, organization_id, action, actor, target, details, address, user_agent, at)
  select new_id, g.partner_organization_id, record_for_partner.action, record_for_partner.actor, record_for_partner.target,
         record_for_partner.details, record_for_partner.address, record_for_partner.user_agent, record_for_partner.at
    from partner_grants g
   where g.id = given and g.organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
$$;
create policy definer on audit_log for insert to evident_definer with check (true);
grant insert on audit_log to evident_definer;
revoke all on function app.record_for_partner(uuid, uuid, text, jsonb, jsonb, jsonb, text, text, timestamptz) from public;
grant execute on function app.record_for_partner(uuid, uuid, text, jsonb, jsonb, jsonb, text, text, timestamptz) to evident_app;
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.record_for_partner(uuid, uuid, text, jsonb, jsonb, jsonb, text, text, timestamptz) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
