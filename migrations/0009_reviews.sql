create table store_settings (
  store_env_id uuid not null,
  id uuid not null,
  erasure text not null default 'delete' constraint store_settings_erasure_known check (erasure in ('delete', 'anonymize')),
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint store_settings_once unique (store_env_id)
);
call app.fence('store_settings');

create table reviews (
  store_env_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  order_id uuid,
  rating smallint not null constraint reviews_rating_range check (rating between 1 and 5),
  title text,
  body text not null,
  author_name text not null,
  author_email text,
  verified boolean not null default false,
  status text not null default 'pending' constraint reviews_status_known check (status in ('pending', 'approved', 'rejected', 'spam')),
  source text not null constraint reviews_source_known check (source in ('email_form', 'widget_form', 'api', 'import')),
  imported_from text,
  -- Identity of an imported row within its store: importing a file twice adds nothing.
  import_key bytea,
  -- The row's last imported content. It tells a changed file from an edit of the merchant.
  import_fingerprint bytea,
  import_id uuid,
  claimed_verified boolean,
  incentive text constraint reviews_incentive_known check (incentive in ('coupon', 'points')),
  reply_body text,
  reply_author_name text,
  replied_at timestamptz(3),
  locale text,
  country text,
  -- Photos that are ready. Lists query photos only where it is above 0.
  photo_count smallint not null default 0,
  submitted_at timestamptz(3) not null,
  approved_at timestamptz(3),
  anonymized_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The author owns the address: proven by a mailed link, a signed token, a confirmation or an API key's statement.
  address_proven boolean not null default false,
  -- Open reports by visitors. Null before the first.
  report_count integer,
  -- When the mail about the reply is due, and when it was queued. An author gets it once.
  reply_mail_due_at timestamptz(3),
  reply_mailed_at timestamptz(3),
  -- Reason, policy version, time and author of a rejection or spam mark. Null for all other reviews, and for decisions
  -- older than reasons.
  moderation_reason text constraint reviews_moderation_reason_known check (moderation_reason in (
    'spam', 'offensive', 'off_topic', 'fake', 'privacy', 'illegal', 'insider', 'duplicate', 'withdrawn', 'other', 'unspecified')),
  moderation_policy integer,
  moderated_at timestamptz(3),
  -- A key, a connection or a person, in a form that outlives the credential.
  moderated_by text,
  -- Count of helpful votes, updated from `review_votes` a minute later. Concurrent votes would otherwise wait for one
  -- row.
  helpful_count integer not null default 0,
  -- Answers by the id of their attribute: 1 to 5 on a scale, or the index of a choice.
  attribute_values jsonb
    constraint reviews_attribute_values_object check (jsonb_typeof(attribute_values) = 'object'),
  primary key (store_env_id, id),
  constraint reviews_product_fk foreign key (store_env_id, product_id) references products,
  -- Deleting orders unlinks their reviews first, because Citus cannot SET NULL one column.
  constraint reviews_order_fk foreign key (store_env_id, order_id) references orders
);
-- Covers the list filters, so that a filter without matches reads index entries only (200,000 reviews: 8 ms against
-- 150).
create index reviews_submitted_idx on reviews (store_env_id, submitted_at desc, id desc, status, rating, verified, source,
                                               photo_count, incentive, replied_at);
create index reviews_created_idx on reviews (store_env_id, created_at desc, id desc);
create index reviews_status_idx on reviews (store_env_id, status, submitted_at desc, id desc);
create index reviews_product_idx on reviews (store_env_id, product_id, submitted_at desc, id desc);
create index reviews_approved_idx on reviews (store_env_id, product_id, rating, verified, photo_count) where status = 'approved';
create index reviews_author_idx on reviews (store_env_id, author_email) where author_email is not null;
create unique index reviews_imported_once on reviews (store_env_id, import_key) where import_key is not null;
create unique index reviews_one_per_order_and_product on reviews (store_env_id, order_id, product_id)
  where order_id is not null and source <> 'import';
-- Storefront lists by rating, and those with photos, for a product and for the store. Approved reviews only, so that
-- pending imports cost visitors nothing.
create index reviews_shown_idx on reviews (store_env_id, product_id, rating, submitted_at desc, id desc, photo_count)
  where status = 'approved';
create index reviews_shown_of_store_idx on reviews (store_env_id, rating, submitted_at desc, id desc, photo_count)
  where status = 'approved';
