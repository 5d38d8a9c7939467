-- An organization whose deletion was asked for is closing until `deletes_at`; from `deletion_began_at` on nothing brings it back.
-- What a caller must be told of its organization travels with its own row, so that no request asks for it. A key that was seen
-- before is proven by its version: whoever closes an organization or opens it again touches its keys.
alter table organizations add column deletes_at timestamptz(3), add column deletion_began_at timestamptz(3);
create index organizations_closing_idx on organizations (deletes_at) where deletes_at is not null;

-- People who belonged to a deleted organization, until it is known whether they belong to another.
create table departed_users (user_id text primary key);
alter table departed_users enable row level security;
alter table departed_users force row level security;
create policy system on departed_users to evident_system using (true);
grant select, insert, delete on departed_users to evident_system;

grant select (id, deletes_at, two_factor_required) on organizations to evident_definer;

alter type app.caller add attribute closing boolean, add attribute two_factor_required boolean;
alter type app.storefront add attribute closing boolean;

create or replace function app.enter_as_key(key_digest bytea, store uuid) returns setof app.caller
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

create or replace function app.enter_as_user(person text, store uuid, organization uuid) returns setof app.caller
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entering app.caller;
begin
  select m.user_id, m.organization_id, m.role, '{}'::text[], null::timestamptz, m.created_at, null::timestamptz,
         b.store_env_id is not null, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since,
         m.xmin::text, b.xmin::text, o.deletes_at is not null, o.two_factor_required
    into entering
    from memberships m
    join organizations o on o.id = m.organization_id
    left join subscriptions b on b.store_env_id = store and b.organization_id = m.organization_id
   where m.user_id = person and m.active
     and (organization is null or m.organization_id = organization)
   order by (b.store_env_id is not null) desc, m.created_at, m.id
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

create or replace function app.enter_as_storefront(store uuid) returns setof app.storefront
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entering app.storefront;
begin
  select s.organization_id, s.name, s.timezone, s.origins, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at,
         b.past_due_since, k.seed, k.previous_seed, k.rotated_at, o.deletes_at is not null
    into entering
    from stores s
    join organizations o on o.id = s.organization_id
    join subscriptions b on b.store_env_id = s.id
    left join storefront_secrets k on k.store_env_id = s.id
   where s.id = store;
  if entering.organization_id is null then
    return;
  end if;
  execute format('set local app.store_env_id = %L', store);
  return next entering;
end $$;

-- For pages that are found by a link and not by a store: form, confirmation, feed.
create function app.is_closing(organization uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from organizations o where o.id = organization and o.deletes_at is not null)
$$;
grant create on schema app to evident_definer;
alter function app.is_closing(uuid) owner to evident_definer;
revoke create on schema app from evident_definer;
revoke all on function app.is_closing(uuid) from public;
grant execute on function app.is_closing(uuid) to evident_app, evident_definer;

-- Whoever acts for the organization by a grant is told the same.
create or replace function app.enter_as_support(token_digest bytea, store uuid, at timestamptz)
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

create or replace function app.enter_as_person(person text, store uuid, organization uuid, at timestamptz, is_billed boolean)
returns table (entering app.caller, delegation jsonb)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  granted record;
begin
  select u.* into entering from app.enter_as_user(person, store, organization) u;
  if store is not null and entering.store_allowed is not true then
    select p.* into granted from app.partner_stores(person, store, enter_as_person.at, is_billed) p
     where organization is null or p.organization_id = organization
     order by array_position('{VIEWER,MEMBER,ADMIN,OWNER}'::text[], p.role) desc limit 1;
    if found then
      select person, granted.organization_id, granted.role, '{}'::text[], null::timestamptz, null::timestamptz, null::timestamptz,
             true, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since, null::text, b.xmin::text
        into entering
        from subscriptions b where b.store_env_id = store and b.organization_id = granted.organization_id;
      entering.closing := app.is_closing(granted.organization_id);
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

-- Removes rows of the entered store, whichever table they are in: a table that is added later is emptied without being named.
-- Rows that others still refer to wait for those to go; answers how many rows went.
create function app.remove_rows_of_store(store uuid, most int) returns int
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant_table text;
  went int;
  total int := 0;
  is_held boolean := false;
begin
  for tenant_table in
    select c.oid::regclass::text from pg_class c join pg_policy p on p.polrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and pg_get_expr(p.polqual, c.oid) like '%app.store_env_id%'
     group by c.oid order by c.oid desc
  loop
    exit when total >= most;
    begin
      execute format('delete from %s where store_env_id = $1 and ctid = any (array(
                        select ctid from %s where store_env_id = $1 limit $2))', tenant_table, tenant_table)
        using store, most - total;
      get diagnostics went = row_count;
      total := total + went;
    exception when foreign_key_violation then
      is_held := true;
    end;
  end loop;
  if total = 0 and is_held then
    raise exception 'rows of the store % refer to each other', store;
  end if;
  return total;
end $$;
revoke all on function app.remove_rows_of_store(uuid, int) from public;
grant execute on function app.remove_rows_of_store(uuid, int) to evident_app;
