// Tells providers what is due in a store: a connection at a time, at the pace its provider allows, until nothing is due or
// the time of one job is up. A row is marked before its call and settled after it. Where the provider drops repeats, a mark
// that a crash left is sent again; elsewhere the outcome is unknown and a person decides.
import type { Outcome, Provider } from '#integrations/email-marketing/provider.ts'
import { retryingTransient } from '#platform/attempts.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { enqueue, type JobContext } from '#platform/jobs.ts'
import { scheduleWakeUp } from '#platform/schedule.ts'
import { type Letter, type ProviderEventKind, sendJob } from '../commands.ts'
import * as events from '../events/store.ts'
import { restMs, retryAt } from '../rules.ts'
import * as store from '../store.ts'
import { type Ground, groundOf, queued, readLetter, type Settlement, settle, unwanted, write } from './ground.ts'
import { type Line, lineOf, mapAtOnce, pacer, tell } from './tell.ts'

/** Longer than a batch can take: two events one after the other, of three calls at most, each given up after 15 s. */
const leaseMs = 150_000
/** A job ends after this and another goes on, so that a stop never waits for a long queue. */
const jobMs = 20_000

export async function sendDue(ctx: JobContext, scope: StoreScope, kinds: readonly ProviderEventKind[]): Promise<void> {
  const ground = groundOf(ctx, scope, kinds)
  const leased = await write(ground, async (tx) => {
    const until = ahead(tx.now, leaseMs)
    const taken = await store.lease(tx, ground.holder, until)
    // Should this process end here, somebody looks again once the lease is over.
    if (taken.length > 0) await scheduleWakeUp(tx, sendJob, until)
    return taken
  })
  const endsAt = performance.now() + jobMs
  await Promise.all(leased.map((connection) => drain(ground, connection, endsAt)))
  await write(ground, goOnLater)
}

async function goOnLater(tx: StoreTx): Promise<void> {
  const next = await events.findNextDue(tx)
  if (next === null) return
  if (next > tx.now) return scheduleWakeUp(tx, sendJob, next)
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, sendJob, { storeEnvId, organizationId }, { key: `${sendJob}:${storeEnvId}` })
}

async function drain(ground: Ground, connection: store.Leased, endsAt: number): Promise<void> {
  const { services, stopping } = ground
  try {
    const line = lineOf(services, connection)
    if (!line) return await write(ground, (tx) => markUnreadable(tx, connection))
    const nextSlot = pacer(line.provider.pace.perSecond)
    let { failures } = connection
    while (performance.now() < endsAt && !stopping.aborted) {
      const round = failures
      const { claimed, held } = await claim(ground, line, round)
      if (claimed === 0) return
      const told = await mapAtOnce(line.provider.pace.atOnce, held, async ({ event, letter }): Promise<Told> => {
        if (event.mayBeTaken && !line.provider.dropsRepeats) return { event, outcome: lost }
        await nextSlot()
        // A call once begun is left to end, since breaking it off leaves nobody knowing; no new one is begun.
        return { event, outcome: stopping.aborted ? notBegun : await tell(services, line, event, letter) }
      })
      // What was answered is known to this process alone: a push that locks the same requests crosswise does not cost it.
      const settled = () => write(ground, (tx) => settleAll(tx, ground, line, told, round))
      const standing = await retryingTransient(settled)
      if (standing.unusable !== null || standing.pausedUntil !== null) return
      failures = standing.failures
    }
  } finally {
    await write(ground, (tx) => store.release(tx, connection.id, ground.holder))
  }
}

async function markUnreadable(tx: StoreTx, connection: store.Leased): Promise<void> {
  const { failures } = connection
  await store.updateStanding(tx, connection, {
    unusable: 'key_unreadable',
    pausedUntil: null,
    accepted: false,
    failures,
  })
}

type Held = { event: events.Claimed; letter: Letter }

