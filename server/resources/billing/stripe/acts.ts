// An act is a change that we request from Stripe. Its row id is the idempotency key, so after a crash Stripe repeats its
// response and not the change.
import type { StoreTx } from '#platform/db/db.ts'
import { nextRunOfStore, resumable, TakeoverError } from '#platform/jobs/resumable.ts'
import { newId } from '#platform/values/ids.ts'
import { changedMeanwhile, lockSubscription } from '../commands.ts'
import type { PaymentContext } from '../payment.ts'
import type { Plan } from '../schema.ts'
import type { SubscriptionRecord } from '../transitions.ts'
import { isSame } from './rules.ts'
import { isUncertain } from './session.ts'
import * as store from './store.ts'

export type ActKind = 'checkout' | 'change' | 'cancel' | 'resume'

export const finishActJob = 'billing.finish_stripe_act'

export type SeenState = { act: string | null; record: SubscriptionRecord }

export const newestAct = ({ db, scope }: PaymentContext): Promise<string | null> =>
  db.store(scope, 'read', store.findNewestAct)

/**
 * `work` must end the act in the transaction that records its result. Throws 409 if another act began or the subscription
 * changed since `seen`.
 */
export async function withAct<T>(
  { db, scope, now }: PaymentContext,
  { kind, plan, seen }: { kind: ActKind; plan: Plan | null; seen: SeenState },
  work: (act: string) => Promise<T>,
): Promise<T> {
  const done = await resumable<string, { result: T }>(
    { db },
    {
      scope,
      next: () => nextRunOfStore(finishActJob, scope),
      async claim(tx, { until }) {
        const { record } = await lockSubscription(tx)
        const open = await store.lockOpenAct(tx)
        // Compares the newest act, because an act that was open when `seen` was read may have ended since. A checkout's
        // payment page stays open after its act has ended.
        const isOpen = kind === 'checkout' && (await store.findStore(tx))?.checkout != null
        const isAsSeen = (await store.findNewestAct(tx)) === seen.act && isSame(record, seen.record) && !isOpen
        if (!isAsSeen || (open && Date.parse(open.leasedUntil) > now.getTime())) throw changedMeanwhile()
        if (open && open.kind === kind && open.plan === plan) {
          await store.leaseAct(tx, open.id, until)
          return open.id
        }
        if (open) await store.endAct(tx, open.id)
        const id = newId(now.getTime())
        await store.insertAct(tx, { id, kind, plan, leasedUntil: until })
        return id
      },
      renew: async (tx, { until }, act) => (await store.leaseAct(tx, act, until)) > 0,
      async run(act, lease) {
        try {
          return { result: await work(act) }
        } catch (error) {
          // If the change may have been made, a retry sends the same key. If it was certainly not made, the act ends.
          const settle = (tx: StoreTx) => (isUncertain(error) ? store.leaseAct(tx, act, tx.now) : store.endAct(tx, act))
          await lease.finish(settle).catch(ignoreOvertaken)
          throw error
        }
      },
    },
  )
  if (!done) throw changedMeanwhile()
  return done.result
}

/** `work` has already ended the act, so this error is expected. */
function ignoreOvertaken(error: unknown): void {
  if (!(error instanceof TakeoverError)) throw error
}

export const { endAct, endStaleActs } = store
