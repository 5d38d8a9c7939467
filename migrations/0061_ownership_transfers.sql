-- An owner who hands the organization over, until the other accepts. One at a time. It is void once either of the two leaves.
create table ownership_transfers (
  organization_id uuid primary key references organizations on delete cascade,
  from_member uuid not null references memberships on delete cascade,
  to_member uuid not null references memberships on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index ownership_transfers_from_idx on ownership_transfers (from_member);
create index ownership_transfers_to_idx on ownership_transfers (to_member);

alter table ownership_transfers enable row level security;
alter table ownership_transfers force row level security;
create policy organization on ownership_transfers to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on ownership_transfers to evident_system using (true);
grant select, insert, update, delete on ownership_transfers to evident_app;
grant select, delete on ownership_transfers to evident_system;
