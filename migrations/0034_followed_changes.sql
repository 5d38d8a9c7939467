-- Lists of what has changed, in the order of the changes.
create index reviews_updated_idx on reviews (store_env_id, updated_at, id);
create index orders_updated_idx on orders (store_env_id, updated_at, id);
create index products_updated_idx on products (store_env_id, updated_at, id);
create index customers_updated_idx on customers (store_env_id, updated_at, id);
