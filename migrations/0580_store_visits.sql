-- Migration: expands.
-- The nights visit a store only if it changed since their last visit, or if the visit named a time that has come.
-- If `stamp` equals `upkeep`, the last write was upkeep by a night, and `work` is the stamp of the last change before it. Else
-- `stamp` is the stamp of the last change.
alter table change_stamps add column upkeep bigint, add column work bigint;
create policy system on change_stamps for select to evident_system using (true);
grant select on change_stamps to evident_system;

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
