-- Stamp of a store's last committed change, a random number. Each transaction that wrote to the store replaces it right before
-- COMMIT. Equal stamps mean that nothing was committed in between, even after a failover that lost the last commits.
create table change_stamps (
  store_env_id uuid primary key references stores on delete cascade,
  stamp bigint not null
) with (fillfactor = 50);
alter table change_stamps enable row level security, force row level security;
create policy store on change_stamps to evident_app
  using (store_env_id = nullif(current_setting('app.store_env_id', true), '')::uuid);
create policy owner on change_stamps to current_user using (true);
create policy definer on change_stamps for select to evident_definer using (true);
grant select, insert, update on change_stamps to evident_app;
grant select on change_stamps to evident_definer;

-- Reads enter through the next three functions. They make the transaction read-only, so it needs no BEGIN and COMMIT: messages
-- under one Sync are one transaction.
-- Proves a known key, as app.enter_as_known_key does. Returns the store's stamp: 0 without one, null for an outdated key.
create function app.read_as_known_key(key_digest bytea, store uuid, organization uuid, key_version xid, subscription_version xid)
returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  done text := set_config('transaction_read_only', 'on', true);
  found_stamp bigint;
begin
  select coalesce(c.stamp, 0)
    into found_stamp
    from api_keys k
    join subscriptions b on b.store_env_id = store and b.organization_id = k.organization_id and b.xmin = subscription_version
    left join change_stamps c on c.store_env_id = store
   where k.digest = key_digest and k.xmin = key_version and k.organization_id = organization;
  if found_stamp is not null then
    done := set_config('app.organization_id', organization::text, true);
    done := app.set_local('app.store_env_id', store::text);
  end if;
  return found_stamp;
end $$;
revoke all on function app.read_as_known_key(bytea, uuid, uuid, xid, xid) from public;
grant execute on function app.read_as_known_key(bytea, uuid, uuid, xid, xid) to evident_app;

create function app.read_as_storefront(store uuid) returns setof app.storefront
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  done text := set_config('transaction_read_only', 'on', true);
begin
  return query select s.* from app.enter_as_storefront(store) s;
end $$;
revoke all on function app.read_as_storefront(uuid) from public;
grant execute on function app.read_as_storefront(uuid) to evident_app;

create function app.read_store(store uuid, organization uuid) returns void
language plpgsql as $$
declare
  done text := set_config('transaction_read_only', 'on', true);
begin
  done := app.set_local('app.store_env_id', store::text);
  done := app.set_local('app.organization_id', organization::text);
end $$;

-- Proves a known key for a response that is already cached. It enters nothing.
create function app.stamp_for_known_key(key_digest bytea, store uuid, organization uuid, key_version xid, subscription_version xid)
returns bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_stamp bigint;
begin
  select coalesce(c.stamp, 0)
    into found_stamp
    from api_keys k
    join subscriptions b on b.store_env_id = store and b.organization_id = k.organization_id and b.xmin = subscription_version
    left join change_stamps c on c.store_env_id = store
   where k.digest = key_digest and k.xmin = key_version and k.organization_id = organization;
  return found_stamp;
end $$;
revoke all on function app.stamp_for_known_key(bytea, uuid, uuid, xid, xid) from public;
grant execute on function app.stamp_for_known_key(bytea, uuid, uuid, xid, xid) to evident_app;

do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.read_as_known_key(bytea, uuid, uuid, xid, xid) owner to evident_definer;
  alter function app.read_as_storefront(uuid) owner to evident_definer;
  alter function app.stamp_for_known_key(bytea, uuid, uuid, xid, xid) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
