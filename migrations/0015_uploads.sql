-- A photo that belongs to nothing yet: sent before its review is. Its row is written before its files are, so that whatever is
-- left half done can be found. Claimed by a review, it leaves this table and keeps its id.
create table uploads (
  store_env_id uuid not null,
  id uuid not null,
  state text not null constraint uploads_state_known check (state in ('receiving', 'ready')),
  source text not null constraint uploads_source_known check (source in ('api', 'storefront', 'form')),
  storage_key text not null,
  width integer not null,
  height integer not null,
  -- Which of the smaller or newer kinds of the file there are, such as {thumb.webp}.
  variants text[] not null default '{}',
  created_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index uploads_age_idx on uploads (store_env_id, created_at, source);

create index imports_file_idx on imports (store_env_id, file_key) where file_key is not null;

-- Null while none have been tried to make, as of photos from before there were variants: the nightly look finds those.
alter table review_photos add column variants text[];
create index review_photos_unvaried_idx on review_photos (store_env_id, id) where state = 'ready' and variants is null;

call app.fence('uploads');
