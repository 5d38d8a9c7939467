-- Three choices about review requests. A store that set no limit per address gets the new default, one request per person and three
-- days. A store that chose a limit keeps it, because its requests already wait for it.
alter table email_settings
  add column skip_refunded boolean not null default true,
  add column only_dispatched boolean not null default false,
  add column cap_request_days integer;
update email_settings set cap_request_days = 3 where cap_hours is null;
