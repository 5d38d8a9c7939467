-- Who did something about a review, beside what the ledger says of it: the ledger names nobody, and knows no replies.
create table review_acts (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  -- As the entry of the ledger that was written with it.
  at timestamptz(3) not null,
  kind text not null
    constraint review_acts_kind_known
    check (kind in ('changed', 'replied', 'reply_changed', 'reply_withdrawn', 'reports_resolved')),
  actor text,
  role text not null,
  via text not null,
  count integer,
  primary key (store_env_id, id),
  constraint review_acts_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index review_acts_review_idx on review_acts (store_env_id, review_id, at);

call app.fence('review_acts');
