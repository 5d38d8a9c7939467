// Tells providers what is due in a store: a connection at a time, at the pace its provider allows, until nothing is due or
// the time of one job is up. A row is marked before its call and settled after it. Where the provider drops repeats, a mark
// that a crash left is sent again; elsewhere the outcome is unknown and a person decides.
import { setTimeout as sleep } from 'node:timers/promises'
import { klaviyo } from '#integrations/email-marketing/klaviyo.ts'
import { mailchimp } from '#integrations/email-marketing/mailchimp.ts'
import { omnisend } from '#integrations/email-marketing/omnisend.ts'
import { callerTo, type Outcome, outcomeOfFailure, type Provider } from '#integrations/email-marketing/provider.ts'
import { noteDue } from '#platform/agenda.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/ids.ts'
import { enqueue, type JobContext } from '#platform/jobs.ts'
import { type ProviderEventKind, placeOfEvent, placeOfKey, type QueuedEvent, sendJob } from '../commands.ts'
import * as events from '../events/store.ts'
import { namePartsOf, namesOf, retryAt } from '../rules.ts'
import type { EventKindName, ProviderName } from '../schema.ts'
import * as store from '../store.ts'

const providersByName: Record<ProviderName, Provider> = { klaviyo, omnisend, mailchimp }

/** Longer than a batch can take: its calls are given up after 15 s each. */
const leaseMs = 90_000
/** A job ends after this and another goes on, so that a stop never waits for a long queue. */
const jobMs = 20_000
const abandonedAtOnce = 200

type Kinds = ReadonlyMap<string, ProviderEventKind>
type Ground = Pick<JobContext, 'db' | 'services' | 'stopping'> & { scope: StoreScope; kinds: Kinds; holder: string }

const groundOf = (ctx: JobContext, scope: StoreScope, kinds: readonly ProviderEventKind[]): Ground => ({
  ...ctx,
  scope,
  kinds: new Map(kinds.map((each) => [each.kind as string, each])),
  holder: newId(),
})

export async function sendDue(ctx: JobContext, scope: StoreScope, kinds: readonly ProviderEventKind[]): Promise<void> {
  const ground = groundOf(ctx, scope, kinds)
  const leased = await write(ground, async (tx) => {
    const until = ahead(tx.now, leaseMs)
    const taken = await store.lease(tx, ground.holder, until)
    // Should this process end here, somebody looks again once the lease is over.
    if (taken.length > 0) await noteDue(tx, sendJob, until)
    return taken
  })
  const endsAt = performance.now() + jobMs
  await Promise.all(leased.map((connection) => drain(ground, connection, endsAt)))
  await write(ground, goOnLater)
}

/** What waits for a removed connection is dropped, and those who queued it are told; then nothing is left of it. */
export async function abandon(
  ctx: JobContext,
  { connectionId, ...scope }: StoreScope & { connectionId: string },
  kinds: readonly ProviderEventKind[],
): Promise<void> {
  const ground = groundOf(ctx, scope, kinds)
  const dropped = { state: 'dropped', reason: 'connection_removed', dueAt: null } as const
  const dropSome = () =>
    write(ground, async (tx) => {
      const provider = await store.findRemoved(tx, connectionId)
      if (!provider) return 0
      const claimed = await events.claimAbandoned(tx, connectionId, abandonedAtOnce)
      for (const event of claimed) await settleOne(tx, ground, provider, event, dropped)
      return claimed.length
    })
  while ((await dropSome()) === abandonedAtOnce) if (ctx.stopping.aborted) throw new Error('stopped before the end')
  const isEmpty = await write(ground, async (tx) => {
    if (await events.isAnyOpen(tx, connectionId)) return false
    await store.remove(tx, connectionId)
    return true
  })
  if (!isEmpty) throw new Error('an event of the removed connection is just being sent')
}

async function goOnLater(tx: StoreTx): Promise<void> {
  const next = await events.findNextDue(tx)
  if (next === null) return
  if (next > tx.now) return noteDue(tx, sendJob, next)
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, sendJob, { storeEnvId, organizationId }, { key: `${sendJob}:${storeEnvId}` })
}

async function drain(ground: Ground, connection: store.Leased, endsAt: number): Promise<void> {
  const provider = providersByName[connection.provider]
  const nextSlot = pacer(provider.pace.perSecond)
  try {
    while (performance.now() < endsAt && !ground.stopping.aborted) {
      const batch = await claim(ground, connection, provider)
      if (batch.length === 0) return
      const settled = await mapAtOnce(provider.pace.atOnce, batch, async (event) => {
        if (isLost(event, provider)) return { event, outcome: lost }
        await nextSlot()
        return { event, outcome: await tell(ground, connection, provider, event) }
      })
      if (!(await settle(ground, connection, settled))) return
    }
  } finally {
    await write(ground, (tx) => store.release(tx, connection.id, ground.holder))
  }
}

