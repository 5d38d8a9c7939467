-- How a person wants to look at a store's reviews: a name for what the list is narrowed down to.
create table review_views (
  store_env_id uuid not null,
  id uuid not null,
  -- Whose it is. Nobody else sees it.
  user_id text not null,
  name text not null,
  filter jsonb not null,
  -- What the person's list begins with.
  is_default boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index review_views_person_idx on review_views (store_env_id, user_id, created_at desc, id desc);
create unique index review_views_one_default on review_views (store_env_id, user_id) where is_default;

call app.fence('review_views');
