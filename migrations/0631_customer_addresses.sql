-- Migration: expands.
-- Ids of at most `most` customers of the current store whose address contains `part`. Signed-in people search them. See
-- app.customers_named.
grant select (store_env_id, id, email) on customers to evident_definer;

create function app.customers_addressed(pattern text, most int) returns uuid[]
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set enable_indexscan = off set jit = off as $$
declare
  store uuid := nullif(current_setting('app.store_env_id', true), '')::uuid;
begin
  return array(
    select f.id
      from (select c.id, c.store_env_id from public.customers c
             where uuid_hash_extended(c.store_env_id, 0) = uuid_hash_extended(store, 0) and c.email like pattern offset 0) f
     where f.store_env_id = store
     limit most);
end $$;
revoke all on function app.customers_addressed(text, int) from public;
grant execute on function app.customers_addressed(text, int) to evident_app;
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.customers_addressed(text, int) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
