-- Keys of ids and GTINs that were pushed with a spreadsheet's frame (`="123"`, `'123`), and of numbers that a spreadsheet shortened:
-- a shortened number has no key. `idKey` and `gtinKey` of server/platform/values/identifiers.ts say the same in TypeScript.
alter table products no force row level security;
update products r set id_key = (
  select case when b.id !~ '^[+-]?([0-9][.,][0-9]+[Ee]\+?[0-9]{1,3}|[0-9][Ee]\+[0-9]{1,3})$' then
           nullif(regexp_replace(regexp_replace(b.id, '(?:\.0+|(?<=^[0-9]+),0+)$', ''),
                                '^(?:gid://shopify/[A-Za-z]+/|shopify-(?=[0-9]))?0*(?=.)', ''), '') end
    from (select translate(regexp_replace(regexp_replace(regexp_replace(r.platform_product_id,
                   '[\s\u00a0\u00ad\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]+', '', 'g'),
                   '^=?"([^"]*)"$', '\1'), '^[''‘’](?=[A-Za-z0-9_-])', ''), '‐‑‒–—―−﹘﹣－', '----------') as id) b)
 where r.id_key = '' or r.id_key ~ '^[=''"‘’]|,0+$|[0-9][Ee]';
alter table products force row level security;
alter table product_variants no force row level security;
update product_variants set gtin_key = null
 where gtin_key = '' or gtin ~ '[0-9][.,][0-9]+[Ee]\+?[0-9]|[0-9][Ee]\+[0-9]';
alter table product_variants force row level security;
