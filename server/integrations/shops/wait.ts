// Waits within one step that needs several calls: put aside half-way, the step would begin anew, use up what the platform has given
// back meanwhile, and never come to its end.
import type { ShopTools } from './shop.ts'

const pieceMs = 4_000
const longestMs = 60_000

/** As long as asked. What no step can be held up for is asked for in one piece, so that the run is put aside. */
export async function waitInPieces(ms: number, tools: ShopTools): Promise<void> {
  if (ms > longestMs) return await tools.wait(ms)
  for (let left = ms; left > 0; left -= pieceMs) await tools.wait(Math.min(left, pieceMs))
}
