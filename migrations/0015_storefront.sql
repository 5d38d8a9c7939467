-- Seeds of the secrets that sign customer tokens. A secret is derived from SECRET_KEY and the seed, so a copy of the
-- database reveals none. Without a row the seed is empty.
create table storefront_secrets (
  store_env_id uuid primary key references stores on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  seed text not null,
  previous_seed text not null,
  rotated_at timestamptz(3) not null
);
alter table storefront_secrets enable row level security, force row level security;
create policy organization on storefront_secrets to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on storefront_secrets to evident_system using (true);
create policy owner on storefront_secrets to current_user using (true);
create policy definer on storefront_secrets for select to evident_definer using (true);
grant select, insert, update on storefront_secrets to evident_app;
grant select, insert, update, delete on storefront_secrets to evident_system;
grant select on storefront_secrets to evident_definer;

-- Display settings of reviews. One row, replaced as a whole. Without a row the defaults apply.
create table storefront_settings (
  store_env_id uuid not null,
  id uuid not null,
  settings jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint storefront_settings_once unique (store_env_id)
);
call app.fence('storefront_settings');

-- Widgets that a store places on its pages.
create table placements (
  store_env_id uuid not null,
  id uuid not null,
  name text not null,
  widget text not null
    constraint placements_widget_known check (widget in ('reviews', 'stars', 'review_form', 'gallery', 'faq', 'loyalty')),
  page_type text not null
    constraint placements_page_type_known check (page_type in ('product', 'category', 'home', 'cart', 'other', 'any')),
  -- True for all pages of the type. A column, because a placement whose products and categories are all deleted must
  -- show nowhere.
  is_general boolean not null,
  selector text not null,
  insertion text not null
    constraint placements_insertion_known check (insertion in ('before', 'after', 'prepend', 'append')),
  -- No foreign key: a placement with an unpublished or deleted gallery shows nowhere.
  gallery_id uuid,
  heading text,
  item_limit smallint constraint placements_item_limit_range check (item_limit between 1 and 50),
  priority smallint not null constraint placements_priority_range check (priority between -100 and 100),
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  status text not null constraint placements_status_known check (status in ('draft', 'published')),
  -- Language of the heading. Null if unknown.
  locale text,
  translations jsonb not null,
  published_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint placements_dates check (ends_at > starts_at)
);
create index placements_newest_idx on placements (store_env_id, created_at desc, id desc);
call app.fence('placements');

create table placement_products (
  store_env_id uuid not null,
  placement_id uuid not null,
  product_id uuid not null,
  -- True if the placement skips this product.
  is_excluded boolean not null,
  primary key (store_env_id, placement_id, product_id, is_excluded),
  constraint placement_products_placement_fk foreign key (store_env_id, placement_id) references placements on delete cascade,
  constraint placement_products_product_fk foreign key (store_env_id, product_id) references products on delete cascade
);
create index placement_products_product_idx on placement_products (store_env_id, product_id, placement_id);
call app.fence('placement_products');

create table placement_categories (
  store_env_id uuid not null,
  placement_id uuid not null,
  category_id uuid not null,
  primary key (store_env_id, placement_id, category_id),
  constraint placement_categories_placement_fk foreign key (store_env_id, placement_id) references placements on delete cascade,
  constraint placement_categories_category_fk foreign key (store_env_id, category_id) references categories on delete cascade
);
create index placement_categories_category_idx on placement_categories (store_env_id, category_id, placement_id);
call app.fence('placement_categories');

-- First and last day on which a shop page requested a widget. Written once a day, and without visitor data.
create table widget_sightings (
  store_env_id uuid not null,
  widget text not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (store_env_id, widget)
);
call app.fence('widget_sightings');

-- Skipped steps of a new store's checklist. Completed steps are derived from the data.
create table first_runs (
  store_env_id uuid primary key,
  skipped text[] not null,
  updated_at timestamptz(3) not null
);
call app.fence('first_runs');

-- A visitor names only a store. One call enters the tenant and returns the facts that we check the visitor against: we
-- drop the rows behind it unread if the page's origin is not in `origins`. The organization is not entered, because a
-- storefront never reads members, keys or the audit log.
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
  secret_rotated_at timestamptz,
  closing boolean
);

create function app.enter_as_storefront(store uuid) returns setof app.storefront
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entering app.storefront;
begin
  select s.organization_id, s.name, s.timezone, s.origins, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at,
         b.past_due_since, k.seed, k.previous_seed, k.rotated_at, o.deletes_at is not null
    into entering
    from stores s
    join organizations o on o.id = s.organization_id
    join subscriptions b on b.store_env_id = s.id
    left join storefront_secrets k on k.store_env_id = s.id
   where s.id = store;
  if entering.organization_id is null then
    return;
  end if;
  execute format('set local app.store_env_id = %L', store);
  return next entering;
end $$;
revoke all on function app.enter_as_storefront(uuid) from public;
grant execute on function app.enter_as_storefront(uuid) to evident_app;

create function app.is_storefront_origin(candidates text[]) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from stores s where s.origins && candidates)
$$;
revoke all on function app.is_storefront_origin(text[]) from public;
grant execute on function app.is_storefront_origin(text[]) to evident_app;
