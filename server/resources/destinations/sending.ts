// All destinations of a store send at the same time, each at the pace of its platform.

import { toTrouble } from '#integrations/destinations/trouble.ts'
import type { Trouble } from '#integrations/shops/destination.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { retryAt } from '#platform/jobs/delivery/backoff.ts'
import { deliver } from '#platform/jobs/delivery/deliver.ts'
import { onlyWhatBegins, type Policy } from '#platform/jobs/delivery/policy.ts'
import { wake, wakeForNext } from '#platform/jobs/delivery/store-queue.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { type Lease, nextRunOfStore, resumable } from '#platform/jobs/resumable.ts'
import { createContentReader } from './content.ts'
import * as feeds from './feeds-store.ts'
import * as items from './item-store.ts'
import { openOutside, openOwn } from './opening.ts'
import { sendJob } from './queueing.ts'
import { DestinationReceiver, type Result } from './receiver.ts'
import { kindFacts, removalPatienceMs, retries } from './rules.ts'
import { changeStatus, enqueueNotice, findTaking } from './status.ts'
import * as store from './store.ts'

/** A job ends after this time and the next one continues, so that a shutdown never waits for a long queue. */
const jobMs = 20_000

export async function sendDueItems(ctx: JobContext, scope: StoreScope): Promise<void> {
  await resumable<readonly store.Row[], void>(ctx, {
    scope,
    next: () => nextRunOfStore(sendJob, scope),
    async claim(tx, { holder, until }) {
      const leased = await store.lease(tx, holder, until)
      return leased.length > 0 ? leased : undefined
    },
    async renew(tx, { holder, until }, rows) {
      const isOurs = await store.extendLeases(tx, holder, until)
      const ids = rows.map(({ id }) => id)
      if (isOurs) await items.extendClaims(tx, ids, until)
      return isOurs
    },
    async run(rows, lease) {
      await Promise.all(rows.map((row) => drain(ctx, scope, row, lease)))
    },
  })
  await ctx.db.store(scope, 'write', async (tx) => {
    for (const { id, status } of await store.list(tx)) if (status === 'removing') await finishRemoval(tx, id)
    await wakeForDue(tx, ctx)
  })
}

async function drain(ctx: JobContext, scope: StoreScope, row: store.Row, { holder, signal }: Lease): Promise<void> {
  const { db, services } = ctx
  const { clock, metrics, config, media } = services
  try {
    const opened = await openOutside({ db, services }, scope, openOwn({ services }, row))
    if (!opened) return
    try {
      const { outside } = opened
      const parts = { scope, clock, outside, reader: createContentReader(media), billing: config.billing }
      const receiver = new DestinationReceiver(parts, row, holder)
      await deliver({ db, clock, metrics, stopping: signal }, buildPolicy(outside.atOnce), receiver)
    } finally {
      await opened.close()
    }
  } catch (error) {
    const trouble = toTrouble(error, clock.now())
    await db.store(scope, 'write', (tx) => recordClosed(tx, row, trouble))
  } finally {
    await db.store(scope, 'write', (tx) => store.release(tx, row.id, holder))
  }
}

const buildPolicy = (atOnce: number): Policy<Result> => ({
  taking: 'marks',
  concurrency: { min: 1, first: atOnce, max: atOnce * 2 },
  room: onlyWhatBegins,
  record: { atOnce: Math.max(1, atOnce >> 1), withinMs: 20 },
  sliceMs: jobMs,
  metrics: {
    total: 'evident_destination_attempts_total',
    seconds: 'evident_destination_attempt_seconds',
    outcomeOf: ({ kind }) => kind,
  },
})

/** The account or shop could not be opened, so nothing was attempted. */
async function recordClosed(tx: StoreTx, row: store.Row, trouble: Trouble): Promise<void> {
  if (trouble.kind === 'blocked') await changeStatus(tx, row.id, 'blocked', trouble.reason)
  if (trouble.kind === 'needs_reauth') await changeStatus(tx, row.id, 'needs_reauth', 'credentials_refused')
  const until = trouble.kind === 'later' ? trouble.until : null
  const failures = row.failures + 1
  const pausedUntil = until ?? retryAt(retries, { attempts: failures, now: tx.now, random: Math.random() })
  await store.updateAfterRound(tx, row.id, { failures, pausedUntil, mustWait: until !== null })
}

/** Deletes a removed destination when the platform has none of our items any more. */
export async function finishRemoval(tx: StoreTx, id: string): Promise<void> {
  const row = await store.lock(tx, id)
  if (row?.status !== 'removing' || (await items.hasUnremoved(tx, id))) return
  if (kindFacts[row.kind].isPulled) await feeds.deleteFeed(tx)
  await store.deleteDestination(tx, id)
}

/** Wakes the store for its next call. A `put` to a paused destination does not wake the store. */
async function wakeForDue(tx: StoreTx, { services: { config } }: JobContext): Promise<void> {
  const rows = new Map((await store.list(tx)).map((row) => [row.id, row]))
  let next: Date | null = null
  for (const { destinationId, removeAt, otherAt } of await items.listNextDue(tx)) {
    const row = rows.get(destinationId)
    if (!row) continue
    const { takes } = await findTaking(tx, row, config.billing)
    const times = [removeAt, takes ? otherAt : null].flatMap((at) => (at ? Date.parse(at) : []))
    if (times.length === 0) continue
    const at = Math.max(Math.min(...times), row.pausedUntil ? Date.parse(row.pausedUntil) : 0)
    if (next === null || at < next.getTime()) next = new Date(at)
    await tellLateRemovals(tx, row)
  }
  if (next === null) return
  const inMs = next.getTime() - tx.now.getTime()
  // Wake-ups are due at whole minutes. The first retries are sooner, so they get a job.
  if (inMs > 0 && inMs < 60_000) {
    const { storeEnvId, organizationId } = tx
    await enqueue(
      tx,
      sendJob,
      { storeEnvId, organizationId },
      { key: `${sendJob} soon:${storeEnvId}`, inMs: inMs + 50 },
    )
  }
  if (inMs <= 0) await wake(tx, sendJob)
  else await wakeForNext(tx, sendJob, next)
}

async function tellLateRemovals(tx: StoreTx, row: store.Row): Promise<void> {
  const before = new Date(tx.now.getTime() - removalPatienceMs)
  if (row.notifiedAt !== null && new Date(row.notifiedAt) > before) return
  if (!(await items.hasLateRemoval(tx, row.id, before))) return
  await store.updateNotified(tx, row.id)
  await enqueueNotice(tx, row.id, 'removals')
}
