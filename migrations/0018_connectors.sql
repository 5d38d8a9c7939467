-- Connections of a store to other services: e-mail marketing providers that send for it.
create table connections (
  store_env_id uuid not null,
  id uuid not null,
  provider text not null constraint connections_provider_known check (provider in ('klaviyo', 'omnisend', 'mailchimp')),
  name text not null,
  -- Sealed with the deployment's key.
  api_key bytea not null,
  api_key_last4 text not null,
  settings jsonb not null,
  -- Our kinds of events → the names the merchant's flows listen to; what is not named here has its usual name.
  event_names jsonb not null default '{}',
  status text not null constraint connections_status_known check (status in ('active', 'needs_reauth', 'paused', 'removed')),
  status_reason text,
  -- One process sends for a connection at a time: the provider counts calls, not processes.
  leased_by uuid,
  leased_until timestamptz(3),
  -- Asked to wait by the provider.
  paused_until timestamptz(3),
  last_accepted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);

-- The truth about what a provider is still to be told.
create table connection_events (
  store_env_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  kind text not null,
  -- The provider's key against telling it twice, and ours against queueing it twice.
  event_key text not null,
  request_id uuid,
  -- Whom and what it tells, sealed; emptied once settled for good.
  payload bytea,
  email_last4 text not null,
  -- A keyed digest of the address, by which a person's events are found when they are to be forgotten.
  person bytea not null,
  occurred_at timestamptz(3) not null,
  state text not null constraint connection_events_state_known check (state in ('pending', 'sending', 'accepted', 'dead', 'dropped')),
  reason text,
  attempt integer not null default 0,
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  primary key (store_env_id, id),
  constraint connection_events_connection_fk foreign key (store_env_id, connection_id) references connections on delete cascade,
  constraint connection_events_once unique (store_env_id, connection_id, event_key)
);
create index connection_events_due_idx on connection_events (store_env_id, connection_id, due_at, id) where state in ('pending', 'sending');
create index connection_events_person_idx on connection_events (store_env_id, person);
create index connection_events_settled_idx on connection_events (store_env_id, settled_at) where settled_at is not null;
create index connection_events_newest_idx on connection_events (store_env_id, connection_id, created_at desc, id desc, state);

call app.fence('connections', 'connection_events');
