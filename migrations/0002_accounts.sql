-- Accounts are small global tables. We read them by key digest or user id before the tenant is known, so they are not
-- distributed. Policies restrict rows to the organization, and to the store where rows belong to one.
create table organizations (
  id uuid primary key,
  name text not null,
  created_at timestamptz(3) not null,
  -- Legal identity and billing address for invoices, and whether members need a second factor.
  legal_name text,
  vat_number text,
  country text,
  billing_email text,
  two_factor_required boolean not null default false,
  -- Deletion was requested: the organization is closing until `deletes_at`, and cannot be restored after
  -- `deletion_began_at`. Closing and reopening also update the organization's keys, because cached keys are verified
  -- by their row version.
  deletes_at timestamptz(3),
  deletion_began_at timestamptz(3)
);
create index organizations_closing_idx on organizations (deletes_at) where deletes_at is not null;
alter table organizations enable row level security, force row level security;
create policy organization on organizations to evident_app
  using (id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on organizations to evident_system using (true);
create policy owner on organizations to current_user using (true);
create policy definer on organizations for select to evident_definer using (true);
grant select, insert, update on organizations to evident_app;
grant select, insert, update, delete on organizations to evident_system;
grant select (id, name, two_factor_required, deletes_at, deletion_began_at) on organizations to evident_definer;

create table stores (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  origins text[] not null default '{}',
  platform text,
  timezone text not null default 'UTC',
  currency text not null default 'USD',
  created_at timestamptz(3) not null
);
create index stores_organization_idx on stores (organization_id, created_at desc, id desc);
-- A preflight request names no store, so we look up its origin across all stores.
create index stores_origins_idx on stores using gin (origins);
alter table stores enable row level security, force row level security;
create policy organization on stores to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on stores to evident_system using (true);
create policy owner on stores to current_user using (true);
create policy definer on stores for select to evident_definer using (true);
grant select, insert, update on stores to evident_app;
grant select, insert, update, delete on stores to evident_system;
grant select on stores to evident_definer;

create table memberships (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  user_id text not null,
  email text not null,
  name text not null default '',
  role text not null constraint memberships_role_known check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  active boolean not null default true,
  created_at timestamptz(3) not null,
  constraint memberships_user_once unique (organization_id, user_id)
);
create index memberships_user_idx on memberships (user_id);
alter table memberships enable row level security, force row level security;
create policy organization on memberships to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on memberships to evident_system using (true);
create policy owner on memberships to current_user using (true);
create policy definer on memberships for select to evident_definer using (true);
grant select, insert, update, delete on memberships to evident_app, evident_system;
grant select on memberships to evident_definer;

create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  role text not null constraint invitations_role_known check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  token_digest bytea not null constraint invitations_token_once unique,
  invited_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- True if the link went only to that mailbox, so accepting it proves the address.
  proves_address boolean not null default false
);
create unique index invitations_email_once on invitations (organization_id, email);
alter table invitations enable row level security, force row level security;
create policy organization on invitations to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on invitations to evident_system using (true);
create policy owner on invitations to current_user using (true);
grant select, insert, update, delete on invitations to evident_app, evident_system;

-- Digests of used links. We show "already used" for a month. A revoked, replaced or invented link gets the same answer
-- as an unknown one.
create table used_invitations (
  token_digest bytea primary key,
  organization_id uuid not null references organizations on delete cascade,
  used_at timestamptz(3) not null
);
create index used_invitations_organization_idx on used_invitations (organization_id, used_at);
alter table used_invitations enable row level security, force row level security;
create policy organization on used_invitations to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on used_invitations to evident_system using (true);
grant select, insert, delete on used_invitations to evident_app;
grant select on used_invitations to evident_system;

