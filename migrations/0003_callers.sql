-- Authentication and tenant entry in one statement, so that both travel in one network flight with the query they guard.
-- The tenant is set only when the store belongs to the caller: a wrong store finds no rows, whatever runs behind it.
-- A subscription's row names its store and organization, so the store itself need not be read.
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
  past_due_since timestamptz,
  caller_version text,
  subscription_version text
);

create function app.enter_as_key(key_digest bytea, store uuid) returns setof app.caller
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  entering app.caller;
begin
  select k.id::text, k.organization_id, k.role, k.scopes, k.expires_at, k.first_used_at, k.last_used_at,
         b.store_env_id is not null, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since,
         k.xmin::text, b.xmin::text
    into entering
    from api_keys k
    left join subscriptions b on b.store_env_id = store and b.organization_id = k.organization_id
   where k.digest = key_digest;
  if entering.caller_id is null then
    return;
  end if;
  perform set_config('app.organization_id', entering.organization_id::text, true);
  if entering.store_allowed then
    execute format('set local app.store_env_id = %L', store);
  end if;
  return next entering;
end $$;

-- For a process that has seen this key with this store before: whether both rows still are the very ones it has seen
-- (every update makes another xmin, a deletion leaves none), and only then the tenant. Half the cost of reading them.
create function app.enter_as_known_key(key_digest bytea, store uuid, organization uuid, key_version xid, subscription_version xid)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (
    select from api_keys k
      join subscriptions b on b.store_env_id = store and b.organization_id = k.organization_id and b.xmin = subscription_version
     where k.digest = key_digest and k.xmin = key_version and k.organization_id = organization
  ) then
    return false;
  end if;
  perform set_config('app.organization_id', organization::text, true);
  execute format('set local app.store_env_id = %L', store);
  return true;
end $$;

-- A user acts for the organization of the store they name, else for the one they name, else for their first.
create function app.enter_as_user(person text, store uuid, organization uuid) returns setof app.caller
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  entering app.caller;
begin
  select m.user_id, m.organization_id, m.role, '{}'::text[], null::timestamptz, m.created_at, null::timestamptz,
         b.store_env_id is not null, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since,
         m.xmin::text, b.xmin::text
    into entering
    from memberships m
    left join subscriptions b on b.store_env_id = store and b.organization_id = m.organization_id
   where m.user_id = person and m.active
     and (organization is null or m.organization_id = organization)
   order by (b.store_env_id is not null) desc, m.created_at, m.id
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

revoke all on function app.enter_as_key(bytea, uuid), app.enter_as_known_key(bytea, uuid, uuid, xid, xid),
  app.enter_as_user(text, uuid, uuid) from public;
grant execute on function app.enter_as_key(bytea, uuid), app.enter_as_known_key(bytea, uuid, uuid, xid, xid),
  app.enter_as_user(text, uuid, uuid) to evident_app;
