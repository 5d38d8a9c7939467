// Waits within a step. A step that is postponed half-way would restart, use up the new quota, and never finish.
import type { ShopTools } from './shop.ts'

const pieceMs = 4_000
const longestMs = 60_000

/** A wait that is too long for a step postpones the whole run. */
export async function waitInPieces(ms: number, tools: ShopTools): Promise<void> {
  if (ms > longestMs) return await tools.wait(ms)
  for (let left = ms; left > 0; left -= pieceMs) await tools.wait(Math.min(left, pieceMs))
}
