// Sends due mail, store after store. A process sends for at most two stores at once, so that other jobs have room; a store
// with more mail than fits its turn goes to the end of the queue, so that ten thousand mails of one store do not delay a
// single mail of another.

import type { Services } from '#platform/calls/services.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { deliver } from '#platform/jobs/delivery/deliver.ts'
import { RoundRobin } from '#platform/jobs/delivery/round-robin.ts'
import { lookAgain } from '#platform/jobs/delivery/store-queue.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { enqueueSending, type MessageKind, sendJob } from '../commands.ts'
import { Outage } from './outage.ts'
import * as store from './store.ts'
import { mailPolicy, StoreSender } from './store-sender.ts'

const storesAtOnce = 2

type Sending = { turns: RoundRobin<StoreScope>; outage: Outage }

/** By service, since jobs of one process share it; nothing of it has to be closed, and it goes with the service. */
const sendings = new WeakMap<Services, Sending>()

function sendingOf(services: Services): Sending {
  const sending = sendings.get(services) ?? {
    turns: new RoundRobin<StoreScope>(storesAtOnce, ({ organizationId }) => organizationId),
    outage: new Outage(services.clock),
  }
  sendings.set(services, sending)
  return sending
}

/** Sends all that is due in the store and in the others of the queue; if enough senders are at work already, they do it. */
export async function sendDueEmails(
  { db, services, stopping }: CrossJobContext,
  kinds: ReadonlyMap<string, MessageKind>,
  { storeEnvId, organizationId }: StoreScope,
): Promise<void> {
  const scope = { storeEnvId, organizationId }
  if (!(await db.store(scope, 'write', scheduleNextWakeUp))) return
  const { clock, metrics } = services
  const { turns, outage } = sendingOf(services)
  const sendForStore = async (each: StoreScope): Promise<boolean> => {
    const sender = new StoreSender(db, each, { services, kinds }, outage)
    const { because } = await deliver({ db, clock, metrics, stopping }, mailPolicy, sender)
    return because === 'slice' || because === 'stopped'
  }
  try {
    // Whatever fails is due still; the job is tried again, and wake-ups find the others.
    await turns.join(storeEnvId, scope, sendForStore, stopping)
  } finally {
    // The process stops: the next sender takes it up at once, and not when a wake-up comes due.
    if (stopping.aborted) for (const each of turns.takeWaiting()) await db.store(each, 'write', enqueueSending)
  }
}

/** Whether anything is due now. What is due later has its wake-up renewed: a process whose clock is ahead may have taken it. */
async function scheduleNextWakeUp(tx: StoreTx): Promise<boolean> {
  const next = await store.findNextDue(tx)
  if (!next) return false
  const isDue = next <= tx.now
  await (isDue ? lookAgain(tx, sendJob) : scheduleWakeUp(tx, sendJob, next))
  return isDue
}