create index reviews_shown_with_photos_idx on reviews (store_env_id, product_id, submitted_at desc, id desc, rating)
  where status = 'approved' and photo_count > 0;
create index reviews_shown_with_photos_of_store_idx on reviews (store_env_id, submitted_at desc, id desc, rating)
  where status = 'approved' and photo_count > 0;
create index reviews_reported_idx on reviews (store_env_id, submitted_at desc, id desc) where report_count > 0;
-- Changed reviews, in the order of their changes.
create index reviews_updated_idx on reviews (store_env_id, updated_at, id);
create index reviews_reply_mail_due_idx on reviews (store_env_id, reply_mail_due_at) where reply_mail_due_at is not null;
-- The first page of a product's reviews. Merging five index ranges by rating costs 2.4 times the processor time. An
-- index on all reviews would scan pending imports.
create index reviews_shown_newest_idx on reviews (store_env_id, product_id, submitted_at desc, id desc) where status = 'approved';
-- Reasons of withheld reviews, as an index-only scan.
create index reviews_withheld_idx on reviews (store_env_id, submitted_at, moderation_reason) where status in ('rejected', 'spam');
-- Low ratings without a reply, oldest first. Few rows, so that finding them is cheap.
create index reviews_low_unanswered_idx on reviews (store_env_id, submitted_at)
  where status = 'approved' and rating <= 2 and replied_at is null and source <> 'import';
-- Most helpful reviews of a product and of the store.
create index reviews_shown_helpful_idx on reviews
  (store_env_id, product_id, helpful_count desc, submitted_at desc, id desc, rating, photo_count)
  where status = 'approved';
create index reviews_shown_helpful_of_store_idx on reviews
  (store_env_id, helpful_count desc, submitted_at desc, id desc, rating, photo_count)
  where status = 'approved';
create index reviews_shown_with_attributes_idx on reviews (store_env_id, product_id)
  where status = 'approved' and attribute_values is not null;
create index reviews_order_idx on reviews (store_env_id, order_id, submitted_at) where order_id is not null;
call app.fence('reviews');

