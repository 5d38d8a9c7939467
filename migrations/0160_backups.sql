-- Archives of a store that are kept for it, and how each came about.
create table backups (
  store_env_id uuid not null,
  id uuid not null,
  origin text not null constraint backups_origin_known check (origin in ('manual', 'scheduled')),
  target text not null constraint backups_target_known check (target in ('service', 's3')),
  -- Which bucket of the merchant's it lies in; null where the service keeps it.
  location text,
  status text not null constraint backups_status_known check (status in ('queued', 'running', 'completed', 'failed')),
  -- Whether e-mail addresses are in it.
  addresses boolean not null,
  encrypted boolean not null,
  -- Sealed, and only until the file was written and read back.
  passphrase bytea,
  -- Of the whole file, once it was read back.
  file_key text,
  bytes bigint not null,
  row_count bigint not null,
  -- How many rows of each table were written into it.
  table_rows jsonb,
  sha256 text,
  tries integer not null,
  error jsonb,
  verification text constraint backups_verification_known check (verification in ('ok', 'failed')),
  verification_problem text,
  verified_at timestamptz(3),
  -- Somebody asked to have it read again, and it was not yet.
  verify_asked_at timestamptz(3),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  expires_at timestamptz(3),
  primary key (store_env_id, id)
);
create index backups_newest_idx on backups (store_env_id, created_at desc, id desc);
-- One at a time.
create unique index backups_running_key on backups (store_env_id) where status in ('queued', 'running');

create table backup_schedules (
  store_env_id uuid not null,
  id uuid not null,
  enabled boolean not null,
  frequency text not null constraint backup_schedules_frequency_known check (frequency in ('daily', 'weekly', 'monthly')),
  hour smallint not null,
  keep smallint not null,
  target text not null constraint backup_schedules_target_known check (target in ('service', 's3')),
  passphrase bytea,
  -- Whether who set it may see e-mail addresses.
  addresses boolean not null,
  next_at timestamptz(3),
  -- The hour of the last backup, so that one hour makes no two.
  last_slot_at timestamptz(3),
  failing_since timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create unique index backup_schedules_store_key on backup_schedules (store_env_id);

-- A bucket of the merchant's own.
create table backup_targets (
  store_env_id uuid not null,
  id uuid not null,
  endpoint text not null,
  region text not null,
  bucket text not null,
  prefix text not null,
  access_key_id text not null,
  secret_access_key bytea not null,
  -- Whether who set it may see e-mail addresses.
  addresses boolean not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create unique index backup_targets_store_key on backup_targets (store_env_id);

call app.fence('backups', 'backup_schedules', 'backup_targets');
