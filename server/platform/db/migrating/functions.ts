// Functions whose bodies depend on the server. Without Citus each has the body of its migration.
import type { Client } from 'pg'

const setLocal = {
  // Inlined into its callers' plans.
  sql: 'select set_config(setting, value, true)',
  plpgsql: "begin execute format('set local %s = %L', setting, value); return value; end",
}

/** `set_config()` does not reach the workers of Citus. Without Citus, SET LOCAL would cost ten times as much. */
export const replaceSetLocal = (owner: Client, language: keyof typeof setLocal) =>
  owner.query(
    `create or replace function app.set_local(setting text, value text) returns text language ${language} as $$ ${setLocal[language]} $$`,
  )

const hasWritten = {
  plain: 'select pg_current_xact_id_if_assigned() is not null',
  // The coordinator does not know whether a worker has written.
  citus: 'select true',
}

/**
 * On Citus, statements on a worker call these functions, which query further tables. The worker has the rows of the
 * statement's store and all reference tables.
 */
const nested = [
  'app.is_maker_active(text, uuid, uuid, timestamptz)',
  'app.products_titled(text, integer)',
  'app.sharing_stores(timestamptz, boolean)',
]

/** Citus searches the shards of all stores unless the condition names the store itself, and not only its hash. */
const ownProducts = {
  plain: 'where uuid_hash_extended(p.store_env_id, 0)',
  citus: 'where p.store_env_id = store and uuid_hash_extended(p.store_env_id, 0)',
}

export async function chooseFunctions(owner: Client, isCitus: boolean): Promise<void> {
  const kind = isCitus ? 'citus' : 'plain'
  const other = isCitus ? 'plain' : 'citus'
  const { rows } = await owner.query<{ language: string; written: string; titled: string; nested: number }>(
    `select l.lanname as language, trim(w.prosrc) as written, pg_get_functiondef(t.oid) as titled,
            (select count(*)::int from pg_proc n
              where n.oid = any($1::regprocedure[]) and n.proconfig @> '{citus.allow_nested_distributed_execution=on}') as nested
       from pg_proc p join pg_language l on l.oid = p.prolang cross join pg_proc w cross join pg_proc t
      where p.oid = 'app.set_local(text, text)'::regprocedure and w.oid = 'app.has_written()'::regprocedure
        and t.oid = 'app.products_titled(text, integer)'::regprocedure`,
    [nested],
  )
  const [found] = rows
  const isChosen =
    found?.language === (isCitus ? 'plpgsql' : 'sql') &&
    found.written === hasWritten[kind] &&
    found.nested === (isCitus ? nested.length : 0)
  if (!found || isChosen) return
  await owner.query(
    `create or replace function app.has_written() returns boolean language sql stable as $$ ${hasWritten[kind]} $$`,
  )
  await owner.query(found.titled.replace(ownProducts[other], ownProducts[kind]))
  for (const each of nested)
    await owner.query(
      `alter function ${each} ${isCitus ? 'set' : 'reset'} citus.allow_nested_distributed_execution${isCitus ? ' = on' : ''}`,
    )
  await replaceSetLocal(owner, isCitus ? 'plpgsql' : 'sql')
}
