-- Migration: expands.
-- The nights visit a store only if it changed since their last visit, or if the visit named a time that has come.
-- If `stamp` equals `upkeep`, the last write was upkeep by a night, and `work` is the stamp of the last change before it. Else
-- `stamp` is the stamp of the last change.
alter table change_stamps add column upkeep bigint, add column work bigint;

-- The stamp of a store's last change that is not upkeep: 0 without one. The nights may not read tables of stores themselves.
create function app.last_change(store uuid) returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select case when c.stamp = c.upkeep then c.work else c.stamp end
                     from public.change_stamps c where c.store_env_id = store), 0)
$$;
revoke all on function app.last_change(uuid) from public;
grant execute on function app.last_change(uuid) to evident_system;
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.last_change(uuid) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;

create table app.store_visits (
  walk text not null,
  store_env_id uuid not null references public.stores on delete cascade,
  -- The stamp of the store's last change before the visit. 0 if it had none.
  work bigint not null,
  -- The next visit is due at this time even if nothing changes.
  due_at timestamptz(3),
  primary key (walk, store_env_id)
);
create index store_visits_store_idx on app.store_visits (store_env_id);
grant select, insert, update on app.store_visits to evident_system;
