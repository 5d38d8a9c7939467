-- The funnel also counts clicked stars, so its index holds them too.
drop index review_requests_sent_idx;
create index review_requests_sent_idx on review_requests (store_env_id, sent_at)
  include (order_id, provider, form_first_viewed_at, reminded_at, clicked_rating) where sent_at is not null;
