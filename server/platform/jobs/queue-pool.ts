// The pool as graphile-worker gets it. Version 0.18.0 does not await the statement that ends a job, and repeats it only after
// errors with certain codes. After any other error, such as that of a lost connection, Node would end the process.
import type { Pool, PoolClient } from 'pg'

export function forQueue(pool: Pool, { listens }: { listens: boolean }): Pool {
  const connect = (callback?: Parameters<Pool['connect']>[0]) => {
    // graphile-worker passes a callback only for its LISTEN connection. One listener wakes all classes.
    if (callback) return listens ? pool.connect(callback) : undefined
    return connectForStatement(pool)
  }
  // Hides the pool's size, because graphile-worker warns about a pool with fewer connections than workers. Workers need
  // a connection only between jobs.
  const options = { ...pool.options, ...(!listens && { max: Number.POSITIVE_INFINITY }) }
  return Object.assign(Object.create(pool) as Pool, { connect, query: pool.query.bind(pool), options })
}

async function connectForStatement(pool: Pool): Promise<PoolClient> {
  // After the end of the pool, a repeated statement would fail without a report. So it waits for ever, and another
  // process repeats the job.
  if (pool.ending) return new Promise(() => {})
  const client = await pool.connect().catch(failRepeatably)
  const send = client.query.bind(client) as (...words: unknown[]) => Promise<unknown>
  const query = (...words: unknown[]) => send(...words).catch(failRepeatably)
  return Object.assign(Object.create(client) as PoolClient, { query })
}

function failRepeatably(error: Error & { code?: string }): never {
  if (own.has(error.code ?? '')) throw error
  throw Object.assign(new Error(error.message, { cause: error }), { code: cannotConnectNow })
}

/** graphile-worker repeats a statement after this code 100 times, first after three seconds. */
const cannotConnectNow = '57P03'

/** Codes after which graphile-worker repeats a statement itself, after the first two sooner than after the third. */
const own = new Set(['40001', '40P01', cannotConnectNow])
