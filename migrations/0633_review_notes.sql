-- Migration: expands.
-- Notes and the assignee of a review, for signed-in people only. They have their own tables, so nothing that reads reviews for shoppers,
-- feeds or webhooks can return them.
create table review_notes (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  -- Null in a restored store.
  author_id text,
  body text not null,
  created_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint review_notes_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index review_notes_review_idx on review_notes (store_env_id, review_id, created_at, id);
call app.fence('review_notes');

create table review_assignees (
  store_env_id uuid not null,
  review_id uuid not null,
  user_id text not null,
  assigned_at timestamptz(3) not null,
  primary key (store_env_id, review_id),
  constraint review_assignees_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index review_assignees_user_idx on review_assignees (store_env_id, user_id, assigned_at desc, review_id);
call app.fence('review_assignees');
