-- An archive that is being restored: where its file is, and how often it was tried. The import of the same id says how far it is.
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

-- Which id a row of an archive has here.
create table restored_ids (
  store_env_id uuid not null,
  import_id uuid not null,
  type text not null,
  from_id uuid not null,
  to_id uuid not null,
  constraint restored_ids_pkey primary key (store_env_id, import_id, type, to_id),
  constraint restored_ids_import_fk foreign key (store_env_id, import_id) references imports on delete cascade
);

call app.fence('archive_restores', 'restored_ids');
