-- Requests by state, with the orders they are about: to find the few that failed, and to count each.
create index review_requests_state_idx on review_requests (store_env_id, state, order_id);
-- What is due next, that which is being sent included.
create index review_requests_scheduled_idx on review_requests (store_env_id, scheduled_for, order_id) where state = 'scheduled';
