// Sends a store's due events to their providers. Connections run in parallel, each at its provider's rate, until nothing is
// due or the job's time is over.
import type { SendResult } from '#integrations/email-marketing/provider.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { type DeliveryContext, deliver } from '#platform/jobs/delivery/deliver.ts'
import { fixed, inRounds, type Policy } from '#platform/jobs/delivery/policy.ts'
import { wakeForNext } from '#platform/jobs/delivery/store-queue.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { type ProviderEventKind, sendJob } from '../commands.ts'
import * as events from '../events/store.ts'
import * as store from '../store.ts'
import { ConnectionReceiver, leaseMs } from './connection-receiver.ts'
import { createContext, type SendingContext, write } from './context.ts'
import { type Target, targetOf } from './send.ts'

/** A job ends after this time and another continues, so that a stop never waits for a long queue. */
const jobMs = 20_000

export async function sendDueEvents(
  ctx: JobContext,
  scope: StoreScope,
  kinds: readonly ProviderEventKind[],
): Promise<void> {
  const context = createContext(ctx, scope, kinds)
  const leased = await write(context, async (tx) => {
    const until = new Date(tx.now.getTime() + leaseMs)
    const taken = await store.lease(tx, context.holder, until)
    // If this process dies here, the wake-up starts another after the lease.
    if (taken.length > 0) await scheduleWakeUp(tx, sendJob, until)
    return taken
  })
  await Promise.all(leased.map((connection) => drain(context, connection)))
  await write(context, async (tx) => wakeForNext(tx, sendJob, await events.findNextDue(tx)))
}

async function drain(context: SendingContext, connection: store.Leased): Promise<void> {
  const { db, services, stopping } = context
  const { clock, metrics } = services
  const delivery: DeliveryContext = { db, clock, metrics, stopping }
  try {
    const target = targetOf(services, connection)
    if (!target) await write(context, (tx) => markUnreadable(tx, connection))
    else await deliver(delivery, policyOf(target), new ConnectionReceiver(context, target))
  } finally {
    await write(context, (tx) => store.release(tx, connection.id, context.holder))
  }
}

const policyOf = ({ provider: { pace } }: Target): Policy<SendResult> => ({
  taking: 'marks',
  concurrency: fixed(pace.atOnce),
  // Records whole rounds, because a connection is judged by everything sent at about the same time.
  room: inRounds(pace.atOnce * 2),
  record: { atOnce: Number.POSITIVE_INFINITY, withinMs: Number.POSITIVE_INFINITY },
  sliceMs: jobMs,
  perSecond: pace.perSecond,
  metrics: {
    total: 'evident_provider_event_attempts_total',
    seconds: 'evident_provider_event_attempt_seconds',
    outcomeOf: ({ kind }) => kind,
  },
})

function markUnreadable(tx: StoreTx, connection: store.Leased): Promise<number> {
  const { failures } = connection
  return store.updateAfterRound(tx, connection, {
    unusable: 'key_unreadable',
    pausedUntil: null,
    accepted: false,
    failures,
  })
}
