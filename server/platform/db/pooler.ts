// A pooler in transaction mode hands a session to another client after each transaction. Our locks, LISTEN and settings belong to a
// session, so they would be lost, or become another client's, without an error.
import { Client, type ClientConfig } from 'pg'

/** DATABASE_URL leads to a database that cannot be used. The message is for the operator. */
export class UnsuitableDatabase extends Error {}

const advice =
  'DATABASE_URL leads through a pooler in transaction or statement mode. Set pool_mode = session for this database in the pooler, or put the address of the database itself into DATABASE_URL.'

const rounds = 3

/**
 * Two open connections have two backends, unless a pooler lends one backend to both. Poolers lend the backend that was used last;
 * other clients can take it in between, hence several rounds.
 */
export async function refuseTransactionPooling(owner: Client, config: ClientConfig): Promise<void> {
  const other = new Client({ ...config, connectionTimeoutMillis: 5_000 })
  other.on('error', () => {})
  try {
    await other.connect()
  } catch {
    // A pool with room for one session: the owner has it to itself.
    return
  }
  try {
    const ownBackend = await backendOf(owner)
    for (let i = 0; i < rounds; i++) {
      await other.query('begin')
      if ((await backendOf(other)) === ownBackend || (await backendOf(owner)) !== ownBackend)
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

const backendOf = async (client: Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0
