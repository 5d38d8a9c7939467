// Tiles of a ledger by C2SP (c2sp.org/tlog-tiles). A tile has 256 hashes of one level. A level of tiles spans 8 levels of
// the tree.
export const tileWidth = 256
export const tileHeight = 8

/** Levels above this one are never needed, because no ledger has that many entries. */
const highestLevel = 6

/** `level` is null for a tile of entries. `width` is below 256 for a partial tile. */
export type Tile = { level: number | null; index: number; width: number }

/** Reads `0/x001/234.p/8` or `entries/000`. Undefined for any other path. */
export function readTilePath(path: string): Tile | undefined {
  const [, kind = '', number = '', partial] =
    /^(entries|\d)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? []
  const level = kind === 'entries' ? null : Number(kind)
  const width = partial === undefined ? tileWidth : Number(partial)
  if (kind === '' || (level ?? 0) > highestLevel || width > tileWidth || (partial !== undefined && width === tileWidth))
    return undefined
  const index = Number(number.replaceAll(/[x/]/g, ''))
  return writeTileNumber(index) === number && Number.isSafeInteger(index * tileWidth)
    ? { level, index, width }
    : undefined
}

export function writeTileNumber(index: number): string {
  const [last = '', ...higher] = (
    String(index)
      .padStart(Math.ceil(String(index).length / 3) * 3, '0')
      .match(/\d{3}/g) ?? []
  ).reverse()
  return [...higher.reverse().map((digits) => `x${digits}`), last].join('/')
}

/** The smallest and the largest size of a tree that has this tile. A full tile never changes, so it has no largest size. */
export function sizesWithTile({ level, index, width }: Tile): { from: number; to: number | null } {
  const entriesPerHash = tileWidth ** (level ?? 0)
  const from = (index * tileWidth + width) * entriesPerHash
  return { from, to: width === tileWidth ? null : from + entriesPerHash - 1 }
}

/** Before each entry come two bytes with its length. */
export const bundleEntries = (entries: readonly string[]): Buffer =>
  Buffer.concat(
    entries.flatMap((entry) => {
      const bytes = Buffer.from(entry)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(bytes.length)
      return [length, bytes]
    }),
  )
