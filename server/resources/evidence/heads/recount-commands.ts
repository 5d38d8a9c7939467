// New heads are computed from stored hashes of complete subtrees, so they do not show that somebody changed an older
// row in SQL. The recount compares the rows with these hashes.
import type { StoreDb, StoreReads, StoreScope } from '#platform/db/db.ts'
import { joined, keptEvery } from './tree-rules.ts'
import * as store from './tree-store.ts'

const width = 2 ** keptEvery
/** One short transaction reads a chunk: all leaves below one node of this level. */
const chunkLevel = 3 * keptEvery
const chunk = 2 ** chunkLevel
/** Number of chunks compared in one night. Larger ledgers take several nights. */
const chunksAtOnce = 16
const dayMs = 86_400_000

type Recount = { db: StoreDb; now: Date; stopping: AbortSignal }

/**
 * Returns the number of the first entry that differs from what was appended, or undefined. With `isWhole`, it compares
 * all entries, otherwise only the 65,536 entries of this night. `size` is the size of a signed head.
 */
export async function findChangedEntry(
  { db, now, stopping }: Recount,
  scope: StoreScope,
  size: number,
  { isWhole }: { isWhole: boolean },
): Promise<number | undefined> {
  const chunks = Math.ceil(size / chunk)
  const first = isWhole ? 0 : (Math.floor(now.getTime() / dayMs) * chunksAtOnce) % chunks
  const count = isWhole ? chunks : Math.min(chunks, chunksAtOnce)
  for (let i = 0; i < count; i++) {
    stopping.throwIfAborted()
    const from = ((first + i) % chunks) * chunk
    const to = Math.min(from + chunk, size)
    const found = await db.store(scope, 'read', (tx) => recountLeaves(tx, from, to))
    if (found !== undefined) return found
  }
  return db.store(scope, 'read', (tx) => recountNodes(tx, size))
}

async function recountLeaves(tx: StoreReads, from: number, to: number): Promise<number | undefined> {
  const leaves = await store.listRecounted(tx, from, to)
  const changed = leaves.findIndex(({ seq, isSame }, i) => seq !== from + i || !isSame)
  if (changed >= 0) return from + changed
  if (leaves.length < to - from) return from + leaves.length
  let hashes = leaves.map(({ hash }) => hash)
  for (let level = keptEvery; level <= chunkLevel; level += keptEvery) {
    hashes = joinAll(hashes)
    const other = findOther(
      hashes,
      await store.listNodes(tx, level, from / 2 ** level, from / 2 ** level + hashes.length),
    )
    if (other >= 0) return from + other * 2 ** level
  }
  return undefined
}

/** Compares the nodes above the chunks. At their lowest level, there is one for each 65,536 entries. */
async function recountNodes(tx: StoreReads, size: number): Promise<number | undefined> {
  for (let level = chunkLevel + keptEvery; 2 ** level <= size; level += keptEvery) {
    const count = Math.floor(size / 2 ** level)
    const below = await store.listNodes(tx, level - keptEvery, 0, count * width)
    const other = findOther(joinAll(below.map(({ hash }) => hash)), await store.listNodes(tx, level, 0, count))
    if (other >= 0) return other * 2 ** level
  }
  return undefined
}

const joinAll = (hashes: readonly Buffer[]): Buffer[] =>
  Array.from({ length: Math.floor(hashes.length / width) }, (_, i) => joined(hashes.slice(i * width, (i + 1) * width)))

const findOther = (hashes: readonly Buffer[], stored: readonly { hash: Buffer }[]): number =>
  hashes.findIndex((hash, i) => !stored[i]?.hash.equals(hash))
