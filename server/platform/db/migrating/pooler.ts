// A pooler in transaction mode changes sessions between transactions. Settings are therefore on the login roles, locks
// are in transactions, and the listener checks that LISTEN works. Only prepared statements need the pooler's help.
import { Client, type ClientConfig } from 'pg'
import { UnsuitableDatabase } from '../can-connect.ts'

const advice = {
  statement:
    'DATABASE_URL goes through a pooler in statement mode, which refuses transactions. Set pool_mode = transaction or session.',
  unprepared:
    'DATABASE_URL goes through a pooler in transaction mode without prepared statements. Use PgBouncer 1.21 or newer with max_prepared_statements = 500, or set pool_mode = session.',
}

const rounds = 3

/**
 * Two open connections have two backends, unless a pooler lends one backend to both. Other clients can use a backend in
 * between, so we try several rounds. The query is a prepared statement, so it fails if the pooler does not support these.
 */
export async function findTransactionPooling(owner: Client, config: ClientConfig): Promise<boolean> {
  const other = new Client({ ...config, connectionTimeoutMillis: 5_000 })
  other.on('error', () => {})
  try {
    await other.connect()
    const ownBackend = await fetchBackendPid(owner)
    for (let i = 0; i < rounds; i++) {
      await other.query('begin')
      const isLent = (await fetchBackendPid(other)) === ownBackend
      const hasMoved = (await fetchBackendPid(owner)) !== ownBackend
      await other.query('commit')
      if (isLent || hasMoved) return true
    }
    return false
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === '08P01' && /statement pooling/.test(message))
      throw new UnsuitableDatabase(advice.statement, { cause: error })
    if (unprepared.has(code ?? '')) throw new UnsuitableDatabase(advice.unprepared, { cause: error })
    throw error
  } finally {
    await other.end().catch(() => {})
  }
}

/** The statement does not exist on this backend, or another client prepared one of this name. */
const unprepared = new Set(['26000', '42P05'])

/** After the first call, pg sends only the name. */
const fetchBackendPid = async (client: Client): Promise<number> =>
  (await client.query<{ pid: number }>({ name: 'evident_backend', text: 'select pg_backend_pid() as pid' })).rows[0]
    ?.pid ?? 0
