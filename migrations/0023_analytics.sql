create table analytics_settings (
  store_env_id uuid primary key,
  widget_counts boolean not null,
  updated_at timestamptz(3) not null
);
call app.fence('analytics_settings');

-- Views and uses of widgets per day of the store. A count is the sum of a few rows, so that concurrent visitors do not
-- wait for each other.
create table analytics_widget_counts (
  store_env_id uuid not null,
  day date not null,
  widget text not null,
  kind text not null constraint analytics_widget_counts_kind_known check (kind in ('impression', 'click')),
  part smallint not null,
  count bigint not null,
  primary key (store_env_id, day, widget, kind, part)
);
call app.fence('analytics_widget_counts');

-- First decision and first reply per review. The review itself has only the last ones.
create table analytics_first_acts (
  store_env_id uuid not null,
  review_id uuid not null,
  decided_at timestamptz(3),
  replied_at timestamptz(3),
  -- Copied from the review, so that reports read one index range. Only reviews that were not imported have acts, and
  -- their submission time never changes. Null during an archive's restore.
  submitted_at timestamptz(3),
  primary key (store_env_id, review_id),
  constraint analytics_first_acts_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index analytics_first_acts_submitted_idx on analytics_first_acts (store_env_id, submitted_at) include (decided_at, replied_at);
call app.fence('analytics_first_acts');

-- Report sums of finished days, and of spans of 8 and 64 days. A sum is exact unless analytics_changes marks one of
-- its days.
create table analytics_coverage (
  store_env_id uuid primary key,
  -- Time zone of the days. The sums are invalid for any other zone.
  timezone text not null,
  -- Days from `since` until before `until` are summed. `since` is null if nothing is older.
  since date,
  until date not null
);
call app.fence('analytics_coverage');

-- UTC days with changed reviews since their sum. Each change adds a row, so that writers do not wait and a running sum
-- loses no mark. `-infinity` marks all days.
create table analytics_changes (
  store_env_id uuid not null,
  day date not null,
  id uuid not null,
  primary key (store_env_id, day, id)
);
call app.fence('analytics_changes');

-- One row per span of `days` days with reviews.
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
  -- Counts by rating, result and reason, including deleted reviews.
  withheld jsonb not null,
  -- Parallel arrays: one index is one product.
  product_ids uuid[] not null,
  product_received integer[] not null,
  product_stars integer[] not null,
  product_low integer[] not null,
  product_unanswered integer[] not null,
  product_waiting integer[] not null,
  products text not null,
  primary key (store_env_id, days, first_day)
);
-- External storage, because base64 compresses badly and every report would decompress it.
alter table analytics_sums alter column products set storage external;
call app.fence('analytics_sums');

-- Histogram of waits in seconds. Classes are ranges, so that counts alone give a percentile.
create table analytics_waits (
  store_env_id uuid not null,
  days smallint not null,
  first_day date not null,
  act text not null constraint analytics_waits_act_known check (act in ('decision', 'reply')),
  class smallint not null,
  count bigint not null,
  seconds bigint[] not null,
  counts bigint[] not null,
  -- Includes the count, so that reports read the index alone.
  constraint analytics_waits_pkey primary key (store_env_id, days, first_day, act, class) include (count)
);
call app.fence('analytics_waits');

-- Tokenised texts of a finished day, in parts, newest reviews first. A row is exact unless analytics_changes marks its
-- day.
create table analytics_words (
  store_env_id uuid not null,
  day date not null,
  part smallint not null,
  -- Version of tokeniser and stop words. Other versions are tokenised again.
  version text not null,
  texts integer not null,
  -- Ratings and words as numbers, the only input of the counts.
  numbers bytea not null,
  -- The words behind the numbers, for display.
  dictionary text not null,
  primary key (store_env_id, day, part)
);
-- External storage: every reader counts all numbers, and decompressing them costs more than it saves.
alter table analytics_words alter column numbers set storage external;
call app.fence('analytics_words');

-- Times to the first decision and first reply, by span. Sums of a span come from its days, so that a changed day can
-- be subtracted. Days, weeks and months also store percentiles, which sums cannot give.
create table analytics_acts (
  store_env_id uuid not null,
  days smallint not null,
  first_day date not null,
  -- Seconds from the review to its first decision and first reply.
  decided bigint not null,
  decision50 bigint,
  decision90 bigint,
  replied bigint not null,
  reply50 bigint,
  reply90 bigint,
  primary key (store_env_id, days, first_day)
);
call app.fence('analytics_acts');

-- Mail counts of finished days. Changed days are marked, and counted from the mails until they are counted again.
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
call app.fence('analytics_mail_days');

-- Time zone of the days, and the first day not counted yet.
create table analytics_mail_coverage (
  store_env_id uuid primary key,
  timezone text not null,
  counted_until date not null
);
call app.fence('analytics_mail_coverage');

-- UTC days with changes. Each change adds a row, so that writers do not wait for each other.
create table analytics_mail_changes (
  store_env_id uuid not null,
  day date not null,
  id uuid not null,
  primary key (store_env_id, day, id)
);
call app.fence('analytics_mail_changes');

-- Counts of review requests by the day they were sent, by provider and reminder. Changed days are marked, and counted
-- from the requests until they are counted again.
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
call app.fence('analytics_request_days');

-- Time zone of the days, and the first day not counted yet.
create table analytics_request_coverage (
  store_env_id uuid primary key,
  timezone text not null,
  counted_until date not null
);
call app.fence('analytics_request_coverage');

-- Changes by UTC day or by order, whose day is the day of its request. Each change adds a row, so that writers do not
-- wait. Neither is set if any day may have changed.
create table analytics_request_changes (
  store_env_id uuid not null,
  id uuid not null,
  day date,
  order_id uuid,
  primary key (store_env_id, id),
  constraint analytics_request_changes_one check (num_nonnulls(day, order_id) <= 1)
);
call app.fence('analytics_request_changes');

-- Packs a sum's products into one text for reports: base64 of the count width (1, 2 or 4 bytes), all ids, then five
-- counts of each. The driver returns text as it is, but bytea as hex. Unnesting arrays in the database takes most of a
-- report's time; longer sums still use the arrays.
create function app.packed_products(
  ids uuid[], received integer[], stars integer[], low integer[], unanswered integer[], waiting integer[]
) returns text
  language sql immutable parallel safe
begin atomic
  select coalesce(replace(encode(
           int4send(max(w.width)) || string_agg(uuid_send(p.id), '') || string_agg(substring(int4send(p.received) from 5 - w.width), '')
           || string_agg(substring(int4send(p.stars) from 5 - w.width), '') || string_agg(substring(int4send(p.low) from 5 - w.width), '')
           || string_agg(substring(int4send(p.unanswered) from 5 - w.width), '')
           || string_agg(substring(int4send(p.waiting) from 5 - w.width), ''), 'base64'), e'\n', ''), '')
    from unnest(ids, received, stars, low, unanswered, waiting) as p(id, received, stars, low, unanswered, waiting)
   cross join (
     select case when max(c.count) < 256 then 1 when max(c.count) < 65536 then 2 else 4 end as width
       from unnest(received || stars || low || unanswered || waiting) as c(count)) w;
end;
