// What a process knows of storefronts between their requests: kept answers, and which pages asked lately. Starts to listen
// for changes with the first request of a visitor, so that a process without visitors holds no connection for them.
import type { Db } from '../db/db.ts'
import type { Listener } from '../db/listener.ts'
import { type ContentCache, createContentCache } from './content-cache.ts'
import type { Facts } from './facts.ts'
import { createPublicPhotos, type PublicPhotos } from './public-photos.ts'

export type Storefronts = {
  content: ContentCache
  photos: PublicPhotos
  /** Whether a preflight of this origin was answered a moment ago; forgotten with any store's change. */
  knownOrigins: Set<string>
  /**
   * The origins of stores as last seen, for refusals that come before the store is read: they decide whether a page may
   * read why it was refused, and nothing else.
   */
  lastSeen: Map<string, readonly string[]>
  /** Begins to listen for changes; nothing is kept before. */
  begin(): void
  purge(storeEnvIds: readonly string[]): void
  close(): Promise<void>
}

export function createStorefronts(options: {
  db: () => Db
  nowMs: () => number
  /** From when on the pages of a store are refused, should nothing else change. */
  endsAtMs: (facts: Facts) => number
}): Storefronts {
  const { db, nowMs, endsAtMs } = options
  const content = createContentCache({ nowMs, endsAtMs })
  const photos = createPublicPhotos({ nowMs })
  const knownOrigins = new Set<string>()
  let listener: Listener | undefined
  let isClosed = false
  const setLive = (isLive: boolean) => {
    content.setLive(isLive)
    photos.setLive(isLive)
    knownOrigins.clear()
  }
  const purge = (storeEnvIds: readonly string[]) => {
    for (const storeEnvId of storeEnvIds) {
      content.purge(storeEnvId)
      photos.purge(storeEnvId)
    }
    knownOrigins.clear()
  }
  return {
    content,
    photos,
    knownOrigins,
    lastSeen: new Map(),
    begin() {
      if (listener || isClosed) return
      listener = db().listenForStorefronts({
        onMessage: (storeEnvId) => purge([storeEnvId]),
        onLive: () => setLive(true),
        onLost: () => setLive(false),
      })
    },
    purge,
    async close() {
      isClosed = true
      setLive(false)
      await listener?.close()
    },
  }
}

const maxRemembered = 10_000

/** Bounded by starting over: what is forgotten costs one question. */
export function remember<K, V>(map: Map<K, V>, key: K, value: V): void {
  if (map.size >= maxRemembered) map.clear()
  map.set(key, value)
}
