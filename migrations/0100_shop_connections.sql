-- The shop that a store reads its catalogue and orders from. One that was disconnected stays as `removed`, without any secret:
-- connected again, the same shop is the same connection, and what it brought is found again.
create table shop_connections (
  store_env_id uuid not null,
  id uuid not null,
  platform text not null constraint shop_connections_platform_known
    check (platform in ('shopify', 'woocommerce', 'bigcommerce', 'medusa', 'vendure', 'custom')),
  name text not null,
  address text not null,
  -- Sealed with the deployment's key; empty once disconnected.
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
  -- What the browser brings back from the platform, and until when.
  install_state text,
  install_until timestamptz(3),
  -- One process renews credentials at a time: the platform takes each refresh token once.
  renewed_by uuid,
  renewed_until timestamptz(3),
  last_webhook_at timestamptz(3),
  rejected_webhooks bigint not null default 0,
  next_sync_at timestamptz(3),
  -- Orders placed before are asked nothing.
  first_connected_at timestamptz(3),
  -- Up to where changed orders have been read.
  orders_read_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create unique index shop_connections_one_per_store on shop_connections (store_env_id) where status <> 'removed';

-- A reading of a shop: its catalogue, or its orders.
create table shop_syncs (
  store_env_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  kind text not null constraint shop_syncs_kind_known check (kind in ('catalogue', 'orders')),
  trigger text not null constraint shop_syncs_trigger_known
    check (trigger in ('connect', 'repair', 'manual', 'nightly', 'settings')),
  status text not null constraint shop_syncs_status_known
    check (status in ('queued', 'running', 'completed', 'failed', 'held', 'cancelled')),
  -- Where it goes on: the step, and the adapter's own position in it.
  phase text not null,
  position jsonb,
  pages integer not null default 0,
  -- Pages in a row that held nothing new: a shop whose pages never end is found by them.
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
  primary key (store_env_id, id),
  constraint shop_syncs_connection_fk foreign key (store_env_id, connection_id) references shop_connections on delete cascade
);
create unique index shop_syncs_one_standing on shop_syncs (store_env_id, kind) where status in ('queued', 'running');
create index shop_syncs_newest_idx on shop_syncs (store_env_id, connection_id, created_at desc, id desc);

-- Which products a shop has brought, and by which reading each was seen last. Only these are ever retired.
create table shop_products (
  store_env_id uuid not null,
  platform_product_id text not null,
  connection_id uuid not null,
  seen_by uuid not null,
  primary key (store_env_id, platform_product_id),
  constraint shop_products_connection_fk foreign key (store_env_id, connection_id) references shop_connections on delete cascade
);

-- What a reading did not find: a whole product, or one variant of a product that is there. Retired once the reading is
-- verified; until then, and where it is held, this is the list of what would be.
create table shop_retirements (
  store_env_id uuid not null,
  id uuid not null,
  sync_id uuid not null,
  platform_product_id text not null,
  -- Null: the whole product.
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

call app.fence('shop_connections', 'shop_syncs', 'shop_products', 'shop_retirements');
