-- Migration: expands concurrently.
-- Short pending lists, because every search scans them.
create index concurrently customers_address_parts_idx on customers
  using gin (uuid_hash_extended(store_env_id, 0), email gin_trgm_ops) with (gin_pending_list_limit = 256);
