-- One table for acts on reviews: the history reads who acted, and reports read how long a review waited for its first decision and reply.
-- `submitted_at` is the review's, so that an index alone answers the waits; null in acts that end no wait.
alter table review_acts
  add column submitted_at timestamptz(3),
  add column is_first_decision boolean not null default false,
  add column is_first_reply boolean not null default false;

-- An owner without superuser is subject to row-level security too, and must see all stores here.
alter table review_acts no force row level security;
alter table analytics_first_acts no force row level security;

-- The act of the same instant, where the history has one.
with waits as (
  select f.store_env_id, f.review_id, f.submitted_at, w.at, bool_or(w.is_decision) as is_decision, bool_or(not w.is_decision) as is_reply
    from analytics_first_acts f
    cross join lateral (values (f.decided_at, true), (f.replied_at, false)) as w(at, is_decision)
   where w.at is not null
   group by f.store_env_id, f.review_id, f.submitted_at, w.at),
  acts as (
  select distinct on (w.store_env_id, w.review_id, w.at) w.*, a.id
    from waits w
    left join review_acts a on a.store_env_id = w.store_env_id and a.review_id = w.review_id and a.at = w.at
   order by w.store_env_id, w.review_id, w.at, a.id desc),
  updated as (
  update review_acts a
     set submitted_at = c.submitted_at, is_first_decision = c.is_decision, is_first_reply = c.is_reply
    from acts c
   where a.store_env_id = c.store_env_id and a.id = c.id)
-- Older acts name nobody: the history shows nothing of them.
insert into review_acts (store_env_id, id, review_id, at, kind, role, via, submitted_at, is_first_decision, is_first_reply)
select c.store_env_id, gen_random_uuid(), c.review_id, c.at, 'changed', 'SYSTEM', 'system', c.submitted_at, c.is_decision, c.is_reply
  from acts c
 where c.id is null;

alter table review_acts force row level security;
drop table analytics_first_acts;

create index review_acts_waits_idx on review_acts (store_env_id, submitted_at) include (at, is_first_decision, is_first_reply)
 where submitted_at is not null;
