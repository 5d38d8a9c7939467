-- Migration: expands concurrently.
-- Counts verified, rewarded and imported reviews of a product from the index alone, and filters by language.
create index concurrently reviews_counted_idx on reviews
  (store_env_id, product_id, rating, submitted_at desc, id desc) include (photo_count, verified, incentive, source, locale)
  where status = 'approved';

drop index concurrently if exists reviews_by_stars_idx;
