-- All referrals of a friend, the blocked ones too: an erasure reads those of one person, and not all of the store's.
create index loyalty_referrals_friend_idx on loyalty_referrals (store_env_id, friend_email);
