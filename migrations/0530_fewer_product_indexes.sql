-- Migration: expands concurrently.
-- Each index costs every insert and approval. One index has a product's approved reviews, and then its others.
create index concurrently reviews_of_product_idx on reviews
  (store_env_id, product_id, (status = 'approved'), submitted_at desc, id desc) include (rating, photo_count);

-- The index by rating also counts a product's stars.
create index concurrently reviews_by_stars_idx on reviews
  (store_env_id, product_id, rating, submitted_at desc, id desc) include (photo_count, verified)
  where status = 'approved';

drop index concurrently if exists reviews_product_idx;
drop index concurrently if exists reviews_shown_newest_idx;
drop index concurrently if exists reviews_shown_idx;
drop index concurrently if exists reviews_approved_idx;
