-- Single sign-on of an organization: its own OpenID provider, the domains it has proven to be its own, and which subject of the
-- provider is which member. An attempt is a sign-in that was begun: state and browser by digest, each state good once.
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

create table single_sign_on_domains (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  domain text not null,
  -- The same as people write it, who have such addresses: `müller.example` for `xn--mller-kva.example`.
  written text not null,
  found text[] not null default '{}',
  checked_at timestamptz(3),
  proven_at timestamptz(3),
  failing_since timestamptz(3),
  -- When the name servers are asked next by themselves; null once that is given up.
  next_check_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint single_sign_on_domains_once unique (organization_id, domain)
);
-- A domain is one organization's at a time: of two that publish its record, the first to be found has it.
create unique index single_sign_on_domains_proven_once on single_sign_on_domains (domain) where proven_at is not null;
create index single_sign_on_domains_due_idx on single_sign_on_domains (next_check_at) where next_check_at is not null;

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

create table single_sign_on_attempts (
  state_digest bytea primary key,
  browser_digest bytea not null,
  organization_id uuid not null references organizations on delete cascade,
  issuer text not null,
  client_id text not null,
  -- The owner who tries it out, or links their own account.
  user_id text,
  next_path text,
  expires_at timestamptz(3) not null
);
create index single_sign_on_attempts_expiry_idx on single_sign_on_attempts (expires_at);

do $$
declare
  name text;
begin
  foreach name in array array['single_sign_on', 'single_sign_on_domains', 'single_sign_on_links', 'single_sign_on_attempts'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy organization on %I to evident_app
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)$policy$, name);
    execute format('create policy system on %I to evident_system using (true)', name);
  end loop;
end $$;
create policy definer on single_sign_on for select to evident_definer using (true);
create policy definer on single_sign_on_domains for select to evident_definer using (true);
grant select, insert, update, delete on single_sign_on, single_sign_on_domains, single_sign_on_links to evident_app;
grant insert on single_sign_on_attempts to evident_app;
grant select on single_sign_on, single_sign_on_domains to evident_system;
grant select, delete on single_sign_on_attempts to evident_system;
grant select (organization_id, required) on single_sign_on to evident_definer;
grant select (organization_id, domain, written, proven_at) on single_sign_on_domains to evident_definer;
