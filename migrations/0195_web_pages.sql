-- Pages that are served for a store. What shoppers read is a version; the row says which one is the newest and which is shown.
create table web_pages (
  store_env_id uuid not null,
  id uuid not null,
  slug text not null,
  version integer not null,
  -- Null where shoppers see none.
  published_version integer,
  -- When what is shown was put there.
  published_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint web_pages_slug_once unique (store_env_id, slug)
);
create index web_pages_newest_idx on web_pages (store_env_id, created_at desc, id desc);

create table web_page_versions (
  store_env_id uuid not null,
  page_id uuid not null,
  version integer not null,
  kind text not null constraint web_page_versions_kind_known check (kind in ('reviews', 'faq', 'gallery', 'landing')),
  title text not null,
  description text,
  blocks jsonb not null,
  noindex boolean not null,
  canonical_url text,
  variables jsonb not null,
  -- Of the texts; null where nobody said.
  locale text,
  translations jsonb not null,
  -- Who saved it: a user, a key, and which.
  saved_by_type text not null,
  saved_by_id text,
  created_at timestamptz(3) not null,
  primary key (store_env_id, page_id, version),
  constraint web_page_versions_page_fk foreign key (store_env_id, page_id) references web_pages on delete cascade
);

-- Addresses that a page had once and that lead on to it, until another page takes them.
create table web_page_former_slugs (
  store_env_id uuid not null,
  slug text not null,
  page_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (store_env_id, slug),
  constraint web_page_former_slugs_page_fk foreign key (store_env_id, page_id) references web_pages on delete cascade
);
create index web_page_former_slugs_page_idx on web_page_former_slugs (store_env_id, page_id, created_at desc);

call app.fence('web_pages', 'web_page_versions', 'web_page_former_slugs');
