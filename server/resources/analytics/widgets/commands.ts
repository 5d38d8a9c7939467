import type { StoreTx } from '#platform/db/db.ts'
import { joinParts } from './store.ts'

const dayMs = 86_400_000

/** Each night: two days later it is another day in every zone, whichever was the store's. */
export const joinFinishedDays = (tx: StoreTx): Promise<number> =>
  joinParts(tx, new Date(tx.now.getTime() - 2 * dayMs).toISOString().slice(0, 10))
