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
  updated_at timestamptz(3) not null,
  anchor_at timestamptz(3),
  current_period_starts_at timestamptz(3),
  -- A downgrade starts at the end of the paid period.
  next_plan text,
  next_plan_at timestamptz(3),
  -- When the clock next looks at the subscription.
  next_step_at timestamptz(3) not null default '2000-01-01 00:00:00+00',
  -- The payment provider, and its ids of the customer and the subscription.
  provider text,
  provider_customer text,
  provider_subscription text,
  -- Cancelled because the organization is closing. Reopening the organization resumes it.
  ends_with_organization boolean not null default false
);
create index subscriptions_organization_idx on subscriptions (organization_id);
create index subscriptions_next_step_idx on subscriptions (next_step_at);
create unique index subscriptions_provider_subscription_once on subscriptions (provider_subscription)
  where provider_subscription is not null;
create index subscriptions_provider_customer_idx on subscriptions (provider_customer) where provider_customer is not null;
alter table subscriptions enable row level security, force row level security;
create policy organization on subscriptions to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on subscriptions to evident_system using (true);
create policy owner on subscriptions to current_user using (true);
create policy definer on subscriptions for select to evident_definer using (true);
grant select, insert, update on subscriptions to evident_app;
grant select, insert, update, delete on subscriptions to evident_system;
grant select on subscriptions to evident_definer;

