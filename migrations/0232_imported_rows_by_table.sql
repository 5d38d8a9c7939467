-- Of the archive of a store: how many rows of each kind came back, or would.
alter table imports add column table_rows jsonb;
