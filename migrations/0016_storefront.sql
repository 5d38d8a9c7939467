-- What makes a store's secret for signing customer tokens one of its own: the secret itself is derived from SECRET_KEY and
-- the seed, so a copy of the database gives none away, and a store without a row has the secret of the empty seed.
create table storefront_secrets (
  store_env_id uuid primary key references stores on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  seed text not null,
  previous_seed text not null,
  rotated_at timestamptz(3) not null
);
alter table storefront_secrets enable row level security;
alter table storefront_secrets force row level security;
create policy organization on storefront_secrets to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on storefront_secrets to evident_system using (true);
create policy owner on storefront_secrets to current_user using (true);
grant select, insert, update on storefront_secrets to evident_app;
grant select, insert, update, delete on storefront_secrets to evident_system;

-- A visitor names a store and nothing else: the tenant is entered together with what the caller is then held against, and
-- the rows behind it are dropped unread when the page's origin is not one of these. The organization is not entered: its
-- members, keys and audit log are nothing a storefront reads.
create type app.storefront as (
  organization_id uuid,
  store_name text,
  timezone text,
  origins text[],
  plan text,
  subscription_status text,
  trial_ends_at timestamptz,
  current_period_ends_at timestamptz,
  past_due_since timestamptz,
  secret_seed text,
  previous_secret_seed text,
  secret_rotated_at timestamptz
);

create function app.enter_as_storefront(store uuid) returns setof app.storefront
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  entering app.storefront;
begin
  select s.organization_id, s.name, s.timezone, s.origins, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at,
         b.past_due_since, k.seed, k.previous_seed, k.rotated_at
    into entering
    from stores s
    join subscriptions b on b.store_env_id = s.id
    left join storefront_secrets k on k.store_env_id = s.id
   where s.id = store;
  if entering.organization_id is null then
    return;
  end if;
  execute format('set local app.store_env_id = %L', store);
  return next entering;
end $$;

-- A preflight names no store: it is answered for an origin of any.
create index stores_origins_idx on stores using gin (origins);
create function app.is_storefront_origin(candidates text[]) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from stores s where s.origins && candidates)
$$;

revoke all on function app.enter_as_storefront(uuid), app.is_storefront_origin(text[]) from public;
grant execute on function app.enter_as_storefront(uuid), app.is_storefront_origin(text[]) to evident_app;

-- How a store's reviews stand on its pages. One row, replaced as a whole; a store without one has the defaults.
create table storefront_settings (
  store_env_id uuid not null,
  id uuid not null,
  settings jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint storefront_settings_once unique (store_env_id)
);
call app.fence('storefront_settings');

-- What a storefront lists, in each of its orders: by stars, of one product or of all, and those with photos, which are few.
-- Approved reviews only, so that an import of a hundred thousand pending ones costs a visitor nothing.
create index reviews_shown_idx on reviews (store_env_id, product_id, rating, submitted_at desc, id desc, photo_count)
  where status = 'approved';
create index reviews_shown_of_store_idx on reviews (store_env_id, rating, submitted_at desc, id desc, photo_count)
  where status = 'approved';
create index reviews_shown_with_photos_idx on reviews (store_env_id, product_id, submitted_at desc, id desc, rating)
  where status = 'approved' and photo_count > 0;
create index reviews_shown_with_photos_of_store_idx on reviews (store_env_id, submitted_at desc, id desc, rating)
  where status = 'approved' and photo_count > 0;
