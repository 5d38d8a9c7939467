-- Index terms of a name. With row-level security the planner uses no index on conditions that are not leakproof. So a
-- security definer function searches the index, and every term includes the store.
-- Written as a loop, because PostgreSQL planned an equivalent query for every customer row. That took longer than all
-- indexes together.
create function app.name_terms(store uuid, name text) returns bigint[]
  language plpgsql immutable parallel safe strict as $$
declare
  letters text[] := pg_catalog.string_to_array(pg_catalog.lower(name), null);
  seed bigint := pg_catalog.uuid_hash_extended(store, 0);
  count int := pg_catalog.cardinality(letters);
  terms bigint[] := '{}';
begin
  -- Three letters anywhere; one and two where a word begins, and anywhere in scripts whose words are that short.
  for i in 1 .. count loop
    if i + 2 <= count then
      terms := terms || pg_catalog.hashtextextended(letters[i] || letters[i + 1] || letters[i + 2], seed);
    end if;
    if i = 1 or letters[i - 1] = ' ' or pg_catalog.ascii(letters[i]) >= 11904 then
      terms := terms || pg_catalog.hashtextextended(letters[i], seed);
      if i < count then
        terms := terms || pg_catalog.hashtextextended(letters[i] || letters[i + 1], seed);
      end if;
    end if;
  end loop;
  return nullif(terms, '{}');
end $$;

-- Index terms that a name must contain to match a search.
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

create table customers (
  store_env_id uuid not null,
  id uuid not null,
  email text not null,
  name text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  name_folded text not null default '',
  primary key (store_env_id, id),
  constraint customers_email_once unique (store_env_id, email)
);
create index customers_newest_idx on customers (store_env_id, created_at desc, id desc);
create index customers_updated_idx on customers (store_env_id, updated_at, id);
create index customers_name_idx on customers (store_env_id, name_folded, id);
-- A short pending list, because every search scans it.
create index customers_name_terms_idx on customers using gin (app.name_terms(store_env_id, name))
  with (gin_pending_list_limit = 256);
call app.fence('customers');
create policy definer on customers for select to evident_definer using (true);
grant select (store_env_id, id, name) on customers to evident_definer;

create table orders (
  store_env_id uuid not null,
  id uuid not null,
  platform_order_id text not null,
  order_number text,
  email text,
  customer_name text,
  currency text,
  total numeric,
  refunded_total numeric not null default 0,
  placed_at timestamptz(3) not null,
  fulfilled_at timestamptz(3),
  delivered_at timestamptz(3),
  cancelled_at timestamptz(3),
  locale text,
  country text,
  referral_code text,
  fingerprint bytea,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Consent to marketing as the shop reports it. Null if the shop does not say.
  accepts_marketing boolean,
  -- Lower-case order number without a leading #, for search; the platform's id if there is no number. A column,
  -- because lower() is not leakproof: with row-level security the planner ignores an index on the expression.
  order_number_folded text,
  -- Lower-case customer name and its last word, for prefix search. Collation C makes a prefix a range in every
  -- database language.
  customer_name_folded text collate "C",
  customer_last_name_folded text collate "C",
  primary key (store_env_id, id),
  constraint orders_platform_id_once unique (store_env_id, platform_order_id)
);
create index orders_newest_idx on orders (store_env_id, created_at desc, id desc);
-- Addresses are stored in lower case: one address is one person.
create index orders_email_idx on orders (store_env_id, email, created_at desc, id desc) where email is not null;
create index orders_number_idx on orders (store_env_id, order_number_folded, created_at desc, id desc);
create index orders_updated_idx on orders (store_env_id, updated_at, id);
-- Includes the id, so that orders placed at the same instant have a stable order.
create index orders_placed_newest_idx on orders (store_env_id, placed_at desc, id desc);
create index orders_customer_name_idx on orders (store_env_id, customer_name_folded) where customer_name_folded is not null;
create index orders_customer_last_name_idx on orders (store_env_id, customer_last_name_folded)
  where customer_last_name_folded is not null;
call app.fence('orders');

create table order_line_items (
  store_env_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  position integer not null,
  platform_product_id text,
  platform_variant_id text,
  sku text,
  title text,
  quantity integer not null,
  unit_price numeric,
  product_id uuid,
  variant_id uuid,
  primary key (store_env_id, id),
  constraint order_line_items_order_fk foreign key (store_env_id, order_id) references orders on delete cascade,
  constraint order_line_items_product_fk foreign key (store_env_id, product_id) references products,
  constraint order_line_items_variant_fk foreign key (store_env_id, variant_id) references product_variants
);
create index order_line_items_order_idx on order_line_items (store_env_id, order_id, position);
create index order_line_items_product_idx on order_line_items (store_env_id, product_id, order_id) where product_id is not null;
create index order_line_items_unlinked_idx on order_line_items (store_env_id, id) where product_id is null;
call app.fence('order_line_items');

-- Ids of at most `most` customers of the current store whose name matches `patterns`. `offset 0` and the settings
-- force the index, whatever the statistics say.
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
revoke all on function app.customers_named(text, text[], int) from public;
grant execute on function app.customers_named(text, text[], int) to evident_app;
