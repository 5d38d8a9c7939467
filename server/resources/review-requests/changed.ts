import { publish } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { isOld } from '#resources/email/rules.ts'
import { oldRequestsChanged } from './events.ts'

/** Publishes the times at which the changed requests were sent, without duplicates. Excludes requests sent today. */
export function announceChanged(tx: StoreTx, sentAt: readonly (string | null)[]): void {
  const old = [...new Set(sentAt)].filter((at) => at !== null && isOld(at, tx.now)) as string[]
  if (old.length > 0) publish(tx, oldRequestsChanged, { sentAt: old })
}
