-- Whoever works in an organization's stores as a partner is asked for a second factor where that organization asks its people for one,
-- or their own does.
create or replace function app.enter_as_person(person text, store uuid, organization uuid, at timestamptz, is_billed boolean)
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
