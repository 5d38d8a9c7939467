create table products (
  store_env_id uuid not null,
  id uuid not null,
  platform_product_id text not null,
  title text,
  handle text,
  url text,
  image_url text,
  description text,
  status text not null default 'active' constraint products_status_known check (status in ('active', 'draft', 'archived')),
  categories text[] not null default '{}',
  requests_excluded boolean not null default false,
  -- SHA-256 of the payload last applied: a re-send of the same payload is recognised without locking or writing anything.
  fingerprint bytea,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint products_platform_id_once unique (store_env_id, platform_product_id)
);
create index products_newest_idx on products (store_env_id, created_at desc, id desc);
create index products_handle_idx on products (store_env_id, handle) where handle is not null;

create table product_variants (
  store_env_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  platform_variant_id text not null,
  title text,
  sku text,
  gtin text,
  -- Judged when written: coverage counts it, and SQL knows no check digits.
  gtin_is_valid boolean not null default false,
  mpn text,
  brand text,
  price numeric,
  currency text,
  image_url text,
  position integer not null,
  retired_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint product_variants_product_fk foreign key (store_env_id, product_id) references products on delete cascade,
  constraint product_variants_once_per_product unique (store_env_id, product_id, platform_variant_id)
);
-- A variant may be live on one product only; a retired one may come back on another.
create unique index product_variants_live_once on product_variants (store_env_id, platform_variant_id) where retired_at is null;
create index product_variants_sku_idx on product_variants (store_env_id, sku) where sku is not null and retired_at is null;
create index product_variants_gtin_idx on product_variants (store_env_id, gtin) where gtin is not null and retired_at is null;
