-- Which widget a store shows where on its pages.
create table placements (
  store_env_id uuid not null,
  id uuid not null,
  name text not null,
  widget text not null
    constraint placements_widget_known check (widget in ('reviews', 'stars', 'review_form', 'gallery', 'faq', 'loyalty')),
  page_type text not null
    constraint placements_page_type_known check (page_type in ('product', 'category', 'home', 'cart', 'other', 'any')),
  -- On every page of that type. Kept apart from the rows below: one whose products and categories are all gone is shown nowhere.
  is_general boolean not null,
  selector text not null,
  insertion text not null
    constraint placements_insertion_known check (insertion in ('before', 'after', 'prepend', 'append')),
  -- Without a foreign key: while its gallery is not published, or gone, the placement is shown nowhere.
  gallery_id uuid,
  heading text,
  item_limit smallint constraint placements_item_limit_range check (item_limit between 1 and 50),
  priority smallint not null constraint placements_priority_range check (priority between -100 and 100),
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  status text not null constraint placements_status_known check (status in ('draft', 'published')),
  -- Of the heading; null where nobody said.
  locale text,
  translations jsonb not null,
  published_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint placements_dates check (ends_at > starts_at)
);
create index placements_newest_idx on placements (store_env_id, created_at desc, id desc);

create table placement_products (
  store_env_id uuid not null,
  placement_id uuid not null,
  product_id uuid not null,
  -- Whether the placement stays away from this product.
  is_excluded boolean not null,
  primary key (store_env_id, placement_id, product_id, is_excluded),
  constraint placement_products_placement_fk foreign key (store_env_id, placement_id) references placements on delete cascade,
  constraint placement_products_product_fk foreign key (store_env_id, product_id) references products on delete cascade
);
create index placement_products_product_idx on placement_products (store_env_id, product_id, placement_id);

create table placement_categories (
  store_env_id uuid not null,
  placement_id uuid not null,
  category_id uuid not null,
  primary key (store_env_id, placement_id, category_id),
  constraint placement_categories_placement_fk foreign key (store_env_id, placement_id) references placements on delete cascade,
  constraint placement_categories_category_fk foreign key (store_env_id, category_id) references categories on delete cascade
);
create index placement_categories_category_idx on placement_categories (store_env_id, category_id, placement_id);

call app.fence('placements', 'placement_products', 'placement_categories');
