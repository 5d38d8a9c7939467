-- Points are a fold of facts: orders, grants and redemptions. `loyalty_members` caches the result, so that a balance
-- is one row. All of it can be recalculated.
create table loyalty_programs (
  store_env_id uuid primary key,
  enabled boolean not null,
  timezone text not null,
  starts_at timestamptz(3) not null,
  expiry_enabled boolean not null default false,
  expiry_starts_at timestamptz(3),
  expiry_days integer,
  tiers jsonb not null default '[]',
  birthday_points integer not null default 0,
  advocate_points integer not null default 0,
  friend_points integer not null default 0,
  referral_minimum numeric not null default 0,
  -- Incremented by changes that affect balances. Members with an older revision are recalculated on read.
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Points for a review. 0 means none.
  review_points bigint not null default 0
);
call app.fence('loyalty_programs');

-- Points per order value. A version applies to orders placed from then on, and never changes.
create table loyalty_rates (
  store_env_id uuid not null,
  version integer not null,
  valid_from timestamptz(3) not null,
  points_per_unit numeric not null,
  hold_days integer not null,
  -- Currency of the rate. Null means the order's currency.
  currency text,
  primary key (store_env_id, version),
  -- We print amounts with the currency's symbol, so only codes are valid.
  constraint loyalty_rates_currency_is_a_code check (currency ~ '^[A-Z]{3}$')
);
call app.fence('loyalty_rates');
revoke update on loyalty_rates from evident_app;

create table loyalty_members (
  store_env_id uuid not null,
  id uuid not null,
  email text not null,
  -- MM-DD. We do not store the year.
  birthday text,
  balance bigint not null default 0,
  pending bigint not null default 0,
  tier_points bigint not null default 0,
  tier text,
  next_expiry_at timestamptz(3),
  next_expiry_points bigint,
  -- When the balance next changes by time alone.
  next_change_at timestamptz(3),
  folded_at timestamptz(3) not null,
  revision integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint loyalty_members_email_once unique (store_env_id, email)
-- Room for the next row version on the same page, so that balance updates touch no index.
) with (fillfactor = 80);
create index loyalty_members_newest_idx on loyalty_members (store_env_id, created_at desc, id desc);
create index loyalty_members_due_idx on loyalty_members (store_env_id, next_change_at) where next_change_at is not null;
create index loyalty_members_birthday_idx on loyalty_members (store_env_id, birthday) where birthday is not null;
create index loyalty_members_stale_idx on loyalty_members (store_env_id, revision, id);
-- Members of one tier, newest first. The highest tiers are small, and a scan would read all others.
create index loyalty_members_tier_idx on loyalty_members (store_env_id, tier, created_at desc, id desc) where tier is not null;
call app.fence('loyalty_members');

create table loyalty_order_points (
  store_env_id uuid not null,
  -- No foreign key: the row outlives a deleted order, so that we can reverse its points.
  order_id uuid not null,
  member_id uuid not null,
  earned_at timestamptz(3) not null,
  matures_at timestamptz(3) not null,
  points bigint not null,
  rate_version integer not null,
  primary key (store_env_id, order_id),
  constraint loyalty_order_points_member_fk foreign key (store_env_id, member_id) references loyalty_members on delete cascade
);
create index loyalty_order_points_member_idx on loyalty_order_points (store_env_id, member_id)
  include (order_id, earned_at, matures_at, points, rate_version);
call app.fence('loyalty_order_points');

create table loyalty_grants (
  store_env_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  kind text not null constraint loyalty_grants_kind_known
    check (kind in ('manual', 'birthday', 'referral', 'import', 'review')),
  -- Deduplication key of the grant.
  ref text not null,
  points bigint not null,
  reason text,
  granted_at timestamptz(3) not null,
  matures_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  -- File and row of an imported balance. If a person has several rows, the first counts.
  import_id uuid,
  import_line integer,
  primary key (store_env_id, id),
  constraint loyalty_grants_once unique (store_env_id, kind, ref),
  constraint loyalty_grants_member_fk foreign key (store_env_id, member_id) references loyalty_members on delete cascade
);
create index loyalty_grants_member_idx on loyalty_grants (store_env_id, member_id);
call app.fence('loyalty_grants');

