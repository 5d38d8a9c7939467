// Stores each request to Stripe before it is sent, with its id. So one of two parallel changes is made. After a crash, the
// same key makes Stripe repeat its answer instead of acting twice.

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

/** Longer than any call takes with all its retries. */
const leaseMs = 120_000

export const finishActJob = 'billing.finish_stripe_act'

/** State at the time of the decision: the newest action, and the subscription. */
export type Seen = { act: string | null; record: SubscriptionRecord }

export const newestAct = ({ db, scope }: PaymentContext): Promise<string | null> =>
  db.store(scope, 'read', store.findNewestAct)

/**
 * The work ends the action (`endAct`) in the transaction that records the result. Refused if the state changed since
 * `seen`.
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
    // The action seen may have ended since: a checkout leaves an open page.
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
    // An uncertain action is retried under the same key. One that surely failed has ended.
    await db.store(scope, 'write', (tx) => (isUncertain(error) ? store.leaseAct(tx, act, now) : store.endAct(tx, act)))
    throw error
  }
}

export const { endAct, endStaleActs } = store
