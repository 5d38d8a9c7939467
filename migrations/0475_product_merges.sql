-- The product that took over the reviews and orders of a re-created one. Order lines and new reviews of the old product follow it.
alter table products add column merged_into uuid;
create index products_merged_into_idx on products (store_env_id, merged_into) where merged_into is not null;
