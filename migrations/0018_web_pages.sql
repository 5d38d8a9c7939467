-- Hosted pages. Shoppers see a version; the row names the newest and the published one.
create table web_pages (
  store_env_id uuid not null,
  id uuid not null,
  slug text not null,
  version integer not null,
  -- Null if nothing is published.
  published_version integer,
  -- When the published version went live.
  published_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint web_pages_slug_once unique (store_env_id, slug)
);
create index web_pages_newest_idx on web_pages (store_env_id, created_at desc, id desc);
call app.fence('web_pages');

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
  -- Language of the texts. Null if unknown.
  locale text,
  translations jsonb not null,
  -- Type and id of the caller that saved it.
  saved_by_type text not null,
  saved_by_id text,
  created_at timestamptz(3) not null,
  primary key (store_env_id, page_id, version),
  constraint web_page_versions_page_fk foreign key (store_env_id, page_id) references web_pages on delete cascade
);
call app.fence('web_page_versions');

-- Former addresses of a page. They redirect until another page takes them.
create table web_page_former_slugs (
  store_env_id uuid not null,
  slug text not null,
  page_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (store_env_id, slug),
  constraint web_page_former_slugs_page_fk foreign key (store_env_id, page_id) references web_pages on delete cascade
);
create index web_page_former_slugs_page_idx on web_page_former_slugs (store_env_id, page_id, created_at desc);
call app.fence('web_page_former_slugs');

-- Addresses of the stores' pages, a global table because tenants cannot see each other. A store's former handles
-- redirect to its current one.
create table web_page_handles (
  handle text not null constraint web_page_handles_once primary key,
  store_env_id uuid not null references stores on delete cascade,
  is_current boolean not null,
  since timestamptz(3) not null
);
create index web_page_handles_store_idx on web_page_handles (store_env_id, since desc);
create unique index web_page_handles_current_once on web_page_handles (store_env_id) where is_current;
call app.fence('web_page_handles');
create policy owner on web_page_handles to current_user using (true);
create policy definer on web_page_handles for select to evident_definer using (true);
grant select on web_page_handles to evident_definer;

-- Called before the tenant is known.
create function app.find_web_page_store(of_handle text) returns table (store_env_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select h.store_env_id from web_page_handles h where h.handle = of_handle
$$;
revoke all on function app.find_web_page_store(text) from public;
grant execute on function app.find_web_page_store(text) to evident_app;
