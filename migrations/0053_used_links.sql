-- A link that was used says so for a month to whoever holds it; only its digest is kept. One that was withdrawn, replaced or
-- never made cannot be told from another.
create table used_invitations (
  token_digest bytea primary key,
  organization_id uuid not null references organizations on delete cascade,
  used_at timestamptz(3) not null
);
create index used_invitations_organization_idx on used_invitations (organization_id, used_at);

alter table used_invitations enable row level security;
alter table used_invitations force row level security;
create policy organization on used_invitations to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on used_invitations to evident_system using (true);
grant select, insert, delete on used_invitations to evident_app;
grant select on used_invitations to evident_system;

alter table auth.password_reset add column "usedAt" timestamptz(3);
