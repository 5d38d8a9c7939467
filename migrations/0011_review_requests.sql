-- How a store asks for reviews. A store without a row has the defaults of server/resources/email/settings/rules.ts.
create table email_settings (
  store_env_id uuid not null,
  id uuid not null,
  requests_enabled boolean not null,
  trigger text not null constraint email_settings_trigger_known check (trigger in ('delivered', 'fulfilled', 'placed')),
  delay_days integer not null,
  reminders integer not null,
  reminder_delay_days integer not null,
  consent text not null constraint email_settings_consent_known check (consent in ('all_buyers', 'opted_in_only')),
  -- Local times HH:MM; both or neither.
  quiet_from text,
  quiet_until text,
  -- Null: no such limit.
  cap_hours integer,
  cap_per_week integer,
  -- `evident`, or the id of a connection that sends instead.
  provider text not null,
  max_order_age_days integer not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint email_settings_once unique (store_env_id)
);

-- Whether the buyer agreed to mail, as the shop knows it; null when it did not say.
alter table orders add column accepts_marketing boolean;

alter table review_requests
  -- Handed over for sending and not settled yet: nobody hands it over again.
  add column queued_at timestamptz(3),
  -- How often it was handed over: each time under its own key, and never after one that may have arrived.
  add column attempt integer not null default 0,
  -- When each reminder went out.
  add column reminded_at timestamptz(3)[] not null default '{}',
  -- When the next one is due, if one may still be.
  add column reminder_due_at timestamptz(3),
  add column reminder_queued_at timestamptz(3);
create index review_requests_due_idx on review_requests (store_env_id, scheduled_for, id) where state = 'scheduled' and queued_at is null;
create index review_requests_reminder_due_idx on review_requests (store_env_id, reminder_due_at, id) where reminder_due_at is not null;

-- What was asked about orders that were cleared since: pushed again, they are not asked a second time.
create table asked_orders (
  store_env_id uuid not null,
  -- The request's.
  id uuid not null,
  platform_order_id text not null,
  state text not null constraint asked_orders_state_known check (state in ('sent', 'failed', 'skipped')),
  reason text,
  provider text not null,
  attempt integer not null,
  scheduled_for timestamptz(3),
  sent_at timestamptz(3),
  reminded_at timestamptz(3)[] not null default '{}',
  form_first_viewed_at timestamptz(3),
  form_view_count integer not null,
  clicked_rating smallint,
  created_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint asked_orders_once unique (store_env_id, platform_order_id)
);

call app.fence('email_settings', 'asked_orders');

-- The link of a mail is looked up before any tenant is known. Only the token's SHA-256 is kept.
create table form_links (
  digest bytea primary key,
  store_env_id uuid not null references stores on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  request_id uuid not null,
  order_id uuid not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint form_links_request_once unique (store_env_id, request_id)
);
create index form_links_expired_idx on form_links (store_env_id, expires_at);
alter table form_links enable row level security;
alter table form_links force row level security;
create policy organization on form_links to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy owner on form_links to current_user using (true);
grant select, insert, update, delete on form_links to evident_app;

create function app.find_form_link(link_digest bytea)
returns table (store_env_id uuid, organization_id uuid, order_id uuid, request_id uuid, expires_at timestamptz,
               store_name text, origins text[], timezone text,
               plan text, status text, trial_ends_at timestamptz, current_period_ends_at timestamptz, past_due_since timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select l.store_env_id, l.organization_id, l.order_id, l.request_id, l.expires_at, s.name, s.origins, s.timezone,
         b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since
    from form_links l
    join stores s on s.id = l.store_env_id
    join subscriptions b on b.store_env_id = l.store_env_id
   where l.digest = link_digest
$$;
revoke all on function app.find_form_link(bytea) from public;
grant execute on function app.find_form_link(bytea) to evident_app;
