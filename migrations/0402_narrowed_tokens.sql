-- A refresh that asks for fewer scopes gets an access token of those alone (RFC 6749 §6). Null: all that the consent gave.
alter table oauth_access_tokens add column scopes text[]
  constraint oauth_access_tokens_scopes_named check (cardinality(scopes) > 0);

create or replace function app.enter_as_oauth(token_digest bytea, store uuid, at timestamptz)
returns table (entering app.caller, stores uuid[])
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  granted record;
begin
  select g.id, g.organization_id, coalesce(t.scopes, g.scopes) as scopes, g.created_at, g.last_used_at, t.expires_at,
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
