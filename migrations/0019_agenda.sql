-- When a store has something to do next, for the clock, which looks across stores. It tells when and nothing of what.
-- Rows are only added and taken, never changed: two transactions of one store never wait for each other here.
create table agenda (
  store_env_id uuid not null references stores on delete cascade,
  task text not null,
  due_at timestamptz(3) not null,
  organization_id uuid not null references organizations on delete cascade,
  primary key (store_env_id, task, due_at)
);
create index agenda_due_idx on agenda (due_at);
alter table agenda enable row level security;
alter table agenda force row level security;
create policy organization on agenda to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on agenda to evident_system using (true);
create policy owner on agenda to current_user using (true);
grant select, insert on agenda to evident_app;
-- Taking a note locks it, which asks for the right to update.
grant select, insert, update, delete on agenda to evident_system;
