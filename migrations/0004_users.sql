-- better-auth's tables, in a schema and under a role of their own: sign-in happens before any organization is known.
create schema auth;
grant usage on schema auth to evident_auth;

create table auth."user" (
  id text primary key,
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamptz(3) not null default current_timestamp,
  "updatedAt" timestamptz(3) not null default current_timestamp
);

create table auth.session (
  id text primary key,
  "expiresAt" timestamptz(3) not null,
  token text not null unique,
  "createdAt" timestamptz(3) not null default current_timestamp,
  "updatedAt" timestamptz(3) not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references auth."user" on delete cascade
);
create index session_user_idx on auth.session ("userId");

create table auth.account (
  id text primary key,
  "accountId" text not null,
  "providerId" text not null,
  issuer text,
  "userId" text not null references auth."user" on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz(3),
  "refreshTokenExpiresAt" timestamptz(3),
  scope text,
  password text,
  "createdAt" timestamptz(3) not null default current_timestamp,
  "updatedAt" timestamptz(3) not null
);
create index account_user_idx on auth.account ("userId");

create table auth.verification (
  id text primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz(3) not null,
  "createdAt" timestamptz(3) not null default current_timestamp,
  "updatedAt" timestamptz(3) not null default current_timestamp
);
create index verification_identifier_idx on auth.verification (identifier);

grant select, insert, update, delete on all tables in schema auth to evident_auth;
