-- Migration: expands.
-- Stores that a key reaches. Empty: all stores of its organization. The list never changes, so a key whose stores are all deleted
-- reaches none.
alter table api_keys add column store_env_ids uuid[] not null default '{}';

-- The release before calls this function. It refuses other stores too.
create or replace function app.enter_as_key(key_digest bytea, store uuid) returns setof app.caller
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entering app.caller;
begin
  select k.id::text, k.organization_id, k.role, k.scopes, k.expires_at, k.first_used_at, k.last_used_at,
         b.store_env_id is not null, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since,
         k.xmin::text, b.xmin::text, o.deletes_at is not null, o.two_factor_required
    into entering
    from api_keys k
    join organizations o on o.id = k.organization_id
    left join subscriptions b on b.store_env_id = store and b.organization_id = k.organization_id
      and (cardinality(k.store_env_ids) = 0 or store = any (k.store_env_ids))
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

-- Enters as app.enter_as_key does, and returns the stores of a narrowed key. Null: all stores of the organization.
create function app.enter_with_key(key_digest bytea, store uuid)
returns table (entering app.caller, stores uuid[])
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select e.* into entering from app.enter_as_key(key_digest, store) e;
  if entering.caller_id is null then
    return;
  end if;
  select nullif(k.store_env_ids, '{}') into stores from api_keys k where k.digest = key_digest;
  return next;
end $$;
revoke all on function app.enter_with_key(bytea, uuid) from public;
grant execute on function app.enter_with_key(bytea, uuid) to evident_app;

do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.enter_with_key(bytea, uuid) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
