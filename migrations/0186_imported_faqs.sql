-- Which row of a file a FAQ came from: a digest of its question, language and place. The same row again is the same FAQ, however it
-- was changed since.
alter table faqs
  add column import_key bytea,
  add constraint faqs_import_once unique (store_env_id, import_key);
