-- Addresses that sent forwarding headers and are not in TRUSTED_PROXIES. They belong to the installation.
create table unknown_proxies (
  peer text primary key,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null
);
alter table unknown_proxies enable row level security;
alter table unknown_proxies force row level security;
create policy readers on unknown_proxies for select to evident_app using (true);
create policy system on unknown_proxies to evident_system using (true);
grant select on unknown_proxies to evident_app;
grant select, insert, update, delete on unknown_proxies to evident_system;
