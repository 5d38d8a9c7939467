-- The most helpful reviews first: of a product, and of the store.
create index reviews_shown_helpful_idx on reviews (store_env_id, product_id, helpful_count desc, submitted_at desc, id desc, rating, photo_count)
  where status = 'approved';
create index reviews_shown_helpful_of_store_idx on reviews (store_env_id, helpful_count desc, submitted_at desc, id desc, rating, photo_count)
  where status = 'approved';