/** Marks the next few, and drops those that nobody wants any more. */
async function claim(ground: Ground, { id, provider }: store.Leased, { pace }: Provider): Promise<events.Claimed[]> {
  return write(ground, async (tx) => {
    const until = ahead(tx.now, leaseMs)
    if (!(await store.extendLease(tx, id, ground.holder, until))) return []
    const claimed = await events.claim(tx, id, until, pace.atOnce * 2)
    const wanted: events.Claimed[] = []
    for (const event of claimed) {
      const answer = await ground.kinds.get(event.kind)?.stillWanted?.(tx, queued(event, provider))
      if (answer === undefined || answer === true) wanted.push(event)
      else await settleOne(tx, ground, provider, event, { state: 'dropped', reason: answer.skip, dueAt: null })
    }
    return wanted
  })
}

const queued = ({ id, requestId }: events.Claimed, provider: ProviderName): QueuedEvent => ({ id, requestId, provider })

const isLost = ({ wasSending }: events.Claimed, { dropsRepeats }: Provider) => wasSending && !dropsRepeats

const lost: Outcome = { kind: 'retry', reason: 'outcome_unknown', afterMs: null, isCertain: false }

async function tell(
  ground: Ground,
  connection: store.Leased,
  provider: Provider,
  event: events.Claimed,
): Promise<Outcome> {
  const { services, stopping } = ground
  const account = {
    apiKey: services.secrets.open(connection.apiKey, placeOfKey(connection.id)),
    settings: connection.settings,
  }
  const { contact, properties } = JSON.parse(services.secrets.open(event.payload, placeOfEvent(event.id))) as {
    contact: { email: string; name: string | null; locale: string | null }
    properties: Record<string, unknown>
  }
  const origin = services.config.providerOrigins[connection.provider] ?? provider.origin(account)
  try {
    return await provider.send(callerTo(services.fetch, origin, stopping), account, {
      id: event.key,
      name: namesOf(connection.provider, connection.eventNames)[event.kind as EventKindName] ?? event.kind,
      at: new Date(event.occurredAt),
      contact: { email: contact.email, locale: contact.locale, ...namePartsOf(contact.name) },
      properties,
    })
  } catch (error) {
    return outcomeOfFailure(error)
  }
}

type Told = { event: events.Claimed; outcome: Outcome }

/** Answers whether the connection may go on. */
function settle(ground: Ground, { id, provider }: store.Leased, told: readonly Told[]): Promise<boolean> {
  return write(ground, async (tx) => {
    for (const { event, outcome } of told) {
      await settleOne(tx, ground, provider, event, settlementOf(outcome, event, providersByName[provider], tx.now))
    }
    const outcomes = told.map(({ outcome }) => outcome)
    const reauth = outcomes.find(({ kind }) => kind === 'unauthorized')
    const waits = outcomes.map((each) => (each.kind === 'retry' ? (each.afterMs ?? 0) : 0))
    const waitMs = Math.max(0, ...waits)
    await store.updateStanding(tx, id, {
      reauth: reauth && 'reason' in reauth ? reauth.reason : null,
      pausedUntil: waitMs > 0 ? ahead(tx.now, waitMs) : null,
      accepted: outcomes.some(({ kind }) => kind === 'accepted'),
    })
    return !reauth && waitMs === 0
  })
}

type Settlement = Omit<events.Settlement, 'id'>

function settlementOf(outcome: Outcome, event: events.Claimed, { dropsRepeats }: Provider, now: Date): Settlement {
  switch (outcome.kind) {
    case 'accepted':
      return { state: 'accepted', reason: null, dueAt: null }
    case 'refused':
      return { state: 'dead', reason: outcome.reason, dueAt: null }
    case 'unauthorized':
      // Waits for the connection, which is asked for a new key.
      return { state: 'pending', reason: outcome.reason, dueAt: now }
    case 'retry': {
      if (!outcome.isCertain && !dropsRepeats) return { state: 'dead', reason: 'outcome_unknown', dueAt: null }
      const dueAt = retryAt(event.attempt, outcome.afterMs, now, Math.random())
      return { state: dueAt === null ? 'dead' : 'pending', reason: outcome.reason, dueAt }
    }
  }
}

async function settleOne(
  tx: StoreTx,
  { kinds }: Ground,
  provider: ProviderName,
  event: events.Claimed,
  settlement: Settlement,
): Promise<void> {
  const [written] = await events.settle(tx, [{ id: event.id, ...settlement }])
  const { state, reason } = settlement
  if (written === undefined || state === 'pending' || state === 'sending') return
  await kinds.get(event.kind)?.settled?.(tx, queued(event, provider), { state, reason, at: tx.now })
}

const write = <T>({ db, scope }: Ground, work: (tx: StoreTx) => Promise<T>): Promise<T> =>
  db.store(scope, 'write', work)

const ahead = (now: Date, ms: number) => new Date(now.getTime() + ms)

/** Hands out moments to call at, no more than so many a second. */
function pacer(perSecond: number): () => Promise<void> {
  let next = 0
  return async () => {
    const at = Math.max(performance.now(), next)
    next = at + 1000 / perSecond
    const waitMs = at - performance.now()
    if (waitMs > 0) await sleep(waitMs)
  }
}

async function mapAtOnce<T, R>(atOnce: number, items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const lane = async () => {
    for (const [i, item] of waiting) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}
