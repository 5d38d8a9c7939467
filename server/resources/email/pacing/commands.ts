// What paces the mail that nobody waits for, whichever area sends it: review requests and sequences are under one limit.
import type { StoreTx } from '#platform/db/db.ts'
import type { Pace } from './rules.ts'
import * as store from './store.ts'

const weekMs = 604_800_000

/**
 * The store as its mail needs it. `hold` keeps other sweeps of this store waiting until the transaction ends: of two mails to one
 * person, the second must see that the first was sent.
 */
export const readStoreFacts = store.findStore

export const isHeldUp = store.isHeldUp

/** When each of these addresses got something of late; empty where nothing limits it. */
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
