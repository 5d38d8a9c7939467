-- Pictures that a store has chosen, in an order of its own.
create table galleries (
  store_env_id uuid not null,
  id uuid not null,
  name text not null,
  title text,
  -- Markdown.
  description text,
  layout text not null constraint galleries_layout_known check (layout in ('grid', 'carousel', 'masonry')),
  columns smallint not null constraint galleries_columns_range check (columns between 1 and 6),
  status text not null constraint galleries_status_known check (status in ('draft', 'published')),
  -- Of title and description; null where nobody said.
  locale text,
  translations jsonb not null,
  published_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index galleries_newest_idx on galleries (store_env_id, created_at desc, id desc);

-- Pictures that the store itself uploaded for its galleries; one that no gallery shows any more goes.
create table gallery_photos (
  store_env_id uuid not null,
  -- The upload's, from which it was made.
  id uuid not null,
  -- Null where an archive came without the file.
  storage_key text,
  width integer not null,
  height integer not null,
  variants text[] not null default '{}',
  created_at timestamptz(3) not null,
  primary key (store_env_id, id)
);

create table gallery_items (
  store_env_id uuid not null,
  id uuid not null,
  gallery_id uuid not null,
  review_photo_id uuid,
  upload_id uuid,
  position integer not null,
  caption text,
  alt text,
  -- Of caption and alt, by language.
  translations jsonb not null,
  -- Whether the photo's author lets it be shown here, who said so and when.
  permission text not null constraint gallery_items_permission_known check (permission in ('pending', 'granted', 'declined')),
  permission_by jsonb,
  permission_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint gallery_items_picture check (review_photo_id is not null or upload_id is not null),
  constraint gallery_items_once unique (store_env_id, gallery_id, review_photo_id),
  constraint gallery_items_upload_once unique (store_env_id, gallery_id, upload_id),
  constraint gallery_items_gallery_fk foreign key (store_env_id, gallery_id) references galleries on delete cascade,
  constraint gallery_items_photo_fk foreign key (store_env_id, review_photo_id) references review_photos on delete cascade,
  constraint gallery_items_upload_fk foreign key (store_env_id, upload_id) references gallery_photos on delete cascade
);
create index gallery_items_position_idx on gallery_items (store_env_id, gallery_id, position, id);
create index gallery_items_photo_idx on gallery_items (store_env_id, review_photo_id);

create index gallery_items_upload_idx on gallery_items (store_env_id, upload_id);

create table gallery_item_products (
  store_env_id uuid not null,
  item_id uuid not null,
  product_id uuid not null,
  position integer not null,
  primary key (store_env_id, item_id, product_id),
  constraint gallery_item_products_item_fk foreign key (store_env_id, item_id) references gallery_items on delete cascade,
  constraint gallery_item_products_product_fk foreign key (store_env_id, product_id) references products on delete cascade
);
create index gallery_item_products_product_idx on gallery_item_products (store_env_id, product_id, item_id);

call app.fence('galleries', 'gallery_photos', 'gallery_items', 'gallery_item_products');
