// Stores Stripe's events first, then reads the objects from Stripe. An event only signals that something may have changed.
import type Stripe from 'stripe'
import { classifyFailure } from '#integrations/stripe/failures.ts'
import { readAbout } from '#integrations/stripe/webhooks.ts'
import { auditAs } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb, SystemTx } from '#platform/db/db.ts'
import { enqueueAll } from '#platform/jobs/jobs.ts'
import { type Marks, readMarks } from './rules.ts'
import { createClient } from './session.ts'
import * as store from './store.ts'
import { readGivenBack, readSubscription, type Source, type SyncContext, syncSubscription } from './sync.ts'

export const applyEventJob = 'billing.apply_stripe_event'

/** True if the event is relevant. A known event is not applied again. */
export async function receiveEvent(db: Pick<CrossDb, 'system'>, event: Stripe.Event): Promise<boolean> {
  if (!readAbout(event)) return false
  await db.system('write', (tx) => keepEvents(tx, [event], 'webhook'))
  return true
}

/** Returns the number of new events. After a crash, either the events and their job are both stored, or neither is. */
export async function keepEvents(
  tx: SystemTx,
  events: readonly Stripe.Event[],
  foundBy: 'webhook' | 'reconciliation',
): Promise<number> {
  const rows = events.flatMap((event) => {
    const about = readAbout(event)
    return about ? [{ id: event.id, kind: event.type, createdAt: new Date(event.created * 1000), ...about }] : []
  })
  const added = await store.insertEvents(tx, rows, foundBy)
  await enqueueAll(
    tx,
    applyEventJob,
    added.map((event) => ({ event })),
  )
  return added.length
}

export const syncContext = (db: CrossDb, services: Services): SyncContext => ({
  db,
  services,
  audit: auditAs({ type: 'system', name: 'Stripe' }),
})

export async function applyEvent(ctx: { db: CrossDb; services: Services }, id: string): Promise<void> {
  const { db, services } = ctx
  const event = await db.system('read', (tx) => store.findWaitingEvent(tx, id))
  if (!event) return
  const startedAt = services.clock.now()
  await look(ctx, event)
  await db.system('write', (tx) => store.endEvents(tx, event, startedAt))
}

async function look({ db, services }: { db: CrossDb; services: Services }, event: store.WaitingEvent): Promise<void> {
  const back = event.paymentIntent === null ? undefined : await readGivenBack(services, event.paymentIntent)
  const id = back?.subscription ?? event.subscription
  if (id === null) return
  const marks = await findOwner({ db, services }, id)
  if (!marks) return
  const source: Source = event.foundBy === 'reconciliation' ? 'reconciliation' : 'webhook'
  await syncSubscription(syncContext(db, services), marks, id, {
    source,
    ...(back && { invoice: back.invoice, given: back.given }),
  })
}

export async function findOwner(
  { db, services }: { db: CrossDb; services: Services },
  id: string,
): Promise<Marks | undefined> {
  const stripe = await createClient(services)
  const subscription = await readSubscription(stripe, id).catch((error) => {
    if (classifyFailure(error) === 'missing') return undefined
    throw error
  })
  const marks = subscription && readMarks(subscription)
  if (!marks) return undefined
  const owner = await db.system('read', (tx) => store.findOrganization(tx, marks.storeEnvId))
  return owner?.organizationId === marks.organizationId ? marks : undefined
}
