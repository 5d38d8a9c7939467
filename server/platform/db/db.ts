// Owns the connections. The only place that mints a StoreTx, an OrganizationTx or a SystemTx; no pool leaves this folder
// except the one better-auth and the job runner are handed at entry.
import { randomUUID } from 'node:crypto'
import { Pool, type PoolConfig } from 'pg'
import { type Party, theService } from '../identity/caller.ts'
import type { Clock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import { type AppError, databaseUnavailable } from '../values/errors.ts'
import { type Connections, ofPool, sharePool } from './connections.ts'
import type { Columns } from './copy.ts'
import { announceStorefronts, enterOrganization, enterStore } from './entering.ts'
import { createListener, type Listener, type ListenerEvents } from './listener.ts'
import { reportLoss } from './loss-log.ts'
import type { Published } from './published-event.ts'
import { compile, type Query } from './query.ts'
import { connectionOf, type Group, loginOf } from './roles.ts'
import { createStreamSlots, type StreamKind, streamConnections } from './stream-slots.ts'
import { type Mode, type Options, type QueriesOf, type ResultsOf, Transaction } from './transaction.ts'
import { wireTypes } from './types.ts'

declare const scoped: unique symbol

type Scoped<Kind extends string> = {
  readonly [scoped]: Kind
  readonly now: Date
  all<Row>(query: Query<Row>): Promise<Row[]>
  first<Row>(query: Query<Row>): Promise<Row | undefined>
  run(query: Query<unknown>): Promise<number>
  /** Statements that do not need each other's answers, in one round trip; each sees what those before it have written. */
  several<Rows extends unknown[]>(queries: QueriesOf<Rows>): Promise<ResultsOf<Rows>>
  /** Sent with whatever is sent next, or with COMMIT: it costs no round trip, and fails there if it fails. */
  sendAlong(query: Query<unknown>): void
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /** Stores whose storefront content is changed here; see `#platform/storefront/invalidation.ts`. */
  readonly changedStorefronts: Set<string>
}

/** A transaction inside one store: row-level security shows it that store's rows and no others. */
export type StoreTx = Scoped<'store'> & {
  readonly storeEnvId: string
  readonly organizationId: string
  /** Who acts in it. */
  readonly by: Party
  /** Filled by `publish`, and brought to subscribers right before the commit. */
  readonly outbox: Published[]
  /** Whether something may be believed and proven with the commit, in the place of asking for it first. */
  readonly startsOver: boolean
  /** For what is known in this process alone: it may be lost. */
  onCommit(act: () => void): void
}

/** What only reads of a store may use of its transaction. */
export type StoreReads = Pick<StoreTx, 'storeEnvId' | 'organizationId' | 'now' | 'all' | 'first' | 'several'>

/** Reads a store through a cursor, for as long as the reader takes: only on a connection that is set aside for it. */
export type StreamTx = StoreTx & {
  stream<Row>(query: Query<Row>, batchSize?: number, take?: (row: Row) => boolean): AsyncGenerator<Row[]>
  copy<Row>(query: Query<Row>, columns: Columns<Row>): Promise<Row[]>
}

/** A place among those who read streams, held until it is read or left. */
export type Stream = {
  /** Reads from one snapshot, and then leaves. */
  read<T>(work: (tx: StreamTx) => Promise<T>): Promise<T>
  leave(): void
}

/** A transaction inside one organization: its members, keys, stores' names, subscriptions and audit log. */
export type OrganizationTx = Scoped<'organization'> & { readonly organizationId: string }

/** Work across organizations, on the global tables only: it sees no tenant table. For entry/ and jobs marked `system`. */
export type SystemTx = Scoped<'system'>

export type StoreScope = { storeEnvId: string; organizationId: string }

/** `by`: who acts there, where it is not the service itself. */
type ActingScope = StoreScope & { by?: Party | undefined }

/** Who asks, as the statement that proves it and enters the tenant, and the check of what it found: whose the store is. */
export type Entry = { query: Query<unknown>; admit: (rows: Record<string, unknown>[]) => Admitted | Promise<Admitted> }
type Admitted = { organizationId: string; by?: Party | undefined }

type Extra = Pick<Options, 'oneQuery' | 'statementMs' | 'longestMs' | 'snapshot' | 'startsOver'>

type StoreAsOptions = {
  /** Where the caller was last seen; its share of the connections pays for the work. Absent: the organization of the store. */
  organizationId?: string | undefined
  mode?: Mode
  oneQuery?: boolean
  readsFirst?: boolean
  snapshot?: boolean
  startsOver?: boolean
}

export type Db = {
  store<T>(scope: ActingScope, mode: Mode, work: (tx: StoreTx) => Promise<T>, extra?: Extra): Promise<T>
  /** Takes a place, without waiting for one: throws 429 and 503, see `streams.ts`. */
  stream(kind: StreamKind, scope: StoreScope): Stream
  organization<T>(organizationId: string, mode: Mode, work: (tx: OrganizationTx) => Promise<T>): Promise<T>
  system<T>(mode: Mode, work: (tx: SystemTx) => Promise<T>): Promise<T>
  /** Runs one statement as the application role, outside any tenant. `by`: the organization, store or address whose share pays for it. */
  ask<Row>(query: Query<Row>, by?: string): Promise<Row[]>
  /** Whether the database answers, asked on a connection that no work can take; throws 503. */
  probe(): Promise<void>
  /** Listens for stores whose storefront content other processes change, until closed. */
  listenForStorefronts(events: ListenerEvents): Listener
  /** For calls: a write waits for the other writes of its store, and whoever waits too long for a connection gets 429. */
  calls: CallDb
  authPool: Pool
  workerPool: Pool
  close(): Promise<void>
}

/** Transactions of stores; an operation's are bound to its own (`own.ts`). */
export type StoreDb = Pick<Db, 'store' | 'stream'>

/** Transactions of organizations; an operation's are bound to its own. */
export type OrganizationDb = Pick<Db, 'organization'>

/** For work that belongs to no one store: jobs, pages behind links, signing in. It hands out no connection. */
export type CrossDb = StoreDb & OrganizationDb & Pick<Db, 'system' | 'ask' | 'probe'>

export type CallDb = CrossDb & {
  /**
   * Proves the caller, and then works in the same transaction. With `oneQuery` the proof flies with the query, whose rows are
   * dropped unread when the caller is refused. With `readsFirst` it flies with the first statements of the work.
   */
  storeAs<T>(storeEnvId: string, entry: Entry, work: (tx: StoreTx) => Promise<T>, extra?: StoreAsOptions): Promise<T>
}

export function createDb(options: {
  url: string
  secretKey: string
  clock: Clock
  log: Log
  poolSize?: number
  /** For the queue's runners; see `workerConnectionsFor`. Fewer where none are started. */
  workerConnections?: number
  /** Brings what a transaction has published to the subscribers, before its commit. */
  dispatchEvents?: DispatchEvents
  /** What running into a constraint means to a caller. */
  constraints?: Readonly<Record<string, () => AppError>>
  /** Called with the stores whose storefront content a transaction here has changed. */
  storefrontsChanged?: (storeEnvIds: readonly string[]) => void
}): Db {
  const { clock, log, dispatchEvents = refuseEvents, constraints = {} } = options
  const pools: Pool[] = []
  let isClosing = false
  const pool = (group: Group, settings: PoolConfig) => {
    const login = loginOf(group, options.secretKey)
    const made = new Pool({
      ...connectionOf(options.url, login),
      types: wireTypes as PoolConfig['types'],
      connectionTimeoutMillis: 5_000,
      ...settings,
    })
    // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
    made.on('error', (error) => {
      // A server that is stopped right after us may still see a connection that has said goodbye.
      if (!isClosing) reportLoss(log, error.message)
    })
    made.on('connect', (client) => client.on('error', () => {}))
    pools.push(made)
    return made
  }
  const poolSize = options.poolSize ?? 12
  const app = sharePool(pool('evident_app', { max: poolSize }), poolSize)
  // A batch may wait for its reader longer than any other transaction may rest.
  const streams = ofPool(pool('evident_app', { max: streamConnections }))
  const slots = createStreamSlots()
  // Kept open: while others have taken every connection the server gives, this one is still asked.
  const probes = pool('evident_app', {
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  })
  let probing: Promise<void> | undefined
  const system = ofPool(pool('evident_system', { max: 3 }))
  const authPool = pool('evident_auth', { max: 4, types: undefined as never })
  const workerPool = pool('evident_worker', { max: options.workerConnections ?? 4, types: undefined as never })

  // Tells our own announcements from others': ours are acted upon before they come back.
  const sender = randomUUID()
  const announce = (storeEnvIds: readonly string[]) => compile(announceStorefronts(channel, sender, storeEnvIds))
  const announced = (storeEnvIds: readonly string[]) => options.storefrontsChanged?.(storeEnvIds)
  const begin = <Tx>(from: Connections, settings: Omit<Options, 'now'>, scope: object) =>
    Object.assign(
      new Transaction(from, { ...settings, now: clock.now(), constraints, announce, announced }),
      scope,
    ) as unknown as Tx & Transaction

  const enter = ({ storeEnvId, organizationId }: StoreScope) => ({
    ...compile(enterStore(storeEnvId, organizationId)),
    quiet: true,
  })

  const withEvents = async <T>(tx: StoreTx, work: (tx: StoreTx) => Promise<T>): Promise<T> => {
    const result = await work(tx)
    if (tx.outbox.length > 0) await dispatchEvents(tx)
    return result
  }

  const workFor = (isCall: boolean): CrossDb => ({
    store(scope, mode, work, extra) {
      const entry = enter(scope)
      const { storeEnvId, organizationId, by = theService } = scope
      app.learn(storeEnvId, organizationId)
      // A long transaction of a job must not close the store to its callers, who may not need its locks.
      const isExclusive = isCall && mode === 'write'
      const from = app.for({ storeEnvId, organizationId, isExclusive }, isCall)
      const tx = begin<StoreTx>(from, { mode, entry, ...extra }, { storeEnvId, organizationId, by })
      return tx.perform(() => withEvents(tx, work))
    },
    stream(kind, scope) {
      const leave = slots.take(kind, scope)
      return {
        leave,
        read(work) {
          const tx = begin<StreamTx>(
            streams,
            { mode: 'read', entry: enter(scope), snapshot: true, statementMs: 60_000, restMs: 600_000 },
            { ...scope, by: theService },
          )
          return tx.perform(() => work(tx)).finally(leave)
        },
      }
    },
    organization(organizationId, mode, work) {
      const entry = { ...compile(enterOrganization(organizationId)), quiet: true }
      const from = app.for({ organizationId }, isCall)
      const tx = begin<OrganizationTx>(from, { mode, entry }, { organizationId })
      return tx.perform(() => work(tx))
    },
    system(mode, work) {
      const tx = begin<SystemTx>(system, { mode }, {})
      return tx.perform(() => work(tx))
    },
    ask(query, by = '') {
      const from = app.for({ organizationId: app.organizationOf(by) }, isCall)
      const tx = begin<Transaction>(from, { mode: 'read', oneQuery: true }, {})
      return tx.perform(() => tx.all(query))
    },
    probe,
  })
  const probe = () => {
    // Calls that ask meanwhile share this answer, so that they do not queue up.
    probing ??= probes
      .query('select 1')
      .then(() => {})
      .catch((error) => {
        throw databaseUnavailable(error)
      })
      .finally(() => {
        probing = undefined
      })
    return probing
  }
  return {
    ...workFor(false),
    calls: {
      ...workFor(true),
      storeAs(
        storeEnvId,
        { query, admit },
        work,
        {
          organizationId,
          mode = 'read',
          oneQuery = false,
          readsFirst = false,
          snapshot = false,
          startsOver = false,
        } = {},
      ) {
        const admitted = async (rows: Record<string, unknown>[]) => {
          // The transaction is not used yet: it has not been handed over, or its one query is still unread.
          const { organizationId: proven, by = theService } = await admit(rows)
          if (proven) app.learn(storeEnvId, proven)
          Object.assign(tx, { organizationId: proven, by })
        }
        const settings = { mode, entry: compile(query), admit: admitted, oneQuery, snapshot, startsOver }
        const from = app.for(
          {
            organizationId: organizationId ?? app.organizationOf(storeEnvId),
            storeEnvId,
            isExclusive: mode === 'write',
          },
          true,
        )
        const tx = begin<StoreTx>(from, settings, { storeEnvId, organizationId: '', by: theService })
        return tx.perform(async () => {
          if (oneQuery) return withEvents(tx, work)
          if (!readsFirst) await tx.enter()
          const result = await withEvents(tx, work)
          // Work that asked nothing has proven nobody.
          await tx.enter()
          return result
        })
      },
    },
    listenForStorefronts(events) {
      const onMessage = (payload: string) => {
        const [storeEnvId = '', from] = payload.split(' ')
        if (from !== sender) events.onMessage(storeEnvId)
      }
      const connection = connectionOf(options.url, loginOf('evident_app', options.secretKey))
      return createListener({ connection, channel, events: { ...events, onMessage }, log })
    },
    authPool,
    workerPool,
    async close() {
      isClosing = true
      await Promise.all(pools.map((each) => each.end()))
    },
  }
}

const channel = 'evident_storefronts'
const probeMs = 3_000

/** Dispatches a transaction's events to its subscribers; called when its work is done, before the commit. */
export type DispatchEvents = (tx: StoreTx) => Promise<void>

const refuseEvents: DispatchEvents = async () => {
  throw new Error('This connection was made without subscribers to its events.')
}