-- An offer to transfer the organization to another member. One at a time; void when either member leaves.
create table ownership_transfers (
  organization_id uuid primary key references organizations on delete cascade,
  from_member uuid not null references memberships on delete cascade,
  to_member uuid not null references memberships on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index ownership_transfers_from_idx on ownership_transfers (from_member);
create index ownership_transfers_to_idx on ownership_transfers (to_member);
alter table ownership_transfers enable row level security, force row level security;
create policy organization on ownership_transfers to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on ownership_transfers to evident_system using (true);
grant select, insert, update, delete on ownership_transfers to evident_app;
grant select, delete on ownership_transfers to evident_system;

-- Former members of deleted organizations, until we know whether they belong to another organization.
create table departed_users (
  user_id text primary key
);
alter table departed_users enable row level security, force row level security;
create policy system on departed_users to evident_system using (true);
grant select, insert, delete on departed_users to evident_system;

create table api_keys (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  digest bytea not null constraint api_keys_digest_once unique,
  last4 text not null,
  role text not null constraint api_keys_role_known check (role in ('ADMIN', 'MEMBER', 'VIEWER')),
  scopes text[] not null default '{}',
  created_by text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  first_used_at timestamptz(3),
  last_used_at timestamptz(3)
);
create index api_keys_organization_idx on api_keys (organization_id, created_at desc, id desc);
alter table api_keys enable row level security, force row level security;
create policy organization on api_keys to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on api_keys to evident_system using (true);
create policy owner on api_keys to current_user using (true);
create policy definer on api_keys for select to evident_definer using (true);
grant select, insert, update, delete on api_keys to evident_app, evident_system;
grant select on api_keys to evident_definer;

-- Calls with an Idempotency-Key, stored for 24 hours. Rows belong to the organization, because the same key in another
-- store must not look like a repeat. Answers are sealed, because some contain a secret.
create table idempotency_keys (
  organization_id uuid not null references organizations on delete cascade,
  caller text not null,
  operation text not null,
  key text not null,
  store_env_id uuid,
  -- Digest of parameters, body and store. Null while an upload is still streaming.
  fingerprint bytea,
  -- Set while a call with transactions of its own is running: the process, and the end of its lease.
  claimed_by uuid,
  claimed_until timestamptz(3),
  answer bytea,
  answer_bytes integer not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, caller, operation, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);
-- Every further call sums the caller's large answers.
create index idempotency_keys_large_idx on idempotency_keys (organization_id, caller) include (answer_bytes) where answer_bytes > 4096;
alter table idempotency_keys enable row level security, force row level security;
create policy organization on idempotency_keys to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on idempotency_keys to evident_system using (true);
grant select, insert, update, delete on idempotency_keys to evident_app;
grant select, update, delete on idempotency_keys to evident_system;

create table audit_log (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  store_env_id uuid,
  action text not null,
  actor jsonb not null,
  target jsonb,
  details jsonb,
  at timestamptz(3) not null,
  -- Client address and user agent, as the service received them.
  address text,
  user_agent text
);
create index audit_log_organization_idx on audit_log (organization_id, at desc, id desc);
-- Actions that support took with the access to one ticket.
create index audit_log_support_idx on audit_log (organization_id, (target ->> 'id'), at desc, id desc)
  where action = 'support.access_used';
alter table audit_log enable row level security, force row level security;
create policy organization on audit_log to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on audit_log to evident_system using (true);
create policy owner on audit_log to current_user using (true);
grant select, insert on audit_log to evident_app, evident_system;

-- Callers that still use a deprecated item, one row per caller and day, so that we can notify owners.
create table deprecated_calls (
  organization_id uuid not null references organizations on delete cascade,
  item text not null,
  caller text not null,
  day date not null,
  calls bigint not null,
  primary key (organization_id, item, caller, day)
);
alter table deprecated_calls enable row level security, force row level security;
create policy organization on deprecated_calls to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on deprecated_calls to evident_system using (true);
create policy owner on deprecated_calls to current_user using (true);
grant select, insert, update on deprecated_calls to evident_app;
grant select, insert, update, delete on deprecated_calls to evident_system;

-- Used by pages that a link opens without a store: form, confirmation, feed.
create function app.is_closing(organization uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from organizations o where o.id = organization and o.deletes_at is not null)
$$;
revoke all on function app.is_closing(uuid) from public;
grant execute on function app.is_closing(uuid) to evident_app;
