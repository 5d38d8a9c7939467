-- Members of one tier, the newest first: the few of the highest are found without reading past all the others.
create index loyalty_members_tier_idx on loyalty_members (store_env_id, tier, created_at desc, id desc) where tier is not null;
