import type { StoreTx } from '#platform/db/db.ts'
import type { Pace } from './pacing-rules.ts'
import * as store from './pacing-store.ts'

const weekMs = 604_800_000

/** With `hold`, locks the store's row, so that a parallel job counts this job's mails before it queues more. */
export const readStoreFacts = store.findStore

export const isHeldUp = store.isHeldUp

export async function readRecentTimes(
  tx: StoreTx,
  emails: readonly string[],
  { settings }: Pace,
): Promise<Map<string, number[]>> {
  if (settings.frequencyCap?.hoursBetween == null || emails.length === 0) return new Map()
  const times = new Map<string, number[]>()
  for (const { email, at } of await store.listRecent(tx, emails, new Date(tx.now.getTime() - weekMs)))
    times.set(email, [...(times.get(email) ?? []), Date.parse(at)])
  return times
}
