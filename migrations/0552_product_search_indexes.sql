-- Migration: expands concurrently.
-- Short pending lists, because every search scans them.
create index concurrently products_text_idx on products
  using gin (uuid_hash_extended(store_env_id, 0),
             lower(coalesce(title, '') || E'\n' || coalesce(handle, '') || E'\n' || platform_product_id) gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index concurrently product_variants_text_idx on product_variants using gin (uuid_hash_extended(store_env_id, 0), lower(sku) gin_trgm_ops)
  with (gin_pending_list_limit = 256) where sku is not null and retired_at is null;
