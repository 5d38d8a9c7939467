-- Migration: expands concurrently.
-- Few reviews are corrected. They are listed newest first.
create index concurrently reviews_corrected_idx on reviews (store_env_id, submitted_at desc, id desc)
  where corrected_at is not null or correction is not null;
