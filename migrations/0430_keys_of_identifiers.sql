-- Identifiers are stored as they were sent and compared by a key: `gtinKey` and `idKey` of server/platform/identifiers.ts say the
-- same in TypeScript. The old index served exact spellings of GTINs only.
create index product_variants_gtin_key_idx on product_variants
  (store_env_id, (ltrim(regexp_replace(regexp_replace(gtin, '\.0+$', ''), '[^0-9]+', '', 'g'), '0')))
  where gtin is not null and retired_at is null;
drop index product_variants_gtin_idx;
create index products_id_key_idx on products
  (store_env_id, (regexp_replace(translate(regexp_replace(platform_product_id, '[\s\u00a0\u00ad\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]+', '', 'g'), '‐‑‒–—―−﹘﹣－', '----------'), '^(?:gid://shopify/[A-Za-z]+/|shopify-(?=[0-9]))?0*(?=.)|\.0+$', '', 'g')));
