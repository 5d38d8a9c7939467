-- Who gets no mail, and why. One row for each reason: taking one back leaves what the others say.
create table email_suppressions (
  store_env_id uuid not null,
  id uuid not null,
  -- A keyed hash of the address, which stays when the address itself is erased.
  email_hash bytea not null,
  email text,
  scope text not null constraint email_suppressions_scope_known check (scope in ('all', 'review_requests', 'loyalty', 'sequences')),
  reason text not null constraint email_suppressions_reason_known
    check (reason in ('hard_bounce', 'soft_bounce', 'complaint', 'unsubscribe', 'manual', 'import', 'invalid')),
  source text,
  note text,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint email_suppressions_once unique (store_env_id, email_hash, scope, reason)
);
create index email_suppressions_newest_idx on email_suppressions (store_env_id, created_at desc, id desc, scope, reason);
-- Asked beside the hash, so that a changed SECRET_KEY does not write to those who asked not to be written to.
create index email_suppressions_email_idx on email_suppressions (store_env_id, email) where email is not null;
create index email_suppressions_expiring_idx on email_suppressions (store_env_id, expires_at) where expires_at is not null;

-- Temporary failures on different days add up; a message counts once, however often its failure is reported.
create table email_soft_bounces (
  store_env_id uuid not null,
  id uuid not null,
  email_hash bytea not null,
  message_id uuid not null,
  day date not null,
  created_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint email_soft_bounces_once unique (store_env_id, message_id)
);
create index email_soft_bounces_email_idx on email_soft_bounces (store_env_id, email_hash);

-- Who a store's mail is from. A store that set nothing has no row.
create table sending_domains (
  store_env_id uuid not null,
  id uuid not null,
  from_name text,
  reply_to text,
  -- In ASCII form; null while the store has no domain of its own.
  domain text,
  from_local text,
  status text not null default 'none' constraint sending_domains_status_known
    check (status in ('none', 'pending', 'verified', 'degraded', 'failed')),
  -- Whether bounces may come back by way of a name in the store's own domain.
  return_path_ok boolean not null default false,
  -- What the name servers said last, by record.
  findings jsonb not null default '{}',
  checked_at timestamptz(3),
  verified_at timestamptz(3),
  -- The first failed check since the last good one; for a domain never verified, since it was named.
  failing_since timestamptz(3),
  next_check_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint sending_domains_once unique (store_env_id)
);

create table sending_keys (
  store_env_id uuid not null,
  id uuid not null,
  domain_id uuid not null,
  selector text not null,
  public_key text not null,
  -- Sealed with the deployment's key; gone once the key is retired.
  private_key bytea,
  state text not null constraint sending_keys_state_known check (state in ('active', 'next', 'retired')),
  created_at timestamptz(3) not null,
  retired_at timestamptz(3),
  primary key (store_env_id, id),
  constraint sending_keys_domain_fk foreign key (store_env_id, domain_id) references sending_domains on delete cascade
);
create unique index sending_keys_serving_once on sending_keys (store_env_id, state) where state <> 'retired';

-- A verified domain is one store's; that is held where no store's own rows can say it. Only its holder sees the row.
create table sending_domain_claims (
  store_env_id uuid primary key references stores on delete cascade,
  domain text not null constraint sending_domain_claims_once unique,
  claimed_at timestamptz(3) not null
);

call app.fence('email_suppressions', 'email_soft_bounces', 'sending_domains', 'sending_keys', 'sending_domain_claims');
