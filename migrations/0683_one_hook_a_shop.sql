-- Migration: expands concurrently.
create unique index concurrently webhook_endpoints_shop_once on webhook_endpoints (store_env_id, shop_connection_id)
  where shop_connection_id is not null;
