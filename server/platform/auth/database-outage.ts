// If the database is lost, better-auth responds with its own errors or with "not signed in". A call that lost a connection
// is therefore a 503, regardless of the library's response.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'
import { AppError, fromDatabase } from '../values/errors.ts'

type Call = { outage?: AppError }
const calls = new AsyncLocalStorage<Call>()

export async function throwingOnOutage<T>(work: () => Promise<T>): Promise<T> {
  const call: Call = {}
  const result = await calls.run(call, work).catch((error) => {
    throw call.outage ?? error
  })
  if (call.outage) throw call.outage
  return result
}

export const hasOutage = (): boolean => calls.getStore()?.outage !== undefined

export const watched = (pool: Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  async connect() {
    const client = await noting(() => pool.connect())
    const query = (text: string, values: unknown[]) => noting(() => client.query(text, values))
    return { query, release: () => client.release() } as unknown as PostgresPoolClient
  },
})

async function noting<T>(work: () => Promise<T>): Promise<T> {
  const call = calls.getStore()
  try {
    return await work()
  } catch (error) {
    const known = fromDatabase(error)
    if (call && known instanceof AppError && known.status === 503) call.outage = known
    throw error
  }
}
