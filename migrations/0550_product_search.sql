-- Migration: expands.
-- Finds products by a part of a title, handle, id or SKU. With row-level security the planner uses no index on conditions that are not
-- leakproof. So a security definer function searches the indexes, and their first column is a hash of the store.
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;

create policy definer on products for select to evident_definer using (true);
grant select (store_env_id, id, id_key, platform_product_id, title, handle) on products to evident_definer;
create policy definer on product_variants for select to evident_definer using (true);
grant select (store_env_id, product_id, sku, retired_at) on product_variants to evident_definer;

-- Ids of at most `most` products of the current store that match `pattern` or have this comparison key. `offset 0` and the settings force the
-- indexes, because the planner may have statistics of an empty table.
create function app.products_matching(pattern text, key text, most int) returns uuid[]
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set enable_indexscan = off set jit = off as $$
declare
  store uuid := nullif(current_setting('app.store_env_id', true), '')::uuid;
begin
  return array(
    (select f.id
       from (select p.id, p.store_env_id, p.title, p.handle, p.platform_product_id from public.products p
              where uuid_hash_extended(p.store_env_id, 0) = uuid_hash_extended(store, 0)
                and lower(coalesce(p.title, '') || E'\n' || coalesce(p.handle, '') || E'\n' || p.platform_product_id) like lower(pattern)
             offset 0) f
      where f.store_env_id = store
        and (f.title ilike pattern or f.handle ilike pattern or f.platform_product_id ilike pattern)
      limit most)
    union
    (select distinct v.product_id
       from (select v.product_id, v.store_env_id, v.sku from public.product_variants v
              where uuid_hash_extended(v.store_env_id, 0) = uuid_hash_extended(store, 0)
                and lower(v.sku) like lower(pattern) and v.sku is not null and v.retired_at is null
             offset 0) v
      where v.store_env_id = store and v.sku ilike pattern
      limit most)
    union
    (select p.id from public.products p where p.store_env_id = store and p.id_key = key)
    limit most);
end $$;
revoke all on function app.products_matching(text, text, int) from public;
grant execute on function app.products_matching(text, text, int) to evident_app;
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.products_matching(text, text, int) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
