-- Challenges of passkeys are made and recognised without a row; one that was answered is remembered until it would have ended.
create table auth.used_challenge (
  digest bytea primary key,
  "expiresAt" timestamptz(3) not null
);
create index used_challenge_expiry_idx on auth.used_challenge ("expiresAt");
grant select, insert, delete on auth.used_challenge to evident_auth;
