import type { Client } from 'pg'

const bodies = {
  // Inlined into its callers' plans.
  sql: 'select set_config(setting, value, true)',
  plpgsql: "begin execute format('set local %s = %L', setting, value); return value; end",
}

/** `set_config()` does not reach the workers of Citus, and SET LOCAL costs ten times as much elsewhere. */
export async function chooseSetLocal(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ wanted: keyof typeof bodies; present: string }>(`
    select case when exists (select from pg_extension where extname = 'citus') then 'plpgsql' else 'sql' end as wanted,
           l.lanname as present
      from pg_proc p join pg_language l on l.oid = p.prolang
     where p.oid = 'app.set_local(text, text)'::regprocedure`)
  const [found] = rows
  if (found && found.wanted !== found.present) await replaceSetLocal(owner, found.wanted)
}

export const replaceSetLocal = (owner: Client, language: keyof typeof bodies) =>
  owner.query(
    `create or replace function app.set_local(setting text, value text) returns text language ${language} as $$ ${bodies[language]} $$`,
  )
