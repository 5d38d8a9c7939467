// Functions whose bodies depend on the server. Without Citus each has the body of its migration.
import type { Client } from 'pg'

const setLocal = {
  // Inlined into its callers' plans.
  sql: 'select set_config(setting, value, true)',
  plpgsql: "begin execute format('set local %s = %L', setting, value); return value; end",
}

/** `set_config()` does not reach the workers of Citus, and SET LOCAL costs ten times as much elsewhere. */
export const replaceSetLocal = (owner: Client, language: keyof typeof setLocal) =>
  owner.query(
    `create or replace function app.set_local(setting text, value text) returns text language ${language} as $$ ${setLocal[language]} $$`,
  )

const hasWritten = {
  plain: 'select pg_current_xact_id_if_assigned() is not null',
  // The coordinator does not know whether a worker has written.
  citus: 'select true',
}

/** A worker calls this function for its own rows. It reads reference tables only, which the worker has too. */
const nested = {
  plain: 'reset citus.allow_nested_distributed_execution',
  citus: 'set citus.allow_nested_distributed_execution = on',
}

export async function chooseFunctions(owner: Client, isCitus: boolean): Promise<void> {
  const kind = isCitus ? 'citus' : 'plain'
  const { rows } = await owner.query<{ language: string; written: string }>(`
    select l.lanname as language, trim(w.prosrc) as written
      from pg_proc p join pg_language l on l.oid = p.prolang cross join pg_proc w
     where p.oid = 'app.set_local(text, text)'::regprocedure and w.oid = 'app.has_written()'::regprocedure`)
  const [found] = rows
  if (found?.language === (isCitus ? 'plpgsql' : 'sql') && found.written === hasWritten[kind]) return
  await owner.query(
    `create or replace function app.has_written() returns boolean language sql stable as $$ ${hasWritten[kind]} $$`,
  )
  await owner.query(`alter function app.is_maker_active(text, uuid, uuid, timestamptz) ${nested[kind]}`)
  await replaceSetLocal(owner, isCitus ? 'plpgsql' : 'sql')
}
