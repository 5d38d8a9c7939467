-- Connections to email marketing providers.
create table connections (
  store_env_id uuid not null,
  id uuid not null,
  provider text not null constraint connections_provider_known check (provider in ('klaviyo', 'omnisend', 'mailchimp')),
  name text not null,
  -- Sealed with the deployment's key.
  api_key bytea not null,
  api_key_last4 text not null,
  settings jsonb not null,
  -- Our event types, mapped to the names in the merchant's flows. Missing types use the default name.
  event_names jsonb not null default '{}',
  status text not null constraint connections_status_known check (status in ('active', 'needs_reauth', 'paused', 'removed')),
  status_reason text,
  -- One process sends per connection, because the provider limits the rate of calls.
  leased_by uuid,
  leased_until timestamptz(3),
  -- Set if the provider asked us to wait.
  paused_until timestamptz(3),
  last_accepted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Consecutive failed rounds. The backoff grows with it.
  failures integer not null default 0,
  primary key (store_env_id, id)
);
call app.fence('connections');

-- Events for a provider, pending and settled.
create table connection_events (
  store_env_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  kind text not null,
  -- Deduplication key, for the provider's API and for our queue.
  event_key text not null,
  request_id uuid,
  -- Recipient and content, sealed. Deleted once settled.
  payload bytea,
  email_last4 text not null,
  -- Keyed digest of the address, to find a person's events for erasure.
  person bytea not null,
  occurred_at timestamptz(3) not null,
  state text not null constraint connection_events_state_known check (state in ('pending', 'sending', 'accepted', 'dead', 'dropped')),
  reason text,
  attempt integer not null default 0,
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  -- True if the provider may have accepted it. Then no other channel may send.
  may_be_taken boolean not null default false,
  primary key (store_env_id, id),
  constraint connection_events_connection_fk foreign key (store_env_id, connection_id) references connections on delete cascade,
  constraint connection_events_once unique (store_env_id, connection_id, event_key)
);
create index connection_events_due_idx on connection_events (store_env_id, connection_id, due_at, id) where state in ('pending', 'sending');
create index connection_events_person_idx on connection_events (store_env_id, person);
create index connection_events_settled_idx on connection_events (store_env_id, settled_at) where settled_at is not null;
create index connection_events_newest_idx on connection_events (store_env_id, connection_id, created_at desc, id desc, state);
-- Counting dead events reads only these.
create index connection_events_dead_idx on connection_events (store_env_id, connection_id) where state = 'dead';
call app.fence('connection_events');

