-- Migration: expands concurrently.
-- Summaries of groups read the copies of their members, so no statement needs this index.
drop index concurrently if exists product_review_counts_stars_idx;
