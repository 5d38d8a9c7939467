-- A person's passkeys: public keys, so a copy of the database signs nobody in. The slot holds everybody to twenty, however many
-- are added at once. `counter` is what the authenticator last said; many always say 0.
create table auth.passkey (
  id uuid primary key,
  "userId" text not null references auth."user" on delete cascade,
  slot smallint not null constraint passkey_slot_range check (slot between 1 and 20),
  "credentialId" text not null constraint passkey_credential_once unique,
  "publicKey" bytea not null,
  counter bigint not null,
  transports text[] not null,
  "backedUp" boolean not null,
  name text not null,
  "createdAt" timestamptz(3) not null,
  "lastUsedAt" timestamptz(3),
  constraint passkey_slot_once unique ("userId", slot)
);
grant select, insert, update, delete on auth.passkey to evident_auth;
