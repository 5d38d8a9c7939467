-- Each index costs every insert and approval. One index has a product's approved reviews, and then its others.
create index reviews_of_product_idx on reviews (store_env_id, product_id, (status = 'approved'), submitted_at desc, id desc)
  include (rating, photo_count);
drop index reviews_product_idx, reviews_shown_newest_idx;
alter index reviews_of_product_idx rename to reviews_product_idx;

-- The index by rating also counts a product's stars.
create index reviews_shown_and_counted_idx on reviews
  (store_env_id, product_id, rating, submitted_at desc, id desc) include (photo_count, verified)
  where status = 'approved';
drop index reviews_shown_idx, reviews_approved_idx;
alter index reviews_shown_and_counted_idx rename to reviews_shown_idx;
