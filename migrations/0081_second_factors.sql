-- A person's second factor: an authenticator app. Its secret is made from the deployment's key and this seed, so a copy of the
-- database gives none away. Of recovery codes only keyed digests are kept; each works once. `lastStep` is the last half minute
-- whose code was taken: no code works twice.
create table auth.second_factor (
  "userId" text primary key references auth."user" on delete cascade,
  seed text not null,
  "lastStep" bigint not null default 0,
  "createdAt" timestamptz(3) not null,
  "confirmedAt" timestamptz(3)
);
create table auth.recovery_code (
  "userId" text not null references auth.second_factor on delete cascade,
  digest bytea not null,
  "usedAt" timestamptz(3),
  primary key ("userId", digest)
);
grant select, insert, update, delete on auth.second_factor, auth.recovery_code to evident_auth;

-- A session whose person has a second factor is pending until it is shown.
alter table auth.session add column "secondFactor" text not null default 'none'
  constraint session_second_factor_known check ("secondFactor" in ('none', 'pending', 'passed'));
