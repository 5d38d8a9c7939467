-- Questions with answers that a store shows, in an order of its own.
create table faqs (
  store_env_id uuid not null,
  id uuid not null,
  question text not null,
  -- Markdown.
  answer text not null,
  group_name text,
  status text not null constraint faqs_status_known check (status in ('draft', 'published')),
  position integer not null,
  -- Of the three texts above; null where nobody said.
  locale text,
  -- The same texts in other languages, by their tags.
  translations jsonb not null,
  -- About everything. Kept apart from the rows below: one whose products and categories are all gone is shown nowhere.
  is_general boolean not null,
  published_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index faqs_position_idx on faqs (store_env_id, position, id);

create table faq_products (
  store_env_id uuid not null,
  faq_id uuid not null,
  product_id uuid not null,
  primary key (store_env_id, faq_id, product_id),
  constraint faq_products_faq_fk foreign key (store_env_id, faq_id) references faqs on delete cascade,
  constraint faq_products_product_fk foreign key (store_env_id, product_id) references products on delete cascade
);
create index faq_products_product_idx on faq_products (store_env_id, product_id, faq_id);

create table faq_categories (
  store_env_id uuid not null,
  faq_id uuid not null,
  category_id uuid not null,
  primary key (store_env_id, faq_id, category_id),
  constraint faq_categories_faq_fk foreign key (store_env_id, faq_id) references faqs on delete cascade,
  constraint faq_categories_category_fk foreign key (store_env_id, category_id) references categories on delete cascade
);
create index faq_categories_category_idx on faq_categories (store_env_id, category_id, faq_id);

call app.fence('faqs', 'faq_products', 'faq_categories');
