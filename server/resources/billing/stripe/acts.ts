// What is asked of Stripe is written down before, under the id by which it is asked. So of two changes at once one is made; and
// after a crash the same thing is asked for under the same key, which Stripe answers again instead of doing it twice.

import { enqueue } from '#platform/jobs/jobs.ts'
import { newId } from '#platform/values/ids.ts'
import { changedMeanwhile, lockSubscription } from '../commands.ts'
import type { PaymentContext } from '../payment.ts'
import type { Plan } from '../schema.ts'
import type { SubscriptionRecord } from '../transitions.ts'
import { isSame } from './rules.ts'
import { isUncertain } from './session.ts'
import * as store from './store.ts'

export type ActKind = 'checkout' | 'change' | 'cancel' | 'resume'

/** Longer than any call with all its tries takes. */
const leaseMs = 120_000

export const finishActJob = 'billing.finish_stripe_act'

/** What a decision rests on: the act that was the newest then, and the subscription as it was. */
export type Seen = { act: string | null; record: SubscriptionRecord }

export const newestAct = ({ db, scope }: PaymentContext): Promise<string | null> =>
  db.store(scope, 'read', store.findNewestAct)

/**
 * Begins an act, whose work ends it (`endAct`) in the transaction that records what it came to. Refused where another one was
 * begun, or the subscription was moved, after what was seen.
 */
export async function withAct<T>(
  { db, scope, now }: PaymentContext,
  { kind, plan, seen }: { kind: ActKind; plan: Plan | null; seen: Seen },
  work: (act: string) => Promise<T>,
): Promise<T> {
  const leasedUntil = new Date(now.getTime() + leaseMs)
  const act = await db.store(scope, 'write', async (tx) => {
    const { record } = await lockSubscription(tx)
    const open = await store.lockOpenAct(tx)
    // Whoever was at it when that was seen may have ended since: what a checkout came to is a page that is open.
    const isOpen = kind === 'checkout' && (await store.findStore(tx))?.checkout != null
    const isAsSeen = (await store.findNewestAct(tx)) === seen.act && isSame(record, seen.record) && !isOpen
    if (!isAsSeen || (open && Date.parse(open.leasedUntil) > now.getTime())) throw changedMeanwhile()
    if (open && open.kind === kind && open.plan === plan) {
      await store.leaseAct(tx, open.id, leasedUntil)
      return open.id
    }
    if (open) await store.endAct(tx, open.id)
    const id = newId(now.getTime())
    await store.insertAct(tx, { id, kind, plan, leasedUntil })
    await enqueue(tx, finishActJob, scope, { key: `${finishActJob}:${scope.storeEnvId}`, inMs: leaseMs + 1_000 })
    return id
  })
  try {
    return await work(act)
  } catch (error) {
    // What may have been done is asked for again under the same key; what was not done for sure is over.
    await db.store(scope, 'write', (tx) => (isUncertain(error) ? store.leaseAct(tx, act, now) : store.endAct(tx, act)))
    throw error
  }
}

export const { endAct, endStaleActs } = store
