-- Programs that people let act for them (OAuth 2.1). A client is a program that an organization has registered; those that are known by
-- the address of their own metadata have no row. A grant is one consent of one member: it goes with the membership and with the
-- client, and all that was handed out under it goes with the grant. Until its code is redeemed it gives nothing.
create table oauth_clients (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  redirect_uris text[] not null,
  secret_digest bytea,
  secret_last4 text,
  created_by text not null,
  created_at timestamptz(3) not null
);
create index oauth_clients_organization_idx on oauth_clients (organization_id, created_at desc, id desc);

create table oauth_grants (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  member_id uuid not null references memberships on delete cascade,
  -- As the program names itself: the id of a row above, or an address.
  client_id text not null,
  registered_client_id uuid references oauth_clients on delete cascade,
  client_name text not null,
  stores uuid[] not null,
  role text not null constraint oauth_grants_role_known check (role in ('VIEWER', 'MEMBER', 'ADMIN')),
  -- Never empty, which would mean unrestricted.
  scopes text[] not null constraint oauth_grants_scopes_some check (cardinality(scopes) > 0),
  -- What the session of the consent had shown: the organization may ask for it later.
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

create table oauth_access_tokens (
  digest bytea primary key,
  organization_id uuid not null references organizations on delete cascade,
  grant_id uuid not null references oauth_grants on delete cascade,
  expires_at timestamptz(3) not null
);
create index oauth_access_tokens_grant_idx on oauth_access_tokens (grant_id);
create index oauth_access_tokens_expiry_idx on oauth_access_tokens (expires_at);

-- Those that were rotated stay until they would have expired: whoever shows one again is not the one it was given to.
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

do $$
declare
  name text;
begin
  foreach name in array array['oauth_clients', 'oauth_grants', 'oauth_access_tokens', 'oauth_refresh_tokens'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy organization on %I to evident_app
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)$policy$, name);
    execute format('create policy system on %I to evident_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to evident_app', name);
    execute format('grant select, delete on %I to evident_system', name);
  end loop;
end $$;
create policy definer on oauth_grants for select to evident_definer using (true);
create policy definer on oauth_access_tokens for select to evident_definer using (true);
grant select on oauth_grants, oauth_access_tokens to evident_definer;

-- Proves an access token and enters, of the stores, only those that the consent named. Role and requirements are those of this
-- moment: nobody's program may do more than they may themselves.
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
grant create on schema app to evident_definer;
alter function app.enter_as_oauth(bytea, uuid, timestamptz) owner to evident_definer;
revoke create on schema app from evident_definer;