-- Actions, payments and provider reports. Rows never change, and the subscription's state is their fold by time, so
-- repeats and reordering are harmless.
create table subscription_events (
  store_env_id uuid not null,
  id uuid not null,
  -- Identifies the fact: two reports of it are one row.
  key text not null,
  kind text not null,
  at timestamptz(3) not null,
  facts jsonb not null,
  recorded_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create unique index subscription_events_key_once on subscription_events (store_env_id, key);
call app.fence('subscription_events');

-- Notices already sent: each owner gets each one once.
create table billing_notices (
  store_env_id uuid not null,
  id uuid not null,
  kind text not null,
  -- The subject, such as an invoice or the end of a trial.
  about text not null,
  user_id text not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  primary key (store_env_id, id)
);
create unique index billing_notices_once on billing_notices (store_env_id, kind, about, user_id);
call app.fence('billing_notices');

-- Invoices and credit notes. Seller and buyer are copied on the day of issue and never change.
create table invoices (
  store_env_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  provider text not null constraint invoices_provider_known check (provider in ('manual', 'stripe')),
  -- The provider's id of the document.
  provider_ref text,
  kind text not null constraint invoices_kind_known check (kind in ('invoice', 'credit_note')),
  -- The invoice that a credit note refunds.
  corrects_id uuid,
  number text not null,
  state text not null constraint invoices_state_known check (state in ('open', 'paid', 'void', 'refunded')),
  purpose text not null constraint invoices_purpose_known check (purpose in ('purchase', 'renewal', 'upgrade', 'refund', 'other')),
  plan text,
  currency text not null,
  net numeric not null,
  vat numeric not null,
  gross numeric not null,
  vat_rate numeric not null,
  vat_note text,
  -- Net total of all credit notes so far.
  refunded_net numeric not null default 0,
  seller jsonb not null,
  customer jsonb not null,
  lines jsonb not null,
  period_starts_at timestamptz(3),
  period_ends_at timestamptz(3),
  issued_at timestamptz(3) not null,
  due_at timestamptz(3),
  paid_at timestamptz(3),
  voided_at timestamptz(3),
  -- Where the provider shows the document.
  document_url text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint invoices_corrects_fkey foreign key (store_env_id, corrects_id) references invoices (store_env_id, id)
);
create unique index invoices_provider_ref_once on invoices (store_env_id, provider, provider_ref);
create index invoices_newest_idx on invoices (store_env_id, created_at desc, id desc);
call app.fence('invoices');

-- One counter per series. Its row stays locked until commit, so numbers have no gaps.
create table invoice_series (
  series text primary key,
  last_number bigint not null
);
grant select, insert, update on invoice_series to evident_app;

-- Finds the owner of an invoice for an operator who has only its number.
create table invoice_register (
  invoice_id uuid primary key,
  store_env_id uuid not null,
  organization_id uuid not null,
  number text not null,
  open boolean not null,
  issued_at timestamptz(3) not null,
  -- The whole invoice row, copied when its store was deleted: the law requires us to store it.
  kept jsonb
);
create index invoice_register_number_idx on invoice_register (number);
create index invoice_register_newest_idx on invoice_register (issued_at desc, invoice_id desc);
alter table invoice_register enable row level security, force row level security;
create policy organization on invoice_register to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on invoice_register to evident_system using (true);
grant select, insert, update on invoice_register to evident_app;
grant select on invoice_register to evident_system;

-- The seller on new invoices. One row.
create table billing_seller (
  only_row boolean primary key default true constraint billing_seller_one check (only_row),
  seller jsonb not null,
  updated_at timestamptz(3) not null
);
grant select on billing_seller to evident_app;
grant select, insert, update on billing_seller to evident_system;

-- Stripe. We store little and read everything else from Stripe when we need it.
-- One customer per organization. The key is Stripe's idempotency key, so Stripe creates one.
create table stripe_customers (
  organization_id uuid primary key references organizations on delete cascade,
  key uuid not null,
  customer text constraint stripe_customers_customer_once unique,
  created_at timestamptz(3) not null
);
alter table stripe_customers enable row level security, force row level security;
create policy organization on stripe_customers to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on stripe_customers to evident_system using (true);
grant select, insert, update on stripe_customers to evident_app;
grant select on stripe_customers to evident_system;

-- A store's state at Stripe. Each read takes its number before it starts, and results with an older number are
-- dropped.
create table stripe_stores (
  store_env_id uuid primary key,
  checkout text,
  checkout_plan text,
  last_reading_at timestamptz(3) not null,
  applied_reading_at timestamptz(3) not null
);
call app.fence('stripe_stores');

-- Written before we ask Stripe for a change, with its idempotency key. A row without an end was interrupted.
create table stripe_acts (
  store_env_id uuid not null,
  id uuid not null,
  kind text not null,
  plan text,
  started_at timestamptz(3) not null,
  -- End of the lease of the process that runs the change.
  leased_until timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (store_env_id, id)
);
create index stripe_acts_newest_idx on stripe_acts (store_env_id, started_at desc, id desc);
create unique index stripe_acts_open_once on stripe_acts (store_env_id) where ended_at is null;
call app.fence('stripe_acts');

-- Stripe events, and the object each is about. We find their store later.
create table stripe_events (
  id text primary key,
  kind text not null,
  subscription text,
  payment_intent text,
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  -- The webhook, or the nightly search for lost events.
  found_by text not null constraint stripe_events_found_by_known check (found_by in ('webhook', 'reconciliation')),
  applied_at timestamptz(3)
);
create index stripe_events_waiting_idx on stripe_events (subscription) where applied_at is null;
create index stripe_events_oldest_idx on stripe_events (received_at);
alter table stripe_events enable row level security, force row level security;
create policy system on stripe_events to evident_system using (true);
grant select, insert, update, delete on stripe_events to evident_system;

-- Progress of the nightly reconciliation. One row.
create table stripe_reconciliation (
  only_row boolean primary key default true constraint stripe_reconciliation_one check (only_row),
  -- All earlier events are known.
  since timestamptz(3) not null,
  started_at timestamptz(3) not null,
  stage text not null constraint stripe_reconciliation_stage_known check (stage in ('events', 'subscriptions', 'done')),
  position text
);
alter table stripe_reconciliation enable row level security, force row level security;
create policy system on stripe_reconciliation to evident_system using (true);
grant select, insert, update, delete on stripe_reconciliation to evident_system;

-- Finds the organization of a store. The signature already proves an unsubscribe link.
create function app.find_store(store uuid)
returns table (organization_id uuid, store_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.organization_id, s.name from stores s where s.id = store
$$;
revoke all on function app.find_store(uuid) from public;
grant execute on function app.find_store(uuid) to evident_app;
