// One transaction moves a batch of runs and queues its mails. A process killed at any moment has done both or neither.

import type { Services } from '#platform/calls/services.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { scheduleWakeUps } from '#platform/jobs/schedule.ts'
import { conflict, orNotFound } from '#platform/values/errors.ts'
import { queueMessages } from '#resources/email/commands.ts'
import { isHeldUp, readRecentTimes, readStoreFacts } from '#resources/email/sending/pacing-commands.ts'
import { type Pace, waitFor } from '#resources/email/sending/pacing-rules.ts'
import { readSettings } from '#resources/email/settings/commands.ts'
import { findSuppressed } from '#resources/email-suppressions/commands.ts'
import { wakeUpTimes } from '#resources/review-requests/planning/rules.ts'
import * as sequences from '../store.ts'
import { isIncluded, type JudgedRun, readFacts } from './judging.ts'
import { buildMessage } from './mail.ts'
import { workJob } from './names.ts'
import { decideEnd, deferredTo, findNext, goalMs, hasConsent, isGoalReached, type Position } from './rules.ts'
import type { Run } from './schema.ts'
import * as store from './store.ts'

const batchSize = 200
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

export async function workRuns(ctx: JobContext, scope: StoreScope): Promise<void> {
  if (!(await ctx.db.store(scope, 'write', (tx) => scheduleNextWakeUp(tx, ctx.services)))) return
  const live = await ctx.db.store(scope, 'read', store.listLive)
  for (const { id } of live) {
    let taken = batchSize
    while (taken === batchSize) {
      if (ctx.stopping.aborted) throw new Error('stopped before all runs were processed')
      taken = await ctx.db.store(scope, 'write', (tx) => workBatch(tx, ctx.services, id))
    }
  }
  await ctx.db.store(scope, 'write', (tx) => scheduleNextWakeUp(tx, ctx.services))
}

/**
 * Moves all due runs in the caller's transaction. The demo shop's runs are created overdue, and a worker that saw them
 * would move them too.
 */
export async function workInTransaction(tx: StoreTx, services: Services): Promise<void> {
  for (const { id } of await store.listLive(tx)) while ((await workBatch(tx, services, id)) === batchSize);
}

/**
 * Schedules the next wake-up. Returns true if a run is due and the store's runs are not paused. If this process dies, the
 * wake-up starts the job again.
 */
async function scheduleNextWakeUp(tx: StoreTx, { config }: Services): Promise<boolean> {
  const next = await store.findNextDue(tx)
  if (!next) return false
  const facts = await readStoreFacts(tx, false)
  const restsMs = (await isHeldUp(tx)) ? dayMs : !facts || !isIncluded(facts, tx.now, config.billing) ? hourMs : 0
  const isDue = next <= tx.now
  const at = isDue ? [new Date(tx.now.getTime() + (restsMs || 5 * minuteMs))] : wakeUpTimes([next])
  await scheduleWakeUps(tx, workJob, at)
  return isDue && restsMs === 0
}

type Terms = {
  pace: Pace
  facts: ReadonlyMap<string, JudgedRun>
  suppressed: ReadonlyMap<string, string>
  /** Times of recent mails by address, including those of this batch. */
  recent: Map<string, number[]>
}

type Change = { run: store.DueRun; after: store.RunChange; messages: store.MessageChange[]; sends: number[] }

async function workBatch(tx: StoreTx, services: Services, sequenceId: string): Promise<number> {
  const shop = await readStoreFacts(tx, true)
  if (!shop || !isIncluded(shop, tx.now, services.config.billing)) return 0
  const runs = await store.lockDue(tx, sequenceId, batchSize)
  if (runs.length === 0) return 0
  const found = await store.listVersions(tx, sequenceId, [...new Set(runs.map(({ version }) => version))])
  const versions = new Map(found.map((each) => [each.version, each]))
  const emails = [...new Set(runs.map(({ email }) => email))]
  const pace = { settings: await readSettings(tx), timezone: shop.timezone }
  const terms: Terms = {
    pace,
    facts: await readFacts(tx, runs, found),
    suppressed: await findSuppressed(tx, services.secrets, emails, 'sequences'),
    recent: await readRecentTimes(tx, emails, pace),
  }
  const changes = runs.map((run) => moved(run, versions.get(run.version) as store.Version, terms, tx.now))
  await handOver(tx, services, changes)
  await write(tx, changes)
  return runs.length
}

function moved(run: store.DueRun, version: store.Version, terms: Terms, now: Date): Change {
  const facts = terms.facts.get(run.id) as JudgedRun
  const { sequenceId, email } = run
  const messages: store.MessageChange[] = []
  const sends: number[] = []
  const note = (step: number, dueMs: number, state: store.MessageChange['state'], reason: string | null) =>
    messages.push({
      ...{ runId: run.id, sequenceId, version: run.version, step, state, reason },
      dueAt: new Date(dueMs).toISOString(),
    })
  let position: Position = { step: run.step, baseMs: Date.parse(run.baseAt) }
  const ended = (state: 'completed' | 'exited', reason: string | null, isGoal = false): Change =>
    buildChange({ state, reason, dueAt: null, isGoal })
  const buildChange = (end: Pick<store.RunChange, 'state' | 'reason' | 'dueAt' | 'isGoal'>): Change => ({
    ...{ run, messages, sends },
    after: { id: run.id, step: position.step, baseAt: new Date(position.baseMs).toISOString(), ...end },
  })
  const end = decideEnd(version, facts)
  if (end) return ended('exited', end.reason, end.isGoal)
  for (;;) {
    const next = findNext(version.steps, position, facts, now.getTime())
    position = next.position
    for (const { step, dueMs, state, reason } of next.passed) note(step, dueMs, state, reason)
    if (next.does === 'complete') return ended('completed', null)
    if (next.does === 'exit') return ended('exited', next.reason)
    const due = new Date(position.baseMs)
    if (next.does === 'rest')
      return buildChange({ state: 'active', reason: null, dueAt: due.toISOString(), isGoal: false })
    if (!hasConsent(version, facts)) return ended('exited', 'no_consent')
    const suppressed = terms.suppressed.get(email)
    if (suppressed) return ended('exited', suppressed)
    const sentTo = terms.recent.get(email) ?? []
    const wait = waitFor(facts.country, sentTo, terms.pace, now)
    if (wait) {
      note(position.step, position.baseMs, 'deferred', wait.reason)
      const dueAt = deferredTo(wait.until, position.baseMs).toISOString()
      return buildChange({ state: 'active', reason: null, dueAt, isGoal: false })
    }
    terms.recent.set(email, [...sentTo, now.getTime()])
    note(position.step, position.baseMs, 'queued', null)
    sends.push(position.step)
    position = { step: position.step + 1, baseMs: position.baseMs }
  }
}

