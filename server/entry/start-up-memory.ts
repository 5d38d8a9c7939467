// Gives back what starting has left behind: the young generation has grown to its largest while modules were loaded, and
// stays so until it is collected twice with little in it. 30 MB at rest; under load it grows again by itself.
import { setTimeout as sleep } from 'node:timers/promises'

/** By then the first jobs are done, and no request waits for the collection. */
const settledMs = 10_000
/** Long enough for the second collection to find that next to nothing was allocated since the first. */
const pauseMs = 3_000

/** Does nothing where Node was started without `--expose-gc`, as bin/launch.mjs does it. */
export async function giveBackStartUpMemory(): Promise<void> {
  const { gc } = globalThis
  if (!gc) return
  for (const ms of [settledMs, pauseMs]) {
    await sleep(ms, undefined, { ref: false })
    gc()
  }
}
