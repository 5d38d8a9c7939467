-- Each index costs every insert and approval. Reports read the reasons of withheld reviews from their rows.
drop index reviews_withheld_idx;

-- One index serves both: an order has one review of each product, and any number of imported ones.
create unique index reviews_by_order_once on reviews
  (store_env_id, order_id, product_id, (case when source = 'import' then id end)) include (submitted_at)
  nulls not distinct where order_id is not null;
drop index reviews_one_per_order_and_product, reviews_order_idx;
alter index reviews_by_order_once rename to reviews_one_per_order_and_product;

-- Few reviews have votes. All others follow in the order of dates, which other indexes have.
create index reviews_voted_idx on reviews (store_env_id, product_id, helpful_count desc, submitted_at desc, id desc, rating, photo_count)
  where status = 'approved' and helpful_count > 0;
create index reviews_voted_of_store_idx on reviews (store_env_id, helpful_count desc, submitted_at desc, id desc, rating, photo_count)
  where status = 'approved' and helpful_count > 0;
drop index reviews_shown_helpful_idx, reviews_shown_helpful_of_store_idx;
