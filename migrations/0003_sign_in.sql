-- better-auth's tables, in their own schema and role, because sign-in happens before the organization is known.
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
grant select, insert, update, delete on auth."user" to evident_auth;

create table auth.session (
  id text primary key,
  "expiresAt" timestamptz(3) not null,
  token text not null unique,
  "createdAt" timestamptz(3) not null default current_timestamp,
  "updatedAt" timestamptz(3) not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references auth."user" on delete cascade,
  -- A session is pending until the person shows their second factor.
  "secondFactor" text not null default 'none'
    constraint session_second_factor_known check ("secondFactor" in ('none', 'pending', 'passed')),
  -- Set if the organization's identity provider signed the person in. Such a session reaches only that organization.
  -- An organization that requires its provider refuses other sessions, except those of owners.
  "organizationId" text
);
create index session_user_idx on auth.session ("userId");
grant select, insert, update, delete on auth.session to evident_auth;

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
grant select, insert, update, delete on auth.account to evident_auth;

create table auth.verification (
  id text primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz(3) not null,
  "createdAt" timestamptz(3) not null default current_timestamp,
  "updatedAt" timestamptz(3) not null default current_timestamp
);
create index verification_identifier_idx on auth.verification (identifier);
grant select, insert, update, delete on auth.verification to evident_auth;

-- Failed sign-ins by account or network address, stored as digests. For an account, `since` is the last failure and
-- `retry_at` unlocks it. For an address, `since` starts the window of the count.
create table auth.failed_attempt (
  subject bytea primary key,
  failures int not null,
  since timestamptz(3) not null,
  retry_at timestamptz(3) not null
);
create index failed_attempt_retry_idx on auth.failed_attempt (retry_at);
grant select, insert, update, delete on auth.failed_attempt to evident_auth;

-- Password reset links. We store only the token's digest.
create table auth.password_reset (
  token_digest bytea primary key,
  "userId" text not null references auth."user" on delete cascade,
  -- True if the link was sent only by mail, so using it proves the address.
  "provesAddress" boolean not null,
  "createdAt" timestamptz(3) not null,
  "expiresAt" timestamptz(3) not null,
  "usedAt" timestamptz(3)
);
create index password_reset_user_idx on auth.password_reset ("userId", "createdAt");
grant select, insert, update, delete on auth.password_reset to evident_auth;

-- An authenticator app. Its secret is derived from the deployment's key and this seed, so a copy of the database does
-- not reveal it. `lastStep` is the last accepted half minute: no code works twice.
create table auth.second_factor (
  "userId" text primary key references auth."user" on delete cascade,
  seed text not null,
  "lastStep" bigint not null default 0,
  "createdAt" timestamptz(3) not null,
  "confirmedAt" timestamptz(3)
);
grant select, insert, update, delete on auth.second_factor to evident_auth;

create table auth.recovery_code (
  "userId" text not null references auth.second_factor on delete cascade,
  digest bytea not null,
  "usedAt" timestamptz(3),
  primary key ("userId", digest)
);
grant select, insert, update, delete on auth.recovery_code to evident_auth;

-- Public keys, so a copy of the database signs nobody in. The slot limits a person to twenty, even with concurrent
-- requests. `counter` is the authenticator's last value; many always report 0.
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

-- Passkey challenges need no row. We store answered ones until they expire, so that none is used twice.
create table auth.used_challenge (
  digest bytea primary key,
  "expiresAt" timestamptz(3) not null
);
create index used_challenge_expiry_idx on auth.used_challenge ("expiresAt");
grant select, insert, delete on auth.used_challenge to evident_auth;

