// The feed is divided into parts, each with an address of its own. If a part exceeds the limit, its newest reviews move to
// a new last part, so the content at all other addresses stays unchanged.

/** A part ends where the part with the next higher `fromId` begins. Its number is its position in the list, from 1. */
export type Part = { fromId: string; bytes: number }

/** Ids from `from` up to but excluding `before`. */
export type IdRange = { from: string; before: string | null }

/** Bytes of a document apart from its reviews: with the `reviews` container (`filled`) and without it (`empty`). */
export type Frame = { filled: number; empty: number }

const lowestId = '00000000-0000-0000-0000-000000000000'

/** A divided part is filled only to this share of the limit, so late approvals and edits do not divide it again. */
const keptShare = 0.75

export function findIdRange(parts: readonly Part[], number: number): IdRange | null {
  if (parts.length === 0) return number === 1 ? { from: lowestId, before: null } : null
  const from = parts[number - 1]?.fromId
  if (from === undefined) return null
  const later = parts.map(({ fromId }) => fromId).filter((id) => id > from)
  return { from, before: later.toSorted()[0] ?? null }
}

export function createMeasure({ from }: IdRange, limit: number, frame: Frame) {
  const parts: Part[] = []
  let part = { fromId: from, bytes: frame.filled, isEmpty: true }
  let reserve: Part | undefined
  const begin = (fromId: string, bytes: number) => {
    parts.push({ fromId: part.fromId, bytes: part.bytes })
    part = { fromId, bytes: frame.filled + bytes, isEmpty: bytes === 0 }
    reserve = undefined
  }
  return {
    add(id: string, bytes: number): boolean {
      if (!part.isEmpty && part.bytes + bytes > limit) {
        const { fromId, bytes: moved } = reserve ?? { fromId: id, bytes: 0 }
        part.bytes -= moved
        begin(fromId, moved)
      }
      if (reserve) reserve.bytes += bytes
      else if (!part.isEmpty && part.bytes + bytes > limit * keptShare) reserve = { fromId: id, bytes }
      part.bytes += bytes
      part.isEmpty = false
      return parts.length === 0
    },
    parts: (): Part[] => [
      ...parts,
      { fromId: part.fromId, bytes: parts.length === 0 && part.isEmpty ? frame.empty : part.bytes },
    ],
  }
}

/** Returns the parts with the new measurement of one part, or unchanged if that part was divided concurrently. */
export function withMeasured(
  parts: readonly Part[],
  number: number,
  { before }: IdRange,
  measured: readonly Part[],
): Part[] {
  const [own, ...added] = measured
  if (!own || findIdRange(parts, number)?.before !== before) return [...parts]
  return [...parts.slice(0, number - 1), own, ...parts.slice(number), ...added]
}
