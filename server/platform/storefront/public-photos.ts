// Never caches a photo that is not public, or one looked up during a change. Caches only while the process listens for
// changes.
export type PublicPhotos = {
  /** Calls `ask` for an unknown photo. Parallel calls share one lookup. */
  isPublic(storeEnvId: string, photo: string, ask: () => Promise<boolean>): Promise<boolean>
  purge(storeEnvId: string): void
  /** Deletes everything. After `false`, nothing is cached. */
  setLive(isLive: boolean): void
  readonly size: number
}

type PhotoCache = { photos: Map<string, true | Promise<boolean>>; expiresAtMs: number }

export function createPublicPhotos({
  nowMs = Date.now,
  // Maximum age of a cached photo after a lost change notification. Cached responses have the same maximum.
  ttlMs = 60_000,
  most = 50_000,
} = {}): PublicPhotos {
  const stores = new Map<string, PhotoCache>()
  let isLive = false
  let size = 0

  function purge(storeEnvId: string): void {
    size -= stores.get(storeEnvId)?.photos.size ?? 0
    stores.delete(storeEnvId)
  }

  function purgeAll(): void {
    stores.clear()
    size = 0
  }

  function ensureKnown(storeEnvId: string): PhotoCache {
    const found = stores.get(storeEnvId)
    if (found && found.expiresAtMs > nowMs()) return found
    purge(storeEnvId)
    const known: PhotoCache = { photos: new Map(), expiresAtMs: nowMs() + ttlMs }
    stores.set(storeEnvId, known)
    return known
  }

  return {
    isPublic(storeEnvId, photo, ask) {
      if (!isLive) return ask()
      if (size >= most) purgeAll()
      const known = ensureKnown(storeEnvId)
      const answer = known.photos.get(photo)
      if (answer !== undefined) return Promise.resolve(answer)
      const asked = ask()
      known.photos.set(photo, asked)
      size++
      const settle = (isPublic: boolean) => {
        // The store was purged during the lookup, so the result may have been true only before the change.
        if (stores.get(storeEnvId) !== known) return
        if (isPublic) return void known.photos.set(photo, true)
        known.photos.delete(photo)
        size--
        if (known.photos.size === 0) stores.delete(storeEnvId)
      }
      asked.then(settle, () => settle(false))
      return asked
    },
    purge,
    setLive(live) {
      isLive = live
      purgeAll()
    },
    get size() {
      return size
    },
  }
}
