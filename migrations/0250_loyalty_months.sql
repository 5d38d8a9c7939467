-- What the lines of a journal come to by month, so that a report over years need not read them all: the sums of every line that was
-- written before `counted_until`, by the months of that zone. Both can be thrown away, and are made again from the journal.
create table loyalty_journal_counts (
  store_env_id uuid primary key,
  timezone text not null,
  counted_until timestamptz(3) not null
);

create table loyalty_journal_months (
  store_env_id uuid not null,
  -- Such as 2026-11.
  month text not null,
  earned bigint not null,
  redeemed bigint not null,
  lapsed bigint not null,
  corrected bigint not null,
  delta bigint not null,
  primary key (store_env_id, month)
);

call app.fence('loyalty_journal_counts', 'loyalty_journal_months');