create table review_photos (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  position integer not null,
  state text not null constraint review_photos_state_known check (state in ('waiting', 'ready', 'failed')),
  source_url text,
  storage_key text,
  width integer,
  height integer,
  created_at timestamptz(3) not null,
  -- Null before variants exist; the nightly job creates them.
  variants text[],
  primary key (store_env_id, id),
  constraint review_photos_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index review_photos_review_idx on review_photos (store_env_id, review_id, position);
create index review_photos_unvaried_idx on review_photos (store_env_id, id) where state = 'ready' and variants is null;
call app.fence('review_photos');

-- Form data beside the review.
create table review_submissions (
  store_env_id uuid not null,
  review_id uuid not null,
  -- Digest of author, product and text: a form sent twice is one review.
  key bytea not null,
  -- The consent text is the one in that day's release.
  consented_at timestamptz(3) not null,
  language text not null,
  -- True if we mailed a confirmation to the address.
  awaits_confirmation boolean not null,
  created_at timestamptz(3) not null,
  primary key (store_env_id, review_id),
  constraint review_submissions_once unique (store_env_id, key),
  constraint review_submissions_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
call app.fence('review_submissions');

create table review_reports (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  reason text not null constraint review_reports_reason_known
    check (reason in ('spam', 'offensive', 'off_topic', 'fake', 'privacy', 'other')),
  text text,
  -- Keyed hash of the visitor's network: one report per visitor, and no stored address.
  visitor bytea not null,
  created_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  primary key (store_env_id, id),
  constraint review_reports_once_per_visitor unique (store_env_id, review_id, visitor),
  constraint review_reports_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index review_reports_newest_idx on review_reports (store_env_id, review_id, created_at desc, id desc);
call app.fence('review_reports');

-- Confirmation links. Looked up before the tenant is known. We store only the token's SHA-256.
create table review_confirmations (
  digest bytea primary key,
  store_env_id uuid not null references stores on delete cascade,
  review_id uuid not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index review_confirmations_review_idx on review_confirmations (store_env_id, review_id);
create index review_confirmations_expired_idx on review_confirmations (store_env_id, expires_at);
call app.fence('review_confirmations');
create policy owner on review_confirmations to current_user using (true);
create policy definer on review_confirmations for select to evident_definer using (true);
grant select on review_confirmations to evident_definer;

-- Feed tokens. A small global table, because we look up a feed before the tenant is known.
create table review_feeds (
  store_env_id uuid primary key references stores on delete cascade,
  token text not null constraint review_feeds_token_once unique,
  created_at timestamptz(3) not null,
  last_fetched_at timestamptz(3)
);
call app.fence('review_feeds');
create policy owner on review_feeds to current_user using (true);
create policy definer on review_feeds for select to evident_definer using (true);
grant select on review_feeds to evident_definer;

-- Saved views: a person's named filters of a store's reviews.
create table review_views (
  store_env_id uuid not null,
  id uuid not null,
  -- Owner of the view, and its only reader.
  user_id text not null,
  name text not null,
  filter jsonb not null,
  -- True for the view that the list opens with.
  is_default boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index review_views_person_idx on review_views (store_env_id, user_id, created_at desc, id desc);
create unique index review_views_one_default on review_views (store_env_id, user_id) where is_default;
call app.fence('review_views');

-- Texts that a store starts replies with.
create table reply_templates (
  store_env_id uuid not null,
  id uuid not null,
  title text not null,
  body text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index reply_templates_newest_idx on reply_templates (store_env_id, created_at desc, id desc);
call app.fence('reply_templates');

-- Author of each action on a review. The ledger names no people and has no replies.
create table review_acts (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  -- Equals the time of the ledger entry of the same action.
  at timestamptz(3) not null,
  kind text not null
    constraint review_acts_kind_known
    check (kind in ('changed', 'replied', 'reply_changed', 'reply_withdrawn', 'reports_resolved')),
  actor text,
  role text not null,
  via text not null,
  count integer,
  primary key (store_env_id, id),
  constraint review_acts_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index review_acts_review_idx on review_acts (store_env_id, review_id, at);
call app.fence('review_acts');

create table review_votes (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  -- Digest of a random token in the visitor's browser. It identifies nobody.
  voter bytea not null,
  helpful boolean not null,
  -- True once the review's count includes it.
  counted boolean not null default false,
  primary key (store_env_id, id),
  constraint review_votes_once_per_visitor unique (store_env_id, review_id, voter),
  constraint review_votes_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index review_votes_uncounted_idx on review_votes (store_env_id, review_id) where not (helpful and counted);
call app.fence('review_votes');

-- Questions beside the stars, such as fit or quality. Rows are never deleted, so that old answers stay readable;
-- retired ones are no longer asked.
create table review_attributes (
  store_env_id uuid not null,
  id uuid not null,
  -- Null asks about every product. No foreign key, because answers outlive the category.
  category_id uuid,
  kind text not null constraint review_attributes_kind_known check (kind in ('scale', 'choice')),
  label text not null,
  low_label text,
  high_label text,
  -- An answer is the index of a choice, from 0.
  choices text[],
  position integer not null,
  retired_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index review_attributes_asked_idx on review_attributes (store_env_id, category_id, position) where retired_at is null;
call app.fence('review_attributes');

create function app.find_review_feed(feed_token text)
returns table (store_env_id uuid, organization_id uuid, store_name text, origins text[],
               plan text, status text, trial_ends_at timestamptz, current_period_ends_at timestamptz, past_due_since timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.store_env_id, s.organization_id, s.name, s.origins, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since
    from review_feeds f
    join stores s on s.id = f.store_env_id
    join subscriptions b on b.store_env_id = f.store_env_id
   where f.token = feed_token
$$;
revoke all on function app.find_review_feed(text) from public;
grant execute on function app.find_review_feed(text) to evident_app;

create function app.find_review_confirmation(link_digest bytea)
returns table (store_env_id uuid, organization_id uuid, review_id uuid, expires_at timestamptz, store_name text, origins text[],
               plan text, status text, trial_ends_at timestamptz, current_period_ends_at timestamptz, past_due_since timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.store_env_id, s.organization_id, c.review_id, c.expires_at, s.name, s.origins,
         b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since
    from review_confirmations c
    join stores s on s.id = c.store_env_id
    join subscriptions b on b.store_env_id = c.store_env_id
   where c.digest = link_digest
$$;
revoke all on function app.find_review_confirmation(bytea) from public;
grant execute on function app.find_review_confirmation(bytea) to evident_app;
