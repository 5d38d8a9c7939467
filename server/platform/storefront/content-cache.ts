// Serves an answer only while changes are received (db/listener.ts), and never one that a change interrupted.
import type { Content } from '../values/content.ts'
import type { Facts } from './facts.ts'

/** At `untilMs` the answer expires by the clock alone. */
export type CachedAnswer = { facts: Facts; content: Content; untilMs?: number }

export type ContentCache = {
  /** A store's facts while they are certain. */
  findFacts(storeEnvId: string): Facts | undefined
  find(storeEnvId: string, key: string): Content | undefined
  /** Records the address, as a client wrote it, of that answer. */
  nameAddress(storeEnvId: string, key: string, path: string): void
  /** The answer of an address, with the facts of its store. */
  findAddress(storeEnvId: string, path: string): CachedAnswer | undefined
  /** Watches the store's changes from now on. An answer is cached only when none happened. */
  watch(storeEnvId: string): StoreWatch
  /** Runs `make` and caches the result. Parallel callers share one run. */
  share(storeEnvId: string, key: string, make: () => Promise<CachedAnswer>): Promise<Content>
  /** Drops all of a store, including answers being made. */
  purge(storeEnvId: string): void
  /** False drops everything and stops caching. */
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
  /** Its keys in `addresses`. */
  addresses: string[]
  bytes: number
}
type CachedStore = { facts: Facts; expiresAtMs: number; keys: Set<string> }
type Reading = { storeEnvId: string; isStale: boolean }
type SharedReading = { reading: Reading; content: Promise<Content> }

/** An entry's cost beside its bodies, measured with small answers. */
const overheadBytes = 600
/** One query can be written in endless ways, and each address costs as much as its text. */
const maxAddresses = 8

export function createContentCache({
  maxBytes = 32 * 1024 * 1024,
  // A safety net below the announcements: an unannounced change is visible after a minute.
  ttlMs = 60_000,
  nowMs = Date.now,
  /** The time from which nothing of the store may be served, although no change announces it. */
  endsAtMs = (_facts: Facts): number => Number.POSITIVE_INFINITY,
} = {}): ContentCache {
  const entries = new Map<string, Entry>()
  // One lookup per visitor request: a second one, by store and then by address, costs as much as all other checks.
  const addresses = new Map<string, Entry>()
  const stores = new Map<string, CachedStore>()
  const expiries = new WeakMap<Facts, number>()
  const readings = new Set<Reading>()
  const shared = new Map<string, SharedReading>()
  let isLive = false
  let bytes = 0

  // No header or address contains a line break, so each pair has a unique key.
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

  /** Facts keep their age when an answer reuses them, and their expiry is the answer's. */
  function computeExpiry(facts: Facts): number {
    const expiresAtMs = expiries.get(facts) ?? Math.min(nowMs() + ttlMs, endsAtMs(facts))
    expiries.set(facts, expiresAtMs)
    return expiresAtMs
  }

  /** Drops the oldest, unless it was used since the last look. */
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
    // An answer still being made from older facts must not replace newer ones.
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
      // A request after a change must not get what was read before it.
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

/** Compressed bodies are added later; together they are less than half. */
const estimateBytes = ({ body }: Content) => body.length + (body.length >> 1) + overheadBytes
