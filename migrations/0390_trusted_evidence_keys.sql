-- Keys of other installations, which the operator trusts: reviews of their archives are restored as their ledgers say.
create table evidence_trusted_keys (
  public_key bytea primary key,
  name text not null,
  added_at timestamptz(3) not null
);
alter table evidence_trusted_keys enable row level security;
alter table evidence_trusted_keys force row level security;
create policy readers on evidence_trusted_keys for select to evident_app using (true);
create policy system on evidence_trusted_keys to evident_system using (true);
grant select on evidence_trusted_keys to evident_app;
grant select, insert, delete on evidence_trusted_keys to evident_system;
