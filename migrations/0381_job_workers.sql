-- Processes that run jobs renew a lease here. A job that is locked by a worker without a lease is freed
-- (server/platform/jobs/job-lease.ts); graphile-worker by itself waits four hours.
create table app.job_workers (
  id uuid primary key,
  -- graphile-worker's ids of the process's worker pools, as they stand in `locked_by` of a job.
  pools text[] not null,
  taken_at timestamptz not null,
  renewed_at timestamptz not null
);
grant select, insert, update, delete on app.job_workers to evident_worker;
