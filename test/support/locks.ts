// Sessions that wait for locks. On Citus, rows of stores are locked on the workers, so a session of the coordinator waits
// there, and PostgreSQL's own views do not show it.
import { Client } from 'pg'
import { isOnCitus } from './database.ts'

type Asker = { query(text: string, values?: unknown[]): Promise<{ rowCount: number | null }> }

/** Whether a session of the asker's database waits for a lock of the session `pid`. The asker is in no transaction. */
export async function isBlocking(asker: Asker, pid: number): Promise<boolean> {
  const here = 'select from pg_stat_activity where datname = current_database() and $1 = any(pg_blocking_pids(pid))'
  if ((await asker.query(here, [pid])).rowCount) return true
  if (!isOnCitus()) return false
  const { rowCount } = await asker.query(`select from citus_lock_waits where ${pidOf('blocking_gpid')} = $1`, [pid])
  return rowCount !== 0
}

/** Lists the sessions that wait for a lock. A connection of its own sees sessions that began after a transaction of the test. */
export async function listWaiting({ databaseUrl }: { databaseUrl: string }): Promise<{ pid: number; query: string }[]> {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number; query: string }>(`
      select pid, query from pg_stat_activity
       where datname = current_database() and (wait_event_type = 'Lock'${isOnCitus() ? ` or pid in (${onWorkers})` : ''})`)
    return rows
  } finally {
    await client.end()
  }
}

/** Citus identifies a session by its node and its process. */
const pidOf = (id: string) => `${id} % 10000000000`

const onWorkers = `
  select ${pidOf('global_pid')} from citus_stat_activity
   where datname = current_database() and is_worker_query and wait_event_type = 'Lock'`
