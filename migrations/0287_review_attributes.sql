-- What a store asks beside the stars: how a thing fits, how well it is made. What was asked once stays, so that the answers in
-- reviews keep their meaning; nobody is asked any more once it is retired.
create table review_attributes (
  store_env_id uuid not null,
  id uuid not null,
  -- Null: asked about every product. A category may go and leave the answers behind, so nothing refers to it.
  category_id uuid,
  kind text not null constraint review_attributes_kind_known check (kind in ('scale', 'choice')),
  label text not null,
  low_label text,
  high_label text,
  -- An answer is the place of a choice, from 0.
  choices text[],
  position integer not null,
  retired_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index review_attributes_asked_idx on review_attributes (store_env_id, category_id, position) where retired_at is null;

call app.fence('review_attributes');
