// The products of a sum as they are kept for reports (`app.packed_products`): base64 of how many bytes a count has, of all ids, and of the
// counts, one kind after the other. Pure.

export const countNames = ['received', 'stars', 'low', 'unanswered', 'waiting'] as const
export type PackedCounts = { [Each in (typeof countNames)[number]]: number }

export const headBytes = 4
export const idBytes = 16

export type Unpacked = {
  size: number
  bytes: Buffer
  /** Where the first id and the first count of each kind are. */
  ids: number
  counts: readonly number[]
  /** Bytes of a count. */
  width: number
}

export function unpackProducts(text: string): Unpacked {
  const bytes = Buffer.from(text, 'base64')
  const width = bytes.length === 0 ? 1 : bytes.readInt32BE(0)
  const size = bytes.length === 0 ? 0 : (bytes.length - headBytes) / (idBytes + countNames.length * width)
  const first = headBytes + size * idBytes
  return { size, bytes, ids: headBytes, counts: countNames.map((_, kind) => first + kind * size * width), width }
}

export function idIn(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + idBytes)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** As plainly as it can be said. */
export function listPacked(text: string): ({ id: string } & PackedCounts)[] {
  const { size, bytes, ids, counts, width } = unpackProducts(text)
  return Array.from({ length: size }, (_, i) => {
    const [received = 0, stars = 0, low = 0, unanswered = 0, waiting = 0] = counts.map((at) =>
      bytes.readUIntBE(at + i * width, width),
    )
    return { id: idIn(bytes, ids + i * idBytes), received, stars, low, unanswered, waiting }
  })
}
