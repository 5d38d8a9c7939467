-- When each deprecated item was last called, and when owners were notified of it.
alter table deprecated_calls add column last_seen_at timestamptz(3);

create table deprecation_notices (
  organization_id uuid not null references organizations on delete cascade,
  item text not null,
  sent_at timestamptz(3) not null,
  -- The one that goes out 14 days before the end.
  is_final boolean not null,
  primary key (organization_id, item, sent_at)
);
alter table deprecation_notices enable row level security;
alter table deprecation_notices force row level security;
create policy organization on deprecation_notices to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on deprecation_notices to evident_system using (true);
grant select, insert on deprecation_notices to evident_app;
grant select, delete on deprecation_notices to evident_system;
