// Each organization uses at most a third of a shared pool. Calls wait before they get a connection. Otherwise calls of a
// busy store would occupy connections while they wait for that store's locks.
import type { Pool, PoolClient } from 'pg'
import { type Patience, type Requester, Turns } from '../process/turns.ts'
import { allPlacesTaken, databaseUnavailable, shareTaken } from '../values/errors.ts'

export type Connection = Pick<PoolClient, 'query'> & {
  release(error?: Error | boolean): void
  /** Lets the store's next exclusive work start before the release. */
  endExclusive?(): void
}
export type Connections = { connect(): Promise<Connection> }

/** Limits the number of an organization's waiting calls and the time that each may wait. Jobs wait without a limit. */
const patience: Patience = {
  maxWaiting: 200,
  ms: 5_000,
  refuse: (isOwnShare) => (isOwnShare ? shareTaken() : allPlacesTaken()),
}

export type Shares = {
  /**
   * Returns the connections for work of this organization. In each store only one exclusive task (a call that writes to the
   * store) runs at a time.
   */
  for(who: Requester, isCall: boolean): Connections
  /** A store never changes its organization, so the cached organization is always correct. */
  learn(storeEnvId: string, organizationId: string): void
  /** The store's organization, or the argument itself for an unknown store. */
  organizationOf(storeEnvId: string): string
}

const maxLearned = 10_000

export const ofPool = (pool: Pool): Connections => ({
  connect: () =>
    pool.connect().catch((error) => {
      throw databaseUnavailable(error)
    }),
})

export const computeShare = (poolSize: number): number => Math.max(2, Math.floor(poolSize / 3))

export function sharePool(pool: Pool, poolSize: number): Shares {
  const turns = new Turns({ atOnce: poolSize, ofOrganization: computeShare(poolSize) })
  const connections = ofPool(pool)
  const organizations = new Map<string, string>()
  return {
    learn(storeEnvId, organizationId) {
      if (organizations.get(storeEnvId) === organizationId) return
      if (organizations.size >= maxLearned) organizations.clear()
      organizations.set(storeEnvId, organizationId)
    },
    organizationOf: (storeEnvId) => organizations.get(storeEnvId) ?? storeEnvId,
    for: (who, isCall) => ({
      async connect() {
        const task = { ...who }
        const leave = await turns.take(task, isCall ? patience : undefined)
        try {
          return leaving(await connections.connect(), leave, () => turns.endExclusive(task))
        } catch (error) {
          leave()
          throw error
        }
      },
    }),
  }
}

const leaving = (connection: Connection, leave: () => void, endExclusive: () => void): Connection => ({
  query: connection.query.bind(connection),
  endExclusive,
  release(error) {
    connection.release(error)
    leave()
  },
})
