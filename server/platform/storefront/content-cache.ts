// Serves cached responses only while the process listens for changes (db/listener.ts). A response is not cached if its
// store changed during the computation.
import type { Content } from '../values/content.ts'
import type { Facts } from './facts.ts'

/** At `untilMs` the response expires even without a change. */
export type CachedAnswer = { facts: Facts; content: Content; untilMs?: number }

export type ContentCache = {
  findFacts(storeEnvId: string): Facts | undefined
  find(storeEnvId: string, key: string): Content | undefined
  /** Records the client's spelling of a URL, under which `findAddress` finds the response of `key`. */
  nameAddress(storeEnvId: string, key: string, path: string): void
  findAddress(storeEnvId: string, path: string): CachedAnswer | undefined
  /** Watches the store's changes from now on. A response is cached only when no change happened since. */
  watch(storeEnvId: string): StoreWatch
  /** Runs `make` and caches the result. Parallel callers share one computation. */
  share(storeEnvId: string, key: string, make: () => Promise<CachedAnswer>): Promise<Content>
  /** Deletes all cached data of a store. Responses still being computed will not be cached. */
  purge(storeEnvId: string): void
  /** Deletes everything. After `false`, nothing is cached. */
  setLive(isLive: boolean): void
  readonly isLive: boolean
  readonly bytes: number
}

export type StoreWatch = { keep(key: string, made: CachedAnswer): void; end(): void }

type Entry = {
  storeEnvId: string
  made: CachedAnswer
  isAsked: boolean
  expiresAtMs: number
  /** Keys of this response in `addresses`. */
  addresses: string[]
  bytes: number
}
type CachedStore = { facts: Facts; expiresAtMs: number; keys: Set<string> }
type Reading = { storeEnvId: string; isStale: boolean }
type SharedReading = { reading: Reading; content: Promise<Content> }

/** The memory of a cached response besides its bodies, measured with small responses. */
const overheadBytes = 600
/** Limits the URLs of one response, because a query can be spelled in endless ways and each URL takes memory. */
const maxAddresses = 8

