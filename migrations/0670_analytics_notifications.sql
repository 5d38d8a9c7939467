-- Migration: expands.
-- Emails that people turned on for a store. A person without a row gets none.
create table analytics_notifications (
  store_env_id uuid not null,
  id uuid not null,
  user_id text not null,
  weekly_summary boolean not null,
  -- The first summary is of the week that ends after this time.
  weekly_since timestamptz(3) not null,
  -- Monday of the last week that was summarised, or that had nothing to say.
  last_week date,
  low_ratings boolean not null,
  alerted_at timestamptz(3),
  language text not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint analytics_notifications_once unique (store_env_id, user_id)
);
call app.fence('analytics_notifications');

-- New reviews with one or two stars. Alerts name them in batches. A batch stays until its emails are sent or given up.
create table analytics_low_ratings (
  store_env_id uuid not null,
  review_id uuid not null,
  batch uuid,
  batched_at timestamptz(3),
  primary key (store_env_id, review_id),
  constraint analytics_low_ratings_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
call app.fence('analytics_low_ratings');
