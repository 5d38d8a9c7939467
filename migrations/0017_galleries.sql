-- Galleries: pictures that a store selected, in its own order.
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
  -- Language of title and description. Null if unknown.
  locale text,
  translations jsonb not null,
  published_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Settings of the form below the gallery. Missing fields use the defaults.
  lead_form jsonb not null default '{}',
  primary key (store_env_id, id)
);
create index galleries_newest_idx on galleries (store_env_id, created_at desc, id desc);
call app.fence('galleries');

-- Pictures that a store uploaded for galleries. Deleted once no gallery shows them.
create table gallery_photos (
  store_env_id uuid not null,
  -- Equals the id of the upload.
  id uuid not null,
  -- Null if an archive lacked the file.
  storage_key text,
  width integer not null,
  height integer not null,
  variants text[] not null default '{}',
  created_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
call app.fence('gallery_photos');

create table gallery_items (
  store_env_id uuid not null,
  id uuid not null,
  gallery_id uuid not null,
  review_photo_id uuid,
  upload_id uuid,
  position integer not null,
  caption text,
  alt text,
  -- Captions and alt texts by language.
  translations jsonb not null,
  -- The author's permission to show the photo, who recorded it and when.
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
call app.fence('gallery_items');

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
call app.fence('gallery_item_products');

-- Contact requests from that form. Their authors are never public.
create table gallery_leads (
  store_env_id uuid not null,
  id uuid not null,
  gallery_id uuid not null,
  status text not null constraint gallery_leads_status_known check (status in ('unconfirmed', 'new', 'contacted', 'closed', 'spam')),
  email text not null,
  name text,
  phone text,
  message text,
  locale text,
  -- The store's internal note.
  note text,
  -- The exact consent text, and when the visitor agreed.
  consent_text text not null,
  consented_at timestamptz(3) not null,
  -- When the visitor confirmed the mailed link.
  confirmed_at timestamptz(3),
  -- Digest of author and content: a repeat within a day is the same lead. `visitor` also includes the network.
  key bytea not null,
  visitor bytea not null,
  -- The store's mail about it: immediate, or in a digest. Null if nobody gets one.
  notice text constraint gallery_leads_notice_known check (notice in ('due', 'waiting', 'sent', 'digest')),
  -- Since when it is due or waiting, or when its mail was queued.
  notice_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint gallery_leads_gallery_fk foreign key (store_env_id, gallery_id) references galleries on delete cascade
);
create index gallery_leads_newest_idx on gallery_leads (store_env_id, gallery_id, created_at desc, id desc);
create index gallery_leads_status_idx on gallery_leads (store_env_id, gallery_id, status, created_at desc, id desc);
create index gallery_leads_email_idx on gallery_leads (store_env_id, email, created_at);
create index gallery_leads_key_idx on gallery_leads (store_env_id, key, created_at);
create index gallery_leads_old_idx on gallery_leads (store_env_id, created_at);
create index gallery_leads_untold_idx on gallery_leads (store_env_id, gallery_id, notice_at, id) where notice in ('due', 'waiting');
create index gallery_leads_told_idx on gallery_leads (store_env_id, gallery_id, notice_at) where notice in ('sent', 'digest');
call app.fence('gallery_leads');
