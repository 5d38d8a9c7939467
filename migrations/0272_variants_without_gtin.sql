-- Variants on sale that no shopping engine can recognise, by product: a catalogue in which all have a GTIN is not read for them.
create index product_variants_without_gtin_idx on product_variants (store_env_id, product_id)
  where retired_at is null and not gtin_is_valid;
