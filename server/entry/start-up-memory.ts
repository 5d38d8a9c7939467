// V8's young generation grows to its maximum while modules load. It shrinks only if almost nothing was allocated between
// two collections. We therefore collect up to five times, until it is small. This saves 30 MB at rest.
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'

/** After this time the first jobs are done, and no request has to wait for the collection. */
const settledMs = 10_000
/** Time between two collections. The process should allocate almost nothing in it. */
const pauseMs = 3_000
const mostCollections = 5
const youngAtRest = 4 * 1024 ** 2

/** Does nothing without `--expose-gc`, which bin/launch.mjs sets. */
export async function giveBackStartUpMemory(): Promise<void> {
  const { gc } = globalThis
  if (!gc) return
  for (let i = 0; i < mostCollections && (i < 2 || youngBytes() > youngAtRest); i++) {
    await sleep(i === 0 ? settledMs : pauseMs, undefined, { ref: false })
    gc()
  }
}

const youngBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.physical_space_size ?? 0