-- Sign-ups with an unverified address. The organization's id is chosen in advance: creating it also uses up the link,
-- so one sign-up creates one organization.
create table sign_ups (
  organization_id uuid primary key,
  token_digest bytea not null constraint sign_ups_token_once unique,
  email text not null,
  name text not null,
  password_hash text not null,
  organization text not null,
  store text not null,
  origin text not null,
  affiliate_code text,
  -- True if the link was sent only by mail, so using it proves the address.
  proves_address boolean not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index sign_ups_email_idx on sign_ups (email, expires_at);
alter table sign_ups enable row level security, force row level security;
create policy organization on sign_ups to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on sign_ups to evident_system using (true);
grant select, update on sign_ups to evident_app;
grant select, insert, delete on sign_ups to evident_system;

-- Single sign-on: the organization's OpenID provider, its verified domains, and the provider's subject of each member.
-- Attempts are started sign-ins; each state is used once and stored as a digest, as is the browser.
create table single_sign_on (
  organization_id uuid primary key references organizations on delete cascade,
  id uuid not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  secret_last4 text not null,
  required boolean not null default false,
  default_role text not null default 'VIEWER'
    constraint single_sign_on_role_known check (default_role in ('VIEWER', 'MEMBER', 'ADMIN')),
  invited_only boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
alter table single_sign_on enable row level security, force row level security;
create policy organization on single_sign_on to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on single_sign_on to evident_system using (true);
create policy definer on single_sign_on for select to evident_definer using (true);
grant select, insert, update, delete on single_sign_on to evident_app;
grant select on single_sign_on to evident_system;
grant select (organization_id, required) on single_sign_on to evident_definer;

create table single_sign_on_domains (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  domain text not null,
  -- The domain in Unicode: `müller.example` for `xn--mller-kva.example`.
  written text not null,
  found text[] not null default '{}',
  checked_at timestamptz(3),
  proven_at timestamptz(3),
  failing_since timestamptz(3),
  -- Next DNS check. Null once we gave up.
  next_check_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint single_sign_on_domains_once unique (organization_id, domain)
);
-- One organization owns a verified domain. If two publish its record, the first verified one gets it.
create unique index single_sign_on_domains_proven_once on single_sign_on_domains (domain) where proven_at is not null;
create index single_sign_on_domains_due_idx on single_sign_on_domains (next_check_at) where next_check_at is not null;
alter table single_sign_on_domains enable row level security, force row level security;
create policy organization on single_sign_on_domains to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on single_sign_on_domains to evident_system using (true);
create policy definer on single_sign_on_domains for select to evident_definer using (true);
grant select, insert, update, delete on single_sign_on_domains to evident_app;
grant select on single_sign_on_domains to evident_system;
grant select (organization_id, domain, written, proven_at) on single_sign_on_domains to evident_definer;

create table single_sign_on_links (
  organization_id uuid not null references organizations on delete cascade,
  member_id uuid not null references memberships on delete cascade,
  issuer text not null,
  subject text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (organization_id, member_id),
  constraint single_sign_on_links_subject_once unique (organization_id, issuer, subject)
);
create index single_sign_on_links_member_idx on single_sign_on_links (member_id);
alter table single_sign_on_links enable row level security, force row level security;
create policy organization on single_sign_on_links to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on single_sign_on_links to evident_system using (true);
grant select, insert, update, delete on single_sign_on_links to evident_app;

create table single_sign_on_attempts (
  state_digest bytea primary key,
  browser_digest bytea not null,
  organization_id uuid not null references organizations on delete cascade,
  issuer text not null,
  client_id text not null,
  -- Set if an owner tests the provider or links their own account.
  user_id text,
  next_path text,
  expires_at timestamptz(3) not null
);
create index single_sign_on_attempts_expiry_idx on single_sign_on_attempts (expires_at);
alter table single_sign_on_attempts enable row level security, force row level security;
create policy organization on single_sign_on_attempts to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on single_sign_on_attempts to evident_system using (true);
grant insert on single_sign_on_attempts to evident_app;
grant select, delete on single_sign_on_attempts to evident_system;

-- True if the member must sign in through the organization's provider: their address is in one of its verified
-- domains.
create function app.requires_single_sign_on(organization uuid, person text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from single_sign_on s
      join memberships m on m.organization_id = s.organization_id and m.user_id = person and m.role <> 'OWNER'
      join single_sign_on_domains d on d.organization_id = s.organization_id and d.proven_at is not null
       and split_part(lower(m.email), '@', 2) in (d.domain, d.written)
     where s.organization_id = organization and s.required)
$$;
revoke all on function app.requires_single_sign_on(uuid, text) from public;
grant execute on function app.requires_single_sign_on(uuid, text) to evident_system;
