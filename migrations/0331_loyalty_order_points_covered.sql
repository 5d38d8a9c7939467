-- A balance is folded from all that the index holds of an order's points, and from the version of the rate, for which each row was looked up.
drop index loyalty_order_points_member_idx;
create index loyalty_order_points_member_idx on loyalty_order_points (store_env_id, member_id)
  include (order_id, earned_at, matures_at, points, rate_version);
