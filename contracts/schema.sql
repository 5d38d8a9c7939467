-- Generated from the migrated database; do not edit.

create table auth.account (
  id text not null,
  accountId text not null,
  providerId text not null,
  issuer text,
  userId text not null,
  accessToken text,
  refreshToken text,
  idToken text,
  accessTokenExpiresAt timestamp(3) with time zone,
  refreshTokenExpiresAt timestamp(3) with time zone,
  scope text,
  password text,
  createdAt timestamp(3) with time zone not null default CURRENT_TIMESTAMP,
  updatedAt timestamp(3) with time zone not null,
  constraint account_pkey PRIMARY KEY (id),
  constraint account_userId_fkey FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE
);
-- CREATE INDEX account_user_idx ON auth.account USING btree ("userId");
-- row level security: off

create table auth.failed_attempt (
  subject bytea not null,
  failures integer not null,
  since timestamp(3) with time zone not null,
  retry_at timestamp(3) with time zone not null,
  constraint failed_attempt_pkey PRIMARY KEY (subject)
);
-- CREATE INDEX failed_attempt_retry_idx ON auth.failed_attempt USING btree (retry_at);
-- row level security: off

create table auth.passkey (
  id uuid not null,
  userId text not null,
  slot smallint not null,
  credentialId text not null,
  publicKey bytea not null,
  counter bigint not null,
  transports text[] not null,
  backedUp boolean not null,
  name text not null,
  createdAt timestamp(3) with time zone not null,
  lastUsedAt timestamp(3) with time zone,
  constraint passkey_credential_once UNIQUE ("credentialId"),
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_slot_once UNIQUE ("userId", slot),
  constraint passkey_slot_range CHECK (((slot >= 1) AND (slot <= 20))),
  constraint passkey_userId_fkey FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE
);
-- row level security: off

create table auth.password_reset (
  token_digest bytea not null,
  userId text not null,
  provesAddress boolean not null,
  createdAt timestamp(3) with time zone not null,
  expiresAt timestamp(3) with time zone not null,
  usedAt timestamp(3) with time zone,
  constraint password_reset_pkey PRIMARY KEY (token_digest),
  constraint password_reset_userId_fkey FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE
);
-- CREATE INDEX password_reset_user_idx ON auth.password_reset USING btree ("userId", "createdAt");
-- row level security: off

create table auth.recovery_code (
  userId text not null,
  digest bytea not null,
  usedAt timestamp(3) with time zone,
  constraint recovery_code_pkey PRIMARY KEY ("userId", digest),
  constraint recovery_code_userId_fkey FOREIGN KEY ("userId") REFERENCES auth.second_factor("userId") ON DELETE CASCADE
);
-- row level security: off

create table auth.second_factor (
  userId text not null,
  seed text not null,
  lastStep bigint not null default 0,
  createdAt timestamp(3) with time zone not null,
  confirmedAt timestamp(3) with time zone,
  constraint second_factor_pkey PRIMARY KEY ("userId"),
  constraint second_factor_userId_fkey FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE
);
-- row level security: off

create table auth.session (
  id text not null,
  expiresAt timestamp(3) with time zone not null,
  token text not null,
  createdAt timestamp(3) with time zone not null default CURRENT_TIMESTAMP,
  updatedAt timestamp(3) with time zone not null,
  ipAddress text,
  userAgent text,
  userId text not null,
  secondFactor text not null default 'none'::text,
  organizationId text,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_second_factor_known CHECK (("secondFactor" = ANY (ARRAY['none'::text, 'pending'::text, 'passed'::text]))),
  constraint session_token_key UNIQUE (token),
  constraint session_userId_fkey FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE
);
-- CREATE INDEX session_user_idx ON auth.session USING btree ("userId");
-- row level security: off

create table auth.used_challenge (
  digest bytea not null,
  expiresAt timestamp(3) with time zone not null,
  constraint used_challenge_pkey PRIMARY KEY (digest)
);
-- CREATE INDEX used_challenge_expiry_idx ON auth.used_challenge USING btree ("expiresAt");
-- row level security: off

create table auth.user (
  id text not null,
  name text not null,
  email text not null,
  emailVerified boolean not null,
  image text,
  createdAt timestamp(3) with time zone not null default CURRENT_TIMESTAMP,
  updatedAt timestamp(3) with time zone not null default CURRENT_TIMESTAMP,
  constraint user_email_key UNIQUE (email),
  constraint user_pkey PRIMARY KEY (id)
);
-- row level security: off

create table auth.verification (
  id text not null,
  identifier text not null,
  value text not null,
  expiresAt timestamp(3) with time zone not null,
  createdAt timestamp(3) with time zone not null default CURRENT_TIMESTAMP,
  updatedAt timestamp(3) with time zone not null default CURRENT_TIMESTAMP,
  constraint verification_pkey PRIMARY KEY (id)
);
-- CREATE INDEX verification_identifier_idx ON auth.verification USING btree (identifier);
-- row level security: off

