-- OAuth 2.1 clients that an organization registered. Clients with a metadata URL have no row. A grant is one member's
-- consent. Deleting the membership or the client deletes it, and with it all its tokens.
create table oauth_clients (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  redirect_uris text[] not null,
  secret_digest bytea,
  secret_last4 text,
  created_by text not null,
  created_at timestamptz(3) not null,
  -- The previous secret stays valid for a while, so that a running client can switch.
  previous_secret_digest bytea,
  previous_secret_until timestamptz(3),
  constraint oauth_clients_previous_secret_ends
    check ((previous_secret_digest is null) = (previous_secret_until is null))
);
create index oauth_clients_organization_idx on oauth_clients (organization_id, created_at desc, id desc);
alter table oauth_clients enable row level security, force row level security;
create policy organization on oauth_clients to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on oauth_clients to evident_system using (true);
grant select, insert, update, delete on oauth_clients to evident_app;
grant select, delete on oauth_clients to evident_system;

create table oauth_grants (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  member_id uuid not null references memberships on delete cascade,
  -- The client's own id: the id of a row above, or its metadata URL.
  client_id text not null,
  registered_client_id uuid references oauth_clients on delete cascade,
  client_name text not null,
  stores uuid[] not null,
  role text not null constraint oauth_grants_role_known check (role in ('VIEWER', 'MEMBER', 'ADMIN')),
  -- Never empty, because an empty list means unrestricted.
  scopes text[] not null constraint oauth_grants_scopes_some check (cardinality(scopes) > 0),
  -- Second factor and provider of the session at the time of consent. The organization may require them later.
  second_factor boolean not null,
  vouched boolean not null,
  code_digest bytea not null constraint oauth_grants_code_once unique,
  code_challenge text not null,
  redirect_uri text not null,
  code_expires_at timestamptz(3) not null,
  redeemed_at timestamptz(3),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index oauth_grants_organization_idx on oauth_grants (organization_id, created_at desc, id desc);
create index oauth_grants_member_idx on oauth_grants (member_id);
create index oauth_grants_client_idx on oauth_grants (registered_client_id) where registered_client_id is not null;
create index oauth_grants_unredeemed_idx on oauth_grants (code_expires_at) where redeemed_at is null;
alter table oauth_grants enable row level security, force row level security;
create policy organization on oauth_grants to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on oauth_grants to evident_system using (true);
create policy definer on oauth_grants for select to evident_definer using (true);
grant select, insert, update, delete on oauth_grants to evident_app;
grant select, delete on oauth_grants to evident_system;
grant select on oauth_grants to evident_definer;

create table oauth_access_tokens (
  digest bytea primary key,
  organization_id uuid not null references organizations on delete cascade,
  grant_id uuid not null references oauth_grants on delete cascade,
  expires_at timestamptz(3) not null
);
create index oauth_access_tokens_grant_idx on oauth_access_tokens (grant_id);
create index oauth_access_tokens_expiry_idx on oauth_access_tokens (expires_at);
alter table oauth_access_tokens enable row level security, force row level security;
create policy organization on oauth_access_tokens to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on oauth_access_tokens to evident_system using (true);
create policy definer on oauth_access_tokens for select to evident_definer using (true);
grant select, insert, update, delete on oauth_access_tokens to evident_app;
grant select, delete on oauth_access_tokens to evident_system;
grant select on oauth_access_tokens to evident_definer;

-- Rotated tokens stay until they expire, so that we detect a stolen one when it is used again.
create table oauth_refresh_tokens (
  digest bytea primary key,
  organization_id uuid not null references organizations on delete cascade,
  grant_id uuid not null references oauth_grants on delete cascade,
  generation int not null,
  expires_at timestamptz(3) not null,
  rotated_at timestamptz(3),
  constraint oauth_refresh_tokens_one_chain unique (grant_id, generation)
);
create index oauth_refresh_tokens_expiry_idx on oauth_refresh_tokens (expires_at);
alter table oauth_refresh_tokens enable row level security, force row level security;
create policy organization on oauth_refresh_tokens to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on oauth_refresh_tokens to evident_system using (true);
grant select, insert, update, delete on oauth_refresh_tokens to evident_app;
grant select, delete on oauth_refresh_tokens to evident_system;

-- Authenticates a caller and enters the tenant in one statement, so that both share a round trip with the query. The
-- tenant is set only if the store belongs to the caller: a wrong store finds no rows. A subscription's row names its
-- store and organization, so we do not read the store.
create type app.caller as (
  caller_id text,
  organization_id uuid,
  role text,
  scopes text[],
  expires_at timestamptz,
  first_used_at timestamptz,
  last_used_at timestamptz,
  store_allowed boolean,
  plan text,
  subscription_status text,
  trial_ends_at timestamptz,
  current_period_ends_at timestamptz,
  past_due_since timestamptz,
  caller_version text,
  subscription_version text,
  closing boolean,
  two_factor_required boolean,
  single_sign_on_required boolean
);

-- Verifies a support token and enters while its grant is active. A ticket about one store limits it to that store.
-- `delegation` is the audit log's description of the caller.
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
  entering.closing := app.is_closing(granted.organization_id);
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

-- Enters as a member: the organization of the named store, else the named organization, else the member's first.
-- `vouched` is the organization whose provider signed the session in, or null.
create function app.enter_as_user(person text, store uuid, organization uuid, vouched uuid) returns setof app.caller
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entering app.caller;
begin
  select m.user_id, m.organization_id, m.role, '{}'::text[], null::timestamptz, m.created_at, null::timestamptz,
         b.store_env_id is not null, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since,
         m.xmin::text, b.xmin::text, o.deletes_at is not null, o.two_factor_required, r.required
    into entering
    from memberships m
    join organizations o on o.id = m.organization_id
    left join subscriptions b on b.store_env_id = store and b.organization_id = m.organization_id
    cross join lateral (select vouched is null and app.requires_single_sign_on(m.organization_id, person) as required) r
   where m.user_id = person and m.active
     and (organization is null or m.organization_id = organization)
     and (vouched is null or m.organization_id = vouched)
   -- Unless the call names it, an organization that is closed to this session is the last to be entered.
   order by (b.store_env_id is not null) desc, r.required, m.created_at, m.id
   limit 1;
  if entering.caller_id is null then
    return;
  end if;
  perform set_config('app.organization_id', entering.organization_id::text, true);
  if entering.store_allowed then
    execute format('set local app.store_env_id = %L', store);
  end if;
  return next entering;
end $$;
revoke all on function app.enter_as_user(text, uuid, uuid, uuid) from public;
grant execute on function app.enter_as_user(text, uuid, uuid, uuid) to evident_app;

-- Enters as a signed-in person: as a member, else through a partner grant.
-- Partners need a second factor if either organization requires one.
-- `vouched` has a default for processes of the previous release, whose sessions have no provider.
create function app.enter_as_person(person text, store uuid, organization uuid, at timestamptz, is_billed boolean,
                                    vouched uuid default null)
returns table (entering app.caller, delegation jsonb)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  granted record;
begin
  select u.* into entering from app.enter_as_user(person, store, organization, vouched) u;
  if store is not null and entering.store_allowed is not true then
    select p.* into granted from app.partner_stores(person, store, enter_as_person.at, is_billed) p
     where (organization is null or p.organization_id = organization)
       and case when vouched is null then not app.requires_single_sign_on(p.partner_id, person) else p.partner_id = vouched end
     order by array_position('{VIEWER,MEMBER,ADMIN,OWNER}'::text[], p.role) desc limit 1;
    if found then
      select person, granted.organization_id, granted.role, '{}'::text[], null::timestamptz, null::timestamptz, null::timestamptz,
             true, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since, null::text, b.xmin::text
        into entering
        from subscriptions b where b.store_env_id = store and b.organization_id = granted.organization_id;
      select bool_or(o.deletes_at is not null) filter (where o.id = granted.organization_id), bool_or(o.two_factor_required)
        into entering.closing, entering.two_factor_required
        from organizations o where o.id in (granted.organization_id, granted.partner_id);
      delegation := jsonb_build_object('via', 'partner', 'name', granted.person_name, 'grantId', granted.grant_id,
        'organizationId', granted.partner_id, 'organization', granted.partner_name);
      perform set_config('app.organization_id', granted.organization_id::text, true);
      execute format('set local app.store_env_id = %L', store);
    end if;
  end if;
  if entering.caller_id is not null then
    return next;
  end if;
end $$;
revoke all on function app.enter_as_person(text, uuid, uuid, timestamptz, boolean, uuid) from public;
grant execute on function app.enter_as_person(text, uuid, uuid, timestamptz, boolean, uuid) to evident_app;

-- Verifies an access token and enters one of the stores that the consent named. Role and requirements are the member's
-- current ones: a client never may do more than its member.
create function app.enter_as_oauth(token_digest bytea, store uuid, at timestamptz)
returns table (entering app.caller, stores uuid[])
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  granted record;
begin
  select g.id, g.organization_id, g.scopes, g.created_at, g.last_used_at, t.expires_at,
         o.deletes_at is not null as closing,
         o.two_factor_required and not g.second_factor as lacks_second_factor,
         not g.vouched and app.requires_single_sign_on(g.organization_id, m.user_id) as lacks_single_sign_on,
         (array['VIEWER', 'MEMBER', 'ADMIN'])[least(
           array_position(array['VIEWER', 'MEMBER', 'ADMIN'], g.role),
           array_position(array['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'], m.role))] as role,
         array(select s.id from stores s where s.organization_id = g.organization_id and s.id = any (g.stores)) as stores
    into granted
    from oauth_access_tokens t
    join oauth_grants g on g.id = t.grant_id
    join memberships m on m.id = g.member_id and m.organization_id = g.organization_id and m.active
    join organizations o on o.id = g.organization_id
   where t.digest = token_digest and t.expires_at > enter_as_oauth.at;
  -- A connection ends with the last of its stores.
  if not found or cardinality(granted.stores) = 0 then
    return;
  end if;
  select granted.id::text, granted.organization_id, granted.role, granted.scopes, granted.expires_at, granted.created_at, granted.last_used_at,
         b.store_env_id is not null, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since,
         null::text, b.xmin::text, granted.closing, granted.lacks_second_factor, granted.lacks_single_sign_on
    into entering
    from (select) only_row
    left join subscriptions b on b.store_env_id = store and b.organization_id = granted.organization_id and store = any (granted.stores);
  stores := granted.stores;
  perform set_config('app.organization_id', granted.organization_id::text, true);
  if entering.store_allowed then
    execute format('set local app.store_env_id = %L', store);
  end if;
  return next;
end $$;
revoke all on function app.enter_as_oauth(bytea, uuid, timestamptz) from public;
grant execute on function app.enter_as_oauth(bytea, uuid, timestamptz) to evident_app;

create function app.enter_as_key(key_digest bytea, store uuid) returns setof app.caller
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entering app.caller;
begin
  select k.id::text, k.organization_id, k.role, k.scopes, k.expires_at, k.first_used_at, k.last_used_at,
         b.store_env_id is not null, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since,
         k.xmin::text, b.xmin::text, o.deletes_at is not null, o.two_factor_required
    into entering
    from api_keys k
    join organizations o on o.id = k.organization_id
    left join subscriptions b on b.store_env_id = store and b.organization_id = k.organization_id
   where k.digest = key_digest;
  if entering.caller_id is null then
    return;
  end if;
  perform set_config('app.organization_id', entering.organization_id::text, true);
  if entering.store_allowed then
    execute format('set local app.store_env_id = %L', store);
  end if;
  return next entering;
end $$;
revoke all on function app.enter_as_key(bytea, uuid) from public;
grant execute on function app.enter_as_key(bytea, uuid) to evident_app;

-- Enters for a process that cached this key and store. It compares only the row versions (`xmin` changes with every
-- update), at half the cost of reading the rows.
create function app.enter_as_known_key(key_digest bytea, store uuid, organization uuid, key_version xid, subscription_version xid)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from api_keys k
      join subscriptions b on b.store_env_id = store and b.organization_id = k.organization_id and b.xmin = subscription_version
     where k.digest = key_digest and k.xmin = key_version and k.organization_id = organization
  ) then
    return false;
  end if;
  perform set_config('app.organization_id', organization::text, true);
  execute format('set local app.store_env_id = %L', store);
  return true;
end $$;
revoke all on function app.enter_as_known_key(bytea, uuid, uuid, xid, xid) from public;
grant execute on function app.enter_as_known_key(bytea, uuid, uuid, xid, xid) to evident_app;
