-- Settings of review requests. Without a row, the defaults of server/resources/email/settings/rules.ts apply.
create table email_settings (
  store_env_id uuid not null,
  id uuid not null,
  requests_enabled boolean not null,
  trigger text not null constraint email_settings_trigger_known check (trigger in ('delivered', 'fulfilled', 'placed')),
  delay_days integer not null,
  reminders integer not null,
  reminder_delay_days integer not null,
  consent text not null constraint email_settings_consent_known check (consent in ('all_buyers', 'opted_in_only')),
  -- Local times HH:MM, both or neither.
  quiet_from text,
  quiet_until text,
  -- Null means no limit.
  cap_hours integer,
  cap_per_week integer,
  -- `evident`, or the id of the connection that sends instead.
  provider text not null,
  max_order_age_days integer not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint email_settings_once unique (store_env_id)
);
call app.fence('email_settings');

-- All mails of a store, queued and settled. The sender's only source.
create table email_messages (
  store_env_id uuid not null,
  id uuid not null,
  -- Deduplication key: a second message with it is not created.
  key text not null,
  template text not null,
  category text not null constraint email_messages_category_known
    check (category in ('review_requests', 'loyalty', 'sequences', 'transactional')),
  -- The address as received, and its comparable form.
  recipient text not null,
  email text not null,
  recipient_name text,
  locale text not null,
  order_id uuid,
  review_id uuid,
  request_id uuid,
  -- Template data, sealed. Deleted once the message is settled.
  data bytea,
  state text not null default 'queued' constraint email_messages_state_known
    check (state in ('queued', 'sending', 'sent', 'failed', 'skipped', 'unknown')),
  reason text,
  -- The mail server's last response, without addresses.
  answer text,
  subject text,
  -- 0 if a person is waiting, else 1.
  priority smallint not null,
  attempt integer not null default 0,
  due_at timestamptz(3) not null,
  -- First attempt since the message was last requested. We give up a day later.
  tried_since timestamptz(3),
  -- The process that sends it, and the end of its lease.
  claimed_by uuid,
  claimed_until timestamptz(3),
  smtp_message_id text,
  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  sent_at timestamptz(3),
  bounced_at timestamptz(3),
  bounce text constraint email_messages_bounce_known check (bounce in ('hard', 'soft')),
  complained_at timestamptz(3),
  primary key (store_env_id, id),
  constraint email_messages_key_once unique (store_env_id, key)
);
create index email_messages_due_idx on email_messages (store_env_id, priority, due_at, id) where state = 'queued';
create index email_messages_claimed_idx on email_messages (store_env_id, claimed_until) where state = 'sending';
create index email_messages_order_idx on email_messages (store_env_id, order_id, created_at desc, id desc) where order_id is not null;
create index email_messages_email_idx on email_messages (store_env_id, email, created_at desc, id desc);
create index email_messages_unsent_idx on email_messages (store_env_id, state, created_at desc, id desc) where state <> 'sent';
-- Delivery statistics of a store's last mails. Mails with priority 0 are excluded: anybody could pause a store by
-- typing invalid addresses into a form.
create index email_messages_received_idx on email_messages (store_env_id, settled_at desc) include (bounce, complained_at)
  where priority = 1 and (sent_at is not null or bounce is not null);
create index email_messages_newest_idx on email_messages (store_env_id, created_at desc, id desc, state, template, category)
  include (bounced_at, complained_at);
call app.fence('email_messages');

-- Sending state of a store. A store that was never paused has no row.
create table email_sending (
  store_env_id uuid not null,
  paused_at timestamptz(3),
  paused_reason text constraint email_sending_reason_known check (paused_reason in ('hard_bounces', 'complaints')),
  -- Mails sent earlier do not count against the store.
  resumed_at timestamptz(3),
  primary key (store_env_id)
);
call app.fence('email_sending');

-- Branding of a store's mails. Without a row the defaults apply.
create table email_branding (
  store_env_id uuid not null,
  id uuid not null,
  sender_name text,
  logo_url text,
  logo_width integer not null,
  primary_color text not null,
  background_color text not null,
  surface_color text not null,
  text_color text not null,
  button_color text not null,
  font_family text not null,
  corners text not null constraint email_branding_corners_known check (corners in ('square', 'rounded', 'pill')),
  footer_address text,
  footer_text text,
  -- Language for recipients whose own language we do not support.
  default_locale text not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint email_branding_once unique (store_env_id)
);
call app.fence('email_branding');

