-- Migration: expands.
-- On Citus the planner needs the parameters of a statement, which SQL functions do not pass. PL/pgSQL passes them. Distributed and
-- local tables are read by statements of their own there, because their joins copy rows between nodes.

-- True if the transaction may have written. On Citus the coordinator has no transaction id while only workers have written:
-- server/platform/db/migrating/functions.ts chooses at the start.
create function app.has_written() returns boolean
language sql stable as $$ select pg_current_xact_id_if_assigned() is not null $$;
revoke all on function app.has_written() from public;
grant execute on function app.has_written() to evident_app;

create or replace function app.last_change(store uuid) returns bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return coalesce((select case when c.stamp = c.upkeep then c.work else c.stamp end
                     from public.change_stamps c where c.store_env_id = store), 0);
end $$;

create or replace function app.find_connected_shops(of_platform text, at_address text)
returns table (connection_id uuid, store_env_id uuid, organization_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
    select l.connection_id, l.store_env_id, s.organization_id
      from (select f.connection_id, f.store_env_id from shop_lookups f
             where f.platform = of_platform and f.address = at_address offset 0) l
      join stores s on s.id = l.store_env_id
      join shop_connections c on c.store_env_id = l.store_env_id and c.id = l.connection_id
     where c.status in ('active', 'paused');
end $$;

create or replace function app.record_for_partner(given uuid, new_id uuid, action text, actor jsonb, target jsonb, details jsonb,
                                                  address text, user_agent text, at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  partner uuid;
begin
  select g.partner_organization_id into partner
    from partner_grants g
   where g.id = given and g.organization_id = nullif(current_setting('app.organization_id', true), '')::uuid;
  if found then
    insert into audit_log (id, organization_id, action, actor, target, details, address, user_agent, at)
    values (new_id, partner, record_for_partner.action, record_for_partner.actor, record_for_partner.target,
            record_for_partner.details, record_for_partner.address, record_for_partner.user_agent, record_for_partner.at);
  end if;
end $$;

create or replace function app.read_as_known_key(key_digest bytea, store uuid, organization uuid, key_version xid, subscription_version xid)
returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  done text := set_config('transaction_read_only', 'on', true);
begin
  if not exists (
    select from api_keys k
      join subscriptions b on b.store_env_id = store and b.organization_id = k.organization_id and b.xmin = subscription_version
     where k.digest = key_digest and k.xmin = key_version and k.organization_id = organization
  ) then
    return null;
  end if;
  done := app.set_local('app.organization_id', organization::text);
  done := app.set_local('app.store_env_id', store::text);
  return coalesce((select c.stamp from change_stamps c where c.store_env_id = store), 0);
end $$;

create or replace function app.stamp_for_known_key(key_digest bytea, store uuid, organization uuid, key_version xid, subscription_version xid)
returns bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from api_keys k
      join subscriptions b on b.store_env_id = store and b.organization_id = k.organization_id and b.xmin = subscription_version
     where k.digest = key_digest and k.xmin = key_version and k.organization_id = organization
  ) then
    return null;
  end if;
  return coalesce((select c.stamp from change_stamps c where c.store_env_id = store), 0);
end $$;

-- Without RETURNING, Citus copies rows of INSERT … SELECT, which row-level security forbids.
create or replace function app.append_to_ledger(store uuid, begun timestamptz, types text[], reviews uuid[], bodies text[])
returns void
language plpgsql as $$
declare
  ledger_size bigint;
  leaf bytea;
  ended timestamptz;
  at_text text;
  entries text[] := '{}';
  leaves bytea[] := '{}';
  added bigint;
begin
  select l.size, l.last_leaf, l.last_at into ledger_size, leaf, ended
    from evidence_ledgers l where l.store_env_id = store for update;
  if not found then
    insert into evidence_ledgers (store_env_id, size, is_entering) values (store, 0, false)
    on conflict (store_env_id) do nothing;
    select l.size, l.last_leaf, l.last_at into strict ledger_size, leaf, ended
      from evidence_ledgers l where l.store_env_id = store for update;
  end if;
  -- Time never goes backwards. While the clock is behind, entries get the time of the last entry.
  ended := greatest(ended, begun);
  at_text := to_char(ended at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  for i in 1 .. cardinality(bodies) loop
    entries[i] := '{"at":"' || at_text || '",' || bodies[i] || ',"prev":"' || coalesce(encode(leaf, 'hex'), repeat('0', 64))
      || '","review":' || coalesce('"' || reviews[i] || '"', 'null') || ',"seq":' || ledger_size + i - 1
      || ',"store":"' || store || '","type":"' || types[i] || '","v":1}';
    leaf := sha256('\x00'::bytea || convert_to(entries[i], 'UTF8'));
    leaves[i] := leaf;
  end loop;
  with appended as (
    insert into evidence_entries (store_env_id, seq, at, type, review_id, entry, leaf)
    select store, ledger_size + e.place - 1, ended, e.type, e.review_id, e.entry, e.leaf
      from unnest((select types), (select reviews), (select entries), (select leaves)) with ordinality
           as e(type, review_id, entry, leaf, place)
    returning 1)
  select count(*) into added from appended;
  update evidence_ledgers l set size = ledger_size + cardinality(bodies), last_leaf = leaf, last_at = ended
   where l.store_env_id = store;
end $$;

-- Policies of reference tables read the organization on the workers too. Citus reads no system column of the inner side of an
-- outer join.
do $$
declare
  entering regprocedure;
begin
  for entering in
    select p.oid from pg_proc p
     where p.pronamespace = 'app'::regnamespace and p.prosrc like '%perform set\_config(''app.organization\_id'', %::text, true)%'
  loop
    execute replace(regexp_replace(
      regexp_replace(pg_get_functiondef(entering), 'set_config\(''app.organization_id'', ([a-z_.]+::text), true\)',
                     'app.set_local(''app.organization_id'', \1)', 'g'),
      '(left join|from) subscriptions b (on|where)', '\1 (select f.*, f.xmin as version from subscriptions f) b \2', 'g'),
      'b.xmin::text', 'b.version::text');
  end loop;
end $$;