create table public.affiliate_commissions (
  id uuid not null,
  organization_id uuid not null,
  referral_id uuid not null,
  kind text not null,
  document_id uuid not null,
  invoice_id uuid not null,
  net numeric not null,
  at timestamp(3) with time zone not null,
  amount numeric not null,
  payable_at timestamp(3) with time zone not null,
  constraint affiliate_commissions_document_once UNIQUE (referral_id, kind, document_id),
  constraint affiliate_commissions_kind_known CHECK ((kind = ANY (ARRAY['paid'::text, 'refunded'::text]))),
  constraint affiliate_commissions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES affiliates(organization_id) ON DELETE CASCADE,
  constraint affiliate_commissions_pkey PRIMARY KEY (id),
  constraint affiliate_commissions_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES affiliate_referrals(id) ON DELETE CASCADE
);
-- CREATE INDEX affiliate_commissions_organization_idx ON public.affiliate_commissions USING btree (organization_id, at DESC, id DESC);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.affiliate_payouts (
  id uuid not null,
  organization_id uuid not null,
  amount numeric not null,
  created_at timestamp(3) with time zone not null,
  constraint affiliate_payouts_of_something CHECK ((amount > (0)::numeric)),
  constraint affiliate_payouts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES affiliates(organization_id) ON DELETE CASCADE,
  constraint affiliate_payouts_pkey PRIMARY KEY (id)
);
-- CREATE INDEX affiliate_payouts_organization_idx ON public.affiliate_payouts USING btree (organization_id, created_at DESC, id DESC);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.affiliate_referrals (
  id uuid not null,
  organization_id uuid not null,
  referred_organization_id uuid not null,
  rejected_reason text,
  created_at timestamp(3) with time zone not null,
  constraint affiliate_referrals_once UNIQUE (referred_organization_id),
  constraint affiliate_referrals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES affiliates(organization_id) ON DELETE CASCADE,
  constraint affiliate_referrals_pkey PRIMARY KEY (id),
  constraint affiliate_referrals_reason_known CHECK ((rejected_reason = 'self_referral'::text)),
  constraint affiliate_referrals_referred_organization_id_fkey FOREIGN KEY (referred_organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
-- CREATE INDEX affiliate_referrals_organization_idx ON public.affiliate_referrals USING btree (organization_id, created_at DESC, id DESC);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.affiliates (
  organization_id uuid not null,
  code text not null,
  created_at timestamp(3) with time zone not null,
  constraint affiliates_code_once UNIQUE (code),
  constraint affiliates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint affiliates_pkey PRIMARY KEY (organization_id)
);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.agent_doors (
  store_env_id uuid not null,
  enabled boolean not null,
  excerpts boolean not null,
  faqs boolean not null,
  updated_at timestamp(3) with time zone not null,
  constraint agent_doors_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_acts (
  store_env_id uuid not null,
  days smallint not null,
  first_day date not null,
  decided bigint not null,
  decision50 bigint,
  decision90 bigint,
  replied bigint not null,
  reply50 bigint,
  reply90 bigint,
  constraint analytics_acts_pkey PRIMARY KEY (store_env_id, days, first_day)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_changes (
  store_env_id uuid not null,
  day date not null,
  id uuid not null,
  constraint analytics_changes_pkey PRIMARY KEY (store_env_id, day, id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_coverage (
  store_env_id uuid not null,
  timezone text not null,
  since date,
  until date not null,
  has_bounds boolean not null default false,
  constraint analytics_coverage_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_gallery_counts (
  store_env_id uuid not null,
  gallery_id uuid not null,
  day date not null,
  part smallint not null,
  impressions bigint not null,
  clicks bigint not null,
  constraint analytics_gallery_counts_gallery_fk FOREIGN KEY (store_env_id, gallery_id) REFERENCES galleries(store_env_id, id) ON DELETE CASCADE,
  constraint analytics_gallery_counts_pkey PRIMARY KEY (store_env_id, gallery_id, day, part)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_low_ratings (
  store_env_id uuid not null,
  review_id uuid not null,
  batch uuid,
  batched_at timestamp(3) with time zone,
  constraint analytics_low_ratings_pkey PRIMARY KEY (store_env_id, review_id),
  constraint analytics_low_ratings_review_fk FOREIGN KEY (store_env_id, review_id) REFERENCES reviews(store_env_id, id) ON DELETE CASCADE
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_mail_changes (
  store_env_id uuid not null,
  day date not null,
  id uuid not null,
  constraint analytics_mail_changes_pkey PRIMARY KEY (store_env_id, day, id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_mail_coverage (
  store_env_id uuid not null,
  timezone text not null,
  counted_until date not null,
  constraint analytics_mail_coverage_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_mail_days (
  store_env_id uuid not null,
  day date not null,
  sent bigint not null,
  failed bigint not null,
  skipped bigint not null,
  bounced bigint not null,
  complained bigint not null,
  constraint analytics_mail_days_pkey PRIMARY KEY (store_env_id, day)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_notifications (
  store_env_id uuid not null,
  id uuid not null,
  user_id text not null,
  weekly_summary boolean not null,
  weekly_since timestamp(3) with time zone not null,
  last_week date,
  low_ratings boolean not null,
  alerted_at timestamp(3) with time zone,
  language text not null,
  updated_at timestamp(3) with time zone not null,
  constraint analytics_notifications_once UNIQUE (store_env_id, user_id),
  constraint analytics_notifications_pkey PRIMARY KEY (store_env_id, id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_request_changes (
  store_env_id uuid not null,
  id uuid not null,
  day date,
  order_id uuid,
  constraint analytics_request_changes_one CHECK ((num_nonnulls(day, order_id) <= 1)),
  constraint analytics_request_changes_pkey PRIMARY KEY (store_env_id, id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_request_coverage (
  store_env_id uuid not null,
  timezone text not null,
  counted_until date not null,
  constraint analytics_request_coverage_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_request_days (
  store_env_id uuid not null,
  day date not null,
  provider text not null,
  reminded boolean not null,
  sent bigint not null,
  opened bigint not null,
  reviewed bigint not null,
  opened_and_left bigint not null,
  constraint analytics_request_days_pkey PRIMARY KEY (store_env_id, day, provider, reminded)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_settings (
  store_env_id uuid not null,
  widget_counts boolean not null,
  updated_at timestamp(3) with time zone not null,
  constraint analytics_settings_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_sums (
  store_env_id uuid not null,
  days smallint not null,
  first_day date not null,
  received bigint not null,
  ones bigint not null,
  twos bigint not null,
  threes bigint not null,
  fours bigint not null,
  fives bigint not null,
  pending bigint not null,
  approved bigint not null,
  rejected bigint not null,
  spam bigint not null,
  verified bigint not null,
  with_photos bigint not null,
  with_reply bigint not null,
  incentivized bigint not null,
  imported bigint not null,
  withheld jsonb not null,
  product_ids uuid[] not null,
  product_received integer[] not null,
  product_stars integer[] not null,
  product_low integer[] not null,
  product_unanswered integer[] not null,
  product_waiting integer[] not null,
  begins_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  constraint analytics_sums_pkey PRIMARY KEY (store_env_id, days, first_day)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_waits (
  store_env_id uuid not null,
  days smallint not null,
  first_day date not null,
  act text not null,
  class smallint not null,
  count bigint not null,
  seconds bigint[] not null,
  counts bigint[] not null,
  constraint analytics_waits_act_known CHECK ((act = ANY (ARRAY['decision'::text, 'reply'::text]))),
  constraint analytics_waits_pkey PRIMARY KEY (store_env_id, days, first_day, act, class) INCLUDE (count)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.analytics_widget_counts (
  store_env_id uuid not null,
  day date not null,
  widget text not null,
  kind text not null,
  part smallint not null,
  count bigint not null,
  constraint analytics_widget_counts_kind_known CHECK ((kind = ANY (ARRAY['impression'::text, 'click'::text]))),
  constraint analytics_widget_counts_pkey PRIMARY KEY (store_env_id, day, widget, kind, part)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.api_keys (
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  digest bytea not null,
  last4 text not null,
  role text not null,
  scopes text[] not null default '{}'::text[],
  created_by text,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  first_used_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  store_env_ids uuid[] not null default '{}'::uuid[],
  constraint api_keys_digest_once UNIQUE (digest),
  constraint api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_role_known CHECK ((role = ANY (ARRAY['ADMIN'::text, 'MEMBER'::text, 'VIEWER'::text])))
);
-- CREATE INDEX api_keys_organization_idx ON public.api_keys USING btree (organization_id, created_at DESC, id DESC);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy owner to the owner using true
-- policy system to evident_system using true

create table public.appeal_links (
  digest bytea not null,
  store_env_id uuid not null,
  rejection_id uuid not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint appeal_links_pkey PRIMARY KEY (digest),
  constraint appeal_links_store_env_id_fkey FOREIGN KEY (store_env_id) REFERENCES stores(id) ON DELETE CASCADE
);
-- CREATE INDEX appeal_links_expired_idx ON public.appeal_links USING btree (store_env_id, expires_at);
-- CREATE INDEX appeal_links_rejection_idx ON public.appeal_links USING btree (store_env_id, rejection_id);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy owner to the owner using true
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.appeals (
  store_env_id uuid not null,
  id uuid not null,
  rejection_id uuid not null,
  review_id uuid not null,
  statement text,
  state text not null,
  due_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  decided_at timestamp(3) with time zone,
  note text,
  same_actor boolean,
  constraint appeals_once UNIQUE (store_env_id, rejection_id),
  constraint appeals_pkey PRIMARY KEY (store_env_id, id),
  constraint appeals_rejection_fk FOREIGN KEY (store_env_id, rejection_id) REFERENCES rejections(store_env_id, id) ON DELETE CASCADE,
  constraint appeals_review_fk FOREIGN KEY (store_env_id, review_id) REFERENCES reviews(store_env_id, id) ON DELETE CASCADE,
  constraint appeals_state_known CHECK ((state = ANY (ARRAY['open'::text, 'upheld'::text, 'overturned'::text])))
);
-- CREATE INDEX appeals_newest_idx ON public.appeals USING btree (store_env_id, created_at DESC, id DESC);
-- CREATE INDEX appeals_review_idx ON public.appeals USING btree (store_env_id, review_id);
-- CREATE INDEX appeals_state_idx ON public.appeals USING btree (store_env_id, state, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.archive_restores (
  store_env_id uuid not null,
  import_id uuid not null,
  file_key text,
  tries integer not null default 0,
  created_at timestamp(3) with time zone not null,
  constraint archive_restores_import_fk FOREIGN KEY (store_env_id, import_id) REFERENCES imports(store_env_id, id) ON DELETE CASCADE,
  constraint archive_restores_pkey PRIMARY KEY (store_env_id, import_id)
);
-- CREATE INDEX archive_restores_file_idx ON public.archive_restores USING btree (store_env_id, file_key) WHERE (file_key IS NOT NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.asked_orders (
  store_env_id uuid not null,
  id uuid not null,
  platform_order_id text not null,
  state text not null,
  reason text,
  provider text not null,
  attempt integer not null,
  scheduled_for timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  reminded_at timestamp(3) with time zone[] not null default '{}'::timestamp with time zone[],
  form_first_viewed_at timestamp(3) with time zone,
  form_view_count integer not null,
  clicked_rating smallint,
  created_at timestamp(3) with time zone not null,
  constraint asked_orders_once UNIQUE (store_env_id, platform_order_id),
  constraint asked_orders_pkey PRIMARY KEY (store_env_id, id),
  constraint asked_orders_state_known CHECK ((state = ANY (ARRAY['sent'::text, 'failed'::text, 'skipped'::text])))
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.audit_log (
  id uuid not null,
  organization_id uuid not null,
  store_env_id uuid,
  action text not null,
  actor jsonb not null,
  target jsonb,
  details jsonb,
  at timestamp(3) with time zone not null,
  address text,
  user_agent text,
  constraint audit_log_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint audit_log_pkey PRIMARY KEY (id)
);
-- CREATE INDEX audit_log_organization_idx ON public.audit_log USING btree (organization_id, at DESC, id DESC);
-- CREATE INDEX audit_log_support_idx ON public.audit_log USING btree (organization_id, ((target ->> 'id'::text)), at DESC, id DESC) WHERE (action = 'support.access_used'::text);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy owner to the owner using true
-- policy system to evident_system using true

create table public.backup_schedules (
  store_env_id uuid not null,
  id uuid not null,
  enabled boolean not null,
  frequency text not null,
  hour smallint not null,
  keep smallint not null,
  target text not null,
  passphrase bytea,
  addresses boolean not null,
  next_at timestamp(3) with time zone,
  last_slot_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null,
  constraint backup_schedules_frequency_known CHECK ((frequency = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text]))),
  constraint backup_schedules_pkey PRIMARY KEY (store_env_id, id),
  constraint backup_schedules_target_known CHECK ((target = ANY (ARRAY['service'::text, 's3'::text])))
);
-- CREATE UNIQUE INDEX backup_schedules_store_key ON public.backup_schedules USING btree (store_env_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.backup_targets (
  store_env_id uuid not null,
  id uuid not null,
  endpoint text not null,
  region text not null,
  bucket text not null,
  prefix text not null,
  access_key_id text not null,
  secret_access_key bytea not null,
  addresses boolean not null,
  updated_at timestamp(3) with time zone not null,
  constraint backup_targets_pkey PRIMARY KEY (store_env_id, id)
);
-- CREATE UNIQUE INDEX backup_targets_store_key ON public.backup_targets USING btree (store_env_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.backups (
  store_env_id uuid not null,
  id uuid not null,
  origin text not null,
  target text not null,
  location text,
  status text not null,
  addresses boolean not null,
  encrypted boolean not null,
  passphrase bytea,
  file_key text,
  bytes bigint not null,
  row_count bigint not null,
  table_rows jsonb,
  sha256 text,
  tries integer not null,
  error jsonb,
  verification text,
  verification_problem text,
  verified_at timestamp(3) with time zone,
  verify_asked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  constraint backups_origin_known CHECK ((origin = ANY (ARRAY['manual'::text, 'scheduled'::text]))),
  constraint backups_pkey PRIMARY KEY (store_env_id, id),
  constraint backups_status_known CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text]))),
  constraint backups_target_known CHECK ((target = ANY (ARRAY['service'::text, 's3'::text]))),
  constraint backups_verification_known CHECK ((verification = ANY (ARRAY['ok'::text, 'failed'::text])))
);
-- CREATE INDEX backups_newest_idx ON public.backups USING btree (store_env_id, created_at DESC, id DESC);
-- CREATE UNIQUE INDEX backups_running_key ON public.backups USING btree (store_env_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.billing_notices (
  store_env_id uuid not null,
  id uuid not null,
  kind text not null,
  about text not null,
  user_id text not null,
  created_at timestamp(3) with time zone not null,
  sent_at timestamp(3) with time zone,
  constraint billing_notices_pkey PRIMARY KEY (store_env_id, id)
);
-- CREATE UNIQUE INDEX billing_notices_once ON public.billing_notices USING btree (store_env_id, kind, about, user_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.billing_seller (
  only_row boolean not null default true,
  seller jsonb not null,
  updated_at timestamp(3) with time zone not null,
  constraint billing_seller_one CHECK (only_row),
  constraint billing_seller_pkey PRIMARY KEY (only_row)
);
-- row level security: off

create table public.categories (
  store_env_id uuid not null,
  id uuid not null,
  platform_category_id text not null,
  name text not null,
  name_key text not null,
  handle text,
  parent_platform_category_id text,
  source text not null,
  is_named_only boolean not null default false,
  requests_excluded boolean not null default false,
  fingerprint bytea,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint categories_pkey PRIMARY KEY (store_env_id, id),
  constraint categories_platform_id_once UNIQUE (store_env_id, platform_category_id),
  constraint categories_source_known CHECK ((source = ANY (ARRAY['shop'::text, 'pushed'::text])))
);
-- CREATE INDEX categories_excluded_idx ON public.categories USING btree (store_env_id, id) WHERE requests_excluded;
-- CREATE INDEX categories_name_idx ON public.categories USING btree (store_env_id, name_key);
-- CREATE INDEX categories_newest_idx ON public.categories USING btree (store_env_id, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.category_products (
  store_env_id uuid not null,
  category_id uuid not null,
  platform_product_id text not null,
  said_by text not null,
  constraint category_products_category_fk FOREIGN KEY (store_env_id, category_id) REFERENCES categories(store_env_id, id) ON DELETE CASCADE,
  constraint category_products_pkey PRIMARY KEY (store_env_id, category_id, platform_product_id, said_by),
  constraint category_products_said_by_known CHECK ((said_by = ANY (ARRAY['category'::text, 'product'::text])))
);
-- CREATE INDEX category_products_product_idx ON public.category_products USING btree (store_env_id, platform_product_id, category_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.change_stamps (
  store_env_id uuid not null,
  stamp bigint not null,
  upkeep bigint,
  work bigint,
  constraint change_stamps_pkey PRIMARY KEY (store_env_id),
  constraint change_stamps_store_env_id_fkey FOREIGN KEY (store_env_id) REFERENCES stores(id) ON DELETE CASCADE
);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy owner to the owner using true
-- policy store to evident_app using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.connection_events (
  store_env_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  kind text not null,
  event_key text not null,
  request_id uuid,
  payload bytea,
  email_last4 text not null,
  person bytea not null,
  occurred_at timestamp(3) with time zone not null,
  state text not null,
  reason text,
  attempt integer not null default 0,
  due_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  settled_at timestamp(3) with time zone,
  may_be_taken boolean not null default false,
  constraint connection_events_connection_fk FOREIGN KEY (store_env_id, connection_id) REFERENCES connections(store_env_id, id) ON DELETE CASCADE,
  constraint connection_events_once UNIQUE (store_env_id, connection_id, event_key),
  constraint connection_events_pkey PRIMARY KEY (store_env_id, id),
  constraint connection_events_state_known CHECK ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'accepted'::text, 'dead'::text, 'dropped'::text])))
);
-- CREATE INDEX connection_events_dead_idx ON public.connection_events USING btree (store_env_id, connection_id) WHERE (state = 'dead'::text);
-- CREATE INDEX connection_events_due_idx ON public.connection_events USING btree (store_env_id, connection_id, due_at, id) WHERE (state = ANY (ARRAY['pending'::text, 'sending'::text]));
-- CREATE INDEX connection_events_newest_idx ON public.connection_events USING btree (store_env_id, connection_id, created_at DESC, id DESC, state);
-- CREATE INDEX connection_events_person_idx ON public.connection_events USING btree (store_env_id, person);
-- CREATE INDEX connection_events_settled_idx ON public.connection_events USING btree (store_env_id, settled_at) WHERE (settled_at IS NOT NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.connections (
  store_env_id uuid not null,
  id uuid not null,
  provider text not null,
  name text not null,
  api_key bytea not null,
  api_key_last4 text not null,
  settings jsonb not null,
  event_names jsonb not null default '{}'::jsonb,
  status text not null,
  status_reason text,
  leased_by uuid,
  leased_until timestamp(3) with time zone,
  paused_until timestamp(3) with time zone,
  last_accepted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  failures integer not null default 0,
  sends text[] not null default '{}'::text[],
  includes_words boolean not null default false,
  profile boolean not null default false,
  profile_since timestamp(3) with time zone,
  constraint connections_pkey PRIMARY KEY (store_env_id, id),
  constraint connections_provider_known CHECK ((provider = ANY (ARRAY['klaviyo'::text, 'omnisend'::text, 'mailchimp'::text, 'brevo'::text]))),
  constraint connections_status_known CHECK ((status = ANY (ARRAY['active'::text, 'needs_reauth'::text, 'paused'::text, 'removed'::text])))
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.customers (
  store_env_id uuid not null,
  id uuid not null,
  email text not null,
  name text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  name_folded text not null default ''::text,
  constraint customers_email_once UNIQUE (store_env_id, email),
  constraint customers_pkey PRIMARY KEY (store_env_id, id)
);
-- CREATE INDEX customers_address_start_idx ON public.customers USING btree (store_env_id, email text_pattern_ops);
-- CREATE INDEX customers_name_idx ON public.customers USING btree (store_env_id, name_folded, id);
-- CREATE INDEX customers_name_terms_idx ON public.customers USING gin (app.name_terms(store_env_id, name)) WITH (gin_pending_list_limit='256');
-- CREATE INDEX customers_newest_idx ON public.customers USING btree (store_env_id, created_at DESC, id DESC);
-- CREATE INDEX customers_updated_idx ON public.customers USING btree (store_env_id, updated_at, id);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.deleted_reviews (
  store_env_id uuid not null,
  id uuid not null,
  rating smallint not null,
  submitted_at timestamp(3) with time zone not null,
  moderation_reason text not null,
  deleted_at timestamp(3) with time zone not null,
  subject text not null default 'product'::text,
  constraint deleted_reviews_pkey PRIMARY KEY (store_env_id, id),
  constraint deleted_reviews_subject_known CHECK ((subject = ANY (ARRAY['product'::text, 'shop'::text])))
);
-- CREATE INDEX deleted_reviews_submitted_idx ON public.deleted_reviews USING btree (store_env_id, submitted_at, rating, moderation_reason);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.deleted_shared_reviews (
  store_env_id uuid not null,
  grant_id uuid not null,
  origin_id uuid not null,
  rating smallint not null,
  submitted_at timestamp(3) with time zone not null,
  moderation_reason text not null,
  constraint deleted_shared_reviews_pkey PRIMARY KEY (store_env_id, grant_id, origin_id)
);
-- CREATE INDEX deleted_shared_reviews_submitted_idx ON public.deleted_shared_reviews USING btree (store_env_id, submitted_at);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.departed_users (
  user_id text not null,
  constraint departed_users_pkey PRIMARY KEY (user_id)
);
-- row level security: forced
-- policy system to evident_system using true

create table public.deprecated_calls (
  organization_id uuid not null,
  item text not null,
  caller text not null,
  day date not null,
  calls bigint not null,
  last_seen_at timestamp(3) with time zone,
  constraint deprecated_calls_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint deprecated_calls_pkey PRIMARY KEY (organization_id, item, caller, day)
);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy owner to the owner using true
-- policy system to evident_system using true

create table public.deprecation_notices (
  organization_id uuid not null,
  item text not null,
  sent_at timestamp(3) with time zone not null,
  is_final boolean not null,
  constraint deprecation_notices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint deprecation_notices_pkey PRIMARY KEY (organization_id, item, sent_at)
);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.destination_feeds (
  store_env_id uuid not null,
  destination_id uuid not null,
  token text not null,
  created_at timestamp(3) with time zone not null,
  last_fetched_at timestamp(3) with time zone,
  constraint destination_feeds_pkey PRIMARY KEY (store_env_id),
  constraint destination_feeds_store_env_id_fkey FOREIGN KEY (store_env_id) REFERENCES stores(id) ON DELETE CASCADE,
  constraint destination_feeds_token_once UNIQUE (token)
);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy owner to the owner using true
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.destination_items (
  store_env_id uuid not null,
  id uuid not null,
  destination_id uuid not null,
  subject_id uuid not null,
  product_id uuid,
  external_id text,
  state text not null,
  operation text,
  may_be_there boolean not null default false,
  reason text,
  message text,
  digest bytea,
  version integer not null default 0,
  attempts integer not null default 0,
  due_at timestamp(3) with time zone,
  claimed_until timestamp(3) with time zone,
  confirmations integer not null default 0,
  removal_since timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  confirmed_at timestamp(3) with time zone,
  seen_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint destination_items_destination_fk FOREIGN KEY (store_env_id, destination_id) REFERENCES destinations(store_env_id, id) ON DELETE CASCADE,
  constraint destination_items_once UNIQUE (store_env_id, destination_id, subject_id),
  constraint destination_items_operation_known CHECK ((operation = ANY (ARRAY['put'::text, 'remove'::text]))),
  constraint destination_items_pkey PRIMARY KEY (store_env_id, id),
  constraint destination_items_state_known CHECK ((state = ANY (ARRAY['queued'::text, 'accepted'::text, 'live'::text, 'refused'::text, 'removed'::text])))
);
-- CREATE INDEX destination_items_due_idx ON public.destination_items USING btree (store_env_id, destination_id, operation, due_at) WHERE (due_at IS NOT NULL);
-- CREATE INDEX destination_items_list_idx ON public.destination_items USING btree (store_env_id, destination_id, created_at DESC, id DESC);
-- CREATE INDEX destination_items_subject_idx ON public.destination_items USING btree (store_env_id, subject_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.destinations (
  store_env_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null,
  status_reason text,
  credentials bytea,
  account text,
  place jsonb not null default '{}'::jsonb,
  paused_until timestamp(3) with time zone,
  must_wait boolean not null default false,
  failures integer not null default 0,
  leased_by uuid,
  leased_until timestamp(3) with time zone,
  compare_at timestamp(3) with time zone,
  compared_by uuid,
  compared_until timestamp(3) with time zone,
  last_comparison jsonb,
  notified_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint destinations_kind_known CHECK ((kind = ANY (ARRAY['google_product'::text, 'shopify_rating'::text, 'shopify_reviews'::text, 'vendure_rating'::text, 'medusa_rating'::text, 'woocommerce_rating'::text, 'meta_csv'::text]))),
  constraint destinations_one_of_a_kind UNIQUE (store_env_id, kind),
  constraint destinations_pkey PRIMARY KEY (store_env_id, id),
  constraint destinations_place_object CHECK ((jsonb_typeof(place) = 'object'::text)),
  constraint destinations_status_known CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'needs_reauth'::text, 'blocked'::text, 'removing'::text])))
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.email_branding (
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
  corners text not null,
  footer_address text,
  footer_text text,
  default_locale text not null,
  updated_at timestamp(3) with time zone not null,
  constraint email_branding_corners_known CHECK ((corners = ANY (ARRAY['square'::text, 'rounded'::text, 'pill'::text]))),
  constraint email_branding_once UNIQUE (store_env_id),
  constraint email_branding_pkey PRIMARY KEY (store_env_id, id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.email_messages (
  store_env_id uuid not null,
  id uuid not null,
  key text not null,
  template text not null,
  category text not null,
  recipient text not null,
  email text not null,
  recipient_name text,
  locale text not null,
  order_id uuid,
  review_id uuid,
  request_id uuid,
  data bytea,
  state text not null default 'queued'::text,
  reason text,
  answer text,
  subject text,
  priority smallint not null,
  attempt integer not null default 0,
  due_at timestamp(3) with time zone not null,
  tried_since timestamp(3) with time zone,
  claimed_by uuid,
  claimed_until timestamp(3) with time zone,
  smtp_message_id text,
  created_at timestamp(3) with time zone not null,
  settled_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  bounced_at timestamp(3) with time zone,
  bounce text,
  complained_at timestamp(3) with time zone,
  data_begun boolean not null default true,
  constraint email_messages_bounce_known CHECK ((bounce = ANY (ARRAY['hard'::text, 'soft'::text]))),
  constraint email_messages_category_known CHECK ((category = ANY (ARRAY['review_requests'::text, 'loyalty'::text, 'sequences'::text, 'transactional'::text]))),
  constraint email_messages_key_once UNIQUE (store_env_id, key),
  constraint email_messages_pkey PRIMARY KEY (store_env_id, id),
  constraint email_messages_state_known CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'skipped'::text, 'unknown'::text])))
);
-- CREATE INDEX email_messages_claimed_idx ON public.email_messages USING btree (store_env_id, claimed_until) WHERE (state = 'sending'::text);
-- CREATE INDEX email_messages_due_idx ON public.email_messages USING btree (store_env_id, priority, due_at, id) WHERE (state = 'queued'::text);
-- CREATE INDEX email_messages_email_idx ON public.email_messages USING btree (store_env_id, email, created_at DESC, id DESC);
-- CREATE INDEX email_messages_newest_idx ON public.email_messages USING btree (store_env_id, created_at DESC, id DESC, state, template, category) INCLUDE (bounced_at, complained_at);
-- CREATE INDEX email_messages_order_idx ON public.email_messages USING btree (store_env_id, order_id, created_at DESC, id DESC) WHERE (order_id IS NOT NULL);
-- CREATE INDEX email_messages_received_idx ON public.email_messages USING btree (store_env_id, settled_at DESC) INCLUDE (bounce, complained_at) WHERE ((priority = 1) AND ((sent_at IS NOT NULL) OR (bounce IS NOT NULL)));
-- CREATE INDEX email_messages_unsent_idx ON public.email_messages USING btree (store_env_id, state, created_at DESC, id DESC) WHERE (state <> 'sent'::text);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.email_sending (
  store_env_id uuid not null,
  paused_at timestamp(3) with time zone,
  paused_reason text,
  resumed_at timestamp(3) with time zone,
  constraint email_sending_pkey PRIMARY KEY (store_env_id),
  constraint email_sending_reason_known CHECK ((paused_reason = ANY (ARRAY['hard_bounces'::text, 'complaints'::text])))
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.email_sequence_messages (
  store_env_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  sequence_id uuid not null,
  version integer not null,
  step smallint not null,
  due_at timestamp(3) with time zone not null,
  state text not null,
  reason text,
  sent_at timestamp(3) with time zone,
  changed_at timestamp(3) with time zone not null,
  constraint email_sequence_messages_once UNIQUE (store_env_id, run_id, step),
  constraint email_sequence_messages_pkey PRIMARY KEY (store_env_id, id),
  constraint email_sequence_messages_run_fk FOREIGN KEY (store_env_id, run_id) REFERENCES email_sequence_runs(store_env_id, id) ON DELETE CASCADE,
  constraint email_sequence_messages_state_known CHECK ((state = ANY (ARRAY['deferred'::text, 'queued'::text, 'sent'::text, 'skipped'::text, 'missed'::text, 'failed'::text, 'unknown'::text])))
);
-- CREATE INDEX email_sequence_messages_counts_idx ON public.email_sequence_messages USING btree (store_env_id, sequence_id, version, step, state);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.email_sequence_runs (
  store_env_id uuid not null,
  id uuid not null,
  sequence_id uuid not null,
  version integer not null,
  email text not null,
  fact text not null,
  fact_at timestamp(3) with time zone not null,
  platform_order_id text,
  review_id uuid,
  state text not null,
  exit_reason text,
  step smallint not null,
  base_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone,
  goal_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint email_sequence_runs_once UNIQUE (store_env_id, sequence_id, email, fact),
  constraint email_sequence_runs_pkey PRIMARY KEY (store_env_id, id),
  constraint email_sequence_runs_state_known CHECK ((state = ANY (ARRAY['active'::text, 'completed'::text, 'exited'::text]))),
  constraint email_sequence_runs_version_fk FOREIGN KEY (store_env_id, sequence_id, version) REFERENCES email_sequence_versions(store_env_id, sequence_id, version) ON DELETE CASCADE
);
-- CREATE INDEX email_sequence_runs_due_idx ON public.email_sequence_runs USING btree (store_env_id, sequence_id, due_at, id) WHERE (state = 'active'::text);
-- CREATE INDEX email_sequence_runs_email_idx ON public.email_sequence_runs USING btree (store_env_id, email);
-- CREATE INDEX email_sequence_runs_newest_idx ON public.email_sequence_runs USING btree (store_env_id, sequence_id, started_at DESC, id DESC);
-- CREATE INDEX email_sequence_runs_state_idx ON public.email_sequence_runs USING btree (store_env_id, sequence_id, state, exit_reason) INCLUDE (goal_at);
-- CREATE INDEX email_sequence_runs_version_idx ON public.email_sequence_runs USING btree (store_env_id, sequence_id, version);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.email_sequence_versions (
  store_env_id uuid not null,
  sequence_id uuid not null,
  version integer not null,
  trigger_event text not null,
  filter jsonb not null,
  steps jsonb not null,
  exit_on text[] not null,
  goal text[] not null,
  consent text not null,
  created_at timestamp(3) with time zone not null,
  constraint email_sequence_versions_consent_known CHECK ((consent = ANY (ARRAY['opted_in_only'::text, 'all_buyers'::text]))),
  constraint email_sequence_versions_pkey PRIMARY KEY (store_env_id, sequence_id, version),
  constraint email_sequence_versions_sequence_fk FOREIGN KEY (store_env_id, sequence_id) REFERENCES email_sequences(store_env_id, id) ON DELETE CASCADE
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.email_sequences (
  store_env_id uuid not null,
  id uuid not null,
  name text not null,
  status text not null,
  version integer not null,
  published_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint email_sequences_pkey PRIMARY KEY (store_env_id, id),
  constraint email_sequences_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'live'::text, 'paused'::text, 'archived'::text])))
);
-- CREATE INDEX email_sequences_live_idx ON public.email_sequences USING btree (store_env_id, id) WHERE ((status = 'live'::text) AND (removed_at IS NULL));
-- CREATE INDEX email_sequences_newest_idx ON public.email_sequences USING btree (store_env_id, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.email_settings (
  store_env_id uuid not null,
  id uuid not null,
  requests_enabled boolean not null,
  trigger text not null,
  delay_days integer not null,
  reminders integer not null,
  reminder_delay_days integer not null,
  consent text not null,
  quiet_from text,
  quiet_until text,
  cap_hours integer,
  cap_per_week integer,
  provider text not null,
  max_order_age_days integer not null,
  updated_at timestamp(3) with time zone not null,
  skip_refunded boolean not null default true,
  only_dispatched boolean not null default false,
  cap_request_days integer,
  constraint email_settings_consent_known CHECK ((consent = ANY (ARRAY['all_buyers'::text, 'opted_in_only'::text]))),
  constraint email_settings_once UNIQUE (store_env_id),
  constraint email_settings_pkey PRIMARY KEY (store_env_id, id),
  constraint email_settings_trigger_known CHECK ((trigger = ANY (ARRAY['delivered'::text, 'fulfilled'::text, 'placed'::text])))
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.email_soft_bounces (
  store_env_id uuid not null,
  id uuid not null,
  email_hash bytea not null,
  message_id uuid not null,
  day date not null,
  created_at timestamp(3) with time zone not null,
  constraint email_soft_bounces_once UNIQUE (store_env_id, message_id),
  constraint email_soft_bounces_pkey PRIMARY KEY (store_env_id, id)
);
-- CREATE INDEX email_soft_bounces_email_idx ON public.email_soft_bounces USING btree (store_env_id, email_hash);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.email_suppressions (
  store_env_id uuid not null,
  id uuid not null,
  email_hash bytea not null,
  email text,
  scope text not null,
  reason text not null,
  source text,
  note text,
  expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint email_suppressions_once UNIQUE (store_env_id, email_hash, scope, reason),
  constraint email_suppressions_pkey PRIMARY KEY (store_env_id, id),
  constraint email_suppressions_reason_known CHECK ((reason = ANY (ARRAY['hard_bounce'::text, 'soft_bounce'::text, 'complaint'::text, 'unsubscribe'::text, 'manual'::text, 'import'::text, 'invalid'::text]))),
  constraint email_suppressions_scope_known CHECK ((scope = ANY (ARRAY['all'::text, 'review_requests'::text, 'loyalty'::text, 'sequences'::text])))
);
-- CREATE INDEX email_suppressions_email_idx ON public.email_suppressions USING btree (store_env_id, email) WHERE (email IS NOT NULL);
-- CREATE INDEX email_suppressions_expiring_idx ON public.email_suppressions USING btree (store_env_id, expires_at) WHERE (expires_at IS NOT NULL);
-- CREATE INDEX email_suppressions_newest_idx ON public.email_suppressions USING btree (store_env_id, created_at DESC, id DESC, scope, reason);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.email_templates (
  store_env_id uuid not null,
  id uuid not null,
  name text not null,
  locale text not null,
  version uuid not null,
  subject text,
  preheader text,
  heading text,
  body text,
  button text,
  mjml text,
  compiled_html text,
  compiled_text text,
  updated_at timestamp(3) with time zone not null,
  constraint email_templates_compiled CHECK ((((mjml IS NULL) = (compiled_html IS NULL)) AND ((mjml IS NULL) = (compiled_text IS NULL)))),
  constraint email_templates_once UNIQUE (store_env_id, name, locale),
  constraint email_templates_pkey PRIMARY KEY (store_env_id, id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.ended_ledgers (
  store_env_id uuid not null,
  checkpoint text not null,
  ended_at timestamp(3) with time zone not null,
  constraint ended_ledgers_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy readers to evident_app using true
-- policy system to evident_system using true

create table public.event_counters (
  store_env_id uuid not null,
  last bigint not null,
  constraint event_counters_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.events (
  store_env_id uuid not null,
  id uuid not null,
  sequence bigint not null,
  event text not null,
  subject_id uuid not null,
  firing_id uuid not null,
  logged boolean not null,
  data text not null,
  at timestamp(3) with time zone not null,
  constraint events_pkey PRIMARY KEY (store_env_id, id),
  constraint events_sequence_once UNIQUE (store_env_id, sequence)
);
-- CREATE INDEX events_log_idx ON public.events USING btree (store_env_id, at DESC, id DESC, event) WHERE logged;
-- CREATE INDEX events_subject_idx ON public.events USING btree (store_env_id, subject_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.evidence_alerts (
  store_env_id uuid not null,
  since timestamp(3) with time zone not null,
  constraint evidence_alerts_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.evidence_assessments (
  store_env_id uuid not null,
  id uuid not null,
  status text not null,
  year smallint not null,
  file_key text,
  bytes bigint not null,
  sha256 text,
  tries integer not null,
  error text,
  created_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  reminded_at timestamp(3) with time zone,
  constraint evidence_assessments_pkey PRIMARY KEY (store_env_id, id),
  constraint evidence_assessments_status_known CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text])))
);
-- CREATE INDEX evidence_assessments_newest_idx ON public.evidence_assessments USING btree (store_env_id, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.evidence_cosignatures (
  store_env_id uuid not null,
  size bigint not null,
  witness text not null,
  at timestamp(3) with time zone not null,
  line text not null,
  constraint evidence_cosignatures_pkey PRIMARY KEY (store_env_id, size, witness)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.evidence_entries (
  store_env_id uuid not null,
  seq bigint not null,
  at timestamp(3) with time zone not null,
  type text not null,
  review_id uuid,
  entry text not null,
  leaf bytea not null,
  constraint evidence_entries_pkey PRIMARY KEY (store_env_id, seq)
);
-- CREATE INDEX evidence_entries_review_idx ON public.evidence_entries USING btree (store_env_id, review_id, seq) WHERE (review_id IS NOT NULL);
-- CREATE INDEX evidence_entries_type_idx ON public.evidence_entries USING btree (store_env_id, type, seq);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.evidence_heads (
  store_env_id uuid not null,
  size bigint not null,
  day date not null,
  root bytea not null,
  checkpoint text not null,
  signed_at timestamp(3) with time zone not null,
  constraint evidence_heads_pkey PRIMARY KEY (store_env_id, size)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.evidence_keys (
  id uuid not null,
  public_key bytea not null,
  seed bytea not null,
  valid_from timestamp(3) with time zone not null,
  valid_until timestamp(3) with time zone,
  constraint evidence_keys_pkey PRIMARY KEY (id)
);
-- CREATE UNIQUE INDEX evidence_keys_current_key ON public.evidence_keys USING btree (((valid_until IS NULL))) WHERE (valid_until IS NULL);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy readers to evident_app using true
-- policy system to evident_system using true

create table public.evidence_ledgers (
  store_env_id uuid not null,
  size bigint not null,
  last_leaf bytea,
  last_at timestamp(3) with time zone,
  is_entering boolean not null,
  entered_submitted_at timestamp(3) with time zone,
  entered_id uuid,
  constraint evidence_ledgers_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.evidence_nodes (
  store_env_id uuid not null,
  level smallint not null,
  place bigint not null,
  hash bytea not null,
  constraint evidence_nodes_pkey PRIMARY KEY (store_env_id, level, place)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.evidence_packs (
  store_env_id uuid not null,
  id uuid not null,
  status text not null,
  from_day date not null,
  to_day date not null,
  file_key text,
  bytes bigint not null,
  sha256 text,
  size bigint,
  tries integer not null,
  error text,
  created_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  constraint evidence_packs_pkey PRIMARY KEY (store_env_id, id),
  constraint evidence_packs_status_known CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text])))
);
-- CREATE INDEX evidence_packs_newest_idx ON public.evidence_packs USING btree (store_env_id, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.evidence_salts (
  store_env_id uuid not null,
  review_id uuid not null,
  salt bytea not null,
  content text not null,
  constraint evidence_salts_pkey PRIMARY KEY (store_env_id, review_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.evidence_settings (
  store_env_id uuid not null,
  public_meter boolean not null,
  alert_gap numeric not null,
  updated_at timestamp(3) with time zone not null,
  public_entries boolean not null default false,
  constraint evidence_settings_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.evidence_trusted_keys (
  public_key bytea not null,
  name text not null,
  added_at timestamp(3) with time zone not null,
  constraint evidence_trusted_keys_pkey PRIMARY KEY (public_key)
);
-- row level security: forced
-- policy readers to evident_app using true
-- policy system to evident_system using true

create table public.evidence_witness_states (
  store_env_id uuid not null,
  witness text not null,
  state text not null,
  size bigint not null,
  cosigned_at timestamp(3) with time zone,
  message text,
  offered_size bigint not null,
  due_at timestamp(3) with time zone,
  mailed_on date,
  constraint evidence_witness_states_pkey PRIMARY KEY (store_env_id, witness),
  constraint evidence_witness_states_state_known CHECK ((state = ANY (ARRAY['ok'::text, 'waiting'::text, 'unknown_log'::text, 'refused'::text, 'unreachable'::text])))
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.evidence_witnesses (
  name text not null,
  vkey text not null,
  url text not null,
  stores uuid[],
  added_at timestamp(3) with time zone not null,
  constraint evidence_witnesses_pkey PRIMARY KEY (name)
);
-- row level security: forced
-- policy readers to evident_app using true
-- policy system to evident_system using true

create table public.faq_categories (
  store_env_id uuid not null,
  faq_id uuid not null,
  category_id uuid not null,
  constraint faq_categories_category_fk FOREIGN KEY (store_env_id, category_id) REFERENCES categories(store_env_id, id) ON DELETE CASCADE,
  constraint faq_categories_faq_fk FOREIGN KEY (store_env_id, faq_id) REFERENCES faqs(store_env_id, id) ON DELETE CASCADE,
  constraint faq_categories_pkey PRIMARY KEY (store_env_id, faq_id, category_id)
);
-- CREATE INDEX faq_categories_category_idx ON public.faq_categories USING btree (store_env_id, category_id, faq_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.faq_products (
  store_env_id uuid not null,
  faq_id uuid not null,
  product_id uuid not null,
  constraint faq_products_faq_fk FOREIGN KEY (store_env_id, faq_id) REFERENCES faqs(store_env_id, id) ON DELETE CASCADE,
  constraint faq_products_pkey PRIMARY KEY (store_env_id, faq_id, product_id),
  constraint faq_products_product_fk FOREIGN KEY (store_env_id, product_id) REFERENCES products(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX faq_products_product_idx ON public.faq_products USING btree (store_env_id, product_id, faq_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.faq_questions (
  store_env_id uuid not null,
  id uuid not null,
  question text not null,
  email text not null,
  name text,
  locale text,
  product_id uuid,
  status text not null,
  faq_id uuid,
  notify boolean not null,
  mailed_at timestamp(3) with time zone,
  key bytea not null,
  consented_at timestamp(3) with time zone not null,
  answered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint faq_questions_faq_fk FOREIGN KEY (store_env_id, faq_id) REFERENCES faqs(store_env_id, id),
  constraint faq_questions_once UNIQUE (store_env_id, key),
  constraint faq_questions_pkey PRIMARY KEY (store_env_id, id),
  constraint faq_questions_product_fk FOREIGN KEY (store_env_id, product_id) REFERENCES products(store_env_id, id),
  constraint faq_questions_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'answered'::text, 'rejected'::text, 'spam'::text])))
);
-- CREATE INDEX faq_questions_email_idx ON public.faq_questions USING btree (store_env_id, email);
-- CREATE INDEX faq_questions_faq_idx ON public.faq_questions USING btree (store_env_id, faq_id) WHERE (faq_id IS NOT NULL);
-- CREATE INDEX faq_questions_newest_idx ON public.faq_questions USING btree (store_env_id, created_at DESC, id DESC);
-- CREATE INDEX faq_questions_product_idx ON public.faq_questions USING btree (store_env_id, product_id) WHERE (product_id IS NOT NULL);
-- CREATE INDEX faq_questions_status_idx ON public.faq_questions USING btree (store_env_id, status, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.faqs (
  store_env_id uuid not null,
  id uuid not null,
  question text not null,
  answer text not null,
  group_name text,
  status text not null,
  position integer not null,
  locale text,
  translations jsonb not null,
  is_general boolean not null,
  published_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  import_key bytea,
  constraint faqs_import_once UNIQUE (store_env_id, import_key),
  constraint faqs_pkey PRIMARY KEY (store_env_id, id),
  constraint faqs_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text])))
);
-- CREATE INDEX faqs_position_idx ON public.faqs USING btree (store_env_id, "position", id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.first_runs (
  store_env_id uuid not null,
  skipped text[] not null,
  updated_at timestamp(3) with time zone not null,
  constraint first_runs_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.form_links (
  digest bytea not null,
  store_env_id uuid not null,
  organization_id uuid not null,
  request_id uuid not null,
  order_id uuid not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint form_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint form_links_pkey PRIMARY KEY (digest),
  constraint form_links_request_once UNIQUE (store_env_id, request_id),
  constraint form_links_store_env_id_fkey FOREIGN KEY (store_env_id) REFERENCES stores(id) ON DELETE CASCADE
);
-- CREATE INDEX form_links_expired_idx ON public.form_links USING btree (store_env_id, expires_at);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy owner to the owner using true

create table public.galleries (
  store_env_id uuid not null,
  id uuid not null,
  name text not null,
  title text,
  description text,
  layout text not null,
  columns smallint not null,
  status text not null,
  locale text,
  translations jsonb not null,
  published_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  lead_form jsonb not null default '{}'::jsonb,
  constraint galleries_columns_range CHECK (((columns >= 1) AND (columns <= 6))),
  constraint galleries_layout_known CHECK ((layout = ANY (ARRAY['grid'::text, 'carousel'::text, 'masonry'::text]))),
  constraint galleries_pkey PRIMARY KEY (store_env_id, id),
  constraint galleries_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text])))
);
-- CREATE INDEX galleries_newest_idx ON public.galleries USING btree (store_env_id, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.gallery_item_products (
  store_env_id uuid not null,
  item_id uuid not null,
  product_id uuid not null,
  position integer not null,
  constraint gallery_item_products_item_fk FOREIGN KEY (store_env_id, item_id) REFERENCES gallery_items(store_env_id, id) ON DELETE CASCADE,
  constraint gallery_item_products_pkey PRIMARY KEY (store_env_id, item_id, product_id),
  constraint gallery_item_products_product_fk FOREIGN KEY (store_env_id, product_id) REFERENCES products(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX gallery_item_products_product_idx ON public.gallery_item_products USING btree (store_env_id, product_id, item_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.gallery_items (
  store_env_id uuid not null,
  id uuid not null,
  gallery_id uuid not null,
  review_photo_id uuid,
  upload_id uuid,
  position integer not null,
  caption text,
  alt text,
  translations jsonb not null,
  permission text not null,
  permission_by jsonb,
  permission_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint gallery_items_gallery_fk FOREIGN KEY (store_env_id, gallery_id) REFERENCES galleries(store_env_id, id) ON DELETE CASCADE,
  constraint gallery_items_once UNIQUE (store_env_id, gallery_id, review_photo_id),
  constraint gallery_items_permission_known CHECK ((permission = ANY (ARRAY['pending'::text, 'granted'::text, 'declined'::text]))),
  constraint gallery_items_photo_fk FOREIGN KEY (store_env_id, review_photo_id) REFERENCES review_photos(store_env_id, id) ON DELETE CASCADE,
  constraint gallery_items_picture CHECK (((review_photo_id IS NOT NULL) OR (upload_id IS NOT NULL))),
  constraint gallery_items_pkey PRIMARY KEY (store_env_id, id),
  constraint gallery_items_upload_fk FOREIGN KEY (store_env_id, upload_id) REFERENCES gallery_photos(store_env_id, id) ON DELETE CASCADE,
  constraint gallery_items_upload_once UNIQUE (store_env_id, gallery_id, upload_id)
);
-- CREATE INDEX gallery_items_photo_idx ON public.gallery_items USING btree (store_env_id, review_photo_id);
-- CREATE INDEX gallery_items_position_idx ON public.gallery_items USING btree (store_env_id, gallery_id, "position", id);
-- CREATE INDEX gallery_items_upload_idx ON public.gallery_items USING btree (store_env_id, upload_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.gallery_leads (
  store_env_id uuid not null,
  id uuid not null,
  gallery_id uuid not null,
  status text not null,
  email text not null,
  name text,
  phone text,
  message text,
  locale text,
  note text,
  consent_text text not null,
  consented_at timestamp(3) with time zone not null,
  confirmed_at timestamp(3) with time zone,
  key bytea not null,
  visitor bytea not null,
  notice text,
  notice_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint gallery_leads_gallery_fk FOREIGN KEY (store_env_id, gallery_id) REFERENCES galleries(store_env_id, id) ON DELETE CASCADE,
  constraint gallery_leads_notice_known CHECK ((notice = ANY (ARRAY['due'::text, 'waiting'::text, 'sent'::text, 'digest'::text]))),
  constraint gallery_leads_pkey PRIMARY KEY (store_env_id, id),
  constraint gallery_leads_status_known CHECK ((status = ANY (ARRAY['unconfirmed'::text, 'new'::text, 'contacted'::text, 'closed'::text, 'spam'::text])))
);
-- CREATE INDEX gallery_leads_email_idx ON public.gallery_leads USING btree (store_env_id, email, created_at);
-- CREATE INDEX gallery_leads_key_idx ON public.gallery_leads USING btree (store_env_id, key, created_at);
-- CREATE INDEX gallery_leads_newest_idx ON public.gallery_leads USING btree (store_env_id, gallery_id, created_at DESC, id DESC);
-- CREATE INDEX gallery_leads_old_idx ON public.gallery_leads USING btree (store_env_id, created_at);
-- CREATE INDEX gallery_leads_status_idx ON public.gallery_leads USING btree (store_env_id, gallery_id, status, created_at DESC, id DESC);
-- CREATE INDEX gallery_leads_told_idx ON public.gallery_leads USING btree (store_env_id, gallery_id, notice_at) WHERE (notice = ANY (ARRAY['sent'::text, 'digest'::text]));
-- CREATE INDEX gallery_leads_untold_idx ON public.gallery_leads USING btree (store_env_id, gallery_id, notice_at, id) WHERE (notice = ANY (ARRAY['due'::text, 'waiting'::text]));
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.gallery_photos (
  store_env_id uuid not null,
  id uuid not null,
  storage_key text,
  width integer not null,
  height integer not null,
  variants text[] not null default '{}'::text[],
  created_at timestamp(3) with time zone not null,
  constraint gallery_photos_pkey PRIMARY KEY (store_env_id, id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.idempotency_keys (
  organization_id uuid not null,
  caller text not null,
  operation text not null,
  key text not null,
  store_env_id uuid,
  fingerprint bytea,
  claimed_by uuid,
  claimed_until timestamp(3) with time zone,
  answer bytea,
  answer_bytes integer not null,
  created_at timestamp(3) with time zone not null,
  constraint idempotency_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, caller, operation, key)
);
-- CREATE INDEX idempotency_keys_created_idx ON public.idempotency_keys USING btree (created_at);
-- CREATE INDEX idempotency_keys_large_idx ON public.idempotency_keys USING btree (organization_id, caller) INCLUDE (answer_bytes) WHERE (answer_bytes > 4096);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.import_rows (
  store_env_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  line integer not null,
  outcome text not null,
  code text,
  message text,
  review_id uuid,
  constraint import_rows_import_fk FOREIGN KEY (store_env_id, import_id) REFERENCES imports(store_env_id, id) ON DELETE CASCADE,
  constraint import_rows_line_once UNIQUE (store_env_id, import_id, line),
  constraint import_rows_outcome_known CHECK ((outcome = ANY (ARRAY['imported'::text, 'updated'::text, 'skipped'::text, 'failed'::text]))),
  constraint import_rows_pkey PRIMARY KEY (store_env_id, id)
);
-- CREATE INDEX import_rows_failed_idx ON public.import_rows USING btree (store_env_id, import_id, line, id) WHERE (outcome = 'failed'::text);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.imports (
  store_env_id uuid not null,
  id uuid not null,
  format text,
  file_name text,
  file_key text,
  file_sha256 bytea not null,
  options jsonb not null,
  dry_run boolean not null,
  status text not null,
  error jsonb,
  warnings jsonb not null default '[]'::jsonb,
  total integer,
  processed integer not null default 0,
  imported integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  created_by jsonb not null,
  created_at timestamp(3) with time zone not null,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null,
  file_bytes bigint,
  table_rows jsonb,
  constraint imports_pkey PRIMARY KEY (store_env_id, id),
  constraint imports_status_known CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text])))
);
-- CREATE INDEX imports_file_idx ON public.imports USING btree (store_env_id, file_key) WHERE (file_key IS NOT NULL);
-- CREATE INDEX imports_newest_idx ON public.imports USING btree (store_env_id, created_at DESC, id DESC);
-- CREATE INDEX imports_unfinished_idx ON public.imports USING btree (store_env_id, created_at, id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
-- CREATE INDEX imports_with_file_idx ON public.imports USING btree (store_env_id, created_at) WHERE (file_key IS NOT NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.inbound_webhook_people (
  store_env_id uuid not null,
  person bytea not null,
  webhook_id uuid not null,
  constraint inbound_webhook_people_pkey PRIMARY KEY (store_env_id, person, webhook_id),
  constraint inbound_webhook_people_webhook_fk FOREIGN KEY (store_env_id, webhook_id) REFERENCES inbound_webhooks(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX inbound_webhook_people_webhook_idx ON public.inbound_webhook_people USING btree (store_env_id, webhook_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.inbound_webhooks (
  store_env_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  platform text not null,
  topic text not null,
  delivery_id text,
  repeat_key bytea,
  resource_id text,
  body bytea,
  state text not null,
  error text,
  attempts integer not null default 0,
  duplicates integer not null default 0,
  due_at timestamp(3) with time zone,
  leased_by uuid,
  occurred_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone not null,
  processed_at timestamp(3) with time zone,
  constraint inbound_webhooks_once UNIQUE (store_env_id, connection_id, repeat_key),
  constraint inbound_webhooks_pkey PRIMARY KEY (store_env_id, id),
  constraint inbound_webhooks_state_known CHECK ((state = ANY (ARRAY['received'::text, 'processed'::text, 'ignored'::text, 'failed'::text])))
);
-- CREATE INDEX inbound_webhooks_due_idx ON public.inbound_webhooks USING btree (store_env_id, due_at, id) WHERE (state = 'received'::text);
-- CREATE INDEX inbound_webhooks_resource_idx ON public.inbound_webhooks USING btree (store_env_id, resource_id) WHERE ((body IS NOT NULL) AND (resource_id IS NOT NULL));
-- CREATE INDEX inbound_webhooks_state_idx ON public.inbound_webhooks USING btree (store_env_id, state, id) WHERE (state = ANY (ARRAY['failed'::text, 'ignored'::text]));
-- CREATE INDEX inbound_webhooks_topic_idx ON public.inbound_webhooks USING btree (store_env_id, topic, id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.invitations (
  id uuid not null,
  organization_id uuid not null,
  email text not null,
  role text not null,
  token_digest bytea not null,
  invited_by text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  proves_address boolean not null default false,
  constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_role_known CHECK ((role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text, 'MEMBER'::text, 'VIEWER'::text]))),
  constraint invitations_token_once UNIQUE (token_digest)
);
-- CREATE UNIQUE INDEX invitations_email_once ON public.invitations USING btree (organization_id, email);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy owner to the owner using true
-- policy system to evident_system using true

create table public.invoice_register (
  invoice_id uuid not null,
  store_env_id uuid not null,
  organization_id uuid not null,
  number text not null,
  open boolean not null,
  issued_at timestamp(3) with time zone not null,
  kept jsonb,
  constraint invoice_register_pkey PRIMARY KEY (invoice_id)
);
-- CREATE INDEX invoice_register_newest_idx ON public.invoice_register USING btree (issued_at DESC, invoice_id DESC);
-- CREATE INDEX invoice_register_number_idx ON public.invoice_register USING btree (number);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.invoice_series (
  series text not null,
  last_number bigint not null,
  constraint invoice_series_pkey PRIMARY KEY (series)
);
-- row level security: off

create table public.invoices (
  store_env_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  provider text not null,
  provider_ref text,
  kind text not null,
  corrects_id uuid,
  number text not null,
  state text not null,
  purpose text not null,
  plan text,
  currency text not null,
  net numeric not null,
  vat numeric not null,
  gross numeric not null,
  vat_rate numeric not null,
  vat_note text,
  refunded_net numeric not null default 0,
  seller jsonb not null,
  customer jsonb not null,
  lines jsonb not null,
  period_starts_at timestamp(3) with time zone,
  period_ends_at timestamp(3) with time zone,
  issued_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone,
  paid_at timestamp(3) with time zone,
  voided_at timestamp(3) with time zone,
  document_url text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint invoices_corrects_fkey FOREIGN KEY (store_env_id, corrects_id) REFERENCES invoices(store_env_id, id),
  constraint invoices_kind_known CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint invoices_pkey PRIMARY KEY (store_env_id, id),
  constraint invoices_provider_known CHECK ((provider = ANY (ARRAY['manual'::text, 'stripe'::text]))),
  constraint invoices_purpose_known CHECK ((purpose = ANY (ARRAY['purchase'::text, 'renewal'::text, 'upgrade'::text, 'refund'::text, 'other'::text]))),
  constraint invoices_state_known CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'void'::text, 'refunded'::text])))
);
-- CREATE INDEX invoices_newest_idx ON public.invoices USING btree (store_env_id, created_at DESC, id DESC);
-- CREATE UNIQUE INDEX invoices_provider_ref_once ON public.invoices USING btree (store_env_id, provider, provider_ref);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.loyalty_grants (
  store_env_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  kind text not null,
  ref text not null,
  points bigint not null,
  reason text,
  granted_at timestamp(3) with time zone not null,
  matures_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  import_id uuid,
  import_line integer,
  constraint loyalty_grants_kind_known CHECK ((kind = ANY (ARRAY['manual'::text, 'birthday'::text, 'referral'::text, 'import'::text, 'review'::text]))),
  constraint loyalty_grants_member_fk FOREIGN KEY (store_env_id, member_id) REFERENCES loyalty_members(store_env_id, id) ON DELETE CASCADE,
  constraint loyalty_grants_once UNIQUE (store_env_id, kind, ref),
  constraint loyalty_grants_pkey PRIMARY KEY (store_env_id, id)
);
-- CREATE INDEX loyalty_grants_member_idx ON public.loyalty_grants USING btree (store_env_id, member_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.loyalty_journal (
  store_env_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  kind text not null,
  ref text,
  delta bigint not null,
  balance bigint not null,
  rate_version integer,
  reason text,
  at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint loyalty_journal_kind_known CHECK ((kind = ANY (ARRAY['order'::text, 'grant'::text, 'birthday'::text, 'referral'::text, 'import'::text, 'review'::text, 'redemption'::text, 'reversal'::text, 'expiry'::text, 'program'::text]))),
  constraint loyalty_journal_member_fk FOREIGN KEY (store_env_id, member_id) REFERENCES loyalty_members(store_env_id, id) ON DELETE CASCADE,
  constraint loyalty_journal_pkey PRIMARY KEY (store_env_id, id)
);
-- CREATE INDEX loyalty_journal_member_idx ON public.loyalty_journal USING btree (store_env_id, member_id, created_at DESC, id DESC);
-- CREATE INDEX loyalty_journal_newest_idx ON public.loyalty_journal USING btree (store_env_id, created_at DESC, id DESC) INCLUDE (delta);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.loyalty_journal_counts (
  store_env_id uuid not null,
  timezone text not null,
  counted_until timestamp(3) with time zone not null,
  day_timezone text,
  constraint loyalty_journal_counts_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.loyalty_journal_days (
  store_env_id uuid not null,
  day date not null,
  lines bigint not null,
  delta bigint not null,
  constraint loyalty_journal_days_pkey PRIMARY KEY (store_env_id, day)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.loyalty_journal_months (
  store_env_id uuid not null,
  month text not null,
  earned bigint not null,
  redeemed bigint not null,
  lapsed bigint not null,
  corrected bigint not null,
  delta bigint not null,
  constraint loyalty_journal_months_pkey PRIMARY KEY (store_env_id, month)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.loyalty_members (
  store_env_id uuid not null,
  id uuid not null,
  email text not null,
  birthday text,
  balance bigint not null default 0,
  pending bigint not null default 0,
  tier_points bigint not null default 0,
  tier text,
  next_expiry_at timestamp(3) with time zone,
  next_expiry_points bigint,
  next_change_at timestamp(3) with time zone,
  folded_at timestamp(3) with time zone not null,
  revision integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint loyalty_members_email_once UNIQUE (store_env_id, email),
  constraint loyalty_members_pkey PRIMARY KEY (store_env_id, id)
);
-- CREATE INDEX loyalty_members_birthday_idx ON public.loyalty_members USING btree (store_env_id, birthday) WHERE (birthday IS NOT NULL);
-- CREATE INDEX loyalty_members_due_idx ON public.loyalty_members USING btree (store_env_id, next_change_at) WHERE (next_change_at IS NOT NULL);
-- CREATE INDEX loyalty_members_newest_idx ON public.loyalty_members USING btree (store_env_id, created_at DESC, id DESC);
-- CREATE INDEX loyalty_members_stale_idx ON public.loyalty_members USING btree (store_env_id, revision, id);
-- CREATE INDEX loyalty_members_tier_idx ON public.loyalty_members USING btree (store_env_id, tier, created_at DESC, id DESC) WHERE (tier IS NOT NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.loyalty_order_points (
  store_env_id uuid not null,
  order_id uuid not null,
  member_id uuid not null,
  earned_at timestamp(3) with time zone not null,
  matures_at timestamp(3) with time zone not null,
  points bigint not null,
  rate_version integer not null,
  constraint loyalty_order_points_member_fk FOREIGN KEY (store_env_id, member_id) REFERENCES loyalty_members(store_env_id, id) ON DELETE CASCADE,
  constraint loyalty_order_points_pkey PRIMARY KEY (store_env_id, order_id)
);
-- CREATE INDEX loyalty_order_points_member_idx ON public.loyalty_order_points USING btree (store_env_id, member_id) INCLUDE (order_id, earned_at, matures_at, points, rate_version);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.loyalty_programs (
  store_env_id uuid not null,
  enabled boolean not null,
  timezone text not null,
  starts_at timestamp(3) with time zone not null,
  expiry_enabled boolean not null default false,
  expiry_starts_at timestamp(3) with time zone,
  expiry_days integer,
  tiers jsonb not null default '[]'::jsonb,
  birthday_points integer not null default 0,
  advocate_points integer not null default 0,
  friend_points integer not null default 0,
  referral_minimum numeric not null default 0,
  revision integer not null default 1,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  review_points bigint not null default 0,
  shopper_redeems boolean not null default false,
  constraint loyalty_programs_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.loyalty_rates (
  store_env_id uuid not null,
  version integer not null,
  valid_from timestamp(3) with time zone not null,
  points_per_unit numeric not null,
  hold_days integer not null,
  currency text,
  constraint loyalty_rates_currency_is_a_code CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint loyalty_rates_pkey PRIMARY KEY (store_env_id, version)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.loyalty_redemptions (
  store_env_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  reward_id uuid not null,
  points bigint not null,
  code text,
  idempotency_key text not null,
  created_at timestamp(3) with time zone not null,
  reversed_at timestamp(3) with time zone,
  issue_state text,
  issue_worth jsonb,
  issue_error text,
  issue_attempts integer not null default 0,
  issue_after timestamp(3) with time zone,
  constraint loyalty_redemptions_issue_state_known CHECK ((issue_state = ANY (ARRAY['pending'::text, 'issued'::text, 'failed'::text, 'withdrawing'::text, 'withdrawn'::text, 'left'::text]))),
  constraint loyalty_redemptions_member_fk FOREIGN KEY (store_env_id, member_id) REFERENCES loyalty_members(store_env_id, id) ON DELETE CASCADE,
  constraint loyalty_redemptions_once UNIQUE (store_env_id, idempotency_key),
  constraint loyalty_redemptions_pkey PRIMARY KEY (store_env_id, id),
  constraint loyalty_redemptions_reward_fk FOREIGN KEY (store_env_id, reward_id) REFERENCES loyalty_rewards(store_env_id, id)
);
-- CREATE INDEX loyalty_redemptions_issue_idx ON public.loyalty_redemptions USING btree (store_env_id, issue_after) WHERE (issue_state = ANY (ARRAY['pending'::text, 'withdrawing'::text]));
-- CREATE INDEX loyalty_redemptions_member_idx ON public.loyalty_redemptions USING btree (store_env_id, member_id, created_at DESC, id DESC);
-- CREATE INDEX loyalty_redemptions_newest_idx ON public.loyalty_redemptions USING btree (store_env_id, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.loyalty_referral_codes (
  store_env_id uuid not null,
  member_id uuid not null,
  code text not null,
  created_at timestamp(3) with time zone not null,
  constraint loyalty_referral_codes_code_once UNIQUE (store_env_id, code),
  constraint loyalty_referral_codes_member_fk FOREIGN KEY (store_env_id, member_id) REFERENCES loyalty_members(store_env_id, id) ON DELETE CASCADE,
  constraint loyalty_referral_codes_pkey PRIMARY KEY (store_env_id, member_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.loyalty_referrals (
  store_env_id uuid not null,
  id uuid not null,
  advocate_id uuid not null,
  friend_email text not null,
  code text not null,
  state text not null,
  reason text,
  order_id uuid,
  completes_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  approved_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint loyalty_referrals_advocate_fk FOREIGN KEY (store_env_id, advocate_id) REFERENCES loyalty_members(store_env_id, id) ON DELETE CASCADE,
  constraint loyalty_referrals_pkey PRIMARY KEY (store_env_id, id),
  constraint loyalty_referrals_state_known CHECK ((state = ANY (ARRAY['pending'::text, 'review'::text, 'ordered'::text, 'completed'::text, 'reversed'::text, 'blocked'::text])))
);
-- CREATE INDEX loyalty_referrals_advocate_idx ON public.loyalty_referrals USING btree (store_env_id, advocate_id, created_at DESC);
-- CREATE INDEX loyalty_referrals_due_idx ON public.loyalty_referrals USING btree (store_env_id, completes_at) WHERE (state = 'ordered'::text);
-- CREATE INDEX loyalty_referrals_friend_idx ON public.loyalty_referrals USING btree (store_env_id, friend_email);
-- CREATE INDEX loyalty_referrals_newest_idx ON public.loyalty_referrals USING btree (store_env_id, created_at DESC, id DESC);
-- CREATE INDEX loyalty_referrals_review_idx ON public.loyalty_referrals USING btree (store_env_id, created_at) WHERE (state = 'review'::text);
-- CREATE UNIQUE INDEX loyalty_referrals_friend_once ON public.loyalty_referrals USING btree (store_env_id, friend_email) WHERE (state <> 'blocked'::text);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.loyalty_reward_codes (
  store_env_id uuid not null,
  id uuid not null,
  reward_id uuid not null,
  code text not null,
  given_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint loyalty_reward_codes_once UNIQUE (store_env_id, reward_id, code),
  constraint loyalty_reward_codes_pkey PRIMARY KEY (store_env_id, id),
  constraint loyalty_reward_codes_reward_fk FOREIGN KEY (store_env_id, reward_id) REFERENCES loyalty_rewards(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX loyalty_reward_codes_free_idx ON public.loyalty_reward_codes USING btree (store_env_id, reward_id, id) WHERE (given_at IS NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.loyalty_rewards (
  store_env_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  kind text not null,
  value numeric,
  currency text,
  platform_product_id text,
  cost bigint not null,
  codes text not null,
  code text,
  active boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint loyalty_rewards_codes_known CHECK ((codes = ANY (ARRAY['none'::text, 'shared'::text, 'pool'::text, 'platform'::text]))),
  constraint loyalty_rewards_kind_known CHECK ((kind = ANY (ARRAY['fixed_amount'::text, 'percent'::text, 'free_shipping'::text, 'product'::text, 'custom'::text]))),
  constraint loyalty_rewards_pkey PRIMARY KEY (store_env_id, id)
);
-- CREATE INDEX loyalty_rewards_newest_idx ON public.loyalty_rewards USING btree (store_env_id, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.mailbox (
  id uuid not null,
  organization_id uuid,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text,
  created_at timestamp(3) with time zone not null,
  store_env_id uuid,
  sender text,
  reply_to text,
  headers jsonb not null default '[]'::jsonb,
  constraint mailbox_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint mailbox_pkey PRIMARY KEY (id),
  constraint mailbox_store_env_id_fkey FOREIGN KEY (store_env_id) REFERENCES stores(id) ON DELETE CASCADE
);
-- CREATE INDEX mailbox_newest_idx ON public.mailbox USING btree (organization_id, created_at DESC, id DESC);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy owner to the owner using true
-- policy system to evident_system using true

create table public.memberships (
  id uuid not null,
  organization_id uuid not null,
  user_id text not null,
  email text not null,
  name text not null default ''::text,
  role text not null,
  active boolean not null default true,
  created_at timestamp(3) with time zone not null,
  constraint memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint memberships_pkey PRIMARY KEY (id),
  constraint memberships_role_known CHECK ((role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text, 'MEMBER'::text, 'VIEWER'::text]))),
  constraint memberships_user_once UNIQUE (organization_id, user_id)
);
-- CREATE INDEX memberships_user_idx ON public.memberships USING btree (user_id);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy owner to the owner using true
-- policy system to evident_system using true

create table public.moderation_policies (
  store_env_id uuid not null,
  id uuid not null,
  version integer not null,
  text text not null,
  sha256 bytea not null,
  adopted integer not null,
  created_at timestamp(3) with time zone not null,
  constraint moderation_policies_adopted_once UNIQUE (store_env_id, adopted),
  constraint moderation_policies_pkey PRIMARY KEY (store_env_id, id),
  constraint moderation_policies_text_once UNIQUE (store_env_id, sha256),
  constraint moderation_policies_version_once UNIQUE (store_env_id, version)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.oauth_access_tokens (
  digest bytea not null,
  organization_id uuid not null,
  grant_id uuid not null,
  expires_at timestamp(3) with time zone not null,
  scopes text[],
  constraint oauth_access_tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(id) ON DELETE CASCADE,
  constraint oauth_access_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint oauth_access_tokens_pkey PRIMARY KEY (digest),
  constraint oauth_access_tokens_scopes_named CHECK ((cardinality(scopes) > 0))
);
-- CREATE INDEX oauth_access_tokens_expiry_idx ON public.oauth_access_tokens USING btree (expires_at);
-- CREATE INDEX oauth_access_tokens_grant_idx ON public.oauth_access_tokens USING btree (grant_id);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.oauth_clients (
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  redirect_uris text[] not null,
  secret_digest bytea,
  secret_last4 text,
  created_by text not null,
  created_at timestamp(3) with time zone not null,
  previous_secret_digest bytea,
  previous_secret_until timestamp(3) with time zone,
  constraint oauth_clients_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint oauth_clients_pkey PRIMARY KEY (id),
  constraint oauth_clients_previous_secret_ends CHECK (((previous_secret_digest IS NULL) = (previous_secret_until IS NULL)))
);
-- CREATE INDEX oauth_clients_organization_idx ON public.oauth_clients USING btree (organization_id, created_at DESC, id DESC);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.oauth_grants (
  id uuid not null,
  organization_id uuid not null,
  member_id uuid not null,
  client_id text not null,
  registered_client_id uuid,
  client_name text not null,
  stores uuid[] not null,
  role text not null,
  scopes text[] not null,
  second_factor boolean not null,
  vouched boolean not null,
  code_digest bytea not null,
  code_challenge text not null,
  redirect_uri text not null,
  code_expires_at timestamp(3) with time zone not null,
  redeemed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  constraint oauth_grants_code_once UNIQUE (code_digest),
  constraint oauth_grants_member_id_fkey FOREIGN KEY (member_id) REFERENCES memberships(id) ON DELETE CASCADE,
  constraint oauth_grants_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint oauth_grants_pkey PRIMARY KEY (id),
  constraint oauth_grants_registered_client_id_fkey FOREIGN KEY (registered_client_id) REFERENCES oauth_clients(id) ON DELETE CASCADE,
  constraint oauth_grants_role_known CHECK ((role = ANY (ARRAY['VIEWER'::text, 'MEMBER'::text, 'ADMIN'::text]))),
  constraint oauth_grants_scopes_some CHECK ((cardinality(scopes) > 0))
);
-- CREATE INDEX oauth_grants_client_idx ON public.oauth_grants USING btree (registered_client_id) WHERE (registered_client_id IS NOT NULL);
-- CREATE INDEX oauth_grants_member_idx ON public.oauth_grants USING btree (member_id);
-- CREATE INDEX oauth_grants_organization_idx ON public.oauth_grants USING btree (organization_id, created_at DESC, id DESC);
-- CREATE INDEX oauth_grants_unredeemed_idx ON public.oauth_grants USING btree (code_expires_at) WHERE (redeemed_at IS NULL);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.oauth_refresh_tokens (
  digest bytea not null,
  organization_id uuid not null,
  grant_id uuid not null,
  generation integer not null,
  expires_at timestamp(3) with time zone not null,
  rotated_at timestamp(3) with time zone,
  constraint oauth_refresh_tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(id) ON DELETE CASCADE,
  constraint oauth_refresh_tokens_one_chain UNIQUE (grant_id, generation),
  constraint oauth_refresh_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint oauth_refresh_tokens_pkey PRIMARY KEY (digest)
);
-- CREATE INDEX oauth_refresh_tokens_expiry_idx ON public.oauth_refresh_tokens USING btree (expires_at);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.order_line_items (
  store_env_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  position integer not null,
  platform_product_id text,
  platform_variant_id text,
  sku text,
  title text,
  quantity integer not null,
  unit_price numeric,
  product_id uuid,
  variant_id uuid,
  constraint order_line_items_order_fk FOREIGN KEY (store_env_id, order_id) REFERENCES orders(store_env_id, id) ON DELETE CASCADE,
  constraint order_line_items_pkey PRIMARY KEY (store_env_id, id),
  constraint order_line_items_product_fk FOREIGN KEY (store_env_id, product_id) REFERENCES products(store_env_id, id),
  constraint order_line_items_variant_fk FOREIGN KEY (store_env_id, variant_id) REFERENCES product_variants(store_env_id, id)
);
-- CREATE INDEX order_line_items_order_idx ON public.order_line_items USING btree (store_env_id, order_id, "position");
-- CREATE INDEX order_line_items_product_idx ON public.order_line_items USING btree (store_env_id, product_id, order_id) WHERE (product_id IS NOT NULL);
-- CREATE INDEX order_line_items_unlinked_idx ON public.order_line_items USING btree (store_env_id, id) WHERE (product_id IS NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.orders (
  store_env_id uuid not null,
  id uuid not null,
  platform_order_id text not null,
  order_number text,
  email text,
  customer_name text,
  currency text,
  total numeric,
  refunded_total numeric not null default 0,
  placed_at timestamp(3) with time zone not null,
  fulfilled_at timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  locale text,
  country text,
  referral_code text,
  fingerprint bytea,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  accepts_marketing boolean,
  order_number_folded text,
  customer_name_folded text,
  customer_last_name_folded text,
  stated_at timestamp(3) with time zone,
  constraint orders_pkey PRIMARY KEY (store_env_id, id),
  constraint orders_platform_id_once UNIQUE (store_env_id, platform_order_id)
);
-- CREATE INDEX orders_customer_last_name_idx ON public.orders USING btree (store_env_id, customer_last_name_folded) WHERE (customer_last_name_folded IS NOT NULL);
-- CREATE INDEX orders_customer_name_idx ON public.orders USING btree (store_env_id, customer_name_folded) WHERE (customer_name_folded IS NOT NULL);
-- CREATE INDEX orders_email_idx ON public.orders USING btree (store_env_id, email, created_at DESC, id DESC) WHERE (email IS NOT NULL);
-- CREATE INDEX orders_newest_idx ON public.orders USING btree (store_env_id, created_at DESC, id DESC);
-- CREATE INDEX orders_number_idx ON public.orders USING btree (store_env_id, order_number_folded, created_at DESC, id DESC);
-- CREATE INDEX orders_placed_newest_idx ON public.orders USING btree (store_env_id, placed_at DESC, id DESC);
-- CREATE INDEX orders_updated_idx ON public.orders USING btree (store_env_id, updated_at, id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.organization_trials (
  organization_id uuid not null,
  ends_at timestamp(3) with time zone not null,
  constraint organization_trials_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint organization_trials_pkey PRIMARY KEY (organization_id)
);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.organizations (
  id uuid not null,
  name text not null,
  created_at timestamp(3) with time zone not null,
  legal_name text,
  vat_number text,
  country text,
  billing_email text,
  two_factor_required boolean not null default false,
  deletes_at timestamp(3) with time zone,
  deletion_began_at timestamp(3) with time zone,
  constraint organizations_pkey PRIMARY KEY (id)
);
-- CREATE INDEX organizations_closing_idx ON public.organizations USING btree (deletes_at) WHERE (deletes_at IS NOT NULL);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy owner to the owner using true
-- policy system to evident_system using true

create table public.ownership_transfers (
  organization_id uuid not null,
  from_member uuid not null,
  to_member uuid not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint ownership_transfers_from_member_fkey FOREIGN KEY (from_member) REFERENCES memberships(id) ON DELETE CASCADE,
  constraint ownership_transfers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint ownership_transfers_pkey PRIMARY KEY (organization_id),
  constraint ownership_transfers_to_member_fkey FOREIGN KEY (to_member) REFERENCES memberships(id) ON DELETE CASCADE
);
-- CREATE INDEX ownership_transfers_from_idx ON public.ownership_transfers USING btree (from_member);
-- CREATE INDEX ownership_transfers_to_idx ON public.ownership_transfers USING btree (to_member);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.partner_grants (
  id uuid not null,
  organization_id uuid not null,
  partner_organization_id uuid not null,
  role text not null,
  store_env_ids uuid[],
  expires_at timestamp(3) with time zone,
  granted_by text not null,
  created_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  constraint partner_grants_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint partner_grants_partner_exists FOREIGN KEY (partner_organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint partner_grants_pkey PRIMARY KEY (id),
  constraint partner_grants_role_known CHECK ((role = ANY (ARRAY['VIEWER'::text, 'MEMBER'::text, 'ADMIN'::text]))),
  constraint partner_grants_to_another CHECK ((organization_id <> partner_organization_id))
);
-- CREATE INDEX partner_grants_organization_idx ON public.partner_grants USING btree (organization_id, created_at DESC, id DESC);
-- CREATE INDEX partner_grants_partner_idx ON public.partner_grants USING btree (partner_organization_id, created_at DESC, id DESC);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy partner to evident_app using (partner_organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.placement_categories (
  store_env_id uuid not null,
  placement_id uuid not null,
  category_id uuid not null,
  constraint placement_categories_category_fk FOREIGN KEY (store_env_id, category_id) REFERENCES categories(store_env_id, id) ON DELETE CASCADE,
  constraint placement_categories_pkey PRIMARY KEY (store_env_id, placement_id, category_id),
  constraint placement_categories_placement_fk FOREIGN KEY (store_env_id, placement_id) REFERENCES placements(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX placement_categories_category_idx ON public.placement_categories USING btree (store_env_id, category_id, placement_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.placement_products (
  store_env_id uuid not null,
  placement_id uuid not null,
  product_id uuid not null,
  is_excluded boolean not null,
  constraint placement_products_pkey PRIMARY KEY (store_env_id, placement_id, product_id, is_excluded),
  constraint placement_products_placement_fk FOREIGN KEY (store_env_id, placement_id) REFERENCES placements(store_env_id, id) ON DELETE CASCADE,
  constraint placement_products_product_fk FOREIGN KEY (store_env_id, product_id) REFERENCES products(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX placement_products_product_idx ON public.placement_products USING btree (store_env_id, product_id, placement_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.placements (
  store_env_id uuid not null,
  id uuid not null,
  name text not null,
  widget text not null,
  page_type text not null,
  is_general boolean not null,
  selector text not null,
  insertion text not null,
  gallery_id uuid,
  heading text,
  item_limit smallint,
  priority smallint not null,
  starts_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  status text not null,
  locale text,
  translations jsonb not null,
  published_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  subject text,
  constraint placements_dates CHECK ((ends_at > starts_at)),
  constraint placements_insertion_known CHECK ((insertion = ANY (ARRAY['before'::text, 'after'::text, 'prepend'::text, 'append'::text]))),
  constraint placements_item_limit_range CHECK (((item_limit >= 1) AND (item_limit <= 50))),
  constraint placements_page_type_known CHECK ((page_type = ANY (ARRAY['product'::text, 'category'::text, 'home'::text, 'cart'::text, 'other'::text, 'any'::text]))),
  constraint placements_pkey PRIMARY KEY (store_env_id, id),
  constraint placements_priority_range CHECK (((priority >= '-100'::integer) AND (priority <= 100))),
  constraint placements_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text]))),
  constraint placements_subject_check CHECK ((subject = 'shop'::text)),
  constraint placements_widget_known CHECK ((widget = ANY (ARRAY['reviews'::text, 'stars'::text, 'review_form'::text, 'gallery'::text, 'faq'::text, 'loyalty'::text, 'carousel'::text, 'badge'::text, 'tab'::text, 'photos'::text])))
);
-- CREATE INDEX placements_newest_idx ON public.placements USING btree (store_env_id, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.product_group_members (
  store_env_id uuid not null,
  product_id uuid not null,
  group_id uuid not null,
  s1 integer,
  s2 integer,
  s3 integer,
  s4 integer,
  s5 integer,
  constraint product_group_members_group_fk FOREIGN KEY (store_env_id, group_id) REFERENCES product_groups(store_env_id, id) ON DELETE CASCADE,
  constraint product_group_members_pkey PRIMARY KEY (store_env_id, product_id),
  constraint product_group_members_product_fk FOREIGN KEY (store_env_id, product_id) REFERENCES products(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX product_group_members_of_group_idx ON public.product_group_members USING btree (store_env_id, group_id, product_id);
-- CREATE INDEX product_group_members_uncopied_idx ON public.product_group_members USING btree (store_env_id, product_id) WHERE (s1 IS NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.product_group_overflows (
  store_env_id uuid not null,
  source text not null,
  key text not null,
  constraint product_group_overflows_pkey PRIMARY KEY (store_env_id, source, key),
  constraint product_group_overflows_source_known CHECK ((source = ANY (ARRAY['group_key'::text, 'gtin'::text])))
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.product_group_settings (
  store_env_id uuid not null,
  by_group_key boolean not null,
  by_gtin boolean not null,
  updated_at timestamp(3) with time zone not null,
  constraint product_group_settings_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.product_groups (
  store_env_id uuid not null,
  id uuid not null,
  name text not null,
  source text not null,
  key text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint product_groups_derived_has_key CHECK (((source = 'manual'::text) = (key IS NULL))),
  constraint product_groups_pkey PRIMARY KEY (store_env_id, id),
  constraint product_groups_source_known CHECK ((source = ANY (ARRAY['manual'::text, 'group_key'::text, 'gtin'::text])))
);
-- CREATE INDEX product_groups_newest_idx ON public.product_groups USING btree (store_env_id, created_at DESC, id DESC);
-- CREATE UNIQUE INDEX product_groups_key_once ON public.product_groups USING btree (store_env_id, source, key) WHERE (source = 'group_key'::text);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.product_pictures (
  store_env_id uuid not null,
  product_id uuid not null,
  source_url text not null,
  state text not null,
  storage_key text,
  retry_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null,
  constraint product_pictures_pkey PRIMARY KEY (store_env_id, product_id),
  constraint product_pictures_product_fk FOREIGN KEY (store_env_id, product_id) REFERENCES products(store_env_id, id) ON DELETE CASCADE,
  constraint product_pictures_ready_has_file CHECK (((state <> 'ready'::text) OR (storage_key IS NOT NULL))),
  constraint product_pictures_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text])))
);
-- CREATE INDEX product_pictures_waiting_idx ON public.product_pictures USING btree (store_env_id, product_id) WHERE (state = 'waiting'::text);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.product_review_counts (
  store_env_id uuid not null,
  is_base boolean not null,
  product_id uuid not null,
  id uuid not null,
  rating smallint,
  count bigint,
  verified bigint,
  rewarded bigint,
  imported bigint,
  constraint product_review_counts_pkey PRIMARY KEY (store_env_id, is_base, product_id, id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.product_variants (
  store_env_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  platform_variant_id text not null,
  title text,
  sku text,
  gtin text,
  gtin_is_valid boolean not null default false,
  mpn text,
  brand text,
  price numeric,
  currency text,
  image_url text,
  position integer not null,
  retired_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  gtin_key text,
  constraint product_variants_once_per_product UNIQUE (store_env_id, product_id, platform_variant_id),
  constraint product_variants_pkey PRIMARY KEY (store_env_id, id),
  constraint product_variants_product_fk FOREIGN KEY (store_env_id, product_id) REFERENCES products(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX product_variants_gtin_key_idx ON public.product_variants USING btree (store_env_id, gtin_key) WHERE ((gtin_key IS NOT NULL) AND (retired_at IS NULL));
-- CREATE INDEX product_variants_sku_idx ON public.product_variants USING btree (store_env_id, sku) WHERE ((sku IS NOT NULL) AND (retired_at IS NULL));
-- CREATE INDEX product_variants_text_idx ON public.product_variants USING gin (uuid_hash_extended(store_env_id, (0)::bigint), lower(sku) gin_trgm_ops) WITH (gin_pending_list_limit='256') WHERE ((sku IS NOT NULL) AND (retired_at IS NULL));
-- CREATE INDEX product_variants_without_gtin_idx ON public.product_variants USING btree (store_env_id, product_id) WHERE ((retired_at IS NULL) AND (NOT gtin_is_valid));
-- CREATE UNIQUE INDEX product_variants_live_once ON public.product_variants USING btree (store_env_id, platform_variant_id) WHERE (retired_at IS NULL);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.products (
  store_env_id uuid not null,
  id uuid not null,
  platform_product_id text not null,
  title text,
  handle text,
  url text,
  image_url text,
  description text,
  status text not null default 'active'::text,
  categories text[] not null default '{}'::text[],
  requests_excluded boolean not null default false,
  fingerprint bytea,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  title_folded text not null default ''::text,
  id_key text,
  merged_into uuid,
  group_key text,
  constraint products_group_key_length CHECK ((length(group_key) <= 255)),
  constraint products_pkey PRIMARY KEY (store_env_id, id),
  constraint products_platform_id_once UNIQUE (store_env_id, platform_product_id),
  constraint products_status_known CHECK ((status = ANY (ARRAY['active'::text, 'draft'::text, 'archived'::text])))
);
-- CREATE INDEX products_group_key_idx ON public.products USING btree (store_env_id, group_key, id) WHERE (group_key IS NOT NULL);
-- CREATE INDEX products_handle_idx ON public.products USING btree (store_env_id, handle) WHERE (handle IS NOT NULL);
-- CREATE INDEX products_id_key_idx ON public.products USING btree (store_env_id, id_key);
-- CREATE INDEX products_merged_into_idx ON public.products USING btree (store_env_id, merged_into) WHERE (merged_into IS NOT NULL);
-- CREATE INDEX products_newest_idx ON public.products USING btree (store_env_id, created_at DESC, id DESC);
-- CREATE INDEX products_text_idx ON public.products USING gin (uuid_hash_extended(store_env_id, (0)::bigint), lower(((((COALESCE(title, ''::text) || '
'::text) || COALESCE(handle, ''::text)) || '
'::text) || platform_product_id)) gin_trgm_ops) WITH (gin_pending_list_limit='256');
-- CREATE INDEX products_title_idx ON public.products USING btree (store_env_id, title_folded, id);
-- CREATE INDEX products_updated_idx ON public.products USING btree (store_env_id, updated_at, id);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.rejections (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  rejected_at timestamp(3) with time zone not null,
  mail_due_at timestamp(3) with time zone,
  mailed_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  constraint rejections_pkey PRIMARY KEY (store_env_id, id),
  constraint rejections_review_fk FOREIGN KEY (store_env_id, review_id) REFERENCES reviews(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX rejections_mail_due_idx ON public.rejections USING btree (store_env_id, mail_due_at) WHERE (mail_due_at IS NOT NULL);
-- CREATE INDEX rejections_review_idx ON public.rejections USING btree (store_env_id, review_id);
-- CREATE UNIQUE INDEX rejections_standing_once ON public.rejections USING btree (store_env_id, review_id) WHERE (ended_at IS NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.reply_templates (
  store_env_id uuid not null,
  id uuid not null,
  title text not null,
  body text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  ratings integer[] not null default '{}'::integer[],
  topics text[] not null default '{}'::text[],
  constraint reply_templates_pkey PRIMARY KEY (store_env_id, id)
);
-- CREATE INDEX reply_templates_newest_idx ON public.reply_templates USING btree (store_env_id, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.restored_ids (
  store_env_id uuid not null,
  import_id uuid not null,
  type text not null,
  from_id uuid not null,
  to_id uuid not null,
  constraint restored_ids_pkey PRIMARY KEY (store_env_id, import_id, type, to_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_acts (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  at timestamp(3) with time zone not null,
  kind text not null,
  actor text,
  role text not null,
  via text not null,
  count integer,
  submitted_at timestamp(3) with time zone,
  is_first_decision boolean not null default false,
  is_first_reply boolean not null default false,
  constraint review_acts_kind_known CHECK ((kind = ANY (ARRAY['changed'::text, 'replied'::text, 'reply_changed'::text, 'reply_withdrawn'::text, 'reports_resolved'::text]))),
  constraint review_acts_pkey PRIMARY KEY (store_env_id, id),
  constraint review_acts_review_fk FOREIGN KEY (store_env_id, review_id) REFERENCES reviews(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX review_acts_review_idx ON public.review_acts USING btree (store_env_id, review_id, at);
-- CREATE INDEX review_acts_waits_idx ON public.review_acts USING btree (store_env_id, submitted_at) INCLUDE (at, is_first_decision, is_first_reply) WHERE (submitted_at IS NOT NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_assignees (
  store_env_id uuid not null,
  review_id uuid not null,
  user_id text not null,
  assigned_at timestamp(3) with time zone not null,
  constraint review_assignees_pkey PRIMARY KEY (store_env_id, review_id),
  constraint review_assignees_review_fk FOREIGN KEY (store_env_id, review_id) REFERENCES reviews(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX review_assignees_user_idx ON public.review_assignees USING btree (store_env_id, user_id, assigned_at DESC, review_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_attributes (
  store_env_id uuid not null,
  id uuid not null,
  category_id uuid,
  kind text not null,
  label text not null,
  low_label text,
  high_label text,
  choices text[],
  position integer not null,
  retired_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  subject text not null default 'product'::text,
  constraint review_attributes_kind_known CHECK ((kind = ANY (ARRAY['scale'::text, 'choice'::text]))),
  constraint review_attributes_pkey PRIMARY KEY (store_env_id, id),
  constraint review_attributes_subject_known CHECK ((subject = ANY (ARRAY['product'::text, 'shop'::text])))
);
-- CREATE INDEX review_attributes_asked_idx ON public.review_attributes USING btree (store_env_id, category_id, "position") WHERE (retired_at IS NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_confirmations (
  digest bytea not null,
  store_env_id uuid not null,
  review_id uuid not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint review_confirmations_pkey PRIMARY KEY (digest),
  constraint review_confirmations_store_env_id_fkey FOREIGN KEY (store_env_id) REFERENCES stores(id) ON DELETE CASCADE
);
-- CREATE INDEX review_confirmations_expired_idx ON public.review_confirmations USING btree (store_env_id, expires_at);
-- CREATE INDEX review_confirmations_review_idx ON public.review_confirmations USING btree (store_env_id, review_id);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy owner to the owner using true
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_counts (
  store_env_id uuid not null,
  id uuid not null,
  is_base boolean not null,
  status text,
  rating smallint,
  verified boolean,
  has_photos boolean,
  has_reply boolean,
  incentivized boolean,
  imported boolean,
  count bigint,
  declared boolean not null default false,
  constraint review_counts_pkey PRIMARY KEY (store_env_id, id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_digests (
  store_env_id uuid not null,
  product_id uuid not null,
  sentences jsonb not null default '[]'::jsonb,
  due_at timestamp(3) with time zone,
  version uuid,
  made_at timestamp(3) with time zone,
  constraint review_digests_pkey PRIMARY KEY (store_env_id, product_id),
  constraint review_digests_sentences_array CHECK ((jsonb_typeof(sentences) = 'array'::text))
);
-- CREATE INDEX review_digests_due_idx ON public.review_digests USING btree (store_env_id, due_at) WHERE (due_at IS NOT NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_feeds (
  store_env_id uuid not null,
  token text not null,
  created_at timestamp(3) with time zone not null,
  last_fetched_at timestamp(3) with time zone,
  bytes bigint,
  parts jsonb not null default '[]'::jsonb,
  constraint review_feeds_pkey PRIMARY KEY (store_env_id),
  constraint review_feeds_store_env_id_fkey FOREIGN KEY (store_env_id) REFERENCES stores(id) ON DELETE CASCADE,
  constraint review_feeds_token_once UNIQUE (token)
);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy owner to the owner using true
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_grants (
  id uuid not null,
  organization_id uuid not null,
  giver_store_env_id uuid not null,
  receiver_store_env_id uuid,
  code_digest bytea,
  match text[] not null,
  product_ids uuid[],
  state text not null,
  expires_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  copies integer not null default 0,
  created_at timestamp(3) with time zone not null,
  awaits_plan boolean not null default false,
  constraint review_grants_code_once UNIQUE (code_digest),
  constraint review_grants_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint review_grants_pkey PRIMARY KEY (id),
  constraint review_grants_receiver_accepted CHECK (((state <> 'active'::text) OR (receiver_store_env_id IS NOT NULL))),
  constraint review_grants_receiver_store_env_id_fkey FOREIGN KEY (receiver_store_env_id) REFERENCES stores(id) ON DELETE CASCADE,
  constraint review_grants_state_known CHECK ((state = ANY (ARRAY['offered'::text, 'active'::text, 'revoked'::text]))),
  constraint review_grants_two_stores CHECK ((receiver_store_env_id <> giver_store_env_id))
);
-- CREATE INDEX review_grants_giver_idx ON public.review_grants USING btree (organization_id, giver_store_env_id, created_at DESC, id DESC);
-- CREATE INDEX review_grants_receiver_idx ON public.review_grants USING btree (organization_id, receiver_store_env_id, created_at DESC, id DESC);
-- CREATE UNIQUE INDEX review_grants_one_active ON public.review_grants USING btree (giver_store_env_id, receiver_store_env_id) WHERE (state = 'active'::text);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.review_incentive_categories (
  store_env_id uuid not null,
  incentive_id uuid not null,
  category_id uuid not null,
  constraint review_incentive_categories_category_fk FOREIGN KEY (store_env_id, category_id) REFERENCES categories(store_env_id, id) ON DELETE CASCADE,
  constraint review_incentive_categories_incentive_fk FOREIGN KEY (store_env_id, incentive_id) REFERENCES review_incentives(store_env_id, id) ON DELETE CASCADE,
  constraint review_incentive_categories_pkey PRIMARY KEY (store_env_id, incentive_id, category_id)
);
-- CREATE INDEX review_incentive_categories_category_idx ON public.review_incentive_categories USING btree (store_env_id, category_id, incentive_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_incentive_codes (
  store_env_id uuid not null,
  id uuid not null,
  incentive_id uuid not null,
  code text not null,
  given_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint review_incentive_codes_incentive_fk FOREIGN KEY (store_env_id, incentive_id) REFERENCES review_incentives(store_env_id, id) ON DELETE CASCADE,
  constraint review_incentive_codes_once UNIQUE (store_env_id, code),
  constraint review_incentive_codes_pkey PRIMARY KEY (store_env_id, id)
);
-- CREATE INDEX review_incentive_codes_free_idx ON public.review_incentive_codes USING btree (store_env_id, incentive_id, id) WHERE (given_at IS NULL);
-- CREATE INDEX review_incentive_codes_given_idx ON public.review_incentive_codes USING btree (store_env_id, incentive_id) WHERE (given_at IS NOT NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_incentive_products (
  store_env_id uuid not null,
  incentive_id uuid not null,
  product_id uuid not null,
  constraint review_incentive_products_incentive_fk FOREIGN KEY (store_env_id, incentive_id) REFERENCES review_incentives(store_env_id, id) ON DELETE CASCADE,
  constraint review_incentive_products_pkey PRIMARY KEY (store_env_id, incentive_id, product_id),
  constraint review_incentive_products_product_fk FOREIGN KEY (store_env_id, product_id) REFERENCES products(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX review_incentive_products_product_idx ON public.review_incentive_products USING btree (store_env_id, product_id, incentive_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_incentive_promises (
  store_env_id uuid not null,
  order_id uuid not null,
  product_id uuid not null,
  incentive_id uuid not null,
  points bigint,
  created_at timestamp(3) with time zone not null,
  version integer not null default 1,
  constraint review_incentive_promises_incentive_fk FOREIGN KEY (store_env_id, incentive_id) REFERENCES review_incentives(store_env_id, id) ON DELETE CASCADE,
  constraint review_incentive_promises_order_fk FOREIGN KEY (store_env_id, order_id) REFERENCES orders(store_env_id, id) ON DELETE CASCADE,
  constraint review_incentive_promises_pkey PRIMARY KEY (store_env_id, order_id, product_id),
  constraint review_incentive_promises_product_fk FOREIGN KEY (store_env_id, product_id) REFERENCES products(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX review_incentive_promises_incentive_idx ON public.review_incentive_promises USING btree (store_env_id, incentive_id);
-- CREATE INDEX review_incentive_promises_product_idx ON public.review_incentive_promises USING btree (store_env_id, product_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_incentive_versions (
  store_env_id uuid not null,
  incentive_id uuid not null,
  version integer not null,
  kind text not null,
  text text not null,
  terms text,
  points bigint,
  code text,
  buyers_only boolean not null,
  created_at timestamp(3) with time zone not null,
  codes text not null default 'own'::text,
  value jsonb,
  locale text,
  translations jsonb not null default '{}'::jsonb,
  constraint review_incentive_versions_codes_known CHECK ((codes = ANY (ARRAY['own'::text, 'platform'::text]))),
  constraint review_incentive_versions_incentive_fk FOREIGN KEY (store_env_id, incentive_id) REFERENCES review_incentives(store_env_id, id) ON DELETE CASCADE,
  constraint review_incentive_versions_kind_known CHECK ((kind = ANY (ARRAY['coupon'::text, 'points'::text]))),
  constraint review_incentive_versions_pkey PRIMARY KEY (store_env_id, incentive_id, version),
  constraint review_incentive_versions_translations_object CHECK ((jsonb_typeof(translations) = 'object'::text)),
  constraint review_incentive_versions_value_object CHECK ((jsonb_typeof(value) = 'object'::text))
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_incentives (
  store_env_id uuid not null,
  id uuid not null,
  kind text not null,
  text text not null,
  terms text,
  points bigint,
  code text,
  is_general boolean not null,
  starts_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  low_at integer,
  fulfil text not null,
  status text not null,
  pool_level text not null,
  activated_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  version integer not null default 1,
  buyers_only boolean not null default false,
  codes text not null default 'own'::text,
  value jsonb,
  notified_at timestamp(3) with time zone,
  locale text,
  translations jsonb not null default '{}'::jsonb,
  constraint review_incentives_codes_known CHECK ((codes = ANY (ARRAY['own'::text, 'platform'::text]))),
  constraint review_incentives_fulfil_known CHECK ((fulfil = ANY (ARRAY['submission'::text, 'decision'::text]))),
  constraint review_incentives_kind_known CHECK ((kind = ANY (ARRAY['coupon'::text, 'points'::text]))),
  constraint review_incentives_level_known CHECK ((pool_level = ANY (ARRAY['enough'::text, 'low'::text, 'empty'::text]))),
  constraint review_incentives_pkey PRIMARY KEY (store_env_id, id),
  constraint review_incentives_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'ended'::text]))),
  constraint review_incentives_translations_object CHECK ((jsonb_typeof(translations) = 'object'::text)),
  constraint review_incentives_value_object CHECK ((jsonb_typeof(value) = 'object'::text))
);
-- CREATE INDEX review_incentives_newest_idx ON public.review_incentives USING btree (store_env_id, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_move_items (
  store_env_id uuid not null,
  move_id uuid not null,
  review_id uuid not null,
  constraint review_move_items_move_fk FOREIGN KEY (store_env_id, move_id) REFERENCES review_moves(store_env_id, id) ON DELETE CASCADE,
  constraint review_move_items_pkey PRIMARY KEY (store_env_id, move_id, review_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_moves (
  store_env_id uuid not null,
  id uuid not null,
  from_product_id uuid not null,
  to_product_id uuid not null,
  status text not null,
  moved integer not null,
  skipped integer not null,
  undo_requested_at timestamp(3) with time zone,
  at_submitted timestamp(3) with time zone,
  at_id uuid,
  lease_holder uuid,
  lease_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  completed_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null,
  constraint review_moves_from_fk FOREIGN KEY (store_env_id, from_product_id) REFERENCES products(store_env_id, id) ON DELETE CASCADE,
  constraint review_moves_pkey PRIMARY KEY (store_env_id, id),
  constraint review_moves_status_known CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'undone'::text]))),
  constraint review_moves_to_fk FOREIGN KEY (store_env_id, to_product_id) REFERENCES products(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX review_moves_newest_idx ON public.review_moves USING btree (store_env_id, created_at DESC, id DESC);
-- CREATE UNIQUE INDEX review_moves_one_of_product ON public.review_moves USING btree (store_env_id, from_product_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_networks (
  store_env_id uuid not null,
  digest bytea not null,
  review_id uuid not null,
  at timestamp(3) with time zone not null,
  constraint review_networks_pkey PRIMARY KEY (store_env_id, digest, review_id),
  constraint review_networks_review_fk FOREIGN KEY (store_env_id, review_id) REFERENCES reviews(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX review_networks_oldest_idx ON public.review_networks USING btree (store_env_id, at);
-- CREATE INDEX review_networks_review_idx ON public.review_networks USING btree (store_env_id, review_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_notes (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  author_id text,
  body text not null,
  created_at timestamp(3) with time zone not null,
  constraint review_notes_pkey PRIMARY KEY (store_env_id, id),
  constraint review_notes_review_fk FOREIGN KEY (store_env_id, review_id) REFERENCES reviews(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX review_notes_review_idx ON public.review_notes USING btree (store_env_id, review_id, created_at, id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_photos (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  position integer not null,
  state text not null,
  source_url text,
  storage_key text,
  width integer,
  height integer,
  created_at timestamp(3) with time zone not null,
  variants text[],
  constraint review_photos_pkey PRIMARY KEY (store_env_id, id),
  constraint review_photos_review_fk FOREIGN KEY (store_env_id, review_id) REFERENCES reviews(store_env_id, id) ON DELETE CASCADE,
  constraint review_photos_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text])))
);
-- CREATE INDEX review_photos_review_idx ON public.review_photos USING btree (store_env_id, review_id, "position");
-- CREATE INDEX review_photos_unvaried_idx ON public.review_photos USING btree (store_env_id, id) WHERE ((state = 'ready'::text) AND (variants IS NULL));
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_receipts (
  digest bytea not null,
  store_env_id uuid not null,
  review_id uuid not null,
  corrections smallint not null default 0,
  created_at timestamp(3) with time zone not null,
  constraint review_receipts_once UNIQUE (store_env_id, review_id),
  constraint review_receipts_pkey PRIMARY KEY (digest),
  constraint review_receipts_store_env_id_fkey FOREIGN KEY (store_env_id) REFERENCES stores(id) ON DELETE CASCADE
);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy owner to the owner using true
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_reports (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  reason text not null,
  text text,
  visitor bytea not null,
  created_at timestamp(3) with time zone not null,
  resolved_at timestamp(3) with time zone,
  constraint review_reports_once_per_visitor UNIQUE (store_env_id, review_id, visitor),
  constraint review_reports_pkey PRIMARY KEY (store_env_id, id),
  constraint review_reports_reason_known CHECK ((reason = ANY (ARRAY['spam'::text, 'offensive'::text, 'off_topic'::text, 'fake'::text, 'privacy'::text, 'other'::text]))),
  constraint review_reports_review_fk FOREIGN KEY (store_env_id, review_id) REFERENCES reviews(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX review_reports_newest_idx ON public.review_reports USING btree (store_env_id, review_id, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_requests (
  store_env_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  state text not null,
  reason text,
  provider text not null default 'evident'::text,
  scheduled_for timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  form_first_viewed_at timestamp(3) with time zone,
  form_view_count integer not null default 0,
  clicked_rating smallint,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  queued_at timestamp(3) with time zone,
  attempt integer not null default 0,
  reminded_at timestamp(3) with time zone[] not null default '{}'::timestamp with time zone[],
  reminder_due_at timestamp(3) with time zone,
  reminder_queued_at timestamp(3) with time zone,
  shop_asked_at timestamp(3) with time zone,
  constraint review_requests_clicked_rating_range CHECK (((clicked_rating >= 1) AND (clicked_rating <= 5))),
  constraint review_requests_once_per_order UNIQUE (store_env_id, order_id),
  constraint review_requests_order_fk FOREIGN KEY (store_env_id, order_id) REFERENCES orders(store_env_id, id) ON DELETE CASCADE,
  constraint review_requests_pkey PRIMARY KEY (store_env_id, id),
  constraint review_requests_state_known CHECK ((state = ANY (ARRAY['scheduled'::text, 'sent'::text, 'failed'::text, 'skipped'::text])))
);
-- CREATE INDEX review_requests_due_idx ON public.review_requests USING btree (store_env_id, scheduled_for, id) WHERE ((state = 'scheduled'::text) AND (queued_at IS NULL));
-- CREATE INDEX review_requests_reminder_due_idx ON public.review_requests USING btree (store_env_id, reminder_due_at, id) WHERE (reminder_due_at IS NOT NULL);
-- CREATE INDEX review_requests_scheduled_idx ON public.review_requests USING btree (store_env_id, scheduled_for, order_id) WHERE (state = 'scheduled'::text);
-- CREATE INDEX review_requests_sent_idx ON public.review_requests USING btree (store_env_id, sent_at) INCLUDE (order_id, provider, form_first_viewed_at, reminded_at, clicked_rating) WHERE (sent_at IS NOT NULL);
-- CREATE INDEX review_requests_state_idx ON public.review_requests USING btree (store_env_id, state, order_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_reward_codes (
  store_env_id uuid not null,
  id uuid not null,
  reward_id uuid not null,
  incentive_id uuid not null,
  code text not null,
  value jsonb not null,
  state text not null,
  after timestamp(3) with time zone,
  attempts integer not null default 0,
  since timestamp(3) with time zone not null,
  error text,
  created_at timestamp(3) with time zone not null,
  constraint review_reward_codes_once UNIQUE (store_env_id, code),
  constraint review_reward_codes_pkey PRIMARY KEY (store_env_id, id),
  constraint review_reward_codes_reward_fk FOREIGN KEY (store_env_id, reward_id) REFERENCES review_rewards(store_env_id, id) ON DELETE CASCADE,
  constraint review_reward_codes_state_known CHECK ((state = ANY (ARRAY['asked'::text, 'made'::text, 'deleting'::text, 'deleted'::text, 'left'::text]))),
  constraint review_reward_codes_value_object CHECK ((jsonb_typeof(value) = 'object'::text))
);
-- CREATE INDEX review_reward_codes_due_idx ON public.review_reward_codes USING btree (store_env_id, after) WHERE (after IS NOT NULL);
-- CREATE INDEX review_reward_codes_incentive_idx ON public.review_reward_codes USING btree (store_env_id, incentive_id);
-- CREATE INDEX review_reward_codes_reward_idx ON public.review_reward_codes USING btree (store_env_id, reward_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_rewards (
  store_env_id uuid not null,
  id uuid not null,
  incentive_id uuid not null,
  review_id uuid not null,
  product_id uuid not null,
  email text,
  name text,
  locale text,
  points bigint,
  code text,
  state text not null,
  reason text,
  given_at timestamp(3) with time zone,
  mailed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  version integer not null default 1,
  constraint review_rewards_incentive_fk FOREIGN KEY (store_env_id, incentive_id) REFERENCES review_incentives(store_env_id, id) ON DELETE CASCADE,
  constraint review_rewards_once UNIQUE (store_env_id, review_id),
  constraint review_rewards_pkey PRIMARY KEY (store_env_id, id),
  constraint review_rewards_state_known CHECK ((state = ANY (ARRAY['pending'::text, 'waiting'::text, 'given'::text, 'withheld'::text])))
);
-- CREATE INDEX review_rewards_email_idx ON public.review_rewards USING btree (store_env_id, email);
-- CREATE INDEX review_rewards_mailbox_idx ON public.review_rewards USING btree (store_env_id, product_id, app.canonical_email(email)) WHERE (state = ANY (ARRAY['waiting'::text, 'given'::text]));
-- CREATE INDEX review_rewards_newest_idx ON public.review_rewards USING btree (store_env_id, incentive_id, created_at DESC, id DESC);
-- CREATE INDEX review_rewards_unmailed_idx ON public.review_rewards USING btree (store_env_id, id) WHERE ((state = 'given'::text) AND (code IS NOT NULL) AND (mailed_at IS NULL));
-- CREATE INDEX review_rewards_waiting_idx ON public.review_rewards USING btree (store_env_id, incentive_id, created_at, id) WHERE (state = 'waiting'::text);
-- CREATE UNIQUE INDEX review_rewards_person_once ON public.review_rewards USING btree (store_env_id, email, product_id) WHERE (state = ANY (ARRAY['waiting'::text, 'given'::text]));
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_settings (
  store_env_id uuid not null,
  shop_asked boolean not null default false,
  shop_question text,
  shop_ask_again_days smallint not null default 180,
  updated_at timestamp(3) with time zone not null,
  ask_relationship boolean not null default false,
  translate text[] not null default '{}'::text[],
  digest boolean not null default false,
  receipts boolean not null default true,
  buyers_only boolean not null default false,
  constraint review_settings_ask_again_range CHECK (((shop_ask_again_days >= 1) AND (shop_ask_again_days <= 730))),
  constraint review_settings_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_signal_members (
  store_env_id uuid not null,
  review_id uuid not null,
  signal_id uuid not null,
  constraint review_signal_members_pkey PRIMARY KEY (store_env_id, review_id, signal_id),
  constraint review_signal_members_review_fk FOREIGN KEY (store_env_id, review_id) REFERENCES reviews(store_env_id, id) ON DELETE CASCADE,
  constraint review_signal_members_signal_fk FOREIGN KEY (store_env_id, signal_id) REFERENCES review_signals(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX review_signal_members_signal_idx ON public.review_signal_members USING btree (store_env_id, signal_id, review_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_signals (
  store_env_id uuid not null,
  id uuid not null,
  kind text not null,
  state text not null,
  facts jsonb not null,
  note text,
  created_at timestamp(3) with time zone not null,
  decided_at timestamp(3) with time zone,
  constraint review_signals_kind_known CHECK ((kind = ANY (ARRAY['near_copy'::text, 'burst'::text, 'one_network'::text, 'one_mailbox'::text, 'insider_address'::text, 'declared'::text]))),
  constraint review_signals_pkey PRIMARY KEY (store_env_id, id),
  constraint review_signals_state_known CHECK ((state = ANY (ARRAY['open'::text, 'dismissed'::text, 'confirmed'::text])))
);
-- CREATE INDEX review_signals_newest_idx ON public.review_signals USING btree (store_env_id, created_at DESC, id DESC);
-- CREATE INDEX review_signals_of_kind_idx ON public.review_signals USING btree (store_env_id, kind, created_at DESC, id DESC);
-- CREATE INDEX review_signals_of_state_idx ON public.review_signals USING btree (store_env_id, state, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_submissions (
  store_env_id uuid not null,
  review_id uuid not null,
  key bytea not null,
  consented_at timestamp(3) with time zone not null,
  language text not null,
  awaits_confirmation boolean not null,
  created_at timestamp(3) with time zone not null,
  constraint review_submissions_once UNIQUE (store_env_id, key),
  constraint review_submissions_pkey PRIMARY KEY (store_env_id, review_id),
  constraint review_submissions_review_fk FOREIGN KEY (store_env_id, review_id) REFERENCES reviews(store_env_id, id) ON DELETE CASCADE
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_text_scans (
  store_env_id uuid not null,
  at_id uuid not null,
  completed_at timestamp(3) with time zone,
  constraint review_text_scans_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_texts (
  store_env_id uuid not null,
  review_id uuid not null,
  hashes bigint[] not null,
  constraint review_texts_pkey PRIMARY KEY (store_env_id, review_id),
  constraint review_texts_review_fk FOREIGN KEY (store_env_id, review_id) REFERENCES reviews(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX review_texts_hashes_idx ON public.review_texts USING gin (hashes) WITH (fastupdate=off);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_translation_fills (
  store_env_id uuid not null,
  before_id uuid,
  started_at timestamp(3) with time zone not null,
  constraint review_translation_fills_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_translations (
  store_env_id uuid not null,
  review_id uuid not null,
  language text not null,
  title text,
  body text,
  engine text,
  due_at timestamp(3) with time zone,
  claim uuid,
  attempts smallint not null default 0,
  created_at timestamp(3) with time zone not null,
  made_at timestamp(3) with time zone,
  constraint review_translations_pkey PRIMARY KEY (store_env_id, review_id, language),
  constraint review_translations_review_fk FOREIGN KEY (store_env_id, review_id) REFERENCES reviews(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX review_translations_due_idx ON public.review_translations USING btree (store_env_id, due_at) WHERE (due_at IS NOT NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_views (
  store_env_id uuid not null,
  id uuid not null,
  user_id text not null,
  name text not null,
  filter jsonb not null,
  is_default boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint review_views_pkey PRIMARY KEY (store_env_id, id)
);
-- CREATE INDEX review_views_person_idx ON public.review_views USING btree (store_env_id, user_id, created_at DESC, id DESC);
-- CREATE UNIQUE INDEX review_views_one_default ON public.review_views USING btree (store_env_id, user_id) WHERE is_default;
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.review_votes (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  voter bytea not null,
  helpful boolean not null,
  counted boolean not null default false,
  constraint review_votes_once_per_visitor UNIQUE (store_env_id, review_id, voter),
  constraint review_votes_pkey PRIMARY KEY (store_env_id, id),
  constraint review_votes_review_fk FOREIGN KEY (store_env_id, review_id) REFERENCES reviews(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX review_votes_uncounted_idx ON public.review_votes USING btree (store_env_id, review_id) WHERE (NOT (helpful AND counted));
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.reviews (
  store_env_id uuid not null,
  id uuid not null,
  product_id uuid,
  order_id uuid,
  rating smallint not null,
  title text,
  body text not null,
  author_name text not null,
  author_email text,
  verified boolean not null default false,
  status text not null default 'pending'::text,
  source text not null,
  imported_from text,
  import_key bytea,
  import_fingerprint bytea,
  import_id uuid,
  claimed_verified boolean,
  incentive text,
  reply_body text,
  reply_author_name text,
  replied_at timestamp(3) with time zone,
  locale text,
  country text,
  photo_count smallint not null default 0,
  submitted_at timestamp(3) with time zone not null,
  approved_at timestamp(3) with time zone,
  anonymized_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  address_proven boolean not null default false,
  report_count integer,
  reply_mail_due_at timestamp(3) with time zone,
  reply_mailed_at timestamp(3) with time zone,
  moderation_reason text,
  moderation_policy integer,
  moderated_at timestamp(3) with time zone,
  moderated_by text,
  helpful_count integer not null default 0,
  attribute_values jsonb,
  is_unproven boolean not null default false,
  relationship text,
  detected_language text,
  correction jsonb,
  correction_refused jsonb,
  corrected_at timestamp(3) with time zone,
  constraint reviews_attribute_values_object CHECK ((jsonb_typeof(attribute_values) = 'object'::text)),
  constraint reviews_incentive_known CHECK ((incentive = ANY (ARRAY['coupon'::text, 'points'::text]))),
  constraint reviews_moderation_reason_known CHECK ((moderation_reason = ANY (ARRAY['spam'::text, 'offensive'::text, 'off_topic'::text, 'fake'::text, 'privacy'::text, 'illegal'::text, 'insider'::text, 'duplicate'::text, 'withdrawn'::text, 'other'::text, 'unspecified'::text]))),
  constraint reviews_order_fk FOREIGN KEY (store_env_id, order_id) REFERENCES orders(store_env_id, id),
  constraint reviews_pkey PRIMARY KEY (store_env_id, id),
  constraint reviews_product_fk FOREIGN KEY (store_env_id, product_id) REFERENCES products(store_env_id, id),
  constraint reviews_rating_range CHECK (((rating >= 1) AND (rating <= 5))),
  constraint reviews_relationship_known CHECK ((relationship = ANY (ARRAY['none'::text, 'employee'::text, 'family'::text, 'supplier'::text, 'competitor'::text, 'other'::text]))),
  constraint reviews_source_known CHECK ((source = ANY (ARRAY['email_form'::text, 'widget_form'::text, 'api'::text, 'import'::text]))),
  constraint reviews_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'spam'::text])))
);
-- CREATE INDEX reviews_corrected_idx ON public.reviews USING btree (store_env_id, submitted_at DESC, id DESC) WHERE ((corrected_at IS NOT NULL) OR (correction IS NOT NULL));
-- CREATE INDEX reviews_created_idx ON public.reviews USING btree (store_env_id, created_at DESC, id DESC);
-- CREATE INDEX reviews_low_unanswered_idx ON public.reviews USING btree (store_env_id, submitted_at) WHERE ((status = 'approved'::text) AND (rating <= 2) AND (replied_at IS NULL) AND (source <> 'import'::text));
-- CREATE INDEX reviews_of_author_idx ON public.reviews USING btree (store_env_id, author_email, created_at) WHERE (author_email IS NOT NULL);
-- CREATE INDEX reviews_of_product_idx ON public.reviews USING btree (store_env_id, product_id, ((status = 'approved'::text)), submitted_at DESC, id DESC) INCLUDE (rating, photo_count);
-- CREATE INDEX reviews_of_shop_idx ON public.reviews USING btree (store_env_id, submitted_at DESC, id DESC, status, rating, verified, source, photo_count, incentive, replied_at) WHERE (product_id IS NULL);
-- CREATE INDEX reviews_rated_idx ON public.reviews USING btree (store_env_id, status, rating, submitted_at DESC, id DESC) WHERE (status <> 'approved'::text);
-- CREATE INDEX reviews_reply_mail_due_idx ON public.reviews USING btree (store_env_id, reply_mail_due_at) WHERE (reply_mail_due_at IS NOT NULL);
-- CREATE INDEX reviews_reported_idx ON public.reviews USING btree (store_env_id, submitted_at DESC, id DESC) WHERE (report_count > 0);
-- CREATE INDEX reviews_shown_counted_idx ON public.reviews USING btree (store_env_id, product_id, rating, submitted_at DESC, id DESC) INCLUDE (photo_count, verified, incentive, source, locale, detected_language, relationship) WHERE (status = 'approved'::text);
-- CREATE INDEX reviews_shown_of_store_idx ON public.reviews USING btree (store_env_id, rating, submitted_at DESC, id DESC, photo_count) WHERE (status = 'approved'::text);
-- CREATE INDEX reviews_shown_with_attributes_idx ON public.reviews USING btree (store_env_id, product_id) WHERE ((status = 'approved'::text) AND (attribute_values IS NOT NULL));
-- CREATE INDEX reviews_shown_with_photos_idx ON public.reviews USING btree (store_env_id, product_id, submitted_at DESC, id DESC, rating) WHERE ((status = 'approved'::text) AND (photo_count > 0));
-- CREATE INDEX reviews_shown_with_photos_of_store_idx ON public.reviews USING btree (store_env_id, submitted_at DESC, id DESC, rating) WHERE ((status = 'approved'::text) AND (photo_count > 0));
-- CREATE INDEX reviews_status_idx ON public.reviews USING btree (store_env_id, status, submitted_at DESC, id DESC);
-- CREATE INDEX reviews_submitted_idx ON public.reviews USING btree (store_env_id, submitted_at DESC, id DESC, status, rating, verified, source, photo_count, incentive, replied_at);
-- CREATE INDEX reviews_undetected_idx ON public.reviews USING btree (store_env_id, id) WHERE ((detected_language IS NULL) AND (locale IS NULL));
-- CREATE INDEX reviews_updated_idx ON public.reviews USING btree (store_env_id, updated_at, id);
-- CREATE INDEX reviews_voted_idx ON public.reviews USING btree (store_env_id, product_id, helpful_count DESC, submitted_at DESC, id DESC, rating, photo_count) WHERE ((status = 'approved'::text) AND (helpful_count > 0));
-- CREATE INDEX reviews_voted_of_store_idx ON public.reviews USING btree (store_env_id, helpful_count DESC, submitted_at DESC, id DESC, rating, photo_count) WHERE ((status = 'approved'::text) AND (helpful_count > 0));
-- CREATE UNIQUE INDEX reviews_imported_once ON public.reviews USING btree (store_env_id, import_key) WHERE (import_key IS NOT NULL);
-- CREATE UNIQUE INDEX reviews_one_per_order_and_product ON public.reviews USING btree (store_env_id, order_id, product_id, (
CASE
    WHEN (source = 'import'::text) THEN id
    ELSE NULL::uuid
END)) INCLUDE (submitted_at) NULLS NOT DISTINCT WHERE (order_id IS NOT NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.row_counts (
  store_env_id uuid not null,
  counted text not null,
  id uuid not null,
  is_base boolean not null,
  count bigint,
  constraint row_counts_counted_known CHECK ((counted = ANY (ARRAY['customers'::text, 'orders'::text, 'products'::text]))),
  constraint row_counts_pkey PRIMARY KEY (store_env_id, counted, id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.schema_migrations (
  name text not null,
  sha256 text not null,
  at timestamp with time zone not null default now(),
  release text,
  oldest_release text,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);
-- row level security: off

create table public.sending_domain_claims (
  store_env_id uuid not null,
  domain text not null,
  claimed_at timestamp(3) with time zone not null,
  constraint sending_domain_claims_once UNIQUE (domain),
  constraint sending_domain_claims_pkey PRIMARY KEY (store_env_id),
  constraint sending_domain_claims_store_env_id_fkey FOREIGN KEY (store_env_id) REFERENCES stores(id) ON DELETE CASCADE
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.sending_domains (
  store_env_id uuid not null,
  id uuid not null,
  from_name text,
  reply_to text,
  domain text,
  from_local text,
  status text not null default 'none'::text,
  return_path_ok boolean not null default false,
  findings jsonb not null default '{}'::jsonb,
  checked_at timestamp(3) with time zone,
  verified_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  next_check_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint sending_domains_once UNIQUE (store_env_id),
  constraint sending_domains_pkey PRIMARY KEY (store_env_id, id),
  constraint sending_domains_status_known CHECK ((status = ANY (ARRAY['none'::text, 'pending'::text, 'verified'::text, 'degraded'::text, 'failed'::text])))
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.sending_keys (
  store_env_id uuid not null,
  id uuid not null,
  domain_id uuid not null,
  selector text not null,
  public_key text not null,
  private_key bytea,
  state text not null,
  created_at timestamp(3) with time zone not null,
  retired_at timestamp(3) with time zone,
  constraint sending_keys_domain_fk FOREIGN KEY (store_env_id, domain_id) REFERENCES sending_domains(store_env_id, id) ON DELETE CASCADE,
  constraint sending_keys_pkey PRIMARY KEY (store_env_id, id),
  constraint sending_keys_state_known CHECK ((state = ANY (ARRAY['active'::text, 'next'::text, 'retired'::text])))
);
-- CREATE UNIQUE INDEX sending_keys_serving_once ON public.sending_keys USING btree (store_env_id, state) WHERE (state <> 'retired'::text);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.shared_products (
  store_env_id uuid not null,
  grant_id uuid not null,
  origin_product_id uuid not null,
  product_id uuid not null,
  platform_product_id text not null,
  title text,
  url text,
  is_filled boolean not null default false,
  constraint shared_products_pkey PRIMARY KEY (store_env_id, grant_id, origin_product_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.shared_review_changes (
  store_env_id uuid not null,
  grant_id uuid not null,
  id uuid not null,
  review_id uuid,
  constraint shared_review_changes_pkey PRIMARY KEY (store_env_id, grant_id, id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.shared_review_erasures (
  store_env_id uuid not null,
  author_digest bytea not null,
  erased_at timestamp(3) with time zone not null,
  constraint shared_review_erasures_pkey PRIMARY KEY (store_env_id, author_digest)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.shared_review_leases (
  store_env_id uuid not null,
  leased_by uuid,
  leased_until timestamp(3) with time zone,
  constraint shared_review_leases_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.shared_review_photos (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  position integer not null,
  storage_key text not null,
  width integer,
  height integer,
  variants text[],
  constraint shared_review_photos_pkey PRIMARY KEY (store_env_id, id),
  constraint shared_review_photos_review_fk FOREIGN KEY (store_env_id, review_id) REFERENCES shared_reviews(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX shared_review_photos_review_idx ON public.shared_review_photos USING btree (store_env_id, review_id, "position");
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.shared_review_runs (
  store_env_id uuid not null,
  grant_id uuid not null,
  giver_store_env_id uuid not null,
  is_unmatched boolean not null default true,
  filled_submitted_at timestamp(3) with time zone,
  filled_id uuid,
  approves_until timestamp(3) with time zone,
  approves_by text,
  approves_role text,
  approves_via text,
  has_older boolean not null default true,
  constraint shared_review_runs_pkey PRIMARY KEY (store_env_id, grant_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.shared_reviews (
  store_env_id uuid not null,
  id uuid not null,
  grant_id uuid not null,
  origin_id uuid not null,
  origin_product_id uuid not null,
  product_id uuid not null,
  rating smallint not null,
  title text,
  body text not null,
  author_name text not null,
  author_digest bytea,
  verified boolean not null,
  status text not null,
  moderation_reason text,
  moderation_policy integer,
  moderated_at timestamp(3) with time zone,
  moderated_by text,
  incentive text,
  reply_body text,
  reply_author_name text,
  replied_at timestamp(3) with time zone,
  locale text,
  photo_count smallint not null default 0,
  origin_photos jsonb,
  awaits_photos boolean not null default false,
  submitted_at timestamp(3) with time zone not null,
  approved_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint shared_reviews_incentive_known CHECK ((incentive = ANY (ARRAY['coupon'::text, 'points'::text]))),
  constraint shared_reviews_once UNIQUE (store_env_id, grant_id, origin_id),
  constraint shared_reviews_pkey PRIMARY KEY (store_env_id, id),
  constraint shared_reviews_rating_range CHECK (((rating >= 1) AND (rating <= 5))),
  constraint shared_reviews_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'spam'::text])))
);
-- CREATE INDEX shared_reviews_author_idx ON public.shared_reviews USING btree (store_env_id, author_digest);
-- CREATE INDEX shared_reviews_awaited_idx ON public.shared_reviews USING btree (store_env_id, grant_id, id) WHERE awaits_photos;
-- CREATE INDEX shared_reviews_grant_idx ON public.shared_reviews USING btree (store_env_id, grant_id, submitted_at DESC, origin_id DESC);
-- CREATE INDEX shared_reviews_newest_idx ON public.shared_reviews USING btree (store_env_id, submitted_at DESC, id DESC);
-- CREATE INDEX shared_reviews_product_idx ON public.shared_reviews USING btree (store_env_id, product_id, status, submitted_at DESC, id DESC);
-- CREATE INDEX shared_reviews_status_idx ON public.shared_reviews USING btree (store_env_id, status, submitted_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.shop_connection_strings (
  store_env_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  api_key_id uuid not null,
  to_evident bytea not null,
  to_shop bytea not null,
  page text not null,
  may_reply boolean not null,
  created_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone,
  constraint shop_connection_strings_pkey PRIMARY KEY (store_env_id, id),
  constraint shop_connection_strings_shop_fk FOREIGN KEY (store_env_id, connection_id) REFERENCES shop_connections(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX shop_connection_strings_shop_idx ON public.shop_connection_strings USING btree (store_env_id, connection_id);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.shop_connections (
  store_env_id uuid not null,
  id uuid not null,
  platform text not null,
  name text not null,
  address text not null,
  credentials bytea not null,
  credential_last4 text,
  hook_secret bytea not null,
  identifiers jsonb not null,
  backfill_days integer not null,
  status text not null,
  status_reason text,
  missing_scopes text[] not null default '{}'::text[],
  missing_hooks text[] not null default '{}'::text[],
  install_state text,
  install_until timestamp(3) with time zone,
  renewed_by uuid,
  renewed_until timestamp(3) with time zone,
  last_webhook_at timestamp(3) with time zone,
  rejected_webhooks bigint not null default 0,
  next_sync_at timestamp(3) with time zone,
  first_connected_at timestamp(3) with time zone,
  orders_read_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  plugin_version text,
  plugin_shop_version text,
  plugin_callback text,
  plugin_seen_at timestamp(3) with time zone,
  plugin_said_at timestamp(3) with time zone,
  plugin_credentials_at timestamp(3) with time zone,
  constraint shop_connections_pkey PRIMARY KEY (store_env_id, id),
  constraint shop_connections_platform_known CHECK ((platform = ANY (ARRAY['shopify'::text, 'woocommerce'::text, 'bigcommerce'::text, 'medusa'::text, 'vendure'::text, 'custom'::text]))),
  constraint shop_connections_status_known CHECK ((status = ANY (ARRAY['installing'::text, 'active'::text, 'paused'::text, 'needs_reauth'::text, 'removed'::text])))
);
-- CREATE UNIQUE INDEX shop_connections_one_per_store ON public.shop_connections USING btree (store_env_id) WHERE (status <> 'removed'::text);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.shop_lookups (
  connection_id uuid not null,
  store_env_id uuid not null,
  platform text not null,
  address text not null,
  constraint shop_lookups_pkey PRIMARY KEY (connection_id),
  constraint shop_lookups_store_env_id_fkey FOREIGN KEY (store_env_id) REFERENCES stores(id) ON DELETE CASCADE
);
-- CREATE INDEX shop_lookups_address_idx ON public.shop_lookups USING btree (platform, address);
-- CREATE INDEX shop_lookups_store_idx ON public.shop_lookups USING btree (store_env_id);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy owner to the owner using true
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.shop_orders (
  store_env_id uuid not null,
  platform_order_id text not null,
  changed_at timestamp(3) with time zone not null,
  constraint shop_orders_pkey PRIMARY KEY (store_env_id, platform_order_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.shop_products (
  store_env_id uuid not null,
  platform_product_id text not null,
  connection_id uuid not null,
  seen_by uuid not null,
  constraint shop_products_connection_fk FOREIGN KEY (store_env_id, connection_id) REFERENCES shop_connections(store_env_id, id) ON DELETE CASCADE,
  constraint shop_products_pkey PRIMARY KEY (store_env_id, platform_product_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.shop_retirements (
  store_env_id uuid not null,
  id uuid not null,
  sync_id uuid not null,
  platform_product_id text not null,
  platform_variant_id text,
  title text,
  variants integer not null,
  state text not null,
  reason text not null,
  created_at timestamp(3) with time zone not null,
  constraint shop_retirements_once UNIQUE NULLS NOT DISTINCT (store_env_id, sync_id, platform_product_id, platform_variant_id),
  constraint shop_retirements_pkey PRIMARY KEY (store_env_id, id),
  constraint shop_retirements_state_known CHECK ((state = ANY (ARRAY['found_missing'::text, 'confirmed'::text, 'retired'::text, 'still_there'::text]))),
  constraint shop_retirements_sync_fk FOREIGN KEY (store_env_id, sync_id) REFERENCES shop_syncs(store_env_id, id) ON DELETE CASCADE
);
-- CREATE INDEX shop_retirements_newest_idx ON public.shop_retirements USING btree (store_env_id, sync_id, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.shop_syncs (
  store_env_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  kind text not null,
  trigger text not null,
  status text not null,
  phase text not null,
  position jsonb,
  pages integer not null default 0,
  stale_pages integer not null default 0,
  read integer not null default 0,
  read_variants integer not null default 0,
  total integer,
  counts jsonb not null default '{}'::jsonb,
  would_retire integer,
  is_confirmed boolean not null default false,
  warnings jsonb not null default '[]'::jsonb,
  error jsonb,
  attempts integer not null default 0,
  failing_since timestamp(3) with time zone,
  paused_until timestamp(3) with time zone,
  leased_by uuid,
  leased_until timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  pass uuid,
  pass_read integer not null default 0,
  restarts integer not null default 0,
  restarting_since timestamp(3) with time zone,
  constraint shop_syncs_connection_fk FOREIGN KEY (store_env_id, connection_id) REFERENCES shop_connections(store_env_id, id) ON DELETE CASCADE,
  constraint shop_syncs_kind_known CHECK ((kind = ANY (ARRAY['catalogue'::text, 'orders'::text]))),
  constraint shop_syncs_pkey PRIMARY KEY (store_env_id, id),
  constraint shop_syncs_status_known CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'held'::text, 'cancelled'::text]))),
  constraint shop_syncs_trigger_known CHECK ((trigger = ANY (ARRAY['connect'::text, 'repair'::text, 'manual'::text, 'nightly'::text, 'settings'::text])))
);
-- CREATE INDEX shop_syncs_newest_idx ON public.shop_syncs USING btree (store_env_id, connection_id, created_at DESC, id DESC);
-- CREATE UNIQUE INDEX shop_syncs_one_standing ON public.shop_syncs USING btree (store_env_id, kind) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.sign_ups (
  organization_id uuid not null,
  token_digest bytea not null,
  email text not null,
  name text not null,
  password_hash text,
  organization text not null,
  store text not null,
  origin text not null,
  affiliate_code text,
  proves_address boolean not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  chosen_hash text,
  constraint sign_ups_pkey PRIMARY KEY (organization_id),
  constraint sign_ups_token_once UNIQUE (token_digest)
);
-- CREATE INDEX sign_ups_email_idx ON public.sign_ups USING btree (email, expires_at);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.single_sign_on (
  organization_id uuid not null,
  id uuid not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  secret_last4 text not null,
  required boolean not null default false,
  default_role text not null default 'VIEWER'::text,
  invited_only boolean not null default false,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint single_sign_on_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint single_sign_on_pkey PRIMARY KEY (organization_id),
  constraint single_sign_on_role_known CHECK ((default_role = ANY (ARRAY['VIEWER'::text, 'MEMBER'::text, 'ADMIN'::text])))
);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.single_sign_on_attempts (
  state_digest bytea not null,
  browser_digest bytea not null,
  organization_id uuid not null,
  issuer text not null,
  client_id text not null,
  user_id text,
  next_path text,
  expires_at timestamp(3) with time zone not null,
  constraint single_sign_on_attempts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint single_sign_on_attempts_pkey PRIMARY KEY (state_digest)
);
-- CREATE INDEX single_sign_on_attempts_expiry_idx ON public.single_sign_on_attempts USING btree (expires_at);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.single_sign_on_domains (
  id uuid not null,
  organization_id uuid not null,
  domain text not null,
  written text not null,
  found text[] not null default '{}'::text[],
  checked_at timestamp(3) with time zone,
  proven_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  next_check_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint single_sign_on_domains_once UNIQUE (organization_id, domain),
  constraint single_sign_on_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint single_sign_on_domains_pkey PRIMARY KEY (id)
);
-- CREATE INDEX single_sign_on_domains_due_idx ON public.single_sign_on_domains USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
-- CREATE UNIQUE INDEX single_sign_on_domains_proven_once ON public.single_sign_on_domains USING btree (domain) WHERE (proven_at IS NOT NULL);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.single_sign_on_links (
  organization_id uuid not null,
  member_id uuid not null,
  issuer text not null,
  subject text not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone not null,
  constraint single_sign_on_links_member_id_fkey FOREIGN KEY (member_id) REFERENCES memberships(id) ON DELETE CASCADE,
  constraint single_sign_on_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint single_sign_on_links_pkey PRIMARY KEY (organization_id, member_id),
  constraint single_sign_on_links_subject_once UNIQUE (organization_id, issuer, subject)
);
-- CREATE INDEX single_sign_on_links_member_idx ON public.single_sign_on_links USING btree (member_id);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.store_settings (
  store_env_id uuid not null,
  id uuid not null,
  erasure text not null default 'delete'::text,
  updated_at timestamp(3) with time zone not null,
  constraint store_settings_erasure_known CHECK ((erasure = ANY (ARRAY['delete'::text, 'anonymize'::text]))),
  constraint store_settings_once UNIQUE (store_env_id),
  constraint store_settings_pkey PRIMARY KEY (store_env_id, id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.storefront_secrets (
  store_env_id uuid not null,
  organization_id uuid not null,
  seed text not null,
  previous_seed text not null,
  rotated_at timestamp(3) with time zone not null,
  constraint storefront_secrets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint storefront_secrets_pkey PRIMARY KEY (store_env_id),
  constraint storefront_secrets_store_env_id_fkey FOREIGN KEY (store_env_id) REFERENCES stores(id) ON DELETE CASCADE
);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy owner to the owner using true
-- policy system to evident_system using true

create table public.storefront_settings (
  store_env_id uuid not null,
  id uuid not null,
  settings jsonb not null,
  updated_at timestamp(3) with time zone not null,
  constraint storefront_settings_once UNIQUE (store_env_id),
  constraint storefront_settings_pkey PRIMARY KEY (store_env_id, id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.stores (
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  origins text[] not null default '{}'::text[],
  platform text,
  timezone text not null default 'UTC'::text,
  currency text not null default 'USD'::text,
  created_at timestamp(3) with time zone not null,
  constraint stores_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint stores_pkey PRIMARY KEY (id)
);
-- CREATE INDEX stores_organization_idx ON public.stores USING btree (organization_id, created_at DESC, id DESC);
-- CREATE INDEX stores_origins_idx ON public.stores USING gin (origins);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy owner to the owner using true
-- policy system to evident_system using true

create table public.stripe_acts (
  store_env_id uuid not null,
  id uuid not null,
  kind text not null,
  plan text,
  started_at timestamp(3) with time zone not null,
  leased_until timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint stripe_acts_pkey PRIMARY KEY (store_env_id, id)
);
-- CREATE INDEX stripe_acts_newest_idx ON public.stripe_acts USING btree (store_env_id, started_at DESC, id DESC);
-- CREATE UNIQUE INDEX stripe_acts_open_once ON public.stripe_acts USING btree (store_env_id) WHERE (ended_at IS NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.stripe_customers (
  organization_id uuid not null,
  key uuid not null,
  customer text,
  created_at timestamp(3) with time zone not null,
  constraint stripe_customers_customer_once UNIQUE (customer),
  constraint stripe_customers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint stripe_customers_pkey PRIMARY KEY (organization_id)
);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.stripe_events (
  id text not null,
  kind text not null,
  subscription text,
  payment_intent text,
  created_at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone not null,
  found_by text not null,
  applied_at timestamp(3) with time zone,
  constraint stripe_events_found_by_known CHECK ((found_by = ANY (ARRAY['webhook'::text, 'reconciliation'::text]))),
  constraint stripe_events_pkey PRIMARY KEY (id)
);
-- CREATE INDEX stripe_events_oldest_idx ON public.stripe_events USING btree (received_at);
-- CREATE INDEX stripe_events_waiting_idx ON public.stripe_events USING btree (subscription) WHERE (applied_at IS NULL);
-- row level security: forced
-- policy system to evident_system using true

create table public.stripe_reconciliation (
  only_row boolean not null default true,
  since timestamp(3) with time zone not null,
  started_at timestamp(3) with time zone not null,
  stage text not null,
  position text,
  constraint stripe_reconciliation_one CHECK (only_row),
  constraint stripe_reconciliation_pkey PRIMARY KEY (only_row),
  constraint stripe_reconciliation_stage_known CHECK ((stage = ANY (ARRAY['events'::text, 'subscriptions'::text, 'done'::text])))
);
-- row level security: forced
-- policy system to evident_system using true

create table public.stripe_stores (
  store_env_id uuid not null,
  checkout text,
  checkout_plan text,
  last_reading_at timestamp(3) with time zone not null,
  applied_reading_at timestamp(3) with time zone not null,
  constraint stripe_stores_pkey PRIMARY KEY (store_env_id)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.subscription_events (
  store_env_id uuid not null,
  id uuid not null,
  key text not null,
  kind text not null,
  at timestamp(3) with time zone not null,
  facts jsonb not null,
  recorded_at timestamp(3) with time zone not null,
  constraint subscription_events_pkey PRIMARY KEY (store_env_id, id)
);
-- CREATE UNIQUE INDEX subscription_events_key_once ON public.subscription_events USING btree (store_env_id, key);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.subscriptions (
  store_env_id uuid not null,
  organization_id uuid not null,
  plan text not null,
  status text not null,
  trial_ends_at timestamp(3) with time zone,
  current_period_ends_at timestamp(3) with time zone,
  past_due_since timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  anchor_at timestamp(3) with time zone,
  current_period_starts_at timestamp(3) with time zone,
  next_plan text,
  next_plan_at timestamp(3) with time zone,
  next_step_at timestamp(3) with time zone not null default '2000-01-01 00:00:00+00'::timestamp with time zone,
  provider text,
  provider_customer text,
  provider_subscription text,
  ends_with_organization boolean not null default false,
  constraint subscriptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint subscriptions_pkey PRIMARY KEY (store_env_id),
  constraint subscriptions_status_known CHECK ((status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'cancelled'::text, 'expired'::text]))),
  constraint subscriptions_store_env_id_fkey FOREIGN KEY (store_env_id) REFERENCES stores(id) ON DELETE CASCADE
);
-- CREATE INDEX subscriptions_next_step_idx ON public.subscriptions USING btree (next_step_at);
-- CREATE INDEX subscriptions_organization_idx ON public.subscriptions USING btree (organization_id);
-- CREATE INDEX subscriptions_provider_customer_idx ON public.subscriptions USING btree (provider_customer) WHERE (provider_customer IS NOT NULL);
-- CREATE UNIQUE INDEX subscriptions_provider_subscription_once ON public.subscriptions USING btree (provider_subscription) WHERE (provider_subscription IS NOT NULL);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy owner to the owner using true
-- policy system to evident_system using true

create table public.support_grants (
  id uuid not null,
  organization_id uuid not null,
  ticket_id uuid not null,
  role text not null,
  granted_by text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint support_grants_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint support_grants_pkey PRIMARY KEY (id),
  constraint support_grants_role_known CHECK ((role = ANY (ARRAY['VIEWER'::text, 'MEMBER'::text, 'ADMIN'::text]))),
  constraint support_grants_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES support_tickets(id) ON DELETE CASCADE
);
-- CREATE INDEX support_grants_ticket_idx ON public.support_grants USING btree (ticket_id, created_at DESC);
-- CREATE UNIQUE INDEX support_grants_one_standing ON public.support_grants USING btree (ticket_id) WHERE (ended_at IS NULL);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.support_messages (
  id uuid not null,
  organization_id uuid not null,
  ticket_id uuid not null,
  side text not null,
  author text,
  author_name text not null,
  body text not null,
  created_at timestamp(3) with time zone not null,
  constraint support_messages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint support_messages_pkey PRIMARY KEY (id),
  constraint support_messages_side_known CHECK ((side = ANY (ARRAY['member'::text, 'support'::text]))),
  constraint support_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES support_tickets(id) ON DELETE CASCADE
);
-- CREATE INDEX support_messages_ticket_idx ON public.support_messages USING btree (ticket_id, created_at, id);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.support_tickets (
  id uuid not null,
  organization_id uuid not null,
  store_env_id uuid,
  subject text not null,
  state text not null,
  opened_by text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint support_tickets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint support_tickets_pkey PRIMARY KEY (id),
  constraint support_tickets_state_known CHECK ((state = ANY (ARRAY['open'::text, 'waiting'::text, 'closed'::text]))),
  constraint support_tickets_store_env_id_fkey FOREIGN KEY (store_env_id) REFERENCES stores(id) ON DELETE CASCADE
);
-- CREATE INDEX support_tickets_organization_idx ON public.support_tickets USING btree (organization_id, created_at DESC, id DESC);
-- CREATE INDEX support_tickets_unclosed_idx ON public.support_tickets USING btree (updated_at) WHERE (state <> 'closed'::text);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.support_tokens (
  id uuid not null,
  digest bytea not null,
  organization_id uuid not null,
  grant_id uuid not null,
  staff text not null,
  created_at timestamp(3) with time zone not null,
  constraint support_tokens_digest_once UNIQUE (digest),
  constraint support_tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES support_grants(id) ON DELETE CASCADE,
  constraint support_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint support_tokens_pkey PRIMARY KEY (id)
);
-- row level security: forced
-- policy definer to evident_definer using true
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.unknown_proxies (
  peer text not null,
  first_seen_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  constraint unknown_proxies_pkey PRIMARY KEY (peer)
);
-- row level security: forced
-- policy readers to evident_app using true
-- policy system to evident_system using true

create table public.uploads (
  store_env_id uuid not null,
  id uuid not null,
  state text not null,
  source text not null,
  storage_key text not null,
  width integer not null,
  height integer not null,
  variants text[] not null default '{}'::text[],
  created_at timestamp(3) with time zone not null,
  constraint uploads_pkey PRIMARY KEY (store_env_id, id),
  constraint uploads_source_known CHECK ((source = ANY (ARRAY['api'::text, 'storefront'::text, 'form'::text]))),
  constraint uploads_state_known CHECK ((state = ANY (ARRAY['receiving'::text, 'ready'::text])))
);
-- CREATE INDEX uploads_age_idx ON public.uploads USING btree (store_env_id, created_at, source);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.used_invitations (
  token_digest bytea not null,
  organization_id uuid not null,
  used_at timestamp(3) with time zone not null,
  constraint used_invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint used_invitations_pkey PRIMARY KEY (token_digest)
);
-- CREATE INDEX used_invitations_organization_idx ON public.used_invitations USING btree (organization_id, used_at);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy system to evident_system using true

create table public.wake_ups (
  store_env_id uuid not null,
  task text not null,
  due_at timestamp(3) with time zone not null,
  organization_id uuid not null,
  constraint wake_ups_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint wake_ups_pkey PRIMARY KEY (store_env_id, task, due_at),
  constraint wake_ups_store_env_id_fkey FOREIGN KEY (store_env_id) REFERENCES stores(id) ON DELETE CASCADE
);
-- CREATE INDEX wake_ups_due_idx ON public.wake_ups USING btree (due_at);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy owner to the owner using true
-- policy system to evident_system using true

create table public.web_page_former_slugs (
  store_env_id uuid not null,
  slug text not null,
  page_id uuid not null,
  created_at timestamp(3) with time zone not null,
  constraint web_page_former_slugs_page_fk FOREIGN KEY (store_env_id, page_id) REFERENCES web_pages(store_env_id, id) ON DELETE CASCADE,
  constraint web_page_former_slugs_pkey PRIMARY KEY (store_env_id, slug)
);
-- CREATE INDEX web_page_former_slugs_page_idx ON public.web_page_former_slugs USING btree (store_env_id, page_id, created_at DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.web_page_handles (
  handle text not null,
  store_env_id uuid not null,
  is_current boolean not null,
  since timestamp(3) with time zone not null,
  constraint web_page_handles_once PRIMARY KEY (handle),
  constraint web_page_handles_store_env_id_fkey FOREIGN KEY (store_env_id) REFERENCES stores(id) ON DELETE CASCADE
);
-- CREATE INDEX web_page_handles_store_idx ON public.web_page_handles USING btree (store_env_id, since DESC);
-- CREATE UNIQUE INDEX web_page_handles_current_once ON public.web_page_handles USING btree (store_env_id) WHERE is_current;
-- row level security: forced
-- policy definer to evident_definer using true
-- policy owner to the owner using true
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.web_page_versions (
  store_env_id uuid not null,
  page_id uuid not null,
  version integer not null,
  kind text not null,
  title text not null,
  description text,
  blocks jsonb not null,
  noindex boolean not null,
  canonical_url text,
  variables jsonb not null,
  locale text,
  translations jsonb not null,
  saved_by_type text not null,
  saved_by_id text,
  created_at timestamp(3) with time zone not null,
  constraint web_page_versions_kind_known CHECK ((kind = ANY (ARRAY['reviews'::text, 'faq'::text, 'gallery'::text, 'landing'::text]))),
  constraint web_page_versions_page_fk FOREIGN KEY (store_env_id, page_id) REFERENCES web_pages(store_env_id, id) ON DELETE CASCADE,
  constraint web_page_versions_pkey PRIMARY KEY (store_env_id, page_id, version)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.web_pages (
  store_env_id uuid not null,
  id uuid not null,
  slug text not null,
  version integer not null,
  published_version integer,
  published_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint web_pages_pkey PRIMARY KEY (store_env_id, id),
  constraint web_pages_slug_once UNIQUE (store_env_id, slug)
);
-- CREATE INDEX web_pages_newest_idx ON public.web_pages USING btree (store_env_id, created_at DESC, id DESC);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.webhook_deliveries (
  store_env_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  cause text not null,
  event text not null,
  event_row_id uuid,
  test_data text,
  firing_id uuid not null,
  state text not null,
  attempt integer not null default 0,
  version integer not null default 0,
  due_at timestamp(3) with time zone not null,
  attempts jsonb not null default '[]'::jsonb,
  created_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  constraint webhook_deliveries_cause_known CHECK ((cause = ANY (ARRAY['event'::text, 'recovery'::text, 'replay'::text, 'test'::text]))),
  constraint webhook_deliveries_pkey PRIMARY KEY (store_env_id, id),
  constraint webhook_deliveries_state_known CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
-- CREATE INDEX webhook_deliveries_due_idx ON public.webhook_deliveries USING btree (store_env_id, endpoint_id, due_at, id) WHERE (state = 'pending'::text);
-- CREATE INDEX webhook_deliveries_failed_idx ON public.webhook_deliveries USING btree (store_env_id, endpoint_id, created_at DESC, id DESC) WHERE (state = 'failed'::text);
-- CREATE INDEX webhook_deliveries_newest_idx ON public.webhook_deliveries USING btree (store_env_id, endpoint_id, created_at DESC, id DESC, event);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.webhook_endpoints (
  store_env_id uuid not null,
  id uuid not null,
  url text not null,
  description text,
  events text[],
  secret bytea not null,
  enabled boolean not null,
  disabled_at timestamp(3) with time zone,
  disabled_reason text,
  missed_from bigint,
  failing_since timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  gallery_id uuid,
  made_by text not null default 'unknown'::text,
  maker_id uuid,
  shop_connection_id uuid,
  constraint webhook_endpoints_gallery_fk FOREIGN KEY (store_env_id, gallery_id) REFERENCES galleries(store_env_id, id) ON DELETE CASCADE,
  constraint webhook_endpoints_gallery_once UNIQUE (store_env_id, gallery_id),
  constraint webhook_endpoints_made_by_known CHECK ((made_by = ANY (ARRAY['person'::text, 'key'::text, 'connection'::text, 'partner'::text, 'support'::text, 'unknown'::text]))),
  constraint webhook_endpoints_pkey PRIMARY KEY (store_env_id, id),
  constraint webhook_endpoints_reason_known CHECK ((disabled_reason = ANY (ARRAY['manual'::text, 'gone'::text, 'failing'::text]))),
  constraint webhook_endpoints_shop_fk FOREIGN KEY (store_env_id, shop_connection_id) REFERENCES shop_connections(store_env_id, id) ON DELETE CASCADE
);
-- CREATE UNIQUE INDEX webhook_endpoints_shop_once ON public.webhook_endpoints USING btree (store_env_id, shop_connection_id) WHERE (shop_connection_id IS NOT NULL);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)

create table public.webhook_lanes (
  store_env_id uuid not null,
  endpoint_id uuid not null,
  organization_id uuid not null,
  due_at timestamp(3) with time zone,
  leased_by uuid,
  leased_until timestamp(3) with time zone,
  paused_until timestamp(3) with time zone,
  failures integer not null default 0,
  pending integer not null default 0,
  oldest_at timestamp(3) with time zone,
  constraint webhook_lanes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint webhook_lanes_pkey PRIMARY KEY (store_env_id, endpoint_id)
);
-- CREATE INDEX webhook_lanes_due_idx ON public.webhook_lanes USING btree (due_at) WHERE (due_at IS NOT NULL);
-- row level security: forced
-- policy organization to evident_app using (organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)
-- policy owner to the owner using true
-- policy system to evident_system using true

create table public.widget_sightings (
  store_env_id uuid not null,
  widget text not null,
  first_seen_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  constraint widget_sightings_pkey PRIMARY KEY (store_env_id, widget)
);
-- row level security: forced
-- policy tenant to everyone using (store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)
