// Lists the objects of a database, each with a digest of its definition and grants. PostgreSQL 15 and 18 give the same list.
import type { Client } from 'pg'

/**
 * Returns one line for each role, schema, table, type and function. A table's digest covers its indexes, constraints and
 * policies.
 */
export async function listObjects(client: Client): Promise<string[]> {
  // With this search path, definitions name every schema.
  await client.query('set search_path = pg_catalog')
  const { rows } = await client.query<{ line: string }>(objects)
  await client.query('reset search_path')
  return rows.map(({ line }) => line)
}

/** Leaves out the MAINTAIN privilege, which PostgreSQL has only from version 17 on. */
const granted = (acl: string, owner: string) => `
  select 'grant ' || a.privilege_type || ' to ' || coalesce(r.rolname, 'public') as line
    from aclexplode(${acl}) a left join pg_roles r on r.oid = a.grantee
   where a.grantee <> ${owner} and a.privilege_type <> 'MAINTAIN'`

const ownerName = (oid: string) =>
  `case when ${oid} = current_user::regrole then 'owner' else ${oid}::regrole::text end`

/** Leaves out constraints of type n, the NOT NULL constraints of columns, which PostgreSQL lists from version 18 on. */
const objects = `
with parts(object, line) as (
  select 'role ' || rolname, format('%s %s %s %s %s', rolsuper, rolinherit, rolcreaterole, rolcanlogin, rolbypassrls)
    from pg_roles where rolname in ('evident_app', 'evident_system', 'evident_auth', 'evident_worker', 'evident_definer')
  union all
  select 'schema ' || n.nspname, g.line from pg_namespace n, lateral (${granted('n.nspacl', 'n.nspowner')}) g
   where n.nspname in ('public', 'app', 'auth')
  union all
  select 'relation ' || c.oid::regclass, line
    from pg_class c, lateral (
      select format('%s %s %s %s %s', c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.reloptions) as line
      union all
      select format('%s %s %s %s %s %s%s%s', row_number() over (order by a.attnum), a.attname,
               format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attstorage, a.attidentity,
               a.attgenerated) || coalesce((select ' ' || collname from pg_collation where oid = a.attcollation), '')
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      union all
      select format('%s %s %s', k.conname, k.convalidated, pg_get_constraintdef(k.oid)) from pg_constraint k
       where k.conrelid = c.oid and k.contype <> 'n'
      union all
      select pg_get_indexdef(i.indexrelid) from pg_index i where i.indrelid = c.oid and i.indisvalid
      union all
      select format('%s %s %s %s %s %s', p.polname, p.polcmd, p.polpermissive,
               (select string_agg(case when m.role = 0 then 'public' else ${ownerName('m.role')} end, ',') from unnest(p.polroles) m(role)),
               pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
        from pg_policy p where p.polrelid = c.oid
      union all
      (${granted('c.relacl', 'c.relowner')})
      union all
      select a.attname || ' ' || g.line from pg_attribute a, lateral (${granted('a.attacl', 'c.relowner')}) g where a.attrelid = c.oid
      union all
      select pg_get_triggerdef(t.oid) from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) l(line)
   where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace, 'auth'::regnamespace)
     and c.relkind not in ('i', 't') and c.relname <> 'schema_migrations'
  union all
  select 'function ' || p.oid::regprocedure, line
    from pg_proc p join pg_language l on l.oid = p.prolang, lateral (
      select format('%s %s %s %s %s %s %s %s %s', p.prokind, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid),
               l.lanname, p.prosecdef, p.proisstrict, p.provolatile, p.proparallel, p.proconfig) as line
      union all
      select 'owner ' || ${ownerName('p.proowner')}
      union all
      select coalesce(pg_get_function_sqlbody(p.oid), p.prosrc)
      union all
      select 'restricted' where p.proacl is not null
      union all
      (${granted('p.proacl', 'p.proowner')})) d(line)
   where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace, 'auth'::regnamespace)
  union all
  select 'default privileges', d::text from pg_default_acl d
)
select object || ' ' || left(encode(sha256(convert_to(string_agg(line, e'\\n' order by line collate "C"), 'UTF8')), 'hex'), 16) as line
  from parts group by object order by object collate "C"`
