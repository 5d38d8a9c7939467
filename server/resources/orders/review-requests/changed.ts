// Tells who counts days of requests that some of them are not what they were.

import { publish } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { isOld } from '#resources/email/rules.ts'
import { oldRequestsChanged } from '../events.ts'

/** By when they were sent, if they were. Of those that have just been sent nothing is told. */
export function announceChanged(tx: StoreTx, sentAt: readonly (string | null)[]): void {
  const old = [...new Set(sentAt)].filter((at) => at !== null && isOld(at, tx.now)) as string[]
  if (old.length > 0) publish(tx, oldRequestsChanged, { sentAt: old })
}
