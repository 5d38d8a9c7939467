// Sends reads that may be seconds old to the replica of DATABASE_READ_URL. Before each read, its connection proves that the
// replica has replayed every change that this process knows of. Otherwise the read goes to the primary.
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../process/log.ts'
import { AppError } from '../values/errors.ts'
import type { Connection, Connections } from './connections.ts'

/** Data from the replica is at most this old, even when this process knows of no change. */
const maxStaleMs = 5_000

const lookEveryMs = 500
/** After this time without reads, the positions are no longer queried. */
const restAfterMs = 10_000
const maxIds = 10_000
/** A long read waits a second for the replica, because its own audit entry was written just before. */
const longTries = 10
const pauseMs = 100

/** All commits before `atMs` of this process's monotonic clock are at or before `lsn`. */
type Position = { atMs: number; lsn: string; timeline: number }

export type Replica = {
  /**
   * Returns connections for a read of these stores or organizations: the replica's if it is recent enough, or else the
   * primary's. With `isLong`, the replica is used only if the primary preserves rows that the replica is reading.
   */
  connections(
    ids: readonly string[],
    theirs: Connections,
    primary: Connections,
    more?: { isLong?: boolean },
  ): Connections
  /** Called after each commit, before its caller learns of it. */
  changed(id: string): void
  /** Called when changes of any store may have been missed. */
  changedAny(): void
  close(): void
}

type ReplicaState = { isFresh: boolean; keepsRows: boolean }

type Options = {
  fetchPosition(): Promise<Pick<Position, 'lsn' | 'timeline'>>
  /** Connections that only test whether the replica is usable. */
  trial: Connections
  log: Log
  nowMs?: () => number
}

export function createReplica({ fetchPosition, trial, log, nowMs = () => performance.now() }: Options): Replica {
  const positions: Position[] = []
  const changes = new Map<string, number>()
  let changedAnyMs = Number.NEGATIVE_INFINITY
  let isUsable = false
  let lastAskedMs = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let looking: Promise<void> | undefined

  /** The oldest position that covers all that the read must see, so that a replica may lag as far as allowed. */
  function findRequired(ids: readonly string[]): Position | undefined {
    const changedMs = ids.map((id) => changes.get(id) ?? Number.NEGATIVE_INFINITY)
    const fromMs = Math.max(nowMs() - maxStaleMs, changedAnyMs, ...changedMs)
    return positions.find(({ atMs }) => atMs > fromMs)
  }

  async function look(): Promise<void> {
    const atMs = nowMs()
    const position = { atMs, ...(await fetchPosition()) }
    // After a failover, positions of the former primary prove nothing.
    if (positions.at(-1)?.timeline !== position.timeline) positions.length = 0
    positions.push(position)
    while ((positions[0]?.atMs ?? atMs) < atMs - maxStaleMs) positions.shift()
  }

  /**
   * Parallel reads share one query of the position. A change that became known after the query began needs another query.
   */
  const lookNow = () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function tryOut(): Promise<void> {
    await lookNow()
    const [oldest] = positions
    const client = await trial.connect()
    setUsable(oldest !== undefined && (await prove(client, oldest)))
    client.release()
  }

  function setUsable(now: boolean): void {
    if (isUsable !== now)
      log[now ? 'info' : 'warn']({}, `reads go to the ${now ? 'replica' : 'primary: the replica is away or behind'}`)
    isUsable = now
  }

  async function prove(client: Connection, { lsn, timeline }: Position, isLong = false): Promise<boolean> {
    try {
      const { rows } = await client.query<ReplicaState>({ ...proof, values: [lsn, timeline] })
      return rows[0]?.isFresh === true && (rows[0].keepsRows || !isLong)
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }

  function keepLooking(): void {
    lastAskedMs = nowMs()
    if (timer || isClosed) return
    const next = async () => {
      await tryOut().catch(() => setUsable(false))
      if (!isClosed && nowMs() - lastAskedMs < restAfterMs) timer = setTimeout(next, lookEveryMs).unref()
      else timer = undefined
    }
    timer = setTimeout(next, 0).unref()
  }

  return {
    connections: (ids, theirs, primary, { isLong = false } = {}) => ({
      async connect() {
        keepLooking()
        try {
          for (let tries = isLong ? longTries : 1; isUsable && tries > 0; tries--) {
            if (!findRequired(ids)) await lookNow()
            const client = await theirs.connect()
            // Another change may have become known while we waited for the connection.
            const required = findRequired(ids)
            if (required && (await prove(client, required, isLong))) return client
            client.release()
            if (tries > 1) await pause(pauseMs)
          }
        } catch (error) {
          if (error instanceof AppError && error.code !== 'database_unavailable') throw error
          setUsable(false)
        }
        return primary.connect()
      },
    }),
    changed(id) {
      changes.delete(id)
      changes.set(id, nowMs())
      if (changes.size <= maxIds) return
      changes.clear()
      changedAnyMs = nowMs()
    },
    changedAny() {
      changedAnyMs = nowMs()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/**
 * Compares timelines too: a recovering server of another timeline can report a position beyond a change that it never
 * received.
 */
const proof = {
  name: 'replica_is_fresh',
  query_timeout: 1_000,
  text: `select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false)
            and (pg_control_checkpoint()).timeline_id = $2 as "isFresh",
          current_setting('hot_standby_feedback') = 'on' as "keepsRows"`,
}

/**
 * The position of the next WAL record may follow a page header (24 bytes, 40 on a segment's first page). A replica
 * reaches that position only with the next record, so the end of the last record is returned instead. Throws on a
 * server in recovery.
 */
export const positionText = `
  select (case when mod(next - '0/0', pg_size_bytes(current_setting('wal_segment_size'))) = 40 then next - 40
               when mod(next - '0/0', current_setting('wal_block_size')::int) = 24 then next - 24
               else next end)::text as lsn,
         ('x' || left(pg_walfile_name(next), 8))::bit(32)::int as timeline
    from pg_current_wal_insert_lsn() next`

/** True if the replica ended the read: it disconnected, or replayed a change that conflicts with the read's rows. */
export const isOfReplica = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === '40001' ||
  (error instanceof AppError && error.code === 'database_unavailable')
