-- Migration: expands.
-- Number of customers, orders and products of a store. A total is a sum of these rows.
create table row_counts (
  store_env_id uuid not null,
  counted text not null constraint row_counts_counted_known check (counted in ('customers', 'orders', 'products')),
  id uuid not null,
  -- True in the row of a full count. Without one, totals count the rows themselves.
  is_base boolean not null,
  -- Each transaction adds a row with its difference, so that writers do not wait for each other. A job adds them up. Null means an
  -- unknown change, which makes all rows invalid until the next full count.
  count bigint,
  primary key (store_env_id, counted, id)
);
call app.fence('row_counts');