-- A merchant's texts of one mail in one language. Null columns use the built-in text.
create table email_templates (
  store_env_id uuid not null,
  id uuid not null,
  name text not null,
  locale text not null,
  -- Changes on every write; processes cache templates by it.
  version uuid not null,
  subject text,
  preheader text,
  heading text,
  body text,
  button text,
  mjml text,
  -- HTML compiled from `mjml` on save, and its text part.
  compiled_html text,
  compiled_text text,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint email_templates_once unique (store_env_id, name, locale),
  constraint email_templates_compiled check ((mjml is null) = (compiled_html is null) and (mjml is null) = (compiled_text is null))
);
call app.fence('email_templates');

-- Suppressed addresses. One row per reason, so that removing one reason leaves the others.
create table email_suppressions (
  store_env_id uuid not null,
  id uuid not null,
  -- Keyed hash of the address. It stays when the address is erased.
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
-- We also check the plain address, so that a changed SECRET_KEY does not lift suppressions.
create index email_suppressions_email_idx on email_suppressions (store_env_id, email) where email is not null;
create index email_suppressions_expiring_idx on email_suppressions (store_env_id, expires_at) where expires_at is not null;
call app.fence('email_suppressions');

-- Temporary failures, which add up over days. A message counts once.
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
call app.fence('email_soft_bounces');

-- Sender of a store's mails. Without a row the defaults apply.
create table sending_domains (
  store_env_id uuid not null,
  id uuid not null,
  from_name text,
  reply_to text,
  -- ASCII form. Null while the store has no domain.
  domain text,
  from_local text,
  status text not null default 'none' constraint sending_domains_status_known
    check (status in ('none', 'pending', 'verified', 'degraded', 'failed')),
  -- True if bounces can return through a name in the store's domain.
  return_path_ok boolean not null default false,
  -- Last DNS results, by record.
  findings jsonb not null default '{}',
  checked_at timestamptz(3),
  verified_at timestamptz(3),
  -- First failed check since the last success, or since the domain was added.
  failing_since timestamptz(3),
  next_check_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint sending_domains_once unique (store_env_id)
);
call app.fence('sending_domains');

create table sending_keys (
  store_env_id uuid not null,
  id uuid not null,
  domain_id uuid not null,
  selector text not null,
  public_key text not null,
  -- Sealed with the deployment's key. Deleted when the key retires.
  private_key bytea,
  state text not null constraint sending_keys_state_known check (state in ('active', 'next', 'retired')),
  created_at timestamptz(3) not null,
  retired_at timestamptz(3),
  primary key (store_env_id, id),
  constraint sending_keys_domain_fk foreign key (store_env_id, domain_id) references sending_domains on delete cascade
);
create unique index sending_keys_serving_once on sending_keys (store_env_id, state) where state <> 'retired';
call app.fence('sending_keys');

-- Owner of each verified domain. A global table, because tenants cannot see each other. Only the owner sees the row.
create table sending_domain_claims (
  store_env_id uuid primary key references stores on delete cascade,
  domain text not null constraint sending_domain_claims_once unique,
  claimed_at timestamptz(3) not null
);
call app.fence('sending_domain_claims');

create table mailbox (
  id uuid primary key,
  organization_id uuid references organizations on delete cascade,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text,
  created_at timestamptz(3) not null,
  -- Copies of mails in the local mailbox, as they would have been sent.
  store_env_id uuid references stores on delete cascade,
  sender text,
  reply_to text,
  headers jsonb not null default '[]'
);
create index mailbox_newest_idx on mailbox (organization_id, created_at desc, id desc);
alter table mailbox enable row level security, force row level security;
create policy organization on mailbox to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on mailbox to evident_system using (true);
create policy owner on mailbox to current_user using (true);
grant select, insert, delete on mailbox to evident_app;
grant select, insert, update, delete on mailbox to evident_system;