export function createContentCache({
  maxBytes = 32 * 1024 * 1024,
  // The maximum age of a cached response. If a change notification is lost, the change is visible after a minute.
  ttlMs = 60_000,
  nowMs = Date.now,
  /** Returns the time from which the store's data must not be served. No change announces this time. */
  endsAtMs = (_facts: Facts): number => Number.POSITIVE_INFINITY,
} = {}): ContentCache {
  const entries = new Map<string, Entry>()
  // Each key contains store and URL, so a visitor's request needs one lookup. A second lookup would cost as much as all
  // other checks together.
  const addresses = new Map<string, Entry>()
  const stores = new Map<string, CachedStore>()
  const expiries = new WeakMap<Facts, number>()
  const readings = new Set<Reading>()
  const shared = new Map<string, SharedReading>()
  let isLive = false
  let bytes = 0

  // No header or URL contains a line break, so each pair has a unique key.
  const buildKey = (storeEnvId: string, key: string) => `${storeEnvId}\n${key}`

  function removeEntry(entryKey: string): void {
    const entry = entries.get(entryKey)
    if (!entry) return
    entries.delete(entryKey)
    bytes -= entry.bytes
    for (const address of entry.addresses) addresses.delete(address)
    const store = stores.get(entry.storeEnvId)
    if (!store) return
    store.keys.delete(entryKey)
    if (store.keys.size === 0) stores.delete(entry.storeEnvId)
  }

  /** A response that reuses `facts` does not renew them, so it expires together with them. */
  function computeExpiry(facts: Facts): number {
    const expiresAtMs = expiries.get(facts) ?? Math.min(nowMs() + ttlMs, endsAtMs(facts))
    expiries.set(facts, expiresAtMs)
    return expiresAtMs
  }

  /** Evicts the oldest responses, except those used since the last eviction. */
  function makeRoom(): void {
    for (const [entryKey, entry] of entries) {
      if (bytes <= maxBytes) return
      if (entry.isAsked) {
        entry.isAsked = false
        entries.delete(entryKey)
        entries.set(entryKey, entry)
      } else removeEntry(entryKey)
    }
  }

  function keep(entryKey: string, storeEnvId: string, made: CachedAnswer): void {
    removeEntry(entryKey)
    const { facts, content, untilMs = Number.POSITIVE_INFINITY } = made
    const factsExpireAtMs = computeExpiry(facts)
    const store = stores.get(storeEnvId) ?? { facts, expiresAtMs: factsExpireAtMs, keys: new Set() }
    // A response that was computed from older `facts` must not replace newer `facts`.
    stores.set(
      storeEnvId,
      store.expiresAtMs > factsExpireAtMs ? store : { ...store, facts, expiresAtMs: factsExpireAtMs },
    )
    store.keys.add(entryKey)
    content.isKept = true
    const expiresAtMs = Math.min(factsExpireAtMs, untilMs)
    entries.set(entryKey, { storeEnvId, made, isAsked: false, expiresAtMs, addresses: [], bytes: 0 })
    grow(entryKey, estimateBytes(content))
  }

  function grow(entryKey: string, by: number): void {
    const entry = entries.get(entryKey)
    if (!entry) return
    entry.bytes += by
    bytes += by
    makeRoom()
  }

  function begin(storeEnvId: string): Reading {
    const reading = { storeEnvId, isStale: !isLive }
    readings.add(reading)
    return reading
  }

  function purge(storeEnvId: string): void {
    for (const entryKey of stores.get(storeEnvId)?.keys ?? []) removeEntry(entryKey)
    stores.delete(storeEnvId)
    for (const reading of readings) if (reading.storeEnvId === storeEnvId) reading.isStale = true
  }

  async function make(reading: Reading, entryKey: string, maker: () => Promise<CachedAnswer>): Promise<Content> {
    try {
      const made = await maker()
      if (!reading.isStale) keep(entryKey, reading.storeEnvId, made)
      return made.content
    } finally {
      readings.delete(reading)
      if (shared.get(entryKey)?.reading === reading) shared.delete(entryKey)
    }
  }

  return {
    findFacts(storeEnvId) {
      const store = stores.get(storeEnvId)
      return store && store.expiresAtMs > nowMs() ? store.facts : undefined
    },
    find(storeEnvId, key) {
      const entry = entries.get(buildKey(storeEnvId, key))
      if (!entry || entry.expiresAtMs <= nowMs()) return undefined
      entry.isAsked = true
      return entry.made.content
    },
    nameAddress(storeEnvId, key, path) {
      const entryKey = buildKey(storeEnvId, key)
      const address = buildKey(storeEnvId, path)
      const entry = entries.get(entryKey)
      if (!entry || addresses.has(address) || entry.addresses.length >= maxAddresses) return
      entry.addresses.push(address)
      addresses.set(address, entry)
      grow(entryKey, 2 * address.length + overheadBytes / 4)
    },
    findAddress(storeEnvId, path) {
      const entry = addresses.get(buildKey(storeEnvId, path))
      if (!entry || entry.expiresAtMs <= nowMs()) return undefined
      entry.isAsked = true
      return entry.made
    },
    watch(storeEnvId) {
      const reading = begin(storeEnvId)
      return {
        keep(key, made) {
          if (!reading.isStale) keep(buildKey(storeEnvId, key), storeEnvId, made)
        },
        end: () => readings.delete(reading),
      }
    },
    share(storeEnvId, key, maker) {
      const entryKey = buildKey(storeEnvId, key)
      const running = shared.get(entryKey)
      // A request after a change must not get data that was read before it.
      if (running && !running.reading.isStale) return running.content
      const reading = begin(storeEnvId)
      const content = make(reading, entryKey, maker)
      if (!reading.isStale) shared.set(entryKey, { reading, content })
      return content
    },
    purge,
    setLive(live) {
      isLive = live
      entries.clear()
      addresses.clear()
      stores.clear()
      bytes = 0
      for (const reading of readings) reading.isStale = true
    },
    get isLive() {
      return isLive
    },
    get bytes() {
      return bytes
    },
  }
}

/** Compressed bodies are added later. Together they take less than half of the body's size. */
const estimateBytes = ({ body }: Content) => body.length + (body.length >> 1) + overheadBytes
