create table orders (
  store_env_id uuid not null,
  id uuid not null,
  platform_order_id text not null,
  order_number text,
  email text,
  customer_name text,
  currency text,
  total numeric,
  refunded_total numeric not null default 0,
  placed_at timestamptz(3) not null,
  fulfilled_at timestamptz(3),
  delivered_at timestamptz(3),
  cancelled_at timestamptz(3),
  locale text,
  country text,
  referral_code text,
  fingerprint bytea,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint orders_platform_id_once unique (store_env_id, platform_order_id)
);
create index orders_newest_idx on orders (store_env_id, created_at desc, id desc);
create index orders_placed_idx on orders (store_env_id, placed_at);
-- Addresses are stored lower-cased: one person is one address, however it was typed.
create index orders_email_idx on orders (store_env_id, email, created_at desc, id desc) where email is not null;

create table order_line_items (
  store_env_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  position integer not null,
  platform_product_id text,
  platform_variant_id text,
  sku text,
  title text,
  quantity integer not null,
  unit_price numeric,
  product_id uuid,
  variant_id uuid,
  primary key (store_env_id, id),
  constraint order_line_items_order_fk foreign key (store_env_id, order_id) references orders on delete cascade,
  constraint order_line_items_product_fk foreign key (store_env_id, product_id) references products,
  constraint order_line_items_variant_fk foreign key (store_env_id, variant_id) references product_variants
);
create index order_line_items_order_idx on order_line_items (store_env_id, order_id, position);
create index order_line_items_product_idx on order_line_items (store_env_id, product_id, order_id) where product_id is not null;
create index order_line_items_unlinked_idx on order_line_items (store_env_id, id) where product_id is null;

-- One request per order: its state, and what the buyer did with the form it leads to.
create table review_requests (
  store_env_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  state text not null constraint review_requests_state_known check (state in ('scheduled', 'sent', 'failed', 'skipped')),
  reason text,
  provider text not null default 'evident',
  scheduled_for timestamptz(3),
  sent_at timestamptz(3),
  form_first_viewed_at timestamptz(3),
  form_view_count integer not null default 0,
  clicked_rating smallint constraint review_requests_clicked_rating_range check (clicked_rating between 1 and 5),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint review_requests_once_per_order unique (store_env_id, order_id),
  constraint review_requests_order_fk foreign key (store_env_id, order_id) references orders on delete cascade
);
create index review_requests_sent_idx on review_requests (store_env_id, sent_at) where sent_at is not null;

create table customers (
  store_env_id uuid not null,
  id uuid not null,
  email text not null,
  name text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint customers_email_once unique (store_env_id, email)
);
create index customers_newest_idx on customers (store_env_id, created_at desc, id desc);
