-- Migration: expands concurrently.
-- A new review is compared with its author's latest reviews. Without the date, that read up to 100 pages.
create index concurrently reviews_of_author_idx on reviews (store_env_id, author_email, created_at) where author_email is not null;

drop index concurrently if exists reviews_author_idx;
