-- Migration: expands.
-- Machine translations of approved reviews, one for each language that the store wants.
create table review_translations (
  store_env_id uuid not null,
  review_id uuid not null,
  language text not null,
  -- Null until the job made the translation, and after the engine refused for good.
  title text,
  body text,
  engine text,
  -- Null if nothing is left to do.
  due_at timestamptz(3),
  -- The run that translates the row now. A change of the review deletes the row, so that its result is lost.
  claim uuid,
  attempts smallint not null default 0,
  created_at timestamptz(3) not null,
  made_at timestamptz(3),
  primary key (store_env_id, review_id, language),
  constraint review_translations_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index review_translations_due_idx on review_translations (store_env_id, due_at) where due_at is not null;
call app.fence('review_translations');

-- Stores whose older reviews are not all queued yet, and the last review that was.
create table review_translation_fills (
  store_env_id uuid primary key,
  before_id uuid,
  started_at timestamptz(3) not null
);
call app.fence('review_translation_fills');

alter table review_settings add column translate text[] not null default '{}';
