-- Migration: expands concurrently.
-- Averages leave out reviews whose author named a relationship. The index has it, so that counting reads no row.
create index concurrently reviews_averaged_idx on reviews
  (store_env_id, product_id, rating, submitted_at desc, id desc)
  include (photo_count, verified, incentive, source, locale, relationship)
  where status = 'approved';

drop index concurrently if exists reviews_counted_idx;
