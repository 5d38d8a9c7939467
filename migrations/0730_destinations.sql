-- Migration: expands.
-- Places outside where reviews and ratings are shown. A store has at most one of each kind.
create table destinations (
  store_env_id uuid not null,
  id uuid not null,
  kind text not null constraint destinations_kind_known check (kind in (
    'google_product', 'shopify_rating', 'shopify_reviews', 'vendure_rating', 'medusa_rating', 'woocommerce_rating', 'meta_csv')),
  status text not null constraint destinations_status_known check (status in (
    'active', 'paused', 'needs_reauth', 'blocked', 'removing')),
  status_reason text,
  -- Sealed with the deployment's key. Null for kinds that use the store's shop connection.
  credentials bytea,
  -- The account at Google. Null for all other kinds.
  account text,
  -- Facts that the first call made there, such as the name of Google's data source.
  place jsonb not null default '{}' constraint destinations_place_object check (jsonb_typeof(place) = 'object'),
  paused_until timestamptz(3),
  -- True if the other side named the time. False after our failures: a removal then need not wait.
  must_wait boolean not null default false,
  failures integer not null default 0,
  leased_by uuid,
  leased_until timestamptz(3),
  -- When the next comparison is due, and the run that works on one.
  compare_at timestamptz(3),
  compared_by uuid,
  compared_until timestamptz(3),
  last_comparison jsonb,
  -- The last mail to owners about removals that fail.
  notified_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint destinations_one_of_a_kind unique (store_env_id, kind)
);
call app.fence('destinations');

-- The state there, and the call that is due. The subject is a review, or a product for ratings; both may be deleted before their item.
create table destination_items (
  store_env_id uuid not null,
  id uuid not null,
  destination_id uuid not null,
  subject_id uuid not null,
  product_id uuid,
  external_id text,
  state text not null constraint destination_items_state_known check (state in (
    'queued', 'accepted', 'live', 'refused', 'removed')),
  operation text constraint destination_items_operation_known check (operation in ('put', 'remove')),
  -- True from the first call on, because a call without an answer may have arrived.
  may_be_there boolean not null default false,
  reason text,
  message text,
  -- Digest of the content that was last sent. Null while a call's result is unknown.
  digest bytea,
  -- Grows with each change, so that the result of an older call does not settle a newer one.
  version integer not null default 0,
  attempts integer not null default 0,
  due_at timestamptz(3),
  claimed_until timestamptz(3),
  confirmations integer not null default 0,
  removal_since timestamptz(3),
  sent_at timestamptz(3),
  confirmed_at timestamptz(3),
  -- The last comparison that saw it there.
  seen_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint destination_items_once unique (store_env_id, destination_id, subject_id),
  constraint destination_items_destination_fk foreign key (store_env_id, destination_id) references destinations on delete cascade
);
create index destination_items_due_idx on destination_items (store_env_id, destination_id, operation, due_at) where due_at is not null;
create index destination_items_subject_idx on destination_items (store_env_id, subject_id);
create index destination_items_list_idx on destination_items (store_env_id, destination_id, created_at desc, id desc);
call app.fence('destination_items');

-- The secret address of a pulled destination. Unique across stores, because the address names no store.
create table destination_feeds (
  store_env_id uuid primary key references stores on delete cascade,
  destination_id uuid not null,
  token text not null constraint destination_feeds_token_once unique,
  created_at timestamptz(3) not null,
  last_fetched_at timestamptz(3)
);
call app.fence('destination_feeds');
create policy owner on destination_feeds to current_user using (true);
create policy definer on destination_feeds for select to evident_definer using (true);
grant select on destination_feeds to evident_definer;

create function app.find_destination_feed(feed_token text)
returns table (store_env_id uuid, organization_id uuid, destination_id uuid, store_name text, origins text[],
               plan text, status text, trial_ends_at timestamptz, current_period_ends_at timestamptz, past_due_since timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.store_env_id, s.organization_id, f.destination_id, s.name, s.origins,
         b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since
    from destination_feeds f
    join stores s on s.id = f.store_env_id
    join subscriptions b on b.store_env_id = f.store_env_id
   where f.token = feed_token
$$;
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.find_destination_feed(text) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
revoke all on function app.find_destination_feed(text) from public;
grant execute on function app.find_destination_feed(text) to evident_app;
