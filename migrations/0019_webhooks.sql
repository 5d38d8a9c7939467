-- Events, in commit order within a store. Written in the transaction of the change.
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
call app.fence('events');

-- Locked from the first event of a transaction until commit, so that numbers follow commits.
create table event_counters (
  store_env_id uuid not null,
  last bigint not null,
  primary key (store_env_id)
);
call app.fence('event_counters');

create table webhook_endpoints (
  store_env_id uuid not null,
  id uuid not null,
  url text not null,
  description text,
  -- Null means all event types, including future ones.
  events text[],
  -- Sealed with the deployment's key, because signing needs the plain secret.
  secret bytea not null,
  enabled boolean not null,
  disabled_at timestamptz(3),
  disabled_reason text constraint webhook_endpoints_reason_known check (disabled_reason in ('manual', 'gone', 'failing')),
  -- First event that was skipped while the endpoint was disabled.
  missed_from bigint,
  -- First failure since the last success.
  failing_since timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Set if a connected app created the webhook; it stops with the connection. No foreign key: grants belong to the
  -- organization, and a tenant row references only its own store.
  oauth_grant_id uuid,
  -- Set for the webhook of a gallery's lead form. It gets that form's leads only, and is edited with the gallery.
  gallery_id uuid,
  primary key (store_env_id, id),
  constraint webhook_endpoints_gallery_once unique (store_env_id, gallery_id),
  constraint webhook_endpoints_gallery_fk foreign key (store_env_id, gallery_id) references galleries on delete cascade
);
call app.fence('webhook_endpoints');

-- Pending and settled deliveries. No foreign key to the endpoint, because rows of a deleted one are deleted in
-- batches.
create table webhook_deliveries (
  store_env_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  cause text not null constraint webhook_deliveries_cause_known check (cause in ('event', 'recovery', 'replay', 'test')),
  event text not null,
  -- Null for a test, which has its own data.
  event_row_id uuid,
  test_data text,
  firing_id uuid not null,
  state text not null constraint webhook_deliveries_state_known check (state in ('pending', 'delivered', 'failed')),
  -- Attempts since the delivery was last requested. The retry schedule uses it.
  attempt integer not null default 0,
  -- Incremented on every update, so that two processes do not settle one delivery.
  version integer not null default 0,
  due_at timestamptz(3) not null,
  attempts jsonb not null default '[]',
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (store_env_id, id)
);
create index webhook_deliveries_due_idx on webhook_deliveries (store_env_id, endpoint_id, due_at, id) where state = 'pending';
create index webhook_deliveries_newest_idx on webhook_deliveries (store_env_id, endpoint_id, created_at desc, id desc, event);
-- Failed deliveries are few and often queried.
create index webhook_deliveries_failed_idx on webhook_deliveries (store_env_id, endpoint_id, created_at desc, id desc)
  where state = 'failed';
call app.fence('webhook_deliveries');

-- One row per endpoint, for the sender, which works across stores: due time, lease and pause. It contains no payload.
create table webhook_lanes (
  store_env_id uuid not null,
  endpoint_id uuid not null,
  organization_id uuid not null references organizations on delete cascade,
  due_at timestamptz(3),
  leased_by uuid,
  leased_until timestamptz(3),
  paused_until timestamptz(3),
  -- Consecutive failures.
  failures integer not null default 0,
  pending integer not null default 0,
  oldest_at timestamptz(3),
  primary key (store_env_id, endpoint_id)
);
create index webhook_lanes_due_idx on webhook_lanes (due_at) where due_at is not null;
alter table webhook_lanes enable row level security, force row level security;
create policy organization on webhook_lanes to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on webhook_lanes to evident_system using (true);
create policy owner on webhook_lanes to current_user using (true);
grant select, insert, update, delete on webhook_lanes to evident_app;
grant select, update on webhook_lanes to evident_system;
