// The young generation grew to its maximum while modules were loaded, and shrinks only after two collections with little in
// it. Saves 30 MB at rest.
import { setTimeout as sleep } from 'node:timers/promises'

/** The first jobs are done by then, and no request waits for the collection. */
const settledMs = 10_000
/** Until the second collection almost nothing may be allocated. */
const pauseMs = 3_000

/** Does nothing without `--expose-gc`, which bin/launch.mjs sets. */
export async function giveBackStartUpMemory(): Promise<void> {
  const { gc } = globalThis
  if (!gc) return
  for (const ms of [settledMs, pauseMs]) {
    await sleep(ms, undefined, { ref: false })
    gc()
  }
}
