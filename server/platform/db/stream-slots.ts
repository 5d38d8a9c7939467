// A stream occupies a connection and a snapshot as long as its reader takes. So streams are limited, and no store or
// organization may take them all.
import { AppError } from '../values/errors.ts'

/** Each kind has its own slots, so readers of feeds do not delay exports. */
export type StreamKind = 'export' | 'feed'

export const maxStreams = { ofStore: 2, ofOrganization: 3, ofKind: 6 }

/**
 * Number of the pool's connections that calls never use. If all twelve slots are occupied, streams use these five and
 * seven of the others.
 */
export const connectionsBesideCalls = 5

export type Reader = { storeEnvId: string; organizationId: string }

export type StreamSlots = {
  /**
   * Returns a function that releases the slot. Throws 429 if the caller has used up its share, and 503 if all slots are
   * occupied.
   */
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
  new AppError(429, 'rate_limited', `At most ${most} can run at the same time. Finish or close one and try again.`, {
    headers: { 'retry-after': '5' },
  })

const allTaken = (kind: StreamKind) =>
  new AppError(503, 'temporarily_unavailable', `Too many ${names[kind]} are running right now. Try again shortly.`, {
    headers: { 'retry-after': '5' },
  })
