-- Migration: expands.
-- Groups of products whose reviews shoppers may see together. People make manual groups. The service derives the others from
-- `products.group_key` and from GTINs, in the transaction that writes the product.
alter table products add column group_key text constraint products_group_key_length check (length(group_key) <= 255);

create table product_groups (
  store_env_id uuid not null,
  id uuid not null,
  name text not null,
  source text not null constraint product_groups_source_known check (source in ('manual', 'group_key', 'gtin')),
  -- The group key, or the lowest GTIN of the group with 14 digits. Null for manual groups.
  key text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint product_groups_derived_has_key check ((source = 'manual') = (key is null))
);
create unique index product_groups_key_once on product_groups (store_env_id, source, key) where source = 'group_key';
create index product_groups_newest_idx on product_groups (store_env_id, created_at desc, id desc);
call app.fence('product_groups');

create table product_group_members (
  store_env_id uuid not null,
  product_id uuid not null,
  group_id uuid not null,
  primary key (store_env_id, product_id),
  constraint product_group_members_product_fk foreign key (store_env_id, product_id) references products on delete cascade,
  constraint product_group_members_group_fk foreign key (store_env_id, group_id) references product_groups on delete cascade
);
create index product_group_members_of_group_idx on product_group_members (store_env_id, group_id, product_id);
call app.fence('product_group_members');

-- Keys that more than 200 products share. They make no group.
create table product_group_overflows (
  store_env_id uuid not null,
  source text not null constraint product_group_overflows_source_known check (source in ('group_key', 'gtin')),
  key text not null,
  primary key (store_env_id, source, key)
);
call app.fence('product_group_overflows');

-- A store without a row has the defaults.
create table product_group_settings (
  store_env_id uuid primary key,
  by_group_key boolean not null,
  by_gtin boolean not null,
  updated_at timestamptz(3) not null
);
call app.fence('product_group_settings');
