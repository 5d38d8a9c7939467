-- What is known of Stripe beyond what stands there: everything else is read from it again when it is needed.

-- One customer for each organization. Its key makes sure that Stripe makes one, however often it is asked.
create table stripe_customers (
  organization_id uuid primary key references organizations on delete cascade,
  key uuid not null,
  customer text constraint stripe_customers_customer_once unique,
  created_at timestamptz(3) not null
);
alter table stripe_customers enable row level security;
alter table stripe_customers force row level security;
create policy organization on stripe_customers to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on stripe_customers to evident_system using (true);
grant select, insert, update on stripe_customers to evident_app;
grant select on stripe_customers to evident_system;

-- What a store has under way at Stripe. A reading gets its place in the order before it is made: an older one that comes
-- later is dropped.
create table stripe_stores (
  store_env_id uuid primary key,
  checkout text,
  checkout_plan text,
  last_reading_at timestamptz(3) not null,
  applied_reading_at timestamptz(3) not null
);

-- Written before Stripe is asked to change anything, under whose id it is asked: what has no end was interrupted.
create table stripe_acts (
  store_env_id uuid not null,
  id uuid not null,
  kind text not null,
  plan text,
  started_at timestamptz(3) not null,
  -- Until then whoever began it is still at it.
  leased_until timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (store_env_id, id)
);
create index stripe_acts_newest_idx on stripe_acts (store_env_id, started_at desc, id desc);
create unique index stripe_acts_open_once on stripe_acts (store_env_id) where ended_at is null;

call app.fence('stripe_stores', 'stripe_acts');

-- What Stripe reported: whose it is, is found out afterwards. Nothing of what an event says is kept but what it is about.
create table stripe_events (
  id text primary key,
  kind text not null,
  subscription text,
  payment_intent text,
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  -- A webhook, or the nightly search for those that were lost.
  found_by text not null constraint stripe_events_found_by_known check (found_by in ('webhook', 'reconciliation')),
  applied_at timestamptz(3)
);
create index stripe_events_waiting_idx on stripe_events (subscription) where applied_at is null;
create index stripe_events_oldest_idx on stripe_events (received_at);
alter table stripe_events enable row level security;
alter table stripe_events force row level security;
create policy system on stripe_events to evident_system using (true);
grant select, insert, update, delete on stripe_events to evident_system;

-- How far the nightly reconciliation came: one row.
create table stripe_reconciliation (
  only_row boolean primary key default true constraint stripe_reconciliation_one check (only_row),
  -- Everything that happened before is known.
  since timestamptz(3) not null,
  started_at timestamptz(3) not null,
  stage text not null constraint stripe_reconciliation_stage_known check (stage in ('events', 'subscriptions', 'done')),
  position text
);
alter table stripe_reconciliation enable row level security;
alter table stripe_reconciliation force row level security;
create policy system on stripe_reconciliation to evident_system using (true);
grant select, insert, update, delete on stripe_reconciliation to evident_system;
