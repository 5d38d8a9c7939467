-- When somebody first decided on a review, and first answered it. The review itself keeps when that was last.
create table analytics_first_acts (
  store_env_id uuid not null,
  review_id uuid not null,
  decided_at timestamptz(3),
  replied_at timestamptz(3),
  primary key (store_env_id, review_id),
  constraint analytics_first_acts_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);

create table analytics_settings (
  store_env_id uuid primary key,
  widget_counts boolean not null,
  updated_at timestamptz(3) not null
);

-- How often widgets were seen and used on a day of the store's. A count is spread over a few rows, so that visitors of one
-- moment do not wait for each other; it is their sum.
create table analytics_widget_counts (
  store_env_id uuid not null,
  day date not null,
  widget text not null,
  kind text not null constraint analytics_widget_counts_kind_known check (kind in ('impression', 'click')),
  part smallint not null,
  count bigint not null,
  primary key (store_env_id, day, widget, kind, part)
);

call app.fence('analytics_first_acts', 'analytics_settings', 'analytics_widget_counts');

-- Of what was decided before nothing else is known than when it was approved.
insert into analytics_first_acts (store_env_id, review_id, decided_at, replied_at)
select store_env_id, id, approved_at, replied_at from reviews
 where source <> 'import' and (approved_at is not null or replied_at is not null);
