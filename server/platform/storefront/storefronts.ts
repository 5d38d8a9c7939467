// Starts listening with a visitor's first request, so that a process without visitors needs no connection.
import type { Db } from '../db/db.ts'
import type { Listener } from '../db/listener.ts'
import { type ContentCache, createContentCache } from './content-cache.ts'
import type { Facts } from './facts.ts'
import { createPublicPhotos, type PublicPhotos } from './public-photos.ts'

export type Storefronts = {
  content: ContentCache
  photos: PublicPhotos
  /** Origins whose preflight was recently allowed. Any change of a store clears them. */
  knownOrigins: Set<string>
  /**
   * The last known origins of each store. They admit no request. They decide whether a page may read a refusal, and
   * whether its write may share a transaction.
   */
  lastSeen: Map<string, readonly string[]>
  /** Starts listening for changes; nothing is cached before. */
  begin(): void
  purge(storeEnvIds: readonly string[]): void
  close(): Promise<void>
}

export function createStorefronts(options: {
  db: () => Db
  nowMs: () => number
  /** Returns the time from which a store's pages are refused. No change announces this time. */
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

/** Cleared when full; each evicted entry costs one query. */
export function remember<K, V>(map: Map<K, V>, key: K, value: V): void {
  if (map.size >= maxRemembered) map.clear()
  map.set(key, value)
}
