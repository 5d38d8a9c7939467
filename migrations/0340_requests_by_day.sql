-- What became of the review requests that were sent on finished days of a store, by who sent them and whether a reminder followed, for
-- the report of it. A day of which something has changed since is marked, and counted from its requests until it is counted anew.
create table analytics_request_days (
  store_env_id uuid not null,
  day date not null,
  provider text not null,
  reminded boolean not null,
  sent bigint not null,
  opened bigint not null,
  reviewed bigint not null,
  opened_and_left bigint not null,
  primary key (store_env_id, day, provider, reminded)
);

-- Whose days these are, and which is the first that is not counted yet.
create table analytics_request_coverage (
  store_env_id uuid primary key,
  timezone text not null,
  counted_until date not null
);

-- A row of its own for each change, so that no two writers wait for each other: a day, by UTC, or an order, whose day is that on which
-- it was asked about. Neither where any day may have changed.
create table analytics_request_changes (
  store_env_id uuid not null,
  id uuid not null,
  day date,
  order_id uuid,
  primary key (store_env_id, id),
  constraint analytics_request_changes_one check (num_nonnulls(day, order_id) <= 1)
);

call app.fence('analytics_request_days', 'analytics_request_coverage', 'analytics_request_changes');
