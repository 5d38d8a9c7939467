// A step that is postponed half-way would start over, use up the platform's new quota, and never finish.
import type { ShopTools } from './shop.ts'

const pieceMs = 4_000
const longestMs = 60_000

/** A wait that is too long for the step is requested as a whole, so that the run is postponed. */
export async function waitInPieces(ms: number, tools: ShopTools): Promise<void> {
  if (ms > longestMs) return await tools.wait(ms)
  for (let left = ms; left > 0; left -= pieceMs) await tools.wait(Math.min(left, pieceMs))
}
