// A pooler in transaction mode changes sessions between transactions. Our locks, LISTEN and settings belong to a session,
// so they would be lost or leak without an error.
import { Client, type ClientConfig } from 'pg'
import { UnsuitableDatabase } from './unsuitable-database.ts'

const advice =
  "DATABASE_URL goes through a pooler in transaction or statement mode. Set pool_mode = session for this database in the pooler, or set DATABASE_URL to the database's own address."

const rounds = 3

/**
 * Two open connections have two backends, unless a pooler lends one backend to both. Other clients can use a backend in
 * between, so we try several rounds.
 */
export async function refuseTransactionPooling(owner: Client, config: ClientConfig): Promise<void> {
  const other = new Client({ ...config, connectionTimeoutMillis: 5_000 })
  other.on('error', () => {})
  try {
    await other.connect()
  } catch {
    // A pool with only one session gives that session to the owner.
    return
  }
  try {
    const ownBackend = await fetchBackendPid(owner)
    for (let i = 0; i < rounds; i++) {
      await other.query('begin')
      if ((await fetchBackendPid(other)) === ownBackend || (await fetchBackendPid(owner)) !== ownBackend)
        throw new UnsuitableDatabase(advice)
      await other.query('commit')
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    // PgBouncer in statement mode refuses transactions.
    if (code === '08P01' && /statement pooling/.test(message)) throw new UnsuitableDatabase(advice, { cause: error })
    throw error
  } finally {
    await other.end().catch(() => {})
  }
}

const fetchBackendPid = async (client: Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0
