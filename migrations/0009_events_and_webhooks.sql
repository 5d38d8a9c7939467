-- What happened, in the order of commits within a store. Written with the change itself.
create table events (
  store_env_id uuid not null,
  id uuid not null,
  sequence bigint not null,
  event text not null,
  subject_id uuid not null,
  firing_id uuid not null,
  logged boolean not null,
  -- JSON text, not jsonb: receivers get these bytes, and every attempt signs the same ones.
  data text not null,
  at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint events_sequence_once unique (store_env_id, sequence)
);
create index events_log_idx on events (store_env_id, at desc, id desc, event) where logged;
create index events_subject_idx on events (store_env_id, subject_id);

-- Locked from the moment a transaction writes its events until it commits, so the numbers follow the commits.
create table event_counters (
  store_env_id uuid not null,
  last bigint not null,
  primary key (store_env_id)
);

create table webhook_endpoints (
  store_env_id uuid not null,
  id uuid not null,
  url text not null,
  description text,
  -- Null: all kinds, those that come later too.
  events text[],
  -- Sealed with the deployment's key: signing needs it back.
  secret bytea not null,
  enabled boolean not null,
  disabled_at timestamptz(3),
  disabled_reason text constraint webhook_endpoints_reason_known check (disabled_reason in ('manual', 'gone', 'failing')),
  -- The first event that was not written down for this endpoint while it was disabled.
  missed_from bigint,
  -- The first failure since the last success.
  failing_since timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);

-- The truth about what is still to be delivered. No reference to the endpoint: the rows of a removed one go in batches.
create table webhook_deliveries (
  store_env_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  cause text not null constraint webhook_deliveries_cause_known check (cause in ('event', 'recovery', 'replay', 'test')),
  event text not null,
  -- Null for a test, which carries its own data.
  event_row_id uuid,
  test_data text,
  firing_id uuid not null,
  state text not null constraint webhook_deliveries_state_known check (state in ('pending', 'delivered', 'failed')),
  -- Attempts since the delivery was last asked for; the schedule goes by it.
  attempt integer not null default 0,
  -- Counts every recording, so that two processes that sent the same delivery do not both settle it.
  version integer not null default 0,
  due_at timestamptz(3) not null,
  attempts jsonb not null default '[]',
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (store_env_id, id)
);
create index webhook_deliveries_due_idx on webhook_deliveries (store_env_id, endpoint_id, due_at, id) where state = 'pending';
create index webhook_deliveries_newest_idx on webhook_deliveries (store_env_id, endpoint_id, created_at desc, id desc, event);
-- What failed is little among much, and asked for most.
create index webhook_deliveries_failed_idx on webhook_deliveries (store_env_id, endpoint_id, created_at desc, id desc) where state = 'failed';

do $$
declare name text;
begin
  foreach name in array array['events', 'event_counters', 'webhook_endpoints', 'webhook_deliveries'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant on %I
      using (store_env_id = nullif(current_setting('app.store_env_id', true), '')::uuid)$policy$, name);
    execute format('grant select, insert, update, delete on %I to evident_app', name);
  end loop;
end $$;

-- One row an endpoint, for the sender, which looks across stores: where something is due, who is on it, who is paused.
-- It tells when and nothing of what.
create table webhook_lanes (
  store_env_id uuid not null,
  endpoint_id uuid not null,
  organization_id uuid not null references organizations on delete cascade,
  due_at timestamptz(3),
  leased_by uuid,
  leased_until timestamptz(3),
  paused_until timestamptz(3),
  -- Failed attempts in a row.
  failures integer not null default 0,
  pending integer not null default 0,
  oldest_at timestamptz(3),
  primary key (store_env_id, endpoint_id)
);
create index webhook_lanes_due_idx on webhook_lanes (due_at) where due_at is not null;
alter table webhook_lanes enable row level security;
alter table webhook_lanes force row level security;
create policy organization on webhook_lanes to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on webhook_lanes to evident_system using (true);
create policy owner on webhook_lanes to current_user using (true);
grant select, insert, update, delete on webhook_lanes to evident_app;
grant select, update on webhook_lanes to evident_system;
