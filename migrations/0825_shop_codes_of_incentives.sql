-- Migration: expands.
-- Incentives whose codes the connected shop makes, one for each reward.
alter table review_incentives
  add column codes text not null default 'own' constraint review_incentives_codes_known check (codes in ('own', 'platform')),
  -- Value of a code of the shop. Null with codes of the merchant's own.
  add column value jsonb constraint review_incentives_value_object check (jsonb_typeof(value) = 'object'),
  -- The last mail to owners about a shop that makes no codes. Null once it made one.
  add column notified_at timestamptz(3);
alter table review_incentive_versions
  add column codes text not null default 'own'
    constraint review_incentive_versions_codes_known check (codes in ('own', 'platform')),
  add column value jsonb constraint review_incentive_versions_value_object check (jsonb_typeof(value) = 'object');

-- A code of the shop, stored before the shop is asked for it, so that a retry asks for the same one. A reward gets another
-- code only after its first was taken back.
create table review_reward_codes (
  store_env_id uuid not null,
  id uuid not null,
  reward_id uuid not null,
  incentive_id uuid not null,
  code text not null,
  value jsonb not null constraint review_reward_codes_value_object check (jsonb_typeof(value) = 'object'),
  state text not null constraint review_reward_codes_state_known check (state in ('asked', 'made', 'deleting', 'deleted', 'left')),
  -- The next request to the shop, or the end of the lease of the current one. Null if none is due.
  after timestamptz(3),
  attempts integer not null default 0,
  -- Since when the shop is asked for the code, or for its deletion.
  since timestamptz(3) not null,
  error text,
  created_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint review_reward_codes_once unique (store_env_id, code),
  constraint review_reward_codes_reward_fk foreign key (store_env_id, reward_id) references review_rewards on delete cascade
);
create index review_reward_codes_due_idx on review_reward_codes (store_env_id, after) where after is not null;
create index review_reward_codes_reward_idx on review_reward_codes (store_env_id, reward_id);
create index review_reward_codes_incentive_idx on review_reward_codes (store_env_id, incentive_id);
call app.fence('review_reward_codes');
