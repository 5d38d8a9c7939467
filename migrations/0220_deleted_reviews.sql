-- Of reviews that a store itself has deleted nothing is left but what its share of withheld ones is counted from: no author, no
-- text, no product.
create table deleted_reviews (
  store_env_id uuid not null,
  id uuid not null,
  rating smallint not null,
  submitted_at timestamptz(3) not null,
  moderation_reason text not null,
  deleted_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index deleted_reviews_submitted_idx on deleted_reviews (store_env_id, submitted_at, rating, moderation_reason);

-- Stores whose gap is as large as their owners want to be told of, and were.
create table evidence_alerts (
  store_env_id uuid primary key,
  since timestamptz(3) not null
);

call app.fence('deleted_reviews', 'evidence_alerts');
