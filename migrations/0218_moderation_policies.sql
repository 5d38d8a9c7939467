-- What a store publishes, and what not, in its own words. A version never changes; the one that was adopted last is in force. The
-- first is the service's, and stands here only once a store has had another.
create table moderation_policies (
  store_env_id uuid not null,
  id uuid not null,
  version integer not null,
  text text not null,
  sha256 bytea not null,
  adopted integer not null,
  created_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint moderation_policies_version_once unique (store_env_id, version),
  constraint moderation_policies_text_once unique (store_env_id, sha256),
  constraint moderation_policies_adopted_once unique (store_env_id, adopted)
);

call app.fence('moderation_policies');
