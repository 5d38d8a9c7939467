-- Questions to whoever runs the service, and the access that an owner gives them for one, for hours.
create table support_tickets (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  store_env_id uuid references stores on delete cascade,
  subject text not null,
  -- Of whom an answer is waited for: open for the operator's, waiting for the organization's.
  state text not null constraint support_tickets_state_known check (state in ('open', 'waiting', 'closed')),
  opened_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index support_tickets_organization_idx on support_tickets (organization_id, created_at desc, id desc);
create index support_tickets_unclosed_idx on support_tickets (updated_at) where state <> 'closed';

create table support_messages (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  ticket_id uuid not null references support_tickets on delete cascade,
  side text not null constraint support_messages_side_known check (side in ('member', 'support')),
  -- A caller's name, `user:…` or `key:…`; of support there is only what they call themselves.
  author text,
  author_name text not null,
  body text not null,
  created_at timestamptz(3) not null
);
create index support_messages_ticket_idx on support_messages (ticket_id, created_at, id);

create table support_grants (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  ticket_id uuid not null references support_tickets on delete cascade,
  role text not null constraint support_grants_role_known check (role in ('VIEWER', 'MEMBER', 'ADMIN')),
  granted_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create unique index support_grants_one_standing on support_grants (ticket_id) where ended_at is null;
create index support_grants_ticket_idx on support_grants (ticket_id, created_at desc);

-- What the operator's command line hands out under a grant; each says which person holds it.
create table support_tokens (
  id uuid primary key,
  digest bytea not null constraint support_tokens_digest_once unique,
  organization_id uuid not null references organizations on delete cascade,
  grant_id uuid not null references support_grants on delete cascade,
  staff text not null,
  created_at timestamptz(3) not null
);

do $$
declare name text;
begin
  foreach name in array array['support_tickets', 'support_messages', 'support_grants', 'support_tokens'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy organization on %I to evident_app
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)$policy$, name);
    execute format('create policy system on %I to evident_system using (true)', name);
    execute format('create policy definer on %I for select to evident_definer using (true)', name);
  end loop;
end $$;
grant select, insert, update on support_tickets, support_messages, support_grants to evident_app;
grant select, insert on support_tokens to evident_app;
grant select on support_tickets, support_messages, support_grants to evident_system;
grant select on support_tickets, support_grants, support_tokens to evident_definer;

-- What was done with the access to one ticket.
create index audit_log_support_idx on audit_log (organization_id, (target ->> 'id'), at desc, id desc)
  where action = 'support.access_used';

-- Proves a token of support, and enters only while its grant stands, only the ticket's store where the ticket names one.
-- `delegation` is what the log says of who acts for the organization.
create function app.enter_as_support(token_digest bytea, store uuid, at timestamptz)
returns table (entering app.caller, delegation jsonb, ended boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  granted record;
begin
  select t.id, t.staff, g.id as grant_id, g.organization_id, g.role, g.ticket_id, k.store_env_id,
         g.ended_at is not null or g.expires_at <= enter_as_support.at as has_ended
    into granted
    from support_tokens t
    join support_grants g on g.id = t.grant_id
    join support_tickets k on k.id = g.ticket_id
   where t.digest = token_digest;
  if not found then
    return;
  end if;
  select granted.id::text, granted.organization_id, granted.role, '{}'::text[], null::timestamptz, null::timestamptz, null::timestamptz,
         b.store_env_id is not null, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since,
         null::text, b.xmin::text
    into entering
    from (select) only_row
    left join subscriptions b on b.store_env_id = store and b.organization_id = granted.organization_id
     and (granted.store_env_id is null or granted.store_env_id = store) and not granted.has_ended;
  ended := granted.has_ended;
  delegation := jsonb_build_object('via', 'support', 'name', granted.staff, 'grantId', granted.grant_id,
    'ticketId', granted.ticket_id, 'storeEnvId', granted.store_env_id);
  if not ended then
    perform set_config('app.organization_id', granted.organization_id::text, true);
    if entering.store_allowed then
      execute format('set local app.store_env_id = %L', store);
    end if;
  end if;
  return next;
end $$;

revoke all on function app.enter_as_support(bytea, uuid, timestamptz) from public;
grant execute on function app.enter_as_support(bytea, uuid, timestamptz) to evident_app;
do $$
begin
  -- An owner without superuser may hand a function only to a role it belongs to and that may create in the schema.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.enter_as_support(bytea, uuid, timestamptz) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
