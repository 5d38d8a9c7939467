-- Migration: expands concurrently.
-- Sums the stars of a group's products without a read of the table.
create index concurrently product_review_counts_stars_idx
  on product_review_counts (store_env_id, is_base, product_id) include (rating, count);
