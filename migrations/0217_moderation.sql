-- Why a review was rejected or marked as spam, under which version of the store's policy, when, and by whom. Null of one that is
-- shown or waits, and of what was decided before reasons were asked for.
alter table reviews
  add column moderation_reason text constraint reviews_moderation_reason_known check (moderation_reason in (
    'spam', 'offensive', 'off_topic', 'fake', 'privacy', 'illegal', 'insider', 'duplicate', 'withdrawn', 'other', 'unspecified')),
  add column moderation_policy integer,
  add column moderated_at timestamptz(3),
  -- A key, a connection or a person, as rows name them that outlive the credential.
  add column moderated_by text;

-- The reasons of what is withheld, without the rows.
create index reviews_withheld_idx on reviews (store_env_id, submitted_at, moderation_reason) where status in ('rejected', 'spam');
