-- What lists are sorted by beside time: titles and names in small letters, short enough for a page's cursor. Columns, since
-- lower() is not leakproof: under row-level security an index on the expression serves no condition. Filled by a change of
-- type, which reads every row: an update is held to the policy, and without a store it finds none.
alter table products add column title_folded text not null default '';
alter table products alter column title_folded type text using lower(left(coalesce(title, platform_product_id), 60));
create index products_title_idx on products (store_env_id, title_folded, id);

alter table customers add column name_folded text not null default '';
alter table customers alter column name_folded type text using lower(left(coalesce(name, ''), 60));
create index customers_name_idx on customers (store_env_id, name_folded, id);

-- With the id, so that orders of one moment have one order.
create index orders_placed_newest_idx on orders (store_env_id, placed_at desc, id desc);
drop index orders_placed_idx;
