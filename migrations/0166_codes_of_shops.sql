-- Codes that the connected shop makes, one for each redemption. The code is chosen and kept before the shop is asked, so that a
-- second attempt asks for the same one; what it is worth is what it was worth when the points were taken.
alter table loyalty_rewards drop constraint loyalty_rewards_codes_known;
alter table loyalty_rewards add constraint loyalty_rewards_codes_known check (codes in ('none', 'shared', 'pool', 'platform'));

alter table loyalty_redemptions
  add column issue_state text constraint loyalty_redemptions_issue_state_known
    check (issue_state in ('pending', 'issued', 'failed', 'withdrawing', 'withdrawn', 'left')),
  add column issue_worth jsonb,
  -- Why there is none, in words for the merchant.
  add column issue_error text,
  add column issue_attempts integer not null default 0,
  -- When the shop is asked next, and until when another process does.
  add column issue_after timestamptz(3);
create index loyalty_redemptions_issue_idx on loyalty_redemptions (store_env_id, issue_after)
  where issue_state in ('pending', 'withdrawing');
