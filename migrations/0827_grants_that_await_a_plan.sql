-- Migration: expands.
-- Grants whose receivers have work that waits for a subscription of one of the two stores.
alter table review_grants
  add column awaits_plan boolean not null default false;
grant execute on function app.may_share(uuid, uuid, timestamptz, boolean) to evident_system;
