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
  -- SHA-256 of the last applied payload. A repeated payload needs no lock and no write.
  fingerprint bytea,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Lower-case prefix of the title, short enough for a cursor, for sorting. A column, because lower() is not
  -- leakproof: with row-level security the planner ignores an index on the expression.
  title_folded text not null default '',
  primary key (store_env_id, id),
  constraint products_platform_id_once unique (store_env_id, platform_product_id)
);
create index products_newest_idx on products (store_env_id, created_at desc, id desc);
create index products_handle_idx on products (store_env_id, handle) where handle is not null;
create index products_updated_idx on products (store_env_id, updated_at, id);
create index products_title_idx on products (store_env_id, title_folded, id);
call app.fence('products');

create table product_variants (
  store_env_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  platform_variant_id text not null,
  title text,
  sku text,
  gtin text,
  -- Calculated on write: coverage reports count it, and SQL has no check digits.
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
-- A variant is active on one product only. A retired one may return on another product.
create unique index product_variants_live_once on product_variants (store_env_id, platform_variant_id) where retired_at is null;
create index product_variants_sku_idx on product_variants (store_env_id, sku) where sku is not null and retired_at is null;
create index product_variants_gtin_idx on product_variants (store_env_id, gtin) where gtin is not null and retired_at is null;
-- Active variants without a valid GTIN, which shopping engines do not match. Empty for a complete catalogue.
create index product_variants_without_gtin_idx on product_variants (store_env_id, product_id)
  where retired_at is null and not gtin_is_valid;
call app.fence('product_variants');

-- Categories of a shop, read from the shop or pushed.
create table categories (
  store_env_id uuid not null,
  id uuid not null,
  platform_category_id text not null,
  name text not null,
  -- The name as products spell it: trimmed, in Unicode NFC.
  name_key text not null,
  handle text,
  -- As received: the parent may arrive later or never.
  parent_platform_category_id text,
  source text not null constraint categories_source_known check (source in ('shop', 'pushed')),
  -- We know only the name, from a product. A pushed or read category with this name replaces it.
  is_named_only boolean not null default false,
  requests_excluded boolean not null default false,
  -- SHA-256 of the last pushed row. Null after any other write.
  fingerprint bytea,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint categories_platform_id_once unique (store_env_id, platform_category_id)
);
create index categories_newest_idx on categories (store_env_id, created_at desc, id desc);
create index categories_name_idx on categories (store_env_id, name_key);
create index categories_excluded_idx on categories (store_env_id, id) where requests_excluded;
call app.fence('categories');

-- Membership by the platform's product id, because the product may arrive after its category. Either side may state
-- it, and each replaces its own rows only.
create table category_products (
  store_env_id uuid not null,
  category_id uuid not null,
  platform_product_id text not null,
  said_by text not null constraint category_products_said_by_known check (said_by in ('category', 'product')),
  primary key (store_env_id, category_id, platform_product_id, said_by),
  constraint category_products_category_fk foreign key (store_env_id, category_id) references categories on delete cascade
);
create index category_products_product_idx on category_products (store_env_id, platform_product_id, category_id);
call app.fence('category_products');
