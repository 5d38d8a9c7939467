-- Small global tables: who may call, and which store belongs to whom. They are read by key digest or user id before a
-- tenant is known, so they are not distributed; rows are fenced by organization, and by store where a store tells more.
create table organizations (
  id uuid primary key,
  name text not null,
  created_at timestamptz(3) not null
);

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

create table subscriptions (
  store_env_id uuid primary key references stores on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  plan text not null,
  status text not null constraint subscriptions_status_known
    check (status in ('trialing', 'active', 'past_due', 'cancelled', 'expired')),
  trial_ends_at timestamptz(3),
  current_period_ends_at timestamptz(3),
  past_due_since timestamptz(3),
  cancelled_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index subscriptions_organization_idx on subscriptions (organization_id);

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

create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  role text not null constraint invitations_role_known check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  token_digest bytea not null constraint invitations_token_once unique,
  invited_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create unique index invitations_email_once on invitations (organization_id, email);

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

create table audit_log (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  store_env_id uuid,
  action text not null,
  actor jsonb not null,
  target jsonb,
  details jsonb,
  at timestamptz(3) not null
);
create index audit_log_organization_idx on audit_log (organization_id, at desc, id desc);

-- Which callers still use a deprecated item, a row per caller and day, so that owners can be told.
create table deprecated_calls (
  organization_id uuid not null references organizations on delete cascade,
  item text not null,
  caller text not null,
  day date not null,
  calls bigint not null,
  primary key (organization_id, item, caller, day)
);

create table mailbox (
  id uuid primary key,
  organization_id uuid references organizations on delete cascade,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text,
  created_at timestamptz(3) not null
);

do $$
declare name text;
begin
  foreach name in array array['stores', 'subscriptions', 'memberships', 'invitations', 'api_keys', 'audit_log', 'deprecated_calls', 'mailbox'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy organization on %I to evident_app
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)$policy$, name);
    execute format('create policy system on %I to evident_system using (true)', name);
    -- The owner runs the security definer functions below; FORCE would hide every row from them.
    execute format('create policy owner on %I to current_user using (true)', name);
  end loop;
end $$;

alter table organizations enable row level security;
alter table organizations force row level security;
create policy organization on organizations to evident_app
  using (id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on organizations to evident_system using (true);
create policy owner on organizations to current_user using (true);

grant select, insert, update on organizations, stores, subscriptions to evident_app;
grant select, insert, update, delete on memberships, invitations, api_keys to evident_app;
-- The audit log only grows.
grant select, insert on audit_log, mailbox to evident_app;
grant select, insert, update on deprecated_calls to evident_app;
grant select, insert, update, delete on organizations, stores, subscriptions, memberships, invitations, api_keys, deprecated_calls, mailbox to evident_system;
grant select, insert on audit_log to evident_system;
