-- Sums of several days come from those of each, so that a changed day can be taken off them. Whole days, weeks and months have their
-- percentiles kept, which those of days do not tell.
create table analytics_acts (
  store_env_id uuid not null,
  days smallint not null,
  first_day date not null,
  -- From a review to the first decision on it and the first answer, in seconds.
  decided bigint not null,
  decision50 bigint,
  decision90 bigint,
  replied bigint not null,
  reply50 bigint,
  reply90 bigint,
  primary key (store_env_id, days, first_day)
);
call app.fence('analytics_acts');

alter table analytics_sums
  drop column decided, drop column decision50, drop column decision90,
  drop column replied, drop column reply50, drop column reply90,
  alter column product_received type integer[], alter column product_stars type integer[], alter column product_low type integer[],
  alter column product_unanswered type integer[], alter column product_waiting type integer[];

-- All of it is summed anew, of all stores: for a moment without the policy, which the owner is held to too.
alter table analytics_coverage no force row level security;
alter table analytics_changes no force row level security;
insert into analytics_changes (store_env_id, day, id) select store_env_id, '-infinity', gen_random_uuid() from analytics_coverage;
alter table analytics_changes force row level security;
alter table analytics_coverage force row level security;
