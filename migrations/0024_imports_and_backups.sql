-- Photos without a review yet. The row is written before the files, so that interrupted uploads can be found. A review
-- that claims one moves it out of this table with the same id.
create table uploads (
  store_env_id uuid not null,
  id uuid not null,
  state text not null constraint uploads_state_known check (state in ('receiving', 'ready')),
  source text not null constraint uploads_source_known check (source in ('api', 'storefront', 'form')),
  storage_key text not null,
  width integer not null,
  height integer not null,
  -- Smaller or newer versions of the file, such as {thumb.webp}.
  variants text[] not null default '{}',
  created_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index uploads_age_idx on uploads (store_env_id, created_at, source);
call app.fence('uploads');

create table imports (
  store_env_id uuid not null,
  id uuid not null,
  format text,
  file_name text,
  -- Null once the file is deleted.
  file_key text,
  file_sha256 bytea not null,
  options jsonb not null,
  dry_run boolean not null,
  status text not null constraint imports_status_known check (status in ('queued', 'running', 'completed', 'failed')),
  error jsonb,
  warnings jsonb not null default '[]',
  total integer,
  processed integer not null default 0,
  imported integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  created_by jsonb not null,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  updated_at timestamptz(3) not null,
  -- Size of the stored file, for the store's limit. Null for old files.
  file_bytes bigint,
  -- Rows per table of a restored archive.
  table_rows jsonb,
  primary key (store_env_id, id)
);
create index imports_newest_idx on imports (store_env_id, created_at desc, id desc);
create index imports_with_file_idx on imports (store_env_id, created_at) where file_key is not null;
create index imports_file_idx on imports (store_env_id, file_key) where file_key is not null;
-- Queued imports, oldest first.
create index imports_unfinished_idx on imports (store_env_id, created_at, id) where status in ('queued', 'running');
call app.fence('imports');

create table import_rows (
  store_env_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  line integer not null,
  outcome text not null constraint import_rows_outcome_known check (outcome in ('imported', 'updated', 'skipped', 'failed')),
  code text,
  message text,
  review_id uuid,
  primary key (store_env_id, id),
  constraint import_rows_import_fk foreign key (store_env_id, import_id) references imports on delete cascade,
  constraint import_rows_line_once unique (store_env_id, import_id, line)
);
-- Failed rows are few and often queried. Without it, a page of them reads the whole import.
create index import_rows_failed_idx on import_rows (store_env_id, import_id, line, id) where outcome = 'failed';
call app.fence('import_rows');

-- Archives of a store, and how each was created.
create table backups (
  store_env_id uuid not null,
  id uuid not null,
  origin text not null constraint backups_origin_known check (origin in ('manual', 'scheduled')),
  target text not null constraint backups_target_known check (target in ('service', 's3')),
  -- The merchant's bucket. Null if the service stores the file.
  location text,
  status text not null constraint backups_status_known check (status in ('queued', 'running', 'completed', 'failed')),
  -- True if the archive contains email addresses.
  addresses boolean not null,
  encrypted boolean not null,
  -- Sealed. Deleted once the file was written and verified.
  passphrase bytea,
  -- Location, size and digest of the whole file, set once it was verified.
  file_key text,
  bytes bigint not null,
  row_count bigint not null,
  -- Rows written per table.
  table_rows jsonb,
  sha256 text,
  tries integer not null,
  error jsonb,
  verification text constraint backups_verification_known check (verification in ('ok', 'failed')),
  verification_problem text,
  verified_at timestamptz(3),
  -- Set while a requested verification is pending.
  verify_asked_at timestamptz(3),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  expires_at timestamptz(3),
  primary key (store_env_id, id)
);
create index backups_newest_idx on backups (store_env_id, created_at desc, id desc);
-- One running backup per store.
create unique index backups_running_key on backups (store_env_id) where status in ('queued', 'running');
call app.fence('backups');

create table backup_schedules (
  store_env_id uuid not null,
  id uuid not null,
  enabled boolean not null,
  frequency text not null constraint backup_schedules_frequency_known check (frequency in ('daily', 'weekly', 'monthly')),
  hour smallint not null,
  keep smallint not null,
  target text not null constraint backup_schedules_target_known check (target in ('service', 's3')),
  passphrase bytea,
  -- True if its author may see email addresses.
  addresses boolean not null,
  next_at timestamptz(3),
  -- Hour of the last backup, so that one hour creates one backup.
  last_slot_at timestamptz(3),
  failing_since timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create unique index backup_schedules_store_key on backup_schedules (store_env_id);
call app.fence('backup_schedules');

-- The merchant's own bucket.
create table backup_targets (
  store_env_id uuid not null,
  id uuid not null,
  endpoint text not null,
  region text not null,
  bucket text not null,
  prefix text not null,
  access_key_id text not null,
  secret_access_key bytea not null,
  -- True if its author may see email addresses.
  addresses boolean not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create unique index backup_targets_store_key on backup_targets (store_env_id);
call app.fence('backup_targets');

-- File and attempts of an archive's restore. The import with the same id has its progress.
create table archive_restores (
  store_env_id uuid not null,
  import_id uuid not null,
  file_key text,
  tries integer not null default 0,
  created_at timestamptz(3) not null,
  constraint archive_restores_pkey primary key (store_env_id, import_id),
  constraint archive_restores_import_fk foreign key (store_env_id, import_id) references imports on delete cascade
);
create index archive_restores_file_idx on archive_restores (store_env_id, file_key) where file_key is not null;
call app.fence('archive_restores');

-- New id of each restored row.
create table restored_ids (
  store_env_id uuid not null,
  import_id uuid not null,
  type text not null,
  from_id uuid not null,
  to_id uuid not null,
  constraint restored_ids_pkey primary key (store_env_id, import_id, type, to_id)
);
call app.fence('restored_ids');
