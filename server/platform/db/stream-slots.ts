// Limits how many streams are read at once. A stream holds a connection and a snapshot for as long as its reader takes, so
// streams have connections of their own, and no store and no organization may take them all. Counted per process.
import { AppError } from '../values/errors.ts'

/** Each kind has its own slots: readers of feeds do not hold up exports. */
export type StreamKind = 'export' | 'feed'

export const maxStreams = { ofStore: 2, ofOrganization: 3, ofKind: 6 }

/** Every slot has its connection, so that a reader with a slot never waits for one. */
export const streamConnections = 2 * maxStreams.ofKind

export type Reader = { storeEnvId: string; organizationId: string }

export type StreamSlots = {
  /** Takes a slot, and answers how to release it; throws 429 when the caller has its share, and 503 when all are taken. */
  take(kind: StreamKind, reader: Reader): () => void
}

export function createStreamSlots(): StreamSlots {
  const readers: Record<StreamKind, Set<Reader>> = { export: new Set(), feed: new Set() }
  return {
    take(kind, { storeEnvId, organizationId }) {
      const taken = readers[kind]
      const count = (isCounted: (reader: Reader) => boolean) => [...taken].filter(isCounted).length
      if (count((reader) => reader.storeEnvId === storeEnvId) >= maxStreams.ofStore)
        throw hasItsShare(`${maxStreams.ofStore} ${names[kind]} of one store`)
      if (count((reader) => reader.organizationId === organizationId) >= maxStreams.ofOrganization)
        throw hasItsShare(`${maxStreams.ofOrganization} ${names[kind]} of one organization`)
      if (taken.size >= maxStreams.ofKind) throw allTaken(kind)
      const reader = { storeEnvId, organizationId }
      taken.add(reader)
      return () => void taken.delete(reader)
    },
  }
}

const names = { export: 'exports', feed: 'readings of review feeds' } as const

const hasItsShare = (most: string) =>
  new AppError(429, 'rate_limited', `${most} at once are the most. Read one to its end, or close it, and try again.`, {
    headers: { 'retry-after': '5' },
  })

const allTaken = (kind: StreamKind) =>
  new AppError(
    503,
    'temporarily_unavailable',
    `Others are reading as many ${names[kind]} at this moment as there is room for. Try again shortly.`,
    { headers: { 'retry-after': '5' } },
  )
