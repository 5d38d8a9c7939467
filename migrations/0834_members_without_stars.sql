-- Migration: expands concurrently.
-- Members whose stars the job has yet to copy.
create index concurrently product_group_members_uncopied_idx on product_group_members (store_env_id, product_id) where s1 is null;
