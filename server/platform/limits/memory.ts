// Counts calls in this process. Owns the bound on memory: how many callers are kept and whom to forget.
// Refuses to run on a clock that goes back, and to hand a busy caller a fresh budget because strangers came by.

import { type Decision, type RateWindow, unlimited } from '../values/windows.ts'
import { SlidingLog } from './sliding-log.ts'

export type MemoryLimiter = {
  take(caller: string, windows: readonly RateWindow[], nowMs: number): Decision
  /** The decision `take` would give, counting nothing. */
  peek(caller: string, windows: readonly RateWindow[], nowMs: number): Decision
  /** Counts a call that was allowed elsewhere. */
  record(caller: string, windows: readonly RateWindow[], nowMs: number): void
  readonly size: number
}

export function createMemoryLimiter({ maxCallers = 50_000 }: { maxCallers?: number } = {}): MemoryLimiter {
  const entries = new Map<string, Entry>()
  const recency = createRecency()
  const steady = createSteadyClock()

  function entryOf(caller: string, nowMs: number): Entry {
    // One a call is enough: a caller becomes idle at most as often as one is added.
    const oldest = recency.oldest()
    if (oldest?.log.isIdle(nowMs)) forget(oldest)
    const known = entries.get(caller)
    if (known) {
      recency.touch(known)
      return known
    }
    if (entries.size >= maxCallers) makeRoom(nowMs)
    const entry = newEntry(caller)
    entries.set(caller, entry)
    recency.add(entry)
    return entry
  }

  // With many addresses, a caller could be pushed out to get its budget back, so callers who have spent much are
  // skipped. Bounded, because a table full of them must not make a call slow.
  function makeRoom(nowMs: number): void {
    for (let chances = 8; chances > 0; chances--) {
      const oldest = recency.oldest()
      if (!oldest?.log.isSpent(nowMs)) break
      recency.touch(oldest)
    }
    const oldest = recency.oldest()
    if (oldest) forget(oldest)
  }

  function forget(entry: Entry): void {
    recency.remove(entry)
    entries.delete(entry.caller)
  }

  return {
    take(caller, windows, rawMs) {
      if (windows.length === 0) return unlimited()
      const nowMs = steady(rawMs)
      return entryOf(caller, nowMs).log.take(windows, nowMs)
    },
    peek(caller, windows, rawMs) {
      if (windows.length === 0) return unlimited()
      const log = entries.get(caller)?.log ?? new SlidingLog()
      return log.peek(windows, steady(rawMs))
    },
    record(caller, windows, rawMs) {
      if (windows.length === 0) return
      const nowMs = steady(rawMs)
      entryOf(caller, nowMs).log.record(windows, nowMs)
    },
    get size() {
      return entries.size
    },
  }
}

// A wall clock set back by an hour would keep every caller's calls in their windows for an hour, so a step back is
// taken out: time stands still for that one step and goes on from there.
function createSteadyClock(): (rawMs: number) => number {
  let lastMs = Number.NEGATIVE_INFINITY
  let aheadMs = 0
  return (rawMs) => {
    if (rawMs < lastMs) aheadMs += lastMs - rawMs
    lastMs = rawMs
    return rawMs + aheadMs
  }
}

type Entry = { caller: string; log: SlidingLog; older: Entry; newer: Entry }

function newEntry(caller: string): Entry {
  const entry = { caller, log: new SlidingLog() } as Entry
  entry.older = entry
  entry.newer = entry
  return entry
}

// A ring of entries around a sentinel. Deleting and re-adding in the Map would order them too, but leaves a hole
// behind each time and makes the Map rehash under a steady load.
function createRecency() {
  const sentinel = newEntry('')

  function remove(entry: Entry): void {
    entry.older.newer = entry.newer
    entry.newer.older = entry.older
  }

  function add(entry: Entry): void {
    entry.older = sentinel.older
    entry.newer = sentinel
    sentinel.older.newer = entry
    sentinel.older = entry
  }

  return {
    add,
    remove,
    touch(entry: Entry): void {
      if (sentinel.older === entry) return
      remove(entry)
      add(entry)
    },
    oldest: (): Entry | undefined => (sentinel.newer === sentinel ? undefined : sentinel.newer),
  }
}
