-- A store's moderation policy. Versions never change, and the last adopted one applies. Without a row the service's
-- default applies.
create table moderation_policies (
  store_env_id uuid not null,
  id uuid not null,
  version integer not null,
  text text not null,
  sha256 bytea not null,
  adopted integer not null,
  created_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint moderation_policies_version_once unique (store_env_id, version),
  constraint moderation_policies_text_once unique (store_env_id, sha256),
  constraint moderation_policies_adopted_once unique (store_env_id, adopted)
);
call app.fence('moderation_policies');

-- A rejection in force, and the mail to its author.
create table rejections (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  rejected_at timestamptz(3) not null,
  -- Null once the mail is queued, or if nobody gets one.
  mail_due_at timestamptz(3),
  mailed_at timestamptz(3),
  -- When another decision replaced it.
  ended_at timestamptz(3),
  primary key (store_env_id, id),
  constraint rejections_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create unique index rejections_standing_once on rejections (store_env_id, review_id) where ended_at is null;
create index rejections_review_idx on rejections (store_env_id, review_id);
create index rejections_mail_due_idx on rejections (store_env_id, mail_due_at) where mail_due_at is not null;
call app.fence('rejections');

-- An author's appeal. One per rejection.
create table appeals (
  store_env_id uuid not null,
  id uuid not null,
  rejection_id uuid not null,
  review_id uuid not null,
  -- Null once the author is erased.
  statement text,
  state text not null constraint appeals_state_known check (state in ('open', 'upheld', 'overturned')),
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  note text,
  -- True if the person who decided the appeal also rejected the review.
  same_actor boolean,
  primary key (store_env_id, id),
  constraint appeals_once unique (store_env_id, rejection_id),
  constraint appeals_rejection_fk foreign key (store_env_id, rejection_id) references rejections on delete cascade,
  constraint appeals_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index appeals_newest_idx on appeals (store_env_id, created_at desc, id desc);
create index appeals_state_idx on appeals (store_env_id, state, created_at desc, id desc);
create index appeals_review_idx on appeals (store_env_id, review_id);
call app.fence('appeals');

-- Appeal links. Looked up before the tenant is known. We store only the token's SHA-256.
create table appeal_links (
  digest bytea primary key,
  store_env_id uuid not null references stores on delete cascade,
  rejection_id uuid not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index appeal_links_rejection_idx on appeal_links (store_env_id, rejection_id);
create index appeal_links_expired_idx on appeal_links (store_env_id, expires_at);
call app.fence('appeal_links');
create policy owner on appeal_links to current_user using (true);
create policy definer on appeal_links for select to evident_definer using (true);
grant select on appeal_links to evident_definer;

-- Minimal rows of deleted reviews, to count a store's share of withheld reviews. No author, text or product.
create table deleted_reviews (
  store_env_id uuid not null,
  id uuid not null,
  rating smallint not null,
  submitted_at timestamptz(3) not null,
  moderation_reason text not null,
  deleted_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index deleted_reviews_submitted_idx on deleted_reviews (store_env_id, submitted_at, rating, moderation_reason);
call app.fence('deleted_reviews');

create function app.find_appeal_link(link_digest bytea)
returns table (store_env_id uuid, organization_id uuid, rejection_id uuid, expires_at timestamptz, store_name text, origins text[],
               plan text, status text, trial_ends_at timestamptz, current_period_ends_at timestamptz, past_due_since timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.store_env_id, s.organization_id, l.rejection_id, l.expires_at, s.name, s.origins,
         b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since
    from appeal_links l
    join stores s on s.id = l.store_env_id
    join subscriptions b on b.store_env_id = l.store_env_id
   where l.digest = link_digest
$$;
revoke all on function app.find_appeal_link(bytea) from public;
grant execute on function app.find_appeal_link(bytea) to evident_app;
