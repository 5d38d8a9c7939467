// Only this folder creates transactions. Its pools stay inside it, except those for better-auth and the job runner.
import { randomUUID } from 'node:crypto'
import { Pool, type PoolConfig } from 'pg'
import { type Party, theService } from '../identity/caller.ts'
import type { Clock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import { reportLoss } from '../process/loss-log.ts'
import { type AppError, databaseUnavailable } from '../values/errors.ts'
import { newStamp } from './change-stamps.ts'
import { type Connections, ofPool, sharePool } from './connections.ts'
import { createJobAnnouncements } from './due-jobs.ts'
import { announceStorefronts, type Entry, enterOrganization, enterStore, readStore } from './entering.ts'
import { createListener, type Listener, type ListenerEvents } from './listener.ts'
import type { PublishedEvent } from './published-event.ts'
import { compile, type Query } from './query.ts'
import { createReplica, isOfReplica, positionText } from './read-replica.ts'
import { deriveLogin, type Group, parseConnection } from './roles.ts'
import { createSharedWrites, type SharedWrites } from './shared-writes.ts'
import { connectionsBesideCalls, createStreamSlots, type StreamKind } from './stream-slots.ts'
import { type Mode, type Options, type QueriesOf, type ResultsOf, Transaction } from './transaction.ts'
import { wireTypes } from './types.ts'

export type { Entry } from './entering.ts'

declare const scoped: unique symbol

type ScopedTx<Kind extends string> = {
  readonly [scoped]: Kind
  readonly now: Date
  all<Row>(query: Query<Row>): Promise<Row[]>
  first<Row>(query: Query<Row>): Promise<Row | undefined>
  run(query: Query<unknown>): Promise<number>
  /** Independent statements in one round trip. Each sees the writes of those before it. */
  several<Rows extends unknown[]>(queries: QueriesOf<Rows>): Promise<ResultsOf<Rows>>
  /**
   * The statement is sent with the next statement or with COMMIT, so it costs no round trip. Its error is thrown at that
   * point.
   */
  sendAlong(query: Query<unknown>): void
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /** Stores whose storefront content this transaction changed; see `#platform/storefront/invalidation.ts`. */
  readonly changedStorefronts: Set<string>
}

/** A transaction inside one store. Row-level security shows only that store's rows. */
export type StoreTx = ScopedTx<'store'> & {
  readonly storeEnvId: string
  readonly organizationId: string
  readonly by: Party
  /** Jobs that this transaction already woke; see `#platform/jobs/delivery/store-queue.ts`. */
  readonly wokenJobs: Set<string>
  /** Events that `publish` adds. Subscribers get them right before the commit. */
  readonly outbox: PublishedEvent[]
  /**
   * True if the caller retries the transaction after a failure, so it may use a cached value and verify it at commit.
   */
  readonly startsOver: boolean
  /** Runs `act` after the commit. Use it only for state of this process that may be lost. */
  onCommit(act: () => void): void
  /** The store's next write starts only after this transaction's commit. */
  keepTurn(): void
}

export type StoreReads = Pick<StoreTx, 'storeEnvId' | 'organizationId' | 'now' | 'all' | 'first' | 'several'>

/** Reads a store through a cursor, for as long as the reader takes, on a dedicated connection. */
export type StreamTx = StoreTx & {
  stream<Row>(query: Query<Row>, batchSize?: number, take?: (row: Row) => boolean): AsyncGenerator<Row[]>
}

/** A reader's slot among the streams. It is occupied until the stream is read or the slot is released. */
export type Stream = {
  read<T>(work: (tx: StreamTx) => Promise<T>): Promise<T>
  leave(): void
}

/** A transaction inside one organization: members, keys, names of stores, subscriptions and audit log. */
export type OrganizationTx = ScopedTx<'organization'> & { readonly organizationId: string }

/** Work across organizations, on global tables only: it sees no tenant table. */
export type SystemTx = ScopedTx<'system'>

export type StoreScope = { storeEnvId: string; organizationId: string }

/** `by` is the author of changes, unless the service itself makes them. */
type ActingScope = StoreScope & { by?: Party | undefined }

type Extra = Pick<Options, 'oneQuery' | 'statementMs' | 'longestMs' | 'snapshot' | 'startsOver'> &
  FromReplica & {
    /** The writes need no nightly job, so they cause no visit of the store; see `#platform/jobs/store-walk.ts`. */
    isUpkeep?: boolean
  }

/**
 * A read that may be seconds old. Do not use it for money, to authenticate a caller, or to prepare a write. `content`
 * is for what visitors see; its changes are announced to all processes. `rows` also includes every change that this
 * process wrote. See `read-replica.ts`.
 */
export type FromReplica = { fromReplica?: 'content' | 'rows' | undefined }

type StoreAsOptions = FromReplica & {
  /** Organization whose share of the connections is charged. If absent, the store's organization is charged. */
  organizationId?: string | undefined
  mode?: Mode
  oneQuery?: boolean
  snapshot?: boolean
  startsOver?: boolean
}

export type Db = {
  store<T>(scope: ActingScope, mode: Mode, work: (tx: StoreTx) => Promise<T>, extra?: Extra): Promise<T>
  /** Occupies a slot without waiting. Throws 429 and 503; see `stream-slots.ts`. */
  stream(kind: StreamKind, scope: StoreScope, more?: FromReplica): Stream
  organization<T>(organizationId: string, mode: Mode, work: (tx: OrganizationTx) => Promise<T>): Promise<T>
  system<T>(mode: Mode, work: (tx: SystemTx) => Promise<T>): Promise<T>
  /**
   * Runs outside any tenant. `by` is the organization, store or address whose share is charged. A statement that cannot write
   * needs no BEGIN and COMMIT.
   */
  ask<Row>(query: Query<Row>, by?: string, more?: { isReadOnly?: boolean }): Promise<Row[]>
  /** Checks that the database responds, on a connection that only checks and heartbeats use. Throws 503. */
  probe(): Promise<void>
  /** Listens for stores whose storefront content other processes change, until closed. */
  listenForStorefronts(events: ListenerEvents): Listener
  /** For calls: a write waits for other writes of its store, and a long wait for a connection ends with 429. */
  calls: CallDb
  authPool: Pool
  workerPool: Pool
  /** True if DATABASE_READ_URL is set. */
  hasReplica: boolean
  /** Queries the replica itself, for the operator's checks. */
  askReplica<Row>(query: Query<Row>): Promise<Row[]>
  close(): Promise<void>
}

export type StoreDb = Pick<Db, 'store' | 'stream'>

export type OrganizationDb = Pick<Db, 'organization'>

/** For work that belongs to no single store: jobs, pages opened by links, signing in. It never exposes a connection. */
export type CrossDb = StoreDb & OrganizationDb & Pick<Db, 'system' | 'ask' | 'probe'>

export type CallDb = CrossDb & {
  readonly hasReplica: boolean
  /**
   * With `oneQuery`, authentication shares the query's round trip, and a refused caller's rows are dropped unread.
   */
  storeAs<T>(storeEnvId: string, entry: Entry, work: (tx: StoreTx) => Promise<T>, extra?: StoreAsOptions): Promise<T>
} & SharedWrites<StoreTx>

export function createDb(options: {
  url: string
  /** Address of the same database without the pooler, for LISTEN. */
  directUrl?: string | undefined
  readUrl?: string | undefined
  secretKey: string
  clock: Clock
  log: Log
  poolSize?: number | undefined
  /**
   * On Citus a read must not end at the pipeline's Sync, because workers learn the store of a transaction only after
   * BEGIN.
   */
  isDistributed?: boolean | undefined
  dispatchEvents?: DispatchEvents
  constraints?: Readonly<Record<string, () => AppError>>
  storefrontsChanged?: (storeEnvIds: readonly string[]) => void
}): Db {
  const { clock, log, dispatchEvents = refuseEvents, constraints = {}, isDistributed = false } = options
  const pools: Pool[] = []
  let isClosing = false
  const pool = (group: Group, settings: PoolConfig, url = options.url) => {
    const login = deriveLogin(group, options.secretKey)
    const made = new Pool({
      ...parseConnection(url, login),
      types: wireTypes as PoolConfig['types'],
      connectionTimeoutMillis: 5_000,
      ...settings,
    })
    // The pool replaces a broken idle connection. Without a listener, the event would end the process.
    made.on('error', (error) => {
      // If the database server stops right after us, connections that we closed may still emit an error.
      if (!isClosing) reportLoss(log, error.message)
    })
    made.on('connect', (client) => client.on('error', () => {}))
    pools.push(made)
    return made
  }
  const poolSize = options.poolSize ?? 12
  // Calls and streams share a pool, because both rarely need all their connections. Calls are limited to `poolSize` of
  // the connections, and streams by their slots, so each leaves some to the other.
  const appPool = pool('evident_app', { max: poolSize + connectionsBesideCalls })
  const app = sharePool(appPool, poolSize)
  const streams = ofPool(appPool)
  const slots = createStreamSlots()
  // This connection stays open, so that it works even while others use every connection of the server.
  const probes = pool('evident_app', {
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  })
  let probing: Promise<void> | undefined
  const system = ofPool(pool('evident_system', { max: 3 }))
  const authPool = pool('evident_auth', { max: 3, types: undefined as never })
  // One connection listens for new jobs. The queue's own statements between jobs are short, so four serve all workers.
  const workerPool = pool('evident_worker', { max: 5, types: undefined as never })
  const jobs = createJobAnnouncements(workerPool)

  const replicaPool = options.readUrl
    ? pool(
        'evident_app',
        { max: poolSize + connectionsBesideCalls, connectionTimeoutMillis: 1_000, keepAlive: true },
        options.readUrl,
      )
    : undefined
  const replicaShares = replicaPool && sharePool(replicaPool, poolSize)
  const replicaStreams = replicaPool && ofPool(replicaPool)
  const replica =
    replicaPool &&
    createReplica({
      fetchPosition: async () => (await probes.query(positionText)).rows[0],
      trial: ofPool(replicaPool),
      log,
    })
  /** Reads from the replica, or from the primary if the replica lacks a change or ends the read. */
  const preferReplica = async <T>(
    what: 'content' | 'rows',
    scope: StoreScope,
    primary: Connections,
    read: (from: Connections) => Promise<T>,
  ): Promise<T> => {
    if (!replica || !replicaShares) return read(primary)
    try {
      return await read(replica.connections(idsOf(what, scope), replicaShares.for(scope, true), primary))
    } catch (error) {
      if (!isOfReplica(error)) throw error
      return read(primary)
    }
  }

  // Identifies our own announcements, which we ignore when PostgreSQL sends them back: we have already applied them.
  const sender = randomUUID()
  const announce = (storeEnvIds: readonly string[]) => compile(announceStorefronts(channel, sender, storeEnvIds))
  const announced = (storeEnvIds: readonly string[]) => {
    for (const each of storeEnvIds) replica?.changed(contentOf(each))
    options.storefrontsChanged?.(storeEnvIds)
  }
  const begin = <Tx>(
    from: Connections,
    settings: Omit<Options, 'now'>,
    scope: { storeEnvId?: string; organizationId?: string; by?: Party },
  ) =>
    Object.assign(
      new Transaction(from, {
        ...settings,
        ...{ now: clock.now(), constraints, announce, announced, addedJobs: jobs.announce },
        written: () => replica?.changed(scope.storeEnvId ?? scope.organizationId ?? ''),
      }),
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
      const { storeEnvId, organizationId, by = theService } = scope
      const endsAtSync =
        !isDistributed && mode === 'read' && extra?.oneQuery === true && extra.statementMs === undefined
      const entry = endsAtSync ? { ...compile(readStore(storeEnvId, organizationId)), quiet: true } : enter(scope)
      app.learn(storeEnvId, organizationId)
      // A job's long transaction must not block the store's callers, who might not need its locks.
      const isExclusive = isCall && mode === 'write'
      const from = app.for({ storeEnvId, organizationId, isExclusive }, isCall)
      const { isUpkeep = false, fromReplica, ...options } = extra ?? {}
      const stamp = () => newStamp(storeEnvId, isUpkeep)
      const readFrom = (connections: Connections) => {
        const settings = { mode, entry, endsAtSync, stamp, ...options }
        const tx = begin<StoreTx>(connections, settings, { storeEnvId, organizationId, by })
        return tx.perform(() => withEvents(tx, work))
      }
      if (mode === 'write' || !fromReplica) return readFrom(from)
      return preferReplica(fromReplica, { storeEnvId, organizationId }, from, readFrom)
    },
    stream(kind, scope, { fromReplica } = {}) {
      const leave = slots.take(kind, scope)
      return {
        leave,
        read(work) {
          const tx = begin<StreamTx>(
            fromReplica && replica && replicaStreams
              ? replica.connections(idsOf(fromReplica, scope), replicaStreams, streams, { isLong: true })
              : streams,
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
    ask(query, by = '', { isReadOnly = false } = {}) {
      const from = app.for({ organizationId: app.organizationOf(by) }, isCall)
      const tx = begin<Transaction>(
        from,
        { mode: 'read', oneQuery: true, endsAtSync: isReadOnly && !isDistributed },
        {},
      )
      return tx.perform(() => tx.all(query))
    },
    probe,
  })
  const probe = () => {
    // Parallel probes share one query, so that they do not queue up.
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
  const enterAs = (
    storeEnvId: string,
    { query, isReadOnly = false, admit }: Entry,
    extra: StoreAsOptions,
    connections?: Connections,
  ) => {
    const { organizationId, mode = 'read', oneQuery = false, snapshot = false, startsOver = false } = extra
    const admitted = async (rows: Record<string, unknown>[]) => {
      const { organizationId: proven, by = theService } = await admit(rows)
      if (proven) app.learn(storeEnvId, proven)
      // `tx` is still unused: its work has not started, or the rows of its only query are unread.
      Object.assign(tx, { organizationId: proven, by })
    }
    const endsAtSync = isReadOnly && oneQuery && !isDistributed
    const stamp = () => newStamp(storeEnvId)
    const ways = { oneQuery, endsAtSync, snapshot, startsOver, stamp }
    const settings = { mode, entry: compile(query), admit: admitted, ...ways }
    const from = app.for(
      {
        organizationId: organizationId ?? app.organizationOf(storeEnvId),
        storeEnvId,
        isExclusive: mode === 'write',
      },
      true,
    )
    const tx = begin<StoreTx>(connections ?? from, settings, { storeEnvId, organizationId: '', by: theService })
    return tx
  }
  return {
    ...workFor(false),
    calls: {
      ...workFor(true),
      ...createSharedWrites(
        ({ storeEnvId, organizationId }, entry) =>
          // Work that starts together with its authentication needs an organization: the expected one, confirmed later.
          Object.assign(enterAs(storeEnvId, entry, { organizationId, mode: 'write', startsOver: true }), {
            organizationId,
          }),
        dispatchEvents,
        app.organizationOf,
      ),
      hasReplica: replica !== undefined,
      storeAs(storeEnvId, entry, work, extra = {}) {
        const perform = (connections?: Connections) => {
          const tx = enterAs(storeEnvId, entry, extra, connections)
          return tx.perform(async () => {
            if (!extra.oneQuery) await tx.enter()
            return withEvents(tx, work)
          })
        }
        if (!extra.fromReplica || !replica) return perform()
        const organizationId = extra.organizationId ?? app.organizationOf(storeEnvId)
        return preferReplica(
          extra.fromReplica,
          { storeEnvId, organizationId },
          app.for({ organizationId, storeEnvId, isExclusive: false }, true),
          perform,
        )
      },
    },
    listenForStorefronts(events) {
      const onMessage = (payload: string) => {
        const [storeEnvId = '', from] = payload.split(' ')
        if (from === sender) return
        replica?.changed(contentOf(storeEnvId))
        events.onMessage(storeEnvId)
      }
      const onLive = () => {
        replica?.changedAny()
        events.onLive()
      }
      return createListener({
        connection: parseConnection(options.directUrl ?? options.url, deriveLogin('evident_app', options.secretKey)),
        channel,
        notify: (to, payload) => probes.query('select pg_notify($1, $2)', [to, payload]),
        events: { ...events, onMessage, onLive },
        log,
      })
    },
    authPool,
    workerPool,
    hasReplica: replica !== undefined,
    askReplica: async (query) => (await replicaPool?.query(compile(query).text))?.rows ?? [],
    async close() {
      isClosing = true
      replica?.close()
      await jobs.close()
      await Promise.all(pools.map((each) => each.end()))
    },
  }
}

const contentOf = (storeEnvId: string) => `content of ${storeEnvId}`

const idsOf = (what: 'content' | 'rows', { storeEnvId, organizationId }: StoreScope) =>
  what === 'content' ? [contentOf(storeEnvId)] : [storeEnvId, organizationId, contentOf(storeEnvId)]

const channel = 'evident_storefronts'
const probeMs = 3_000

/** Sends a transaction's events to the subscribers, after its work and before the commit. */
export type DispatchEvents = (tx: StoreTx) => Promise<void>

const refuseEvents: DispatchEvents = async () => {
  throw new Error('This connection was made without subscribers to its events.')
}
