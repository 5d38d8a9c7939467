-- The gallery whose lead form a webhook is of: it gets what that form brings and nothing else, and is shown and changed with
-- the gallery alone. Null: a webhook of the store.
alter table webhook_endpoints
  add column gallery_id uuid,
  add constraint webhook_endpoints_gallery_once unique (store_env_id, gallery_id),
  add constraint webhook_endpoints_gallery_fk foreign key (store_env_id, gallery_id) references galleries on delete cascade;
