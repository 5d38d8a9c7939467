-- What reports count of mail, points and requests lies in the indexes by which they find them.
drop index email_messages_newest_idx;
create index email_messages_newest_idx on email_messages (store_env_id, created_at desc, id desc, state, template, category)
  include (bounced_at, complained_at);

drop index loyalty_journal_newest_idx;
create index loyalty_journal_newest_idx on loyalty_journal (store_env_id, created_at desc, id desc) include (delta);

drop index review_requests_sent_idx;
create index review_requests_sent_idx on review_requests (store_env_id, sent_at)
  include (order_id, provider, form_first_viewed_at, reminded_at) where sent_at is not null;
