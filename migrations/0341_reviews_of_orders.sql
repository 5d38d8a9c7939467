-- Whether an order was reviewed since it was asked about lies in the index by which its reviews are found.
drop index reviews_order_idx;
create index reviews_order_idx on reviews (store_env_id, order_id, submitted_at) where order_id is not null;
