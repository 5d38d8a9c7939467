-- Packs of evidence: what a store hands to whoever asks, made by a job and kept for a while.
create table evidence_packs (
  store_env_id uuid not null,
  id uuid not null,
  status text not null constraint evidence_packs_status_known check (status in ('queued', 'running', 'completed', 'failed')),
  -- Days in the store's zone.
  from_day date not null,
  to_day date not null,
  file_key text,
  bytes bigint not null,
  sha256 text,
  -- How many entries the ledger had.
  size bigint,
  tries integer not null,
  error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index evidence_packs_newest_idx on evidence_packs (store_env_id, created_at desc, id desc);
call app.fence('evidence_packs');
