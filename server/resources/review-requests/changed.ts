import { publish } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { isOld } from '#resources/email/rules.ts'
import { oldRequestsChanged } from './events.ts'

/** Publishes when the changed requests were sent, each time once. Requests sent today are excluded. */
export function announceChanged(tx: StoreTx, sentAt: readonly (string | null)[]): void {
  const old = [...new Set(sentAt)].filter((at) => at !== null && isOld(at, tx.now)) as string[]
  if (old.length > 0) publish(tx, oldRequestsChanged, { sentAt: old })
}
