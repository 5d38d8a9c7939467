-- An organization has one trial. The row outlives the stores, so deleting a store brings no trial back.
create table organization_trials (
  organization_id uuid primary key references organizations on delete cascade,
  ends_at timestamptz(3) not null
);

-- The first store began the trial. Stores that exist keep the trials they have.
alter table subscriptions no force row level security;
insert into organization_trials (organization_id, ends_at)
select organization_id, coalesce(min(trial_ends_at), min(created_at) + interval '7 days')
  from subscriptions group by organization_id;
alter table subscriptions force row level security;

alter table organization_trials enable row level security;
alter table organization_trials force row level security;
create policy organization on organization_trials to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on organization_trials to evident_system using (true);
grant select, insert on organization_trials to evident_app;
grant select, delete on organization_trials to evident_system;
