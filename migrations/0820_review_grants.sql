-- Migration: expands.
-- Grants by which one store of an organization shares its reviews with another. A row belongs to both stores, so it is fenced by their
-- organization. The giver is no foreign key: the row outlives a deleted giver, and is then revoked.
create table review_grants (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  giver_store_env_id uuid not null,
  -- Null while the grant is offered.
  receiver_store_env_id uuid references stores on delete cascade,
  -- Digest of the code. Null once the code was used.
  code_digest bytea constraint review_grants_code_once unique,
  match text[] not null,
  -- Null for all products of the giver.
  product_ids uuid[],
  state text not null constraint review_grants_state_known check (state in ('offered', 'active', 'revoked')),
  -- The end of an offer.
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  -- Number of copies at the receiver, which the giver may not count.
  copies integer not null default 0,
  created_at timestamptz(3) not null,
  constraint review_grants_receiver_accepted check (state <> 'active' or receiver_store_env_id is not null),
  constraint review_grants_two_stores check (receiver_store_env_id <> giver_store_env_id)
);
create unique index review_grants_one_active on review_grants (giver_store_env_id, receiver_store_env_id) where state = 'active';
create index review_grants_giver_idx on review_grants (organization_id, giver_store_env_id, created_at desc, id desc);
create index review_grants_receiver_idx on review_grants (organization_id, receiver_store_env_id, created_at desc, id desc);
alter table review_grants enable row level security, force row level security;
create policy organization on review_grants to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on review_grants to evident_system using (true);
create policy definer on review_grants for select to evident_definer using (true);
grant select, insert, update on review_grants to evident_app;
grant select, update on review_grants to evident_system;
grant select on review_grants to evident_definer;

-- Copies of reviews of other stores, at the store that received the grant. They are no rows of `reviews`, so nothing that counts, exports
-- or sends reviews meets them.
create table shared_reviews (
  store_env_id uuid not null,
  id uuid not null,
  grant_id uuid not null,
  -- The review at the giver, and its product there.
  origin_id uuid not null,
  origin_product_id uuid not null,
  product_id uuid not null,
  rating smallint not null constraint shared_reviews_rating_range check (rating between 1 and 5),
  title text,
  body text not null,
  author_name text not null,
  -- Keyed digest of the author's address, for erasures. The address itself stays at the giver.
  author_digest bytea,
  verified boolean not null,
  status text not null constraint shared_reviews_status_known check (status in ('pending', 'approved', 'rejected', 'spam')),
  moderation_reason text,
  moderation_policy integer,
  moderated_at timestamptz(3),
  moderated_by text,
  incentive text constraint shared_reviews_incentive_known check (incentive in ('coupon', 'points')),
  reply_body text,
  reply_author_name text,
  replied_at timestamptz(3),
  locale text,
  photo_count smallint not null default 0,
  -- The giver's photos. Null without photos.
  origin_photos jsonb,
  -- True until the files of these photos are copied.
  awaits_photos boolean not null default false,
  submitted_at timestamptz(3) not null,
  approved_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint shared_reviews_once unique (store_env_id, grant_id, origin_id)
);
create index shared_reviews_newest_idx on shared_reviews (store_env_id, submitted_at desc, id desc);
create index shared_reviews_product_idx on shared_reviews (store_env_id, product_id, status, submitted_at desc, id desc);
create index shared_reviews_status_idx on shared_reviews (store_env_id, status, submitted_at desc, id desc);
create index shared_reviews_grant_idx on shared_reviews (store_env_id, grant_id, submitted_at desc, origin_id desc);
create index shared_reviews_author_idx on shared_reviews (store_env_id, author_digest);
create index shared_reviews_awaited_idx on shared_reviews (store_env_id, grant_id, id) where awaits_photos;
call app.fence('shared_reviews');

create table shared_review_photos (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  position integer not null,
  storage_key text not null,
  width integer,
  height integer,
  variants text[],
  primary key (store_env_id, id),
  constraint shared_review_photos_review_fk foreign key (store_env_id, review_id) references shared_reviews on delete cascade
);
create index shared_review_photos_review_idx on shared_review_photos (store_env_id, review_id, position);
call app.fence('shared_review_photos');

-- The giver's products that match a product of the receiver, at the receiver.
create table shared_products (
  store_env_id uuid not null,
  grant_id uuid not null,
  origin_product_id uuid not null,
  product_id uuid not null,
  platform_product_id text not null,
  title text,
  url text,
  -- True once the reviews of the product were copied.
  is_filled boolean not null default false,
  primary key (store_env_id, grant_id, origin_product_id)
);
call app.fence('shared_products');