-- The shop that a store imports from. A disconnected one stays as `removed` without secrets, so that reconnecting the
-- shop finds its data.
create table shop_connections (
  store_env_id uuid not null,
  id uuid not null,
  platform text not null constraint shop_connections_platform_known
    check (platform in ('shopify', 'woocommerce', 'bigcommerce', 'medusa', 'vendure', 'custom')),
  name text not null,
  address text not null,
  -- Sealed with the deployment's key. Empty once disconnected.
  credentials bytea not null,
  credential_last4 text,
  hook_secret bytea not null,
  identifiers jsonb not null,
  backfill_days integer not null,
  status text not null constraint shop_connections_status_known
    check (status in ('installing', 'active', 'paused', 'needs_reauth', 'removed')),
  status_reason text,
  missing_scopes text[] not null default '{}',
  missing_hooks text[] not null default '{}',
  -- OAuth state of the installation, and its expiry.
  install_state text,
  install_until timestamptz(3),
  -- Lease for renewing credentials: the platform accepts each refresh token once.
  renewed_by uuid,
  renewed_until timestamptz(3),
  last_webhook_at timestamptz(3),
  rejected_webhooks bigint not null default 0,
  next_sync_at timestamptz(3),
  -- Older orders get no review request.
  first_connected_at timestamptz(3),
  -- Changed orders are imported up to this time.
  orders_read_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create unique index shop_connections_one_per_store on shop_connections (store_env_id) where status <> 'removed';
call app.fence('shop_connections');

-- A read of a shop: its catalogue or its orders.
create table shop_syncs (
  store_env_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  kind text not null constraint shop_syncs_kind_known check (kind in ('catalogue', 'orders')),
  trigger text not null constraint shop_syncs_trigger_known
    check (trigger in ('connect', 'repair', 'manual', 'nightly', 'settings')),
  status text not null constraint shop_syncs_status_known
    check (status in ('queued', 'running', 'completed', 'failed', 'held', 'cancelled')),
  -- Resume position: the step, and the adapter's cursor in it.
  phase text not null,
  position jsonb,
  pages integer not null default 0,
  -- Consecutive pages without new rows. Detects a shop whose pages never end.
  stale_pages integer not null default 0,
  read integer not null default 0,
  read_variants integer not null default 0,
  total integer,
  counts jsonb not null default '{}',
  would_retire integer,
  is_confirmed boolean not null default false,
  warnings jsonb not null default '[]',
  error jsonb,
  attempts integer not null default 0,
  failing_since timestamptz(3),
  paused_until timestamptz(3),
  leased_by uuid,
  leased_until timestamptz(3),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- An incomplete read restarts, for up to six hours. Each pass has an id and counts of its own. Null for the first
  -- pass, which uses the read's id.
  pass uuid,
  pass_read integer not null default 0,
  -- Number of restarts, and the first. Pages read between restarts do not count as success.
  restarts integer not null default 0,
  restarting_since timestamptz(3),
  primary key (store_env_id, id),
  constraint shop_syncs_connection_fk foreign key (store_env_id, connection_id) references shop_connections on delete cascade
);
create unique index shop_syncs_one_standing on shop_syncs (store_env_id, kind) where status in ('queued', 'running');
create index shop_syncs_newest_idx on shop_syncs (store_env_id, connection_id, created_at desc, id desc);
call app.fence('shop_syncs');

-- Products from a shop, and the last read that saw each. We retire only these.
create table shop_products (
  store_env_id uuid not null,
  platform_product_id text not null,
  connection_id uuid not null,
  seen_by uuid not null,
  primary key (store_env_id, platform_product_id),
  constraint shop_products_connection_fk foreign key (store_env_id, connection_id) references shop_connections on delete cascade
);
call app.fence('shop_products');

-- Products and variants that a read did not find. Retired once the read is verified; until then the list to confirm.
create table shop_retirements (
  store_env_id uuid not null,
  id uuid not null,
  sync_id uuid not null,
  platform_product_id text not null,
  -- Null means the whole product.
  platform_variant_id text,
  title text,
  variants integer not null,
  state text not null constraint shop_retirements_state_known check (state in ('found_missing', 'confirmed', 'retired', 'still_there')),
  reason text not null,
  created_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint shop_retirements_sync_fk foreign key (store_env_id, sync_id) references shop_syncs on delete cascade,
  constraint shop_retirements_once unique nulls not distinct (store_env_id, sync_id, platform_product_id, platform_variant_id)
);
create index shop_retirements_newest_idx on shop_retirements (store_env_id, sync_id, created_at desc, id desc);
call app.fence('shop_retirements');

-- The platform's last change of each order. Older payloads are skipped.
create table shop_orders (
  store_env_id uuid not null,
  platform_order_id text not null,
  changed_at timestamptz(3) not null,
  primary key (store_env_id, platform_order_id)
);
call app.fence('shop_orders');

-- The store of each shop, looked up before the tenant is known. Written after the shop accepted the credentials or the
-- merchant consented, so that nobody receives another shop's webhooks. Contains no secret.
create table shop_lookups (
  connection_id uuid primary key,
  store_env_id uuid not null references stores on delete cascade,
  platform text not null,
  address text not null
);
create index shop_lookups_address_idx on shop_lookups (platform, address);
create index shop_lookups_store_idx on shop_lookups (store_env_id);
call app.fence('shop_lookups');
create policy owner on shop_lookups to current_user using (true);
create policy definer on shop_lookups for select to evident_definer using (true);
grant select on shop_lookups to evident_definer;

-- Webhooks as shops sent them. Ids start with the time of arrival, so that the primary key sorts the list.
create table inbound_webhooks (
  store_env_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  platform text not null,
  topic text not null,
  delivery_id text,
  -- Digest of delivery id and body: a repeat has the same. Null if the platform sends no delivery id.
  repeat_key bytea,
  resource_id text,
  -- Null after a month, or after the erasure of a person in it.
  body bytea,
  state text not null constraint inbound_webhooks_state_known check (state in ('received', 'processed', 'ignored', 'failed')),
  error text,
  attempts integer not null default 0,
  duplicates integer not null default 0,
  -- Next attempt. For a leased webhook, the end of the lease.
  due_at timestamptz(3),
  leased_by uuid,
  occurred_at timestamptz(3),
  received_at timestamptz(3) not null,
  processed_at timestamptz(3),
  primary key (store_env_id, id),
  constraint inbound_webhooks_once unique (store_env_id, connection_id, repeat_key)
);
create index inbound_webhooks_topic_idx on inbound_webhooks (store_env_id, topic, id);
create index inbound_webhooks_state_idx on inbound_webhooks (store_env_id, state, id) where state in ('failed', 'ignored');
create index inbound_webhooks_due_idx on inbound_webhooks (store_env_id, due_at, id) where state = 'received';
create index inbound_webhooks_resource_idx on inbound_webhooks (store_env_id, resource_id)
  where body is not null and resource_id is not null;
call app.fence('inbound_webhooks');

-- Keyed digests of addresses in webhook bodies, to find a person's webhooks for erasure.
create table inbound_webhook_people (
  store_env_id uuid not null,
  person bytea not null,
  webhook_id uuid not null,
  primary key (store_env_id, person, webhook_id),
  constraint inbound_webhook_people_webhook_fk foreign key (store_env_id, webhook_id) references inbound_webhooks on delete cascade
);
create index inbound_webhook_people_webhook_idx on inbound_webhook_people (store_env_id, webhook_id);
call app.fence('inbound_webhook_people');

-- Finds a shop's stores by connection id, or by address if the platform sends only that. One shop may feed several
-- stores.
create function app.find_shops(of_platform text, connection uuid, at_address text)
returns table (connection_id uuid, store_env_id uuid, organization_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.connection_id, l.store_env_id, s.organization_id
    from shop_lookups l join stores s on s.id = l.store_env_id
   where l.connection_id = connection and l.platform = of_platform
  union all
  (select l.connection_id, l.store_env_id, s.organization_id
     from shop_lookups l join stores s on s.id = l.store_env_id
    where connection is null and l.platform = of_platform and l.address = at_address
    order by l.connection_id desc limit 20)
$$;
revoke all on function app.find_shops(text, uuid, text) from public;
grant execute on function app.find_shops(text, uuid, text) to evident_app;
