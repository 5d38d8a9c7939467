// A store with much mail goes to the end of the queue after each turn, so that it never delays another store's mail.

import type { Services } from '#platform/calls/services.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { deliver } from '#platform/jobs/delivery/deliver.ts'
import type { RunEnd } from '#platform/jobs/delivery/receiver.ts'
import { RoundRobin } from '#platform/jobs/delivery/round-robin.ts'
import { lookAgain } from '#platform/jobs/delivery/store-queue.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { nextRunOfStore, resumable } from '#platform/jobs/resumable.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { enqueueSending, type MessageKind, sendJob } from '../commands.ts'
import { Outage } from './outage.ts'
import * as store from './store.ts'
import { mailPolicy, StoreSender } from './store-sender.ts'

const storesAtOnce = 2

type Sending = { turns: RoundRobin<StoreScope>; outage: Outage }

/** Each service has one `Sending`, because the jobs of a process share it. A `Sending` needs no closing. */
const sendings = new WeakMap<Services, Sending>()

function openSending(services: Services): Sending {
  const sending = sendings.get(services) ?? {
    turns: new RoundRobin<StoreScope>(storesAtOnce, ({ organizationId }) => organizationId),
    outage: new Outage(services.clock),
  }
  sendings.set(services, sending)
  return sending
}

export async function sendDueEmails(
  { db, services, stopping }: CrossJobContext,
  kinds: ReadonlyMap<string, MessageKind>,
  { storeEnvId, organizationId }: StoreScope,
): Promise<void> {
  const scope = { storeEnvId, organizationId }
  if (!(await db.store(scope, 'write', scheduleNextWakeUp))) return
  const { clock, metrics } = services
  const { turns, outage } = openSending(services)
  const sendForStore = async (each: StoreScope): Promise<boolean> => {
    const because = await resumable<true, RunEnd['because']>(
      { db, stopping },
      {
        scope: each,
        next: () => nextRunOfStore(sendJob, each),
        claim: async (tx) => (await isDueNow(tx)) || undefined,
        renew: async (tx, { holder, until }) => {
          await store.extendClaims(tx, holder, until)
          return true
        },
        async run(_, { holder }) {
          const sender = new StoreSender(db, each, { services, kinds }, outage, holder)
          return (await deliver({ db, clock, metrics, stopping }, mailPolicy, sender)).because
        },
      },
    )
    return because === 'slice' || because === 'stopped'
  }
  try {
    // After a failure the mail is still due. The job is retried for this store, and wake-ups find the other stores.
    await turns.join(storeEnvId, scope, sendForStore, stopping)
  } finally {
    // When this process stops, these jobs let another process continue immediately, without waiting for a wake-up.
    if (stopping.aborted) for (const each of turns.takeWaiting()) await db.store(each, 'write', enqueueSending)
  }
}

const isDueNow = async (tx: StoreTx): Promise<boolean> => {
  const next = await store.findNextDue(tx)
  return next !== null && next <= tx.now
}

/**
 * True if mail is due now. Schedules later mail again, because a process whose clock is ahead may have consumed the earlier
 * wake-up.
 */
async function scheduleNextWakeUp(tx: StoreTx): Promise<boolean> {
  const next = await store.findNextDue(tx)
  if (!next) return false
  const isDue = next <= tx.now
  await (isDue ? lookAgain(tx, sendJob) : scheduleWakeUp(tx, sendJob, next))
  return isDue
}
