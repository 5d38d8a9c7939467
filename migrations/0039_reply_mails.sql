-- When the author of a review is told by mail of the store's answer, and when that was handed over. Who was told before is
-- not told again: until now an answer was told of as soon as it was given, and never twice.
alter table reviews
  add column reply_mail_due_at timestamptz(3),
  add column reply_mailed_at timestamptz(3);
-- Filled by a change of type, which reads every row: an update is held to the policy, and without a store it finds none.
alter table reviews alter column reply_mailed_at type timestamptz(3)
  using (case when reply_body is not null then replied_at end);
create index reviews_reply_mail_due_idx on reviews (store_env_id, reply_mail_due_at) where reply_mail_due_at is not null;
