-- What became of the mail of finished days of a store, for the report of it. A day of which mail has changed since is marked, and
-- counted from its mails until it is counted anew.
create table analytics_mail_days (
  store_env_id uuid not null,
  day date not null,
  sent bigint not null,
  failed bigint not null,
  skipped bigint not null,
  bounced bigint not null,
  complained bigint not null,
  primary key (store_env_id, day)
);

-- Whose days these are, and which is the first that is not counted yet.
create table analytics_mail_coverage (
  store_env_id uuid primary key,
  timezone text not null,
  counted_until date not null
);

-- A day, by UTC, and a row of its own for each change, so that no two writers wait for each other.
create table analytics_mail_changes (
  store_env_id uuid not null,
  day date not null,
  id uuid not null,
  primary key (store_env_id, day, id)
);

call app.fence('analytics_mail_days', 'analytics_mail_coverage', 'analytics_mail_changes');
