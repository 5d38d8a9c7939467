// One lock covers all migrations, because several processes may start at the same time. It ends with its transaction,
// so it also works behind a pooler in transaction mode.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'

const lock = 7_302_118
const lookAgainMs = 500
const repeatLineAfterMs = 60_000

export async function withLock<T>(
  config: ClientConfig,
  waiting: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const holder = new Client({ ...config, keepAlive: true })
  holder.on('error', () => {})
  await holder.connect()
  try {
    await take(holder, waiting)
    return await work()
  } finally {
    await holder.query('rollback').catch(() => {})
    await holder.end().catch(() => {})
  }
}

/**
 * A concurrent index build waits for every open snapshot. So a process asks for the lock repeatedly and never waits inside a
 * statement. The statement has no parameters, because a portal would keep its snapshot until the transaction ends.
 */
async function take(holder: Client, waiting: (line: string) => void): Promise<void> {
  let lineAt = Number.NEGATIVE_INFINITY
  for (;;) {
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0')
    const { rows } = await holder.query<{ taken: boolean }>(`select pg_try_advisory_xact_lock(${lock}) as taken`)
    if (rows[0]?.taken) return
    if (performance.now() - lineAt >= repeatLineAfterMs) {
      waiting(`${waitingLine}${await describeHolder(holder)}`)
      lineAt = performance.now()
    }
    await holder.query('rollback')
    await sleep(lookAgainMs)
  }
}

export const waitingLine = 'Waiting for another process that is migrating this database'

async function describeHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string; address: string | null; pid: number }>(
    `select a.application_name as name, host(a.client_addr) as address, a.pid
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
        and l.database = (select d.oid from pg_database d where d.datname = current_database())`,
    [lock],
  )
  const [found] = rows
  if (!found) return '.'
  return `: ${found.name || 'unnamed'}${found.address ? ` at ${found.address}` : ''}, PostgreSQL process ${found.pid}.`
}
