-- Migration: expands.
-- Yearly assessments of a store. The file is deleted when it expires. The row stays, because the next mail is due a year after
-- the last assessment.
create table evidence_assessments (
  store_env_id uuid not null,
  id uuid not null,
  status text not null constraint evidence_assessments_status_known check (status in ('queued', 'running', 'completed', 'failed')),
  -- Calendar year in the store's time zone.
  year smallint not null,
  file_key text,
  bytes bigint not null,
  sha256 text,
  tries integer not null,
  error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  expires_at timestamptz(3) not null,
  -- Time the owners were mailed that a year has passed since this assessment.
  reminded_at timestamptz(3),
  primary key (store_env_id, id)
);
create index evidence_assessments_newest_idx on evidence_assessments (store_env_id, created_at desc, id desc);
call app.fence('evidence_assessments');
