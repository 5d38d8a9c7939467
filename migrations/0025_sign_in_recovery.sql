-- Failed attempts to sign in, by whom they were for or where they came from; only digests of either are kept. An account is
-- answered again at `retry_at`, after its last failure `since`; an address has a number of failures in the time that begins then.
create table auth.failed_attempt (
  subject bytea primary key,
  failures int not null,
  since timestamptz(3) not null,
  retry_at timestamptz(3) not null
);
create index failed_attempt_retry_idx on auth.failed_attempt (retry_at);

-- Links that let a person choose a new password. The token itself is stored nowhere.
create table auth.password_reset (
  token_digest bytea primary key,
  "userId" text not null references auth."user" on delete cascade,
  -- Sent by mail alone: whoever uses it has proven the address.
  "provesAddress" boolean not null,
  "createdAt" timestamptz(3) not null,
  "expiresAt" timestamptz(3) not null
);
create index password_reset_user_idx on auth.password_reset ("userId", "createdAt");

grant select, insert, update, delete on auth.failed_attempt, auth.password_reset to evident_auth;

-- Sessions are told by their id, which is a UUID like all others; nothing refers to the old ones.
update auth.session set id = gen_random_uuid()::text;
