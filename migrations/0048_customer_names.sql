-- Customers are found by a part of their name through an index. Row-level security lets the planner use no condition on an
-- index that might tell of rows it must not see, and those on parts of texts and arrays are such; so a function looks, above
-- row-level security, for the entered store alone. Every term of the index has its store in it: the names of others are
-- neither found nor read.
create function app.name_terms(store uuid, name text) returns bigint[]
  language plpgsql immutable parallel safe strict as $$
declare
  folded text := pg_catalog.lower(name);
  seed bigint := pg_catalog.uuid_hash_extended(store, 0);
begin
  -- Three letters anywhere; one and two where a word begins, and anywhere in scripts whose words are that short.
  return (
    select pg_catalog.array_agg(distinct pg_catalog.hashtextextended(pg_catalog.substr(folded, i, size), seed))
      from pg_catalog.generate_series(1, pg_catalog.length(folded)) i, pg_catalog.generate_series(1, 3) size
     where i + size - 1 <= pg_catalog.length(folded)
       and (size = 3 or i = 1 or pg_catalog.substr(folded, i - 1, 1) = ' '
            or pg_catalog.ascii(pg_catalog.substr(folded, i, 1)) >= 11904));
end $$;

-- What a name must have for a search to find it.
create function app.searched_terms(store uuid, searched text) returns bigint[]
  language plpgsql immutable parallel safe strict as $$
declare
  folded text := pg_catalog.lower(searched);
  size int := least(3, pg_catalog.length(folded));
begin
  return (
    select pg_catalog.array_agg(distinct pg_catalog.hashtextextended(
             pg_catalog.substr(folded, i, size), pg_catalog.uuid_hash_extended(store, 0)))
      from pg_catalog.generate_series(1, pg_catalog.length(folded) - size + 1) i);
end $$;

-- Small pending lists: each search reads through them.
create index customers_name_terms_idx on customers using gin (app.name_terms(store_env_id, name))
  with (gin_pending_list_limit = 256);

-- The ids of the entered store's customers whose name has one of `patterns`, `most` at most. `offset 0` and the settings leave
-- the planner one way, whatever statistics say.
create function app.customers_named(searched text, patterns text[], most int) returns uuid[]
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set enable_indexscan = off set jit = off as $$
declare
  store uuid := nullif(current_setting('app.store_env_id', true), '')::uuid;
begin
  return array(
    select f.id
      from (select c.id, c.name, c.store_env_id from public.customers c
             where app.name_terms(c.store_env_id, c.name) @> app.searched_terms(store, searched) offset 0) f
     where f.store_env_id = store and f.name ilike any (patterns)
     limit most);
end $$;

create policy definer on customers for select to evident_definer using (true);
grant select (id, store_env_id, name) on customers to evident_definer;
revoke all on function app.customers_named(text, text[], int) from public;
grant execute on function app.customers_named(text, text[], int) to evident_app;
do $$
begin
  -- An owner without superuser may hand a function only to a role it belongs to and that may create in the schema.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.customers_named(text, text[], int) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
