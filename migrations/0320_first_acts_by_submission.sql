-- Waits of some days are read from one range of one index: the reviews they are about are not touched. Only reviews that were not
-- imported have acts, and those never change when they were submitted. Null while rows come back from an archive.
alter table analytics_first_acts add column submitted_at timestamptz(3);

-- Of all stores, for a moment without the policy, which the owner is held to too.
alter table analytics_first_acts no force row level security;
alter table reviews no force row level security;
update analytics_first_acts a set submitted_at = r.submitted_at
  from reviews r where r.store_env_id = a.store_env_id and r.id = a.review_id;
alter table reviews force row level security;
alter table analytics_first_acts force row level security;

create index analytics_first_acts_submitted_idx on analytics_first_acts (store_env_id, submitted_at) include (decided_at, replied_at);
