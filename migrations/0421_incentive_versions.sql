-- Each wording and value of an incentive. A mail or form that showed one keeps it, whatever the incentive says later.
create table review_incentive_versions (
  store_env_id uuid not null,
  incentive_id uuid not null,
  version integer not null,
  kind text not null constraint review_incentive_versions_kind_known check (kind in ('coupon', 'points')),
  text text not null,
  terms text,
  -- Null for points of the loyalty programme. Each promise then stores its own number of points.
  points bigint,
  code text,
  buyers_only boolean not null,
  created_at timestamptz(3) not null,
  primary key (store_env_id, incentive_id, version),
  constraint review_incentive_versions_incentive_fk foreign key (store_env_id, incentive_id) references review_incentives on delete cascade
);
call app.fence('review_incentive_versions');

alter table review_incentives
  add column version integer not null default 1,
  -- Only proven buyers of the product are offered it, and rewarded.
  add column buyers_only boolean not null default false;
alter table review_incentive_promises add column version integer not null default 1;
alter table review_rewards add column version integer not null default 1;

alter table review_incentives no force row level security;
alter table review_incentive_versions no force row level security;
insert into review_incentive_versions (store_env_id, incentive_id, version, kind, text, terms, points, code, buyers_only, created_at)
select i.store_env_id, i.id, 1, i.kind, i.text, i.terms, i.points, i.code, false, i.created_at from review_incentives i;
alter table review_incentive_versions force row level security;
alter table review_incentives force row level security;
