-- What a shop sorts its products into: read from the shop, or pushed.
create table categories (
  store_env_id uuid not null,
  id uuid not null,
  platform_category_id text not null,
  name text not null,
  -- The name by which products name it: without space around it, in Unicode's composed form.
  name_key text not null,
  handle text,
  -- As it was said: the parent may come later, or never.
  parent_platform_category_id text,
  source text not null constraint categories_source_known check (source in ('shop', 'pushed')),
  -- Known by nothing but its name, which a product said: who pushes or reads a category of this name means this one.
  is_named_only boolean not null default false,
  requests_excluded boolean not null default false,
  -- SHA-256 of the row last pushed; null where something else was written since.
  fingerprint bytea,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint categories_platform_id_once unique (store_env_id, platform_category_id)
);
create index categories_newest_idx on categories (store_env_id, created_at desc, id desc);
create index categories_name_idx on categories (store_env_id, name_key);
create index categories_excluded_idx on categories (store_env_id, id) where requests_excluded;

-- Which products are in it, by the platform's id: a product may become known after its category. The category's own row says
-- so, or the product's; each is replaced without the other.
create table category_products (
  store_env_id uuid not null,
  category_id uuid not null,
  platform_product_id text not null,
  said_by text not null constraint category_products_said_by_known check (said_by in ('category', 'product')),
  primary key (store_env_id, category_id, platform_product_id, said_by),
  constraint category_products_category_fk foreign key (store_env_id, category_id) references categories on delete cascade
);
create index category_products_product_idx on category_products (store_env_id, platform_product_id, category_id);

-- Products that are known already name theirs. Reading them takes a moment without the policy, which the owner is held to too.
alter table products no force row level security;
insert into categories (store_env_id, id, platform_category_id, name, name_key, source, is_named_only, created_at, updated_at)
select store_env_id, uuidv7(), name_key, name_key, name_key, 'pushed', true, made_at, made_at
  from (select p.store_env_id, normalize(btrim(c.name, E' \t\n\r\f\v\u00a0'), nfc) as name_key, now() as made_at
          from products p cross join lateral unnest(p.categories) c(name)) named
 where name_key <> ''
 group by store_env_id, name_key, made_at
 order by store_env_id, name_key;
insert into category_products (store_env_id, category_id, platform_product_id, said_by)
select distinct p.store_env_id, k.id, p.platform_product_id, 'product'
  from products p
 cross join lateral unnest(p.categories) c(name)
  join categories k on k.store_env_id = p.store_env_id and k.name_key = normalize(btrim(c.name, E' \t\n\r\f\v\u00a0'), nfc);
alter table products force row level security;

call app.fence('categories', 'category_products');
