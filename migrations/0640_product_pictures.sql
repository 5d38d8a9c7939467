-- Migration: expands.
-- Thumbnails of product pictures for the admin application. A row is added when the picture is first asked for.
create table product_pictures (
  store_env_id uuid not null,
  product_id uuid not null,
  -- Address that the thumbnail is made from. Another address of the product replaces the thumbnail.
  source_url text not null,
  state text not null constraint product_pictures_state_known check (state in ('waiting', 'ready', 'failed')),
  -- Key of the stored thumbnail. While a new address is fetched, it is the thumbnail of the former one.
  storage_key text,
  -- A failed picture is fetched again after this time.
  retry_at timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (store_env_id, product_id),
  constraint product_pictures_product_fk foreign key (store_env_id, product_id) references products on delete cascade,
  constraint product_pictures_ready_has_file check (state <> 'ready' or storage_key is not null)
);
create index product_pictures_waiting_idx on product_pictures (store_env_id, product_id) where state = 'waiting';
call app.fence('product_pictures');
