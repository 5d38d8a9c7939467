// An archive may have been changed, so only signed roots count.
import type { ArchivedRow } from '#platform/areas/archive.ts'
import { createEdge } from '../heads/tree-rules.ts'
import { checkpointText, openNote, originOf } from '../note-rules.ts'
import { hashLeaf } from '../rules.ts'

export type ArchivedLedger = {
  size: number
  root: Buffer
  /** Entries below this number are signed by a known key. 0 if known keys signed none. */
  signedSize: number
}

const leafBytes = 32

export function createLedgerReader() {
  let leaves = Buffer.alloc(leafBytes * 1024)
  const places: number[] = []
  const stores = new Set<string>()
  let isWhole = true
  const heads: { size: number; checkpoint: string }[] = []
  return {
    add(table: string, row: ArchivedRow): void {
      if (table === 'evidence_heads') heads.push({ size: Number(row.size), checkpoint: String(row.checkpoint) })
      if (table !== 'evidence_entries') return
      const text = String(row.entry)
      if ((places.length + 1) * leafBytes > leaves.length) leaves = Buffer.concat([leaves, Buffer.alloc(leaves.length)])
      hashLeaf(text).copy(leaves, places.length * leafBytes)
      const entry = readEntry(text)
      places.push(entry?.seq ?? -1)
      if (entry) stores.add(entry.store)
      else isWhole = false
    },
    end(storeEnvId: string | null, publicKeys: readonly Buffer[]): ArchivedLedger {
      const order = places.map((_, i) => i).sort((a, b) => (places[a] as number) - (places[b] as number))
      const isDense = isWhole && order.every((row, place) => places[row] === place)
      const isOfStore = storeEnvId !== null && [...stores].every((store) => store === storeEnvId)
      const edge = createEdge()
      const roots = new Map<number, Buffer>()
      const wanted = new Set(heads.map(({ size }) => size))
      for (const [place, row] of order.entries()) {
        edge.add(leaves.subarray(row * leafBytes, (row + 1) * leafBytes))
        if (wanted.has(place + 1)) roots.set(place + 1, edge.root())
      }
      const size = places.length
      const root = edge.root()
      if (!isDense || !isOfStore) return { size, root, signedSize: 0 }
      return { size, root, signedSize: findSignedSize(heads, roots, storeEnvId, publicKeys) }
    },
  }
}

/** If a known key signed another root than that of these entries, the entries were changed, so nothing is proven. */
function findSignedSize(
  heads: readonly { size: number; checkpoint: string }[],
  roots: ReadonlyMap<number, Buffer>,
  storeEnvId: string,
  publicKeys: readonly Buffer[],
): number {
  let signed = 0
  for (const { size, checkpoint } of heads) {
    const text = openNote(checkpoint, originOf(storeEnvId), publicKeys)
    if (text === undefined) continue
    const root = roots.get(size)
    if (!root || text !== checkpointText(storeEnvId, size, root)) return 0
    signed = Math.max(signed, size)
  }
  return signed
}

export type ReadEntry = {
  seq: number
  store: string
  type: string
  review: string | null
  data: Readonly<Record<string, unknown>>
}

export function readEntry(text: string): ReadEntry | undefined {
  try {
    const entry = JSON.parse(text) as Partial<ReadEntry> | null
    const isEntry =
      typeof entry === 'object' &&
      entry !== null &&
      Number.isSafeInteger(entry.seq) &&
      typeof entry.store === 'string' &&
      typeof entry.type === 'string' &&
      (entry.review === null || typeof entry.review === 'string') &&
      typeof entry.data === 'object' &&
      entry.data !== null
    return isEntry ? (entry as ReadEntry) : undefined
  } catch {
    return undefined
  }
}