async function handOver(tx: StoreTx, services: Services, changes: readonly Change[]): Promise<void> {
  const sending = changes.filter(({ sends }) => sends.length > 0)
  if (sending.length === 0) return
  const rows = await store.listAddressees(
    tx,
    sending.map(({ run }) => run.id),
  )
  const addressees = new Map(rows.map((row) => [row.id, row]))
  const mails = sending.flatMap((change) => change.sends.map((step) => ({ change, step })))
  const queued = await queueMessages(
    tx,
    services.secrets,
    mails.map(({ change: { run }, step }) => buildMessage(run, step, addressees.get(run.id) as store.Addressee)),
  )
  // The queue already has a mail with this key that no run recorded, so the mail may have been sent.
  for (const [at, { isNew }] of queued.entries()) {
    if (isNew) continue
    const { change, step } = mails[at] as (typeof mails)[number]
    change.messages = change.messages.map((each) =>
      each.step === step ? { ...each, state: 'unknown', reason: 'outcome_unknown' } : each,
    )
  }
}

async function write(tx: StoreTx, changes: readonly Change[]): Promise<void> {
  await store.updateRuns(
    tx,
    changes.map(({ after }) => after),
  )
  const messages = changes.flatMap((change) => change.messages)
  if (messages.length > 0) await store.upsertMessages(tx, messages)
  const ended = changes.filter(({ after }) => after.state !== 'active').map(({ run }) => run.id)
  if (ended.length > 0) await store.updateDropped(tx, ended)
  const dueAts = changes.flatMap(({ after }) => (after.dueAt === null ? [] : [new Date(after.dueAt)]))
  await scheduleWakeUps(tx, workJob, wakeUpTimes(dueAts))
}

export type Ending = { id: string; reason: string; isGoal: boolean }

export async function endRuns(tx: StoreTx, ends: readonly Ending[]): Promise<void> {
  if (ends.length === 0) return
  const held = new Set(
    (
      await store.lockActive(
        tx,
        ends.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  )
  const live = ends.filter(({ id }) => held.has(id))
  if (live.length === 0) return
  await store.updateExited(tx, live)
  await store.updateDropped(
    tx,
    live.map(({ id }) => id),
  )
}

/** Called when orders or reviews of these people change. Ends runs that must end, and counts reached goals. */
export async function noteActs(tx: StoreTx, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  const watched = await store.listWatched(tx, emails, new Date(tx.now.getTime() - goalMs))
  if (watched.length === 0) return
  const facts = await readFacts(tx, watched)
  const ends: Ending[] = []
  const goals: string[] = []
  for (const run of watched) {
    const known = facts.get(run.id)
    if (!known) continue
    const end = run.state === 'active' ? decideEnd(run, known) : undefined
    if (end) ends.push({ id: run.id, ...end })
    else if (run.state === 'completed' && isGoalReached(run.goal, known)) goals.push(run.id)
  }
  await endRuns(tx, ends)
  if (goals.length > 0) await store.updateGoals(tx, goals)
}

export async function exitRun(tx: StoreTx, sequenceId: string, id: string): Promise<Run> {
  const run = orNotFound(await store.find(tx, sequenceId, id), 'run', id)
  if (run.state !== 'active') throw conflict(`This run is ${run.state}, so it cannot be ended.`)
  await endRuns(tx, [{ id, reason: 'exited_by_merchant', isGoal: false }])
  return orNotFound(await store.find(tx, sequenceId, id), 'run', id)
}

const clearedAtOnce = 1_000

export async function clearRuns(
  { db, stopping }: JobContext,
  { sequenceId, ...scope }: StoreScope & { sequenceId: string },
): Promise<void> {
  let done = clearedAtOnce
  while (done === clearedAtOnce) {
    if (stopping.aborted) throw new Error('stopped before all runs were ended')
    done = await db.store(scope, 'write', (tx) => clearSome(tx, sequenceId))
  }
}

async function clearSome(tx: StoreTx, sequenceId: string): Promise<number> {
  const sequence = await store.findSequenceState(tx, sequenceId)
  if (!sequence) return 0
  if (!sequence.isRemoved)
    return sequence.status === 'archived' ? store.updateArchived(tx, sequenceId, clearedAtOnce) : 0
  const removed = await store.deleteRuns(tx, sequenceId, clearedAtOnce)
  if (removed < clearedAtOnce) await sequences.deleteSequence(tx, sequenceId)
  return removed
}
