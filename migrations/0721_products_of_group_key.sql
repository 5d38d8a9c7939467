-- Migration: expands concurrently.
-- Products that share a group key, for the groups that are derived from it.
create index concurrently products_group_key_idx on products (store_env_id, group_key, id) where group_key is not null;
