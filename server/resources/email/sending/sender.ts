// A process sends for at most two stores in parallel, so that other jobs have room. A store with more mail than fits its
// turn goes to the end of the queue, so that it does not delay another store's single mail.

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

/** By service, because the jobs of a process share it. Needs no closing, and is collected with the service. */
const sendings = new WeakMap<Services, Sending>()

function sendingOf(services: Services): Sending {
  const sending = sendings.get(services) ?? {
    turns: new RoundRobin<StoreScope>(storesAtOnce, ({ organizationId }) => organizationId),
    outage: new Outage(services.clock),
  }
  sendings.set(services, sending)
  return sending
}

/** Sends everything due in this store and in queued ones. If enough senders are running already, they do it. */
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
    // Failed mail is still due: the job is retried, and wake-ups find the other stores.
    await turns.join(storeEnvId, scope, sendForStore, stopping)
  } finally {
    // The process stops. Queues a job, so that the next sender continues immediately instead of at a wake-up.
    if (stopping.aborted) for (const each of turns.takeWaiting()) await db.store(each, 'write', enqueueSending)
  }
}

/** Renews the wake-up of later mail, because a process whose clock runs ahead may have consumed it. */
async function scheduleNextWakeUp(tx: StoreTx): Promise<boolean> {
  const next = await store.findNextDue(tx)
  if (!next) return false
  const isDue = next <= tx.now
  await (isDue ? lookAgain(tx, sendJob) : scheduleWakeUp(tx, sendJob, next))
  return isDue
}
