// Sends due mail, store after store. A process sends for at most two stores at once, so that other jobs have room; a store
// with more mail than fits its turn goes to the end of the queue, so that ten thousand mails of one store do not delay a
// single mail of another.

import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/ids.ts'
import type { JobContext } from '#platform/jobs.ts'
import { scheduleWakeUp } from '#platform/schedule.ts'
import type { Services } from '#platform/services.ts'
import { enqueueSending, type MessageKind, sendJob } from '../commands.ts'
import { Outage } from './outage.ts'
import { expireClaims } from './settling.ts'
import * as store from './store.ts'
import { StoreSender } from './store-sender.ts'

const storesAtOnce = 2
/** When a process dies with stores in line, their notes bring them back. */
const lookAgainAfterMs = 120_000
/** After many failures in a row a store's sending rests for so long. */
const restMs = 120_000

type Kinds = ReadonlyMap<string, MessageKind>
type StoreQueue = { waiting: Map<string, StoreScope>; inProgress: Set<string>; active: number; outage: Outage }

const queues = new WeakMap<Services, StoreQueue>()

function queueOf({ services }: Pick<JobContext, 'services'>): StoreQueue {
  const queue = queues.get(services) ?? {
    waiting: new Map(),
    inProgress: new Set(),
    active: 0,
    outage: new Outage(services.clock),
  }
  queues.set(services, queue)
  return queue
}

/** Sends all that is due in the store and in the others of the queue; if enough senders are at work already, they do it. */
export async function sendDueEmails(
  ctx: JobContext,
  kinds: Kinds,
  { storeEnvId, organizationId }: StoreScope,
): Promise<void> {
  const scope = { storeEnvId, organizationId }
  const context = { services: ctx.services, kinds, useSavepoints: true }
  const isDue = await ctx.db.store(scope, 'write', async (tx) => {
    if (!(await scheduleNextWakeUp(tx))) return false
    await expireClaims(tx, context)
    return true
  })
  if (!isDue) return
  const queue = queueOf(ctx)
  queue.waiting.set(storeEnvId, scope)
  if (queue.active >= storesAtOnce) return
  queue.active++
  await drainQueue(ctx, kinds, queue)
}

/** Whether anything is due now. What is due later has its note renewed: a process whose clock is ahead may have taken it. */
async function scheduleNextWakeUp(tx: StoreTx): Promise<boolean> {
  const next = await store.findNextDue(tx)
  if (!next) return false
  const isDue = next <= tx.now
  await scheduleWakeUp(tx, sendJob, isDue ? new Date(tx.now.getTime() + lookAgainAfterMs) : next)
  return isDue
}

async function drainQueue(ctx: JobContext, kinds: Kinds, queue: StoreQueue): Promise<void> {
  const errors: unknown[] = []
  for (let scope = next(queue); scope && !ctx.stopping.aborted; scope = next(queue)) {
    const { storeEnvId } = scope
    queue.waiting.delete(storeEnvId)
    queue.inProgress.add(storeEnvId)
    try {
      if (await sendForStore(ctx, kinds, queue.outage, scope)) queue.waiting.set(storeEnvId, scope)
    } catch (error) {
      errors.push(error)
    } finally {
      queue.inProgress.delete(storeEnvId)
    }
  }
  if (ctx.stopping.aborted) await requeueWaiting(ctx, queue).catch((error) => errors.push(error))
  // Without an await since the queue was last read: a store added from now on starts its own sender.
  queue.active--
  // Whatever failed is due still; the job is tried again, and notes find the others.
  if (errors.length > 0) throw errors[0]
}

/** The process stops: whoever works next takes it up at once, and not when a note comes due. */
async function requeueWaiting({ db }: JobContext, { waiting }: StoreQueue): Promise<void> {
  for (let [scope] = waiting.values(); scope; [scope] = waiting.values()) {
    waiting.delete(scope.storeEnvId)
    await db.store(scope, 'write', enqueueSending)
  }
}

const next = ({ waiting, inProgress }: StoreQueue): StoreScope | undefined =>
  [...waiting.values()].find(({ storeEnvId }) => !inProgress.has(storeEnvId))

/** Whether the store has more to send at once. */
async function sendForStore(ctx: JobContext, kinds: Kinds, outage: Outage, scope: StoreScope): Promise<boolean> {
  const later = (at: Date) => ctx.db.store(scope, 'write', (tx) => scheduleWakeUp(tx, sendJob, at))
  if (outage.end) {
    await later(outage.end)
    return false
  }
  const sender = new StoreSender({ ...ctx, kinds, outage }, scope, newId())
  const end = await sender.run()
  if (end === 'later') await later(outage.end ?? new Date(ctx.services.clock.now().getTime() + restMs))
  return end === 'more'
}