/** Marks the next few, and settles those that nobody wants any more; `claimed` counts both. */
function claim(ground: Ground, { provider, connection }: Line, failures: number) {
  return write(ground, async (tx): Promise<{ claimed: number; held: Held[] }> => {
    const until = ahead(tx.now, leaseMs)
    if (!(await store.extendLease(tx, connection.id, ground.holder, until))) return { claimed: 0, held: [] }
    // After a round in which nothing got through, one alone is tried.
    const limit = failures > 0 ? 1 : provider.pace.atOnce * 2
    const claimed = await events.claim(tx, connection.id, until, limit)
    const held: Held[] = []
    for (const event of claimed) {
      const ready = await prepare(tx, ground, connection, event)
      if ('letter' in ready) held.push(ready)
      else await settle(tx, ground, connection.provider, event, ready)
    }
    return { claimed: claimed.length, held }
  })
}

async function prepare(
  tx: StoreTx,
  { kinds, services }: Ground,
  connection: store.Leased,
  event: events.Claimed,
): Promise<Held | Settlement> {
  const letter = readLetter(services, event)
  const { mayBeTaken } = event
  if (!letter) return { state: 'dead', reason: 'unreadable', dueAt: null, mayBeTaken }
  const asked = { ...queued(event, connection.provider), email: letter.contact.email }
  const wanted = await kinds.get(event.kind)?.stillWanted?.(tx, asked, services)
  if (wanted === undefined || wanted === true) return { event, letter }
  if ('skip' in wanted) return unwanted(event, wanted.skip)
  return { state: 'pending', reason: wanted.reason, dueAt: wanted.until, mayBeTaken, isUntried: true }
}

const lost: Outcome = { kind: 'retry', reason: 'outcome_unknown', afterMs: null, isCertain: false }
const notBegun: Outcome = { kind: 'retry', reason: 'aborted', afterMs: null, isCertain: true }

type Told = { event: events.Claimed; outcome: Outcome }

async function settleAll(
  tx: StoreTx,
  ground: Ground,
  { provider, connection }: Line,
  told: readonly Told[],
  failures: number,
): Promise<store.Standing> {
  for (const { event, outcome } of told)
    await settle(tx, ground, connection.provider, event, settlementOf(outcome, event, provider, tx.now))
  const heard = told.map(({ outcome }) => outcome).filter((outcome) => outcome !== lost && outcome !== notBegun)
  const standing = standingAfter(heard, failures, tx.now)
  await store.updateStanding(tx, connection, standing)
  return standing
}

/** The connection rests for as long as it was asked to, and when nothing got through. */
function standingAfter(heard: readonly Outcome[], failuresBefore: number, now: Date): store.Standing {
  const unusable = heard.find(({ kind }) => kind === 'unusable')
  const isIll = heard.length > 0 && heard.every(({ kind }) => kind === 'retry')
  const failures = heard.length === 0 ? failuresBefore : isIll ? failuresBefore + 1 : 0
  const asked = heard.map((each) => (each.kind === 'retry' ? (each.afterMs ?? 0) : 0))
  const waitMs = Math.max(isIll ? restMs(failures) : 0, ...asked)
  return {
    unusable: unusable && 'reason' in unusable ? unusable.reason : null,
    pausedUntil: waitMs > 0 ? ahead(now, waitMs) : null,
    accepted: heard.some(({ kind }) => kind === 'accepted'),
    failures,
  }
}

function settlementOf(outcome: Outcome, event: events.Claimed, { dropsRepeats }: Provider, now: Date): Settlement {
  const { mayBeTaken } = event
  switch (outcome.kind) {
    case 'accepted':
      return { state: 'accepted', reason: null, dueAt: null, mayBeTaken }
    case 'refused':
      return { state: 'dead', reason: outcome.reason, dueAt: null, mayBeTaken }
    case 'unusable':
      // Waits for the connection, which is asked for a new key.
      return { state: 'pending', reason: outcome.reason, dueAt: now, mayBeTaken }
    case 'retry': {
      if (!outcome.isCertain && !dropsRepeats)
        return { state: 'dead', reason: 'outcome_unknown', dueAt: null, mayBeTaken: true }
      const dueAt = retryAt(event.attempt, outcome.afterMs, now, Math.random())
      const state = dueAt === null ? 'dead' : 'pending'
      return { state, reason: outcome.reason, dueAt, mayBeTaken: mayBeTaken || !outcome.isCertain }
    }
  }
}

const ahead = (now: Date, ms: number) => new Date(now.getTime() + ms)
