-- What a store's journal comes to by day, for the same lines that are kept by month. The days are the store's own, whose zone may be
-- another than that of its terms.
create table loyalty_journal_days (
  store_env_id uuid not null,
  day date not null,
  lines bigint not null,
  delta bigint not null,
  primary key (store_env_id, day)
);

call app.fence('loyalty_journal_days');

-- Null where days are not counted yet: all lines are counted anew then.
alter table loyalty_journal_counts add column day_timezone text;
