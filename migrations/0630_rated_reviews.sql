-- Migration: expands concurrently.
-- The inbox sorts undecided and withheld reviews by stars. reviews_shown_of_store_idx does so for approved ones. A
-- decision writes every index of a review anyway, because it changes its status.
create index concurrently reviews_rated_idx on reviews (store_env_id, status, rating, submitted_at desc, id desc)
  where status <> 'approved';
