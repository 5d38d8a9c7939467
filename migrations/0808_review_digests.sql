-- Migration: expands.
-- Sentences of reviews that represent a product. Readers compare each with its review, so a stale row shows nothing wrong.
create table review_digests (
  store_env_id uuid not null,
  product_id uuid not null,
  sentences jsonb not null default '[]' constraint review_digests_sentences_array check (jsonb_typeof(sentences) = 'array'),
  -- Null if no review has changed since the digest was made.
  due_at timestamptz(3),
  -- Changes with each mark, so that a run does not clear a mark that came after its read.
  version uuid,
  made_at timestamptz(3),
  primary key (store_env_id, product_id)
);
create index review_digests_due_idx on review_digests (store_env_id, due_at) where due_at is not null;
call app.fence('review_digests');

alter table review_settings add column digest boolean not null default false;
