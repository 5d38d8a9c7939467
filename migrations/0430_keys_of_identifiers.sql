-- Identifiers are stored as they were sent and compared by a key: `gtinKey` and `idKey` of server/platform/values/identifiers.ts say the
-- same in TypeScript, and the stores of products when a row is written. Columns instead of indexes of expressions:
-- row-level security keeps an expression out of an index scan, because its functions are not leakproof. The old index served exact
-- spellings of GTINs only.
alter table product_variants add column gtin_key text;
alter table product_variants no force row level security;
update product_variants set gtin_key = ltrim(regexp_replace(regexp_replace(gtin, '\.0+$', ''), '[^0-9]+', '', 'g'), '0')
 where gtin is not null;
alter table product_variants force row level security;
create index product_variants_gtin_key_idx on product_variants (store_env_id, gtin_key)
  where gtin_key is not null and retired_at is null;
drop index product_variants_gtin_idx;
alter table products add column id_key text;
alter table products no force row level security;
update products set id_key = regexp_replace(translate(regexp_replace(platform_product_id, '[\s\u00a0\u00ad\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]+', '', 'g'), '‐‑‒–—―−﹘﹣－', '----------'), '^(?:gid://shopify/[A-Za-z]+/|shopify-(?=[0-9]))?0*(?=.)|\.0+$', '', 'g');
alter table products force row level security;
create index products_id_key_idx on products (store_env_id, id_key);
