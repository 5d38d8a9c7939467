-- Low ratings that are shown and have no answer, the oldest first: the few that wait are found beside all that were answered.
create index reviews_low_unanswered_idx on reviews (store_env_id, submitted_at)
  where status = 'approved' and rating <= 2 and replied_at is null and source <> 'import';
