alter table reviews
  -- The address is its author's: by a link mailed to it, a signed token, an answered confirmation, or a key's word.
  add column address_proven boolean not null default false,
  -- Reports of visitors that nobody has settled yet; null before the first.
  add column report_count integer;
create index reviews_reported_idx on reviews (store_env_id, submitted_at desc, id desc) where report_count > 0;

-- What came in with a form, beside the review itself.
create table review_submissions (
  store_env_id uuid not null,
  review_id uuid not null,
  -- Of author, product and words: the same form sent twice is one review.
  key bytea not null,
  -- Who reads the consent's words finds them in the release of that day.
  consented_at timestamptz(3) not null,
  language text not null,
  -- A mail was due to the address.
  awaits_confirmation boolean not null,
  created_at timestamptz(3) not null,
  primary key (store_env_id, review_id),
  constraint review_submissions_once unique (store_env_id, key),
  constraint review_submissions_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);

create table review_reports (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  reason text not null constraint review_reports_reason_known check (reason in ('spam', 'offensive', 'off_topic', 'fake', 'privacy', 'other')),
  text text,
  -- A keyed hash of the network the report came from: one report per visitor, and no address kept.
  visitor bytea not null,
  created_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  primary key (store_env_id, id),
  constraint review_reports_once_per_visitor unique (store_env_id, review_id, visitor),
  constraint review_reports_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index review_reports_newest_idx on review_reports (store_env_id, review_id, created_at desc, id desc);

call app.fence('review_submissions', 'review_reports');

-- A confirmation link is looked up before any tenant is known. Only the token's SHA-256 is kept.
create table review_confirmations (
  digest bytea primary key,
  store_env_id uuid not null references stores on delete cascade,
  review_id uuid not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index review_confirmations_review_idx on review_confirmations (store_env_id, review_id);
create index review_confirmations_expired_idx on review_confirmations (store_env_id, expires_at);
alter table review_confirmations enable row level security;
alter table review_confirmations force row level security;
create policy tenant on review_confirmations
  using (store_env_id = nullif(current_setting('app.store_env_id', true), '')::uuid);
create policy owner on review_confirmations to current_user using (true);
grant select, insert, update, delete on review_confirmations to evident_app;

create function app.find_review_confirmation(link_digest bytea)
returns table (store_env_id uuid, organization_id uuid, review_id uuid, expires_at timestamptz, store_name text, origins text[],
               plan text, status text, trial_ends_at timestamptz, current_period_ends_at timestamptz, past_due_since timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select c.store_env_id, s.organization_id, c.review_id, c.expires_at, s.name, s.origins,
         b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since
    from review_confirmations c
    join stores s on s.id = c.store_env_id
    join subscriptions b on b.store_env_id = c.store_env_id
   where c.digest = link_digest
$$;
revoke all on function app.find_review_confirmation(bytea) from public;
grant execute on function app.find_review_confirmation(bytea) to evident_app;
