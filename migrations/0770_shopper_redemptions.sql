-- Migration: expands.
-- Shoppers may redeem rewards and recommend the shop themselves, if the programme lets them.
alter table loyalty_programs add column shopper_redeems boolean not null default false;

-- The code in a member's referral link. It never expires, and each friend who orders with it gets a referral.
create table loyalty_referral_codes (
  store_env_id uuid not null,
  member_id uuid not null,
  code text not null,
  created_at timestamptz(3) not null,
  primary key (store_env_id, member_id),
  constraint loyalty_referral_codes_code_once unique (store_env_id, code),
  constraint loyalty_referral_codes_member_fk foreign key (store_env_id, member_id) references loyalty_members on delete cascade
);
call app.fence('loyalty_referral_codes');
-- Referrals through one link share its code.
alter table loyalty_referrals drop constraint loyalty_referrals_code_once;
