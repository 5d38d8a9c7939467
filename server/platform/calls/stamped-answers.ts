// Caches responses under the stamp of their store's last change. The query that authenticates a call also returns the
// store's current stamp, so a cached response is never older than the last commit. A change by hand in SQL sets no
// stamp, so cached responses also expire.
import type { Answer } from './answer.ts'

export type StampedAnswer = { stamp: number; answer: Answer }

export type StampedAnswers = {
  find(organizationId: string, key: string): StampedAnswer | undefined
  /** Caches a response from the second request on, so that pages that are read once need no memory. */
  keep(organizationId: string, key: string, stamped: StampedAnswer): void
  readonly bytes: number
}

type Entry = { bytes: number; expiresAtMs: number; stamped?: StampedAnswer }
type Shelf = { bytes: number; entries: Map<string, Entry> }

const ttlMs = 60_000
const dayMs = 86_400_000
/** The memory of an entry besides its key and bodies. */
const overheadBytes = 600

/** An organization uses at most an eighth of the memory, so that it cannot evict the responses of all others. */
export function createStampedAnswers({ maxBytes = 32 * 1024 * 1024, nowMs = Date.now } = {}): StampedAnswers {
  // Both maps are in the order of last use.
  const shelves = new Map<string, Shelf>()
  let bytes = 0

  const takeShelf = (organizationId: string): Shelf => {
    const shelf = shelves.get(organizationId) ?? { bytes: 0, entries: new Map() }
    shelves.delete(organizationId)
    shelves.set(organizationId, shelf)
    return shelf
  }

  function remove(organizationId: string, shelf: Shelf, key: string): void {
    const entry = shelf.entries.get(key)
    if (!entry) return
    shelf.entries.delete(key)
    shelf.bytes -= entry.bytes
    bytes -= entry.bytes
    if (shelf.entries.size === 0) shelves.delete(organizationId)
  }

  function removeOldest(organizationId: string, shelf: Shelf): void {
    const [key] = shelf.entries.keys()
    if (key !== undefined) remove(organizationId, shelf, key)
  }

  return {
    find(organizationId, key) {
      const shelf = shelves.get(organizationId)
      const entry = shelf?.entries.get(key)
      if (!shelf || !entry?.stamped || entry.expiresAtMs <= nowMs()) return undefined
      takeShelf(organizationId)
      shelf.entries.delete(key)
      shelf.entries.set(key, entry)
      return entry.stamped
    },
    keep(organizationId, key, stamped) {
      const isRepeat = shelves.get(organizationId)?.entries.has(key) ?? false
      const now = nowMs()
      // Signed URLs change at midnight.
      const expiresAtMs = Math.min(now + ttlMs, (Math.floor(now / dayMs) + 1) * dayMs)
      const size = overheadBytes + 2 * key.length + (isRepeat ? estimateBytes(stamped.answer) : 0)
      if (size > maxBytes / 8) return
      const old = shelves.get(organizationId)
      if (old) remove(organizationId, old, key)
      const shelf = takeShelf(organizationId)
      shelf.entries.set(key, { bytes: size, expiresAtMs, ...(isRepeat && { stamped }) })
      shelf.bytes += size
      bytes += size
      while (shelf.bytes > maxBytes / 8) removeOldest(organizationId, shelf)
      for (const [oldestId, oldest] of shelves) {
        while (bytes > maxBytes && oldest.entries.size > 0) removeOldest(oldestId, oldest)
        if (bytes <= maxBytes) break
      }
    },
    get bytes() {
      return bytes
    },
  }
}

/** Compressed bodies are added later. Together they take less than half of the body's size. */
const estimateBytes = ({ content }: Answer) => Math.ceil(1.5 * (content?.body.length ?? 0))
