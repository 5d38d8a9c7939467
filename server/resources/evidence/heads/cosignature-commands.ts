import type { StoreReads } from '#platform/db/db.ts'
import * as store from './cosignature-store.ts'
import type { Cosignature } from './schema.ts'
import type { HeadRow } from './store.ts'

export const storeCosignature = store.insert

/** Returns a function that maps the size of a head to the head's cosignatures. */
export async function readCosignatures(
  tx: StoreReads,
  sizes: readonly number[],
): Promise<(size: number) => Cosignature[]> {
  const rows = sizes.length > 0 ? await store.list(tx, sizes) : []
  const bySize = Map.groupBy(rows, ({ size }) => size)
  return (size) => (bySize.get(size) ?? []).map(({ witness, at, line }) => ({ witness, at, line }))
}

/** The checkpoint with its cosignature lines. */
export async function writeCosigned(tx: StoreReads, { size, checkpoint }: HeadRow): Promise<string> {
  const of = await readCosignatures(tx, [size])
  return `${checkpoint}${of(size)
    .map(({ line }) => line)
    .join('')}`
}
