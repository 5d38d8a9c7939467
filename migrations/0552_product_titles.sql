-- Ids of at most `most` products of the current store whose title matches `pattern`. A search of reviews reads them, and it read every
-- title before. See app.products_matching.
create function app.products_titled(pattern text, most int) returns uuid[]
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set enable_indexscan = off set jit = off as $$
declare
  store uuid := nullif(current_setting('app.store_env_id', true), '')::uuid;
begin
  return array(
    select f.id
      from (select p.id, p.store_env_id, p.title from public.products p
             where uuid_hash_extended(p.store_env_id, 0) = uuid_hash_extended(store, 0)
               and lower(coalesce(p.title, '') || E'\n' || coalesce(p.handle, '') || E'\n' || p.platform_product_id) like lower(pattern)
            offset 0) f
     where f.store_env_id = store and f.title ilike pattern
     limit most);
end $$;
revoke all on function app.products_titled(text, int) from public;
grant execute on function app.products_titled(text, int) to evident_app;
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.products_titled(text, int) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
