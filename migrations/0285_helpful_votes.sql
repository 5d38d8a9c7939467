-- How many visitors found a review helpful. Counted from `review_votes` a minute later: a row of a review that many vote for at
-- once would be one that all of them wait for.
alter table reviews add column helpful_count integer not null default 0;

create table review_votes (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  -- Of a random word that only the visitor's browser has. Nothing in here tells who it was.
  voter bytea not null,
  helpful boolean not null,
  -- Whether it is in the review's count.
  counted boolean not null default false,
  primary key (store_env_id, id),
  constraint review_votes_once_per_visitor unique (store_env_id, review_id, voter),
  constraint review_votes_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index review_votes_uncounted_idx on review_votes (store_env_id, review_id) where not (helpful and counted);

call app.fence('review_votes');
