-- Points are a fold of facts: what orders come to, what was granted, what was redeemed. `loyalty_members` keeps what the fold last
-- came to, so that a balance is read by one row; everything there can be thrown away and computed again.
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
  -- Counts the changes after which balances may differ: a member folded under an older one is folded again when read.
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- What an order earns. A version counts for orders placed from then on, and is never changed.
create table loyalty_rates (
  store_env_id uuid not null,
  version integer not null,
  valid_from timestamptz(3) not null,
  points_per_unit numeric not null,
  hold_days integer not null,
  primary key (store_env_id, version)
);

create table loyalty_members (
  store_env_id uuid not null,
  id uuid not null,
  email text not null,
  -- MM-DD; which year says nothing that is needed.
  birthday text,
  balance bigint not null default 0,
  pending bigint not null default 0,
  tier_points bigint not null default 0,
  tier text,
  next_expiry_at timestamptz(3),
  next_expiry_points bigint,
  -- When time alone changes the balance next.
  next_change_at timestamptz(3),
  folded_at timestamptz(3) not null,
  revision integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint loyalty_members_email_once unique (store_env_id, email)
);
create index loyalty_members_newest_idx on loyalty_members (store_env_id, created_at desc, id desc);
create index loyalty_members_due_idx on loyalty_members (store_env_id, next_change_at) where next_change_at is not null;
create index loyalty_members_birthday_idx on loyalty_members (store_env_id, birthday) where birthday is not null;
create index loyalty_members_stale_idx on loyalty_members (store_env_id, revision, id);

create table loyalty_order_points (
  store_env_id uuid not null,
  -- No foreign key: an order that is removed leaves this to be noticed and taken back.
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
  include (order_id, earned_at, matures_at, points);

create table loyalty_grants (
  store_env_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  kind text not null constraint loyalty_grants_kind_known check (kind in ('manual', 'birthday', 'referral', 'import')),
  -- What makes it the same grant when it is given again.
  ref text not null,
  points bigint not null,
  reason text,
  granted_at timestamptz(3) not null,
  matures_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint loyalty_grants_once unique (store_env_id, kind, ref),
  constraint loyalty_grants_member_fk foreign key (store_env_id, member_id) references loyalty_members on delete cascade
);
create index loyalty_grants_member_idx on loyalty_grants (store_env_id, member_id);

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
  codes text not null constraint loyalty_rewards_codes_known check (codes in ('none', 'shared', 'pool')),
  code text,
  active boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index loyalty_rewards_newest_idx on loyalty_rewards (store_env_id, created_at desc, id desc);

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
  primary key (store_env_id, id),
  constraint loyalty_redemptions_once unique (store_env_id, idempotency_key),
  constraint loyalty_redemptions_member_fk foreign key (store_env_id, member_id) references loyalty_members on delete cascade,
  constraint loyalty_redemptions_reward_fk foreign key (store_env_id, reward_id) references loyalty_rewards
);
create index loyalty_redemptions_member_idx on loyalty_redemptions (store_env_id, member_id, created_at desc, id desc);
create index loyalty_redemptions_newest_idx on loyalty_redemptions (store_env_id, created_at desc, id desc);

-- Codes that the merchant brought; each is given once.
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
  -- A person looked at it and let it pass.
  approved_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint loyalty_referrals_code_once unique (store_env_id, code),
  constraint loyalty_referrals_advocate_fk foreign key (store_env_id, advocate_id) references loyalty_members on delete cascade
);
-- A person is referred once: who asks first.
create unique index loyalty_referrals_friend_once on loyalty_referrals (store_env_id, friend_email) where state <> 'blocked';
create index loyalty_referrals_newest_idx on loyalty_referrals (store_env_id, created_at desc, id desc);
create index loyalty_referrals_advocate_idx on loyalty_referrals (store_env_id, advocate_id, created_at desc);
create index loyalty_referrals_due_idx on loyalty_referrals (store_env_id, completes_at) where state = 'ordered';

-- Every change of a balance, one line. Never changed: a line that turns out to be wrong is followed by another.
create table loyalty_journal (
  store_env_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  kind text not null constraint loyalty_journal_kind_known
    check (kind in ('order', 'grant', 'birthday', 'referral', 'import', 'redemption', 'reversal', 'expiry', 'program')),
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
create index loyalty_journal_newest_idx on loyalty_journal (store_env_id, created_at desc, id desc);

call app.fence('loyalty_programs', 'loyalty_rates', 'loyalty_members', 'loyalty_order_points', 'loyalty_grants', 'loyalty_rewards',
  'loyalty_redemptions', 'loyalty_reward_codes', 'loyalty_referrals', 'loyalty_journal');
