-- Authentication and tenant entry in one statement, so that both travel in one network flight with the query they guard.
-- The tenant is set only when the store belongs to the caller: a wrong store finds no rows, whatever runs behind it.
create type app.caller as (
  caller_id text,
  organization_id uuid,
  role text,
  scopes text[],
  expires_at timestamptz,
  first_used_at timestamptz,
  last_used_at timestamptz,
  store_allowed boolean,
  plan text,
  subscription_status text,
  trial_ends_at timestamptz,
  current_period_ends_at timestamptz,
  past_due_since timestamptz
);

create function app.enter_as_key(key_digest bytea, store uuid) returns setof app.caller
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  entering app.caller;
begin
  select k.id::text, k.organization_id, k.role, k.scopes, k.expires_at, k.first_used_at, k.last_used_at,
         s.id is not null, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since
    into entering
    from api_keys k
    left join stores s on s.id = store and s.organization_id = k.organization_id
    left join subscriptions b on b.store_env_id = s.id
   where k.digest = key_digest;
  if entering.caller_id is null then
    return;
  end if;
  execute format('set local app.organization_id = %L', entering.organization_id);
  if entering.store_allowed then
    execute format('set local app.store_env_id = %L', store);
  end if;
  return next entering;
end $$;

-- A user acts for the organization of the store they name, else for the one they name, else for their first.
create function app.enter_as_user(person text, store uuid, organization uuid) returns setof app.caller
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  entering app.caller;
begin
  select m.user_id, m.organization_id, m.role, '{}'::text[], null::timestamptz, m.created_at, null::timestamptz,
         s.id is not null, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since
    into entering
    from memberships m
    left join stores s on s.id = store and s.organization_id = m.organization_id
    left join subscriptions b on b.store_env_id = s.id
   where m.user_id = person and m.active
     and (organization is null or m.organization_id = organization)
   order by (s.id is not null) desc, m.created_at, m.id
   limit 1;
  if entering.caller_id is null then
    return;
  end if;
  execute format('set local app.organization_id = %L', entering.organization_id);
  if entering.store_allowed then
    execute format('set local app.store_env_id = %L', store);
  end if;
  return next entering;
end $$;

revoke all on function app.enter_as_key(bytea, uuid), app.enter_as_user(text, uuid, uuid) from public;
grant execute on function app.enter_as_key(bytea, uuid), app.enter_as_user(text, uuid, uuid) to evident_app;
