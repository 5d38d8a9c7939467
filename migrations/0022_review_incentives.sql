-- Rewards that a store offers for reviews, regardless of the rating, and the rewards issued.
create table review_incentives (
  store_env_id uuid not null,
  id uuid not null,
  kind text not null constraint review_incentives_kind_known check (kind in ('coupon', 'points')),
  text text not null,
  terms text,
  -- Null uses the loyalty programme's points for a review.
  points bigint,
  -- A code for everybody. Null issues one from the pool.
  code text,
  -- True for all products. A column, because an incentive whose products and categories are all deleted must show
  -- nowhere.
  is_general boolean not null,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  low_at integer,
  fulfil text not null constraint review_incentives_fulfil_known check (fulfil in ('submission', 'decision')),
  status text not null constraint review_incentives_status_known check (status in ('draft', 'active', 'paused', 'ended')),
  -- The pool level that owners were last notified of.
  pool_level text not null constraint review_incentives_level_known check (pool_level in ('enough', 'low', 'empty')),
  -- When shoppers could first see it.
  activated_at timestamptz(3),
  -- Deleted by the merchant; stored for shoppers who saw it.
  removed_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index review_incentives_newest_idx on review_incentives (store_env_id, created_at desc, id desc);
call app.fence('review_incentives');

create table review_incentive_products (
  store_env_id uuid not null,
  incentive_id uuid not null,
  product_id uuid not null,
  primary key (store_env_id, incentive_id, product_id),
  constraint review_incentive_products_incentive_fk foreign key (store_env_id, incentive_id) references review_incentives on delete cascade,
  constraint review_incentive_products_product_fk foreign key (store_env_id, product_id) references products on delete cascade
);
create index review_incentive_products_product_idx on review_incentive_products (store_env_id, product_id, incentive_id);
call app.fence('review_incentive_products');

create table review_incentive_categories (
  store_env_id uuid not null,
  incentive_id uuid not null,
  category_id uuid not null,
  primary key (store_env_id, incentive_id, category_id),
  constraint review_incentive_categories_incentive_fk foreign key (store_env_id, incentive_id)
    references review_incentives on delete cascade,
  constraint review_incentive_categories_category_fk foreign key (store_env_id, category_id) references categories on delete cascade
);
create index review_incentive_categories_category_idx on review_incentive_categories (store_env_id, category_id, incentive_id);
call app.fence('review_incentive_categories');

create table review_incentive_codes (
  store_env_id uuid not null,
  id uuid not null,
  incentive_id uuid not null,
  code text not null,
  given_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (store_env_id, id),
  -- Unique in the store, because a code in two pools would be issued twice.
  constraint review_incentive_codes_once unique (store_env_id, code),
  constraint review_incentive_codes_incentive_fk foreign key (store_env_id, incentive_id) references review_incentives on delete cascade
);
create index review_incentive_codes_free_idx on review_incentive_codes (store_env_id, incentive_id, id) where given_at is null;
create index review_incentive_codes_given_idx on review_incentive_codes (store_env_id, incentive_id) where given_at is not null;
call app.fence('review_incentive_codes');

-- Offers that a mail made for an order's products. We honour them after the offer ends.
create table review_incentive_promises (
  store_env_id uuid not null,
  order_id uuid not null,
  product_id uuid not null,
  incentive_id uuid not null,
  points bigint,
  created_at timestamptz(3) not null,
  primary key (store_env_id, order_id, product_id),
  constraint review_incentive_promises_order_fk foreign key (store_env_id, order_id) references orders on delete cascade,
  constraint review_incentive_promises_product_fk foreign key (store_env_id, product_id) references products on delete cascade,
  constraint review_incentive_promises_incentive_fk foreign key (store_env_id, incentive_id) references review_incentives on delete cascade
);
create index review_incentive_promises_product_idx on review_incentive_promises (store_env_id, product_id);
create index review_incentive_promises_incentive_idx on review_incentive_promises (store_env_id, incentive_id);
call app.fence('review_incentive_promises');

create table review_rewards (
  store_env_id uuid not null,
  id uuid not null,
  incentive_id uuid not null,
  -- No foreign key: a reward outlives its review.
  review_id uuid not null,
  product_id uuid not null,
  email text,
  name text,
  locale text,
  points bigint,
  code text,
  state text not null constraint review_rewards_state_known check (state in ('pending', 'waiting', 'given', 'withheld')),
  reason text,
  given_at timestamptz(3),
  mailed_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint review_rewards_once unique (store_env_id, review_id),
  constraint review_rewards_incentive_fk foreign key (store_env_id, incentive_id) references review_incentives on delete cascade
);
create unique index review_rewards_person_once on review_rewards (store_env_id, email, product_id) where state in ('waiting', 'given');
create index review_rewards_newest_idx on review_rewards (store_env_id, incentive_id, created_at desc, id desc);
create index review_rewards_email_idx on review_rewards (store_env_id, email);
create index review_rewards_waiting_idx on review_rewards (store_env_id, incentive_id, created_at, id) where state = 'waiting';
create index review_rewards_unmailed_idx on review_rewards (store_env_id, id)
  where state = 'given' and code is not null and mailed_at is null;
call app.fence('review_rewards');
