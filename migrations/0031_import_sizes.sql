-- What a store's kept import files take, so that there is an end to it. Unknown for files that came before.
alter table imports add column file_bytes bigint;
-- Who is next, of those that wait.
create index imports_unfinished_idx on imports (store_env_id, created_at, id) where status in ('queued', 'running');
