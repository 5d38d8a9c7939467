import { sql } from '#platform/db/query.ts'

export const findVersion = sql<{ version: string; number: number }>`
  select current_setting('server_version') as version, current_setting('server_version_num')::int as number`

export const findRole = sql<{ name: string; risky: boolean; owned: number }>`
  select rolname as name, rolsuper or rolbypassrls as risky,
         (select count(*)::int from pg_class c where c.relowner = r.oid) as owned
    from pg_roles r where rolname = current_user`

export const listOpenTables = sql<{ name: string }>`
  select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
     and a.attname in ('store_env_id', 'organization_id') and not a.attisdropped
     and not (c.relrowsecurity and c.relforcerowsecurity)`

/** On Citus, a function connects to the workers as the role that owns it, so this role needs LOGIN there. */
export const listLooseFunctions = sql<{ name: string }>`
  select p.oid::regprocedure::text as name from pg_proc p join pg_roles r on r.oid = p.proowner
   where p.prosecdef and p.pronamespace in ('public'::regnamespace, 'app'::regnamespace)
     and (r.rolsuper or r.rolcanlogin and not exists (select from pg_extension where extname = 'citus') or not exists (select from unnest(p.proconfig) s where s ~ '^search_path=.*pg_temp$'))`

export const findTemporaryRight = sql<{ open: boolean }>`
  select has_database_privilege('public', current_database(), 'temporary') as open`

/** Values are in base units. The service uses the same units when it sets them. */
export const listSettings = (names: readonly string[]) => sql<{ name: string; setting: string }>`
  select name, setting from pg_settings where name = any (${names}::text[])`

export const findReplicaState = sql<{ replica: boolean; keeps_rows: boolean; seconds: number | null }>`
  select pg_is_in_recovery() as replica, current_setting('hot_standby_feedback') = 'on' as keeps_rows,
         extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::int as seconds`

export const readClock = sql<{ ms: string }>`select extract(epoch from clock_timestamp()) * 1000 as ms`
