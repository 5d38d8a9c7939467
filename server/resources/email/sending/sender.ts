// Sends what is due, store after store. At most two stores are worked on at once in a process, so that mail leaves room for
// other jobs; a store that has more to send than fits its turn goes to the end of the line, so that ten thousand mails of
// one hold up no single mail of another.

import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/ids.ts'
import type { JobContext } from '#platform/jobs.ts'
import { scheduleWakeUp } from '#platform/schedule.ts'
import type { Services } from '#platform/services.ts'
import { type MessageKind, sendJob, wake } from '../commands.ts'
import { Lane } from './lane.ts'
import { Outage } from './outage.ts'
import { expire } from './settling.ts'
import * as store from './store.ts'

const lanesAtOnce = 2
/** When a process dies with stores in line, their notes bring them back. */
const lookAgainAfterMs = 120_000
/** A server that refuses one mail after the other is asked again a little later. */
const restMs = 120_000

type Kinds = ReadonlyMap<string, MessageKind>
type Line = { waiting: Map<string, StoreScope>; served: Set<string>; lanes: number; outage: Outage }

const lines = new WeakMap<Services, Line>()

function lineOf({ services }: Pick<JobContext, 'services'>): Line {
  const line = lines.get(services) ?? {
    waiting: new Map(),
    served: new Set(),
    lanes: 0,
    outage: new Outage(services.clock),
  }
  lines.set(services, line)
  return line
}

/** Sends all that is due in the store, and in those that stand in line with it; or leaves it to who is at work already. */
export async function sendDue(
  ctx: JobContext,
  kinds: Kinds,
  { storeEnvId, organizationId }: StoreScope,
): Promise<void> {
  const scope = { storeEnvId, organizationId }
  const ground = { services: ctx.services, kinds, isCareful: true }
  const isDue = await ctx.db.store(scope, 'write', async (tx) => {
    if (!(await scheduleNext(tx))) return false
    await expire(tx, ground)
    return true
  })
  if (!isDue) return
  const line = lineOf(ctx)
  line.waiting.set(storeEnvId, scope)
  if (line.lanes >= lanesAtOnce) return
  line.lanes++
  await serveAll(ctx, kinds, line)
}

/** Whether anything is due now. What is due later has its note renewed: a process whose clock is ahead may have taken it. */
async function scheduleNext(tx: StoreTx): Promise<boolean> {
  const next = await store.findNextDue(tx)
  if (!next) return false
  const isDue = next <= tx.now
  await scheduleWakeUp(tx, sendJob, isDue ? new Date(tx.now.getTime() + lookAgainAfterMs) : next)
  return isDue
}

async function serveAll(ctx: JobContext, kinds: Kinds, line: Line): Promise<void> {
  const errors: unknown[] = []
  for (let scope = next(line); scope && !ctx.stopping.aborted; scope = next(line)) {
    const { storeEnvId } = scope
    line.waiting.delete(storeEnvId)
    line.served.add(storeEnvId)
    try {
      if (await serve(ctx, kinds, line.outage, scope)) line.waiting.set(storeEnvId, scope)
    } catch (error) {
      errors.push(error)
    } finally {
      line.served.delete(storeEnvId)
    }
  }
  if (ctx.stopping.aborted) await handBack(ctx, line).catch((error) => errors.push(error))
  // In the same breath as the last look at the line: whoever joins it from now on serves it.
  line.lanes--
  // Whatever failed is due still; the job is tried again, and notes find the others.
  if (errors.length > 0) throw errors[0]
}

/** The process stops: whoever works next takes it up at once, and not when a note comes due. */
async function handBack({ db }: JobContext, { waiting }: Line): Promise<void> {
  for (let [scope] = waiting.values(); scope; [scope] = waiting.values()) {
    waiting.delete(scope.storeEnvId)
    await db.store(scope, 'write', wake)
  }
}

const next = ({ waiting, served }: Line): StoreScope | undefined =>
  [...waiting.values()].find(({ storeEnvId }) => !served.has(storeEnvId))

/** Whether the store has more to send at once. */
async function serve(ctx: JobContext, kinds: Kinds, outage: Outage, scope: StoreScope): Promise<boolean> {
  const later = (at: Date) => ctx.db.store(scope, 'write', (tx) => scheduleWakeUp(tx, sendJob, at))
  if (outage.end) {
    await later(outage.end)
    return false
  }
  const lane = new Lane({ ...ctx, kinds, outage }, scope, newId())
  const end = await lane.run()
  if (end === 'later') await later(outage.end ?? new Date(ctx.services.clock.now().getTime() + restMs))
  return end === 'more'
}
