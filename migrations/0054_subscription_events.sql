-- What a subscription's state is made of: every act, payment and report of a payment provider is a row that never changes, and
-- the state is their fold in the order of when they happened. So it matters neither how often nor in which order they arrive.
create table subscription_events (
  store_env_id uuid not null,
  id uuid not null,
  -- Names what happened: the same thing reported twice is one row.
  key text not null,
  kind text not null,
  at timestamptz(3) not null,
  facts jsonb not null,
  recorded_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create unique index subscription_events_key_once on subscription_events (store_env_id, key);

-- Each owner is told of each thing once.
create table billing_notices (
  store_env_id uuid not null,
  id uuid not null,
  kind text not null,
  -- What it is about, such as an invoice or the end of a trial.
  about text not null,
  user_id text not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  primary key (store_env_id, id)
);
create unique index billing_notices_once on billing_notices (store_env_id, kind, about, user_id);

do $$
declare name text;
begin
  foreach name in array array['subscription_events', 'billing_notices'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant on %I
      using (store_env_id = nullif(current_setting('app.store_env_id', true), '')::uuid)$policy$, name);
    execute format('grant select, insert, update, delete on %I to evident_app', name);
  end loop;
end $$;

alter table subscriptions
  add column anchor_at timestamptz(3),
  add column current_period_starts_at timestamptz(3),
  -- A downgrade waits for the end of what is paid.
  add column next_plan text,
  add column next_plan_at timestamptz(3),
  -- When the clock next has something to do for it; what that is, the facts say.
  add column next_step_at timestamptz(3) not null default '2000-01-01 00:00:00+00',
  -- Who collects the money, and how they name the customer and the subscription.
  add column provider text,
  add column provider_customer text,
  add column provider_subscription text;
create index subscriptions_next_step_idx on subscriptions (next_step_at);
create unique index subscriptions_provider_subscription_once on subscriptions (provider_subscription) where provider_subscription is not null;
create index subscriptions_provider_customer_idx on subscriptions (provider_customer) where provider_customer is not null;
