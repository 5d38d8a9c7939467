// A step that is postponed half-way restarts, uses up the platform's new quota, and never finishes.
import type { ShopTools } from './shop.ts'

const pieceMs = 4_000
const longestMs = 60_000

/** If the wait is too long for the step, the whole run is postponed by it. */
export async function waitInPieces(ms: number, tools: ShopTools): Promise<void> {
  if (ms > longestMs) return await tools.wait(ms)
  for (let left = ms; left > 0; left -= pieceMs) await tools.wait(Math.min(left, pieceMs))
}
