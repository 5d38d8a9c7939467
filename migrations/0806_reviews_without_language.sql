-- Migration: expands concurrently.
-- Reviews in which the job has not yet looked for a language. Empty once the job has run, because new reviews are never in it.
create index concurrently reviews_undetected_idx on reviews (store_env_id, id) where detected_language is null and locale is null;

-- Counts reviews of a product by language from the index alone, and leaves out those whose author named a relationship. It replaces
-- the index without these columns.
create index concurrently reviews_shown_counted_idx on reviews
  (store_env_id, product_id, rating, submitted_at desc, id desc) include (photo_count, verified, incentive, source, locale, detected_language, relationship)
  where status = 'approved';

drop index concurrently if exists reviews_counted_idx;
