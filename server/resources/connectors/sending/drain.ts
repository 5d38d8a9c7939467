// All connections send at the same time, each at the pace of its provider.
import type { SendResult } from '#integrations/email-marketing/provider.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { type DeliveryContext, deliver } from '#platform/jobs/delivery/deliver.ts'
import { fixed, inRounds, type Policy } from '#platform/jobs/delivery/policy.ts'
import { wakeForNext } from '#platform/jobs/delivery/store-queue.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { type Lease, nextRunOfStore, resumable } from '#platform/jobs/resumable.ts'
import { type ProviderEventKind, sendJob } from '../commands.ts'
import * as events from '../events/store.ts'
import * as store from '../store.ts'
import { ConnectionReceiver } from './connection-receiver.ts'
import { createContext, type SendingContext, write } from './context.ts'
import { openTarget, type Target } from './send.ts'

/** A job ends after this time and the next one continues, so that a shutdown never waits for a long queue. */
const jobMs = 20_000

export async function sendDueEvents(
  ctx: JobContext,
  scope: StoreScope,
  kinds: readonly ProviderEventKind[],
): Promise<void> {
  const context = createContext(ctx, scope, kinds)
  await resumable<readonly store.LeasedConnection[], void>(ctx, {
    scope,
    next: () => nextRunOfStore(sendJob, scope),
    async claim(tx, { holder, until }) {
      const leased = await store.lease(tx, holder, until)
      return leased.length > 0 ? leased : undefined
    },
    async renew(tx, { holder, until }) {
      const ids = await store.extendLeases(tx, holder, until)
      if (ids.length > 0) await events.extendClaims(tx, ids, until)
      return ids.length > 0
    },
    async run(leased, lease) {
      await Promise.all(leased.map((connection) => drain(context, connection, lease)))
    },
  })
  await write(context, async (tx) => wakeForNext(tx, sendJob, await events.findNextDue(tx)))
}

async function drain(
  context: SendingContext,
  connection: store.LeasedConnection,
  { holder, signal }: Lease,
): Promise<void> {
  const { db, services } = context
  const { clock, metrics } = services
  const delivery: DeliveryContext = { db, clock, metrics, stopping: signal }
  try {
    const target = openTarget(services, connection)
    if (!target) await write(context, (tx) => markUnreadable(tx, connection))
    else await deliver(delivery, buildPolicy(target), new ConnectionReceiver(context, target, holder))
  } finally {
    await write(context, (tx) => store.release(tx, connection.id, holder))
  }
}

const buildPolicy = ({ provider: { pace } }: Target): Policy<SendResult> => ({
  taking: 'marks',
  concurrency: fixed(pace.atOnce),
  // Sends in rounds, because all results of a round together decide whether the connection pauses.
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

function markUnreadable(tx: StoreTx, connection: store.LeasedConnection): Promise<number> {
  const { failures } = connection
  return store.updateAfterRound(tx, connection, {
    unusable: 'key_unreadable',
    pausedUntil: null,
    accepted: false,
    failures,
  })
}
