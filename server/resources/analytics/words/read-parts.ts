// Reads the texts of days as they were cut. What was read lately is held: days seldom change, and to fetch those of a report again
// takes longer than to count their words.
import { LRUCache } from 'lru-cache'
import type { StreamTx } from '#platform/db/db.ts'
import { type Counted, type CutDay, unpack } from './rules.ts'
import { type PartKey, streamParts } from './store.ts'

export type ReadPart = PartKey & { numbers: Counted }

const bytesOf = (parts: readonly ReadPart[]) =>
  parts.reduce((sum, { numbers }) => sum + numbers.hashes.buffer.byteLength, 1)

/** Of a day with more nothing is held, not even until it is read. */
const mostBytesOfDay = 4_000_000

/** Of all stores. No letters: whatever was erased goes with its day, and its numbers with the time. */
const held = new LRUCache<string, ReadPart[]>({
  maxSize: 32_000_000,
  sizeCalculation: bytesOf,
  ttl: 600_000,
})

/** Parts of these days, in their order, and the newest texts of each first. */
export async function* readParts(tx: StreamTx, days: readonly CutDay[]): AsyncGenerator<ReadPart> {
  const keyOf = ({ day, cut }: CutDay) => `${tx.storeEnvId} ${day} ${cut}`
  let unread: CutDay[] = []
  for (const day of days) {
    const parts = held.get(keyOf(day))
    if (!parts) unread.push(day)
    else {
      yield* fetchParts(tx, unread, keyOf)
      unread = []
      yield* parts
    }
  }
  yield* fetchParts(tx, unread, keyOf)
}

async function* fetchParts(
  tx: StreamTx,
  days: readonly CutDay[],
  keyOf: (day: CutDay) => string,
): AsyncGenerator<ReadPart> {
  if (days.length === 0) return
  const byName = new Map(days.map((each) => [each.day, each]))
  let name: string | undefined
  let ofDay: ReadPart[] = []
  let bytes = 0
  const hold = () => {
    const day = name === undefined ? undefined : byName.get(name)
    if (day && bytes <= mostBytesOfDay) held.set(keyOf(day), ofDay)
    ofDay = []
    bytes = 0
  }
  for await (const parts of streamParts(tx, [...byName.keys()]))
    for (const { day, part, numbers } of parts) {
      if (name !== day) hold()
      name = day
      const read = { day, part, numbers: unpack(numbers) }
      bytes += bytesOf([read])
      if (bytes <= mostBytesOfDay) ofDay.push(read)
      else ofDay = []
      yield read
    }
  hold()
}
