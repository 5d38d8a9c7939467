-- Migration: expands.
-- Connection strings of shops: what a plugin needs to reach us and to prove itself. Only the key's digest is stored, with the keys.
create table shop_connection_strings (
  store_env_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  api_key_id uuid not null,
  -- Sealed with the deployment's key: the secret that signs the plugin's messages, and the secret that signs ours.
  to_evident bytea not null,
  to_shop bytea not null,
  page text not null,
  may_reply boolean not null,
  created_at timestamptz(3) not null,
  -- Null for the current string. A replaced one ends a day later.
  ends_at timestamptz(3),
  primary key (store_env_id, id),
  constraint shop_connection_strings_shop_fk foreign key (store_env_id, connection_id) references shop_connections on delete cascade
);
create index shop_connection_strings_shop_idx on shop_connection_strings (store_env_id, connection_id);
call app.fence('shop_connection_strings');

-- The plugin's last report, and the signed time of its messages: an older one changes nothing.
alter table shop_connections
  add column plugin_version text,
  add column plugin_shop_version text,
  add column plugin_callback text,
  add column plugin_seen_at timestamptz(3),
  add column plugin_said_at timestamptz(3),
  add column plugin_credentials_at timestamptz(3);