create table loyalty_rewards (
  store_env_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  kind text not null constraint loyalty_rewards_kind_known
    check (kind in ('fixed_amount', 'percent', 'free_shipping', 'product', 'custom')),
  value numeric,
  currency text,
  platform_product_id text,
  cost bigint not null,
  codes text not null constraint loyalty_rewards_codes_known check (codes in ('none', 'shared', 'pool', 'platform')),
  code text,
  active boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index loyalty_rewards_newest_idx on loyalty_rewards (store_env_id, created_at desc, id desc);
call app.fence('loyalty_rewards');

create table loyalty_redemptions (
  store_env_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  reward_id uuid not null,
  points bigint not null,
  code text,
  idempotency_key text not null,
  created_at timestamptz(3) not null,
  reversed_at timestamptz(3),
  issue_state text constraint loyalty_redemptions_issue_state_known
    check (issue_state in ('pending', 'issued', 'failed', 'withdrawing', 'withdrawn', 'left')),
  issue_worth jsonb,
  -- Reason of the failure, for the merchant.
  issue_error text,
  issue_attempts integer not null default 0,
  -- Next attempt, or the end of another process's lease.
  issue_after timestamptz(3),
  primary key (store_env_id, id),
  constraint loyalty_redemptions_once unique (store_env_id, idempotency_key),
  constraint loyalty_redemptions_member_fk foreign key (store_env_id, member_id) references loyalty_members on delete cascade,
  constraint loyalty_redemptions_reward_fk foreign key (store_env_id, reward_id) references loyalty_rewards
);
create index loyalty_redemptions_member_idx on loyalty_redemptions (store_env_id, member_id, created_at desc, id desc);
create index loyalty_redemptions_newest_idx on loyalty_redemptions (store_env_id, created_at desc, id desc);
create index loyalty_redemptions_issue_idx on loyalty_redemptions (store_env_id, issue_after)
  where issue_state in ('pending', 'withdrawing');
call app.fence('loyalty_redemptions');

-- Codes that the merchant uploaded. Each is issued once.
create table loyalty_reward_codes (
  store_env_id uuid not null,
  id uuid not null,
  reward_id uuid not null,
  code text not null,
  given_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint loyalty_reward_codes_once unique (store_env_id, reward_id, code),
  constraint loyalty_reward_codes_reward_fk foreign key (store_env_id, reward_id) references loyalty_rewards on delete cascade
);
create index loyalty_reward_codes_free_idx on loyalty_reward_codes (store_env_id, reward_id, id) where given_at is null;
call app.fence('loyalty_reward_codes');

create table loyalty_referrals (
  store_env_id uuid not null,
  id uuid not null,
  advocate_id uuid not null,
  friend_email text not null,
  code text not null,
  state text not null constraint loyalty_referrals_state_known
    check (state in ('pending', 'review', 'ordered', 'completed', 'reversed', 'blocked')),
  reason text,
  order_id uuid,
  completes_at timestamptz(3),
  completed_at timestamptz(3),
  -- When a person approved it.
  approved_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint loyalty_referrals_code_once unique (store_env_id, code),
  constraint loyalty_referrals_advocate_fk foreign key (store_env_id, advocate_id) references loyalty_members on delete cascade
);
-- A friend is referred once. The first referral wins.
create unique index loyalty_referrals_friend_once on loyalty_referrals (store_env_id, friend_email) where state <> 'blocked';
create index loyalty_referrals_newest_idx on loyalty_referrals (store_env_id, created_at desc, id desc);
create index loyalty_referrals_advocate_idx on loyalty_referrals (store_env_id, advocate_id, created_at desc);
create index loyalty_referrals_due_idx on loyalty_referrals (store_env_id, completes_at) where state = 'ordered';
-- All referrals of a friend, including blocked ones, for erasure.
create index loyalty_referrals_friend_idx on loyalty_referrals (store_env_id, friend_email);
-- Referrals in review, oldest first. Few rows beside the completed ones.
create index loyalty_referrals_review_idx on loyalty_referrals (store_env_id, created_at) where state = 'review';
call app.fence('loyalty_referrals');

-- One line per change of a balance. Lines never change; a correction is a new line. They are deleted with the member
-- only, so the service's own role may not update or delete.
create table loyalty_journal (
  store_env_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  kind text not null constraint loyalty_journal_kind_known
    check (kind in ('order', 'grant', 'birthday', 'referral', 'import', 'review', 'redemption', 'reversal', 'expiry', 'program')),
  ref text,
  delta bigint not null,
  balance bigint not null,
  rate_version integer,
  reason text,
  at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint loyalty_journal_member_fk foreign key (store_env_id, member_id) references loyalty_members on delete cascade
);
create index loyalty_journal_member_idx on loyalty_journal (store_env_id, member_id, created_at desc, id desc);
create index loyalty_journal_newest_idx on loyalty_journal (store_env_id, created_at desc, id desc) include (delta);
call app.fence('loyalty_journal');
revoke update, delete on loyalty_journal from evident_app;

-- Sums of the journal by month, for lines written before `counted_until`, so that long reports do not read all lines.
-- They can be recalculated.
create table loyalty_journal_counts (
  store_env_id uuid primary key,
  timezone text not null,
  counted_until timestamptz(3) not null,
  -- Null until days are counted; then all lines are counted again.
  day_timezone text
);
call app.fence('loyalty_journal_counts');

-- Sums of the same lines by day, in the store's time zone, which may differ from the programme's.
create table loyalty_journal_days (
  store_env_id uuid not null,
  day date not null,
  lines bigint not null,
  delta bigint not null,
  primary key (store_env_id, day)
);
call app.fence('loyalty_journal_days');

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
call app.fence('loyalty_journal_months');
