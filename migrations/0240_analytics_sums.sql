-- What reports count, kept for finished days of a store and for whole eights and sixty-fours of them. A sum that stands is right, or a
-- day it has is marked in analytics_changes.
create table analytics_coverage (
  store_env_id uuid primary key,
  -- Whose days these are; under another zone of the store nothing here is of use.
  timezone text not null,
  -- Summed are the days from `since`, which is null once there is nothing before, until the one before `until`.
  since date,
  until date not null
);

-- A day, by UTC, of which a review was submitted, changed or removed since it was summed. Every change adds rows of its own, so that
-- no two writers wait for each other, and none is lost to whoever sums the day at this moment. `-infinity` is all days.
create table analytics_changes (
  store_env_id uuid not null,
  day date not null,
  id uuid not null,
  primary key (store_env_id, day, id)
);

-- A row for each span of `days` days with anything in it.
create table analytics_sums (
  store_env_id uuid not null,
  days smallint not null,
  first_day date not null,
  received bigint not null,
  ones bigint not null,
  twos bigint not null,
  threes bigint not null,
  fours bigint not null,
  fives bigint not null,
  pending bigint not null,
  approved bigint not null,
  rejected bigint not null,
  spam bigint not null,
  verified bigint not null,
  with_photos bigint not null,
  with_reply bigint not null,
  incentivized bigint not null,
  imported bigint not null,
  -- How many of which rating became what, and for which reason: also those that the store has deleted.
  withheld jsonb not null,
  -- Of single days, from a review to the first decision on it and the first answer, in seconds.
  decided bigint not null,
  decision50 bigint,
  decision90 bigint,
  replied bigint not null,
  reply50 bigint,
  reply90 bigint,
  -- A place in each is one product.
  product_ids uuid[] not null,
  product_received bigint[] not null,
  product_stars bigint[] not null,
  product_low bigint[] not null,
  product_unanswered bigint[] not null,
  product_waiting bigint[] not null,
  primary key (store_env_id, days, first_day)
);

-- How often each wait was so many seconds long. Classes are ranges of seconds, so that a rank is found by their counts alone.
create table analytics_waits (
  store_env_id uuid not null,
  days smallint not null,
  first_day date not null,
  act text not null constraint analytics_waits_act_known check (act in ('decision', 'reply')),
  class smallint not null,
  count bigint not null,
  seconds bigint[] not null,
  counts bigint[] not null,
  primary key (store_env_id, days, first_day, act, class)
);

call app.fence('analytics_coverage', 'analytics_changes', 'analytics_sums', 'analytics_waits');
