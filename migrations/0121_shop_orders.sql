-- The platform's time of the last change that is known of an order of a shop: an older body of it says nothing new.
create table shop_orders (
  store_env_id uuid not null,
  platform_order_id text not null,
  changed_at timestamptz(3) not null,
  primary key (store_env_id, platform_order_id)
);

call app.fence('shop_orders');
