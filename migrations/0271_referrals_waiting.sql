-- Referrals that somebody has to look at, the oldest first, beside all that completed by themselves.
create index loyalty_referrals_review_idx on loyalty_referrals (store_env_id, created_at) where state = 'review';
