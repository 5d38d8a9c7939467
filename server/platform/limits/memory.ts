// Setting the clock back has no effect, and a few new callers do not reset a busy caller's count.

import { type Decision, type RateWindow, unlimited } from '../values/windows.ts'
import { SlidingLog } from './sliding-log.ts'

export type MemoryLimiter = {
  take(caller: string, windows: readonly RateWindow[], nowMs: number): Decision
  peek(caller: string, windows: readonly RateWindow[], nowMs: number): Decision
  /** Counts a call that Redis allowed. */
  record(caller: string, windows: readonly RateWindow[], nowMs: number): void
  readonly size: number
}

export function createMemoryLimiter({ maxCallers = 50_000 }: { maxCallers?: number } = {}): MemoryLimiter {
  const entries = new Map<string, Entry>()
  const recency = createRecency()
  const steady = createSteadyClock()

  function ensureEntry(caller: string, nowMs: number): Entry {
    // Deleting one idle caller per call is enough, because each call adds at most one caller.
    const oldest = recency.oldest()
    if (oldest?.log.isIdle(nowMs)) removeEntry(oldest)
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

  // A caller with many addresses could push its own entry out to reset its count. Callers that have used much of their
  // limit are therefore skipped. The search is bounded, because a table full of such callers must not make a call slow.
  function makeRoom(nowMs: number): void {
    for (let chances = 8; chances > 0; chances--) {
      const oldest = recency.oldest()
      if (!oldest?.log.isSpent(nowMs)) break
      recency.touch(oldest)
    }
    const oldest = recency.oldest()
    if (oldest) removeEntry(oldest)
  }

  function removeEntry(entry: Entry): void {
    recency.remove(entry)
    entries.delete(entry.caller)
  }

  return {
    take(caller, windows, rawMs) {
      if (windows.length === 0) return unlimited()
      const nowMs = steady(rawMs)
      return ensureEntry(caller, nowMs).log.take(windows, nowMs)
    },
    peek(caller, windows, rawMs) {
      if (windows.length === 0) return unlimited()
      const log = entries.get(caller)?.log ?? new SlidingLog()
      return log.peek(windows, steady(rawMs))
    },
    record(caller, windows, rawMs) {
      if (windows.length === 0) return
      const nowMs = steady(rawMs)
      ensureEntry(caller, nowMs).log.record(windows, nowMs)
    },
    get size() {
      return entries.size
    },
  }
}

// A clock that steps back counts as no time passing. Otherwise every call would stay in its window longer, by the size of
// the step.
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

// A linked list tracks the order of use. Deleting and adding in the Map would leave holes and cause rehashing under a
// steady load.
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