-- The receiver's work on a grant. It outlives the grant until the last copy is deleted.
create table shared_review_runs (
  store_env_id uuid not null,
  grant_id uuid not null,
  giver_store_env_id uuid not null,
  -- Products changed, so they are matched before the next copies.
  is_unmatched boolean not null default true,
  -- The last copied original. Reviews are copied newest first.
  filled_submitted_at timestamptz(3),
  filled_id uuid,
  -- The accepting person approves the originals that were approved by this time.
  approves_until timestamptz(3),
  approves_by text,
  approves_role text,
  approves_via text,
  primary key (store_env_id, grant_id)
);
call app.fence('shared_review_runs');

-- The lease of a receiver's copying.
create table shared_review_leases (
  store_env_id uuid primary key,
  leased_by uuid,
  leased_until timestamptz(3)
);
call app.fence('shared_review_leases');

-- Changes that a receiver must follow: of a review at the giver, or of products of either store if there is no review.
create table shared_review_changes (
  store_env_id uuid not null,
  grant_id uuid not null,
  id uuid not null,
  review_id uuid,
  primary key (store_env_id, grant_id, id)
);
call app.fence('shared_review_changes');

-- Copies that the store deleted. They are never copied again while the grant lives, and count as withheld.
create table deleted_shared_reviews (
  store_env_id uuid not null,
  grant_id uuid not null,
  origin_id uuid not null,
  rating smallint not null,
  submitted_at timestamptz(3) not null,
  moderation_reason text not null,
  primary key (store_env_id, grant_id, origin_id)
);
create index deleted_shared_reviews_submitted_idx on deleted_shared_reviews (store_env_id, submitted_at);
call app.fence('deleted_shared_reviews');

-- Authors who were erased at the receiver. Their reviews are never copied again.
create table shared_review_erasures (
  store_env_id uuid not null,
  author_digest bytea not null,
  erased_at timestamptz(3) not null,
  primary key (store_env_id, author_digest)
);
call app.fence('shared_review_erasures');

-- True if the store's plan includes sharing. With billing off every plan does.
create function app.may_share(store uuid, organization uuid, at timestamptz, is_billed boolean) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return exists (
    select from stores s
      join subscriptions b on b.store_env_id = s.id
     where s.id = store and s.organization_id = organization
       and (not is_billed
            or (b.status = 'trialing' and b.trial_ends_at > may_share.at)
            or (b.plan in ('growth', 'scale')
                and (b.status = 'active' and b.past_due_since is null
                     or (b.status in ('active', 'past_due') and b.past_due_since > may_share.at - interval '14 days')
                     or (b.status = 'cancelled' and b.current_period_ends_at > may_share.at)))));
end $$;

-- Grants whose copies the current store may use now, with the other store. A storefront enters no organization, so it cannot read the
-- grants themselves. Both stores must belong to the organization of the grant.
create function app.sharing_stores(at timestamptz, is_billed boolean)
returns table (grant_id uuid, store_id uuid, store_name text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
    select g.id, s.id, s.name
      from review_grants g
      join stores s on s.id = g.giver_store_env_id and s.organization_id = g.organization_id
     where g.receiver_store_env_id = nullif(current_setting('app.store_env_id', true), '')::uuid and g.state = 'active'
       and app.may_share(g.giver_store_env_id, g.organization_id, sharing_stores.at, is_billed)
       and app.may_share(g.receiver_store_env_id, g.organization_id, sharing_stores.at, is_billed);
end $$;

-- Grants that the current store has given, whose receivers follow its reviews. An offer counts too: it may be accepted before the
-- transaction that asks has ended.
create function app.review_followers()
returns table (grant_id uuid, receiver_id uuid, organization_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
    select g.id, g.receiver_store_env_id, g.organization_id
      from review_grants g
     where g.giver_store_env_id = nullif(current_setting('app.store_env_id', true), '')::uuid
       and g.state in ('offered', 'active');
end $$;

do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.may_share(uuid, uuid, timestamptz, boolean) owner to evident_definer;
  alter function app.sharing_stores(timestamptz, boolean) owner to evident_definer;
  alter function app.review_followers() owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
revoke all on function app.may_share(uuid, uuid, timestamptz, boolean) from public;
revoke all on function app.sharing_stores(timestamptz, boolean) from public;
revoke all on function app.review_followers() from public;
grant execute on function app.may_share(uuid, uuid, timestamptz, boolean) to evident_definer;
grant execute on function app.sharing_stores(timestamptz, boolean) to evident_app;
grant execute on function app.review_followers() to evident_app;
