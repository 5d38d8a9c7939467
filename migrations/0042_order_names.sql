-- What people look for an order by when they know neither number nor address: the beginning of the customer's name, or of
-- its last word. By bytes, so that a beginning is a range whatever the database's language is.
alter table orders
  add column customer_name_folded text collate "C",
  add column customer_last_name_folded text collate "C";
alter table orders
  alter column customer_name_folded type text collate "C" using lower(left(btrim(customer_name), 80)),
  alter column customer_last_name_folded type text collate "C"
    using lower(left(substring(btrim(customer_name) from '\s(\S+)$'), 80));
create index orders_customer_name_idx on orders (store_env_id, customer_name_folded) where customer_name_folded is not null;
create index orders_customer_last_name_idx on orders (store_env_id, customer_last_name_folded)
  where customer_last_name_folded is not null;
