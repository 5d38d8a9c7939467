import type { StoreReads } from '#platform/db/db.ts'
import { listLeaves, listNodes } from '../heads/tree-store.ts'
import { bundleEntries, sizesWithTile, type Tile, tileHeight, tileWidth } from './tile-rules.ts'
import * as store from './tile-store.ts'

/** Undefined if no signed tree contains the tile. */
export async function readTile(tx: StoreReads, tile: Tile): Promise<Buffer | undefined> {
  if (!(await store.hasHead(tx, sizesWithTile(tile)))) return undefined
  const { level, index, width } = tile
  const [from, to] = [index * tileWidth, index * tileWidth + width]
  if (level === null) return bundleEntries((await store.listEntries(tx, from, to)).map(({ entry }) => entry))
  const hashes = level === 0 ? await listLeaves(tx, from, to) : await listNodes(tx, level * tileHeight, from, to)
  return Buffer.concat(hashes.map(({ hash }) => hash))
}
