-- What people look for an order by: its number in small letters, without a # in front; an order without one is called by
-- its identifier. A column, since lower() is not leakproof: under row-level security an index on the expression serves nobody.
alter table orders add column order_number_folded text;
-- Filled by a change of type, which reads every row: an update is held to the policy, and without a store it finds none.
alter table orders alter column order_number_folded type text
  using lower(rtrim(ltrim(coalesce(order_number, platform_order_id), '# ')));
create index orders_number_idx on orders (store_env_id, order_number_folded, created_at desc, id desc);
