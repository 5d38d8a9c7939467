-- Migration: expands.
-- The hook of a shop's plugin. It belongs to the connection, and its secrets are those of the connection's strings.
alter table webhook_endpoints
  add column shop_connection_id uuid,
  add constraint webhook_endpoints_shop_fk foreign key (store_env_id, shop_connection_id) references shop_connections on delete cascade;
