// Each batch is queued and marked in one transaction, so a killed process never does only one of them.

import type { Services } from '#platform/calls/services.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { scheduleWakeUps } from '#platform/jobs/schedule.ts'
import { conflict } from '#platform/values/errors.ts'
import { isHeldUp } from '#resources/email/sending/pacing-commands.ts'
import { sendJob } from '../names.ts'
import { wakeUpTimes } from '../planning/rules.ts'
import { type SentRequests, sendThrough } from './channels.ts'
import { readFacts } from './facts.ts'
import {
  type DueRequest,
  isReminderWanted,
  type PostponedRequest,
  type SkippedRequest,
  type Terms,
  triage,
} from './rules.ts'
import * as store from './store.ts'

const batchSize = 100
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

export async function sendDueRequests(ctx: JobContext, scope: StoreScope): Promise<void> {
  if (!(await ctx.db.store(scope, 'write', scheduleNextWakeUp))) return
  for (const sendBatch of [sendRequests, sendReminders]) {
    let taken = batchSize
    while (taken === batchSize) {
      if (ctx.stopping.aborted) throw new Error('stopped before all was sent')
      taken = await ctx.db.store(scope, 'write', (tx) => sendBatch(tx, ctx.services))
    }
  }
}

/**
 * Schedules a wake-up in case this process dies. Later wake-ups are scheduled again, because a process with a fast clock
 * may have claimed them.
 */
async function scheduleNextWakeUp(tx: StoreTx): Promise<boolean> {
  const next = await store.findNextDue(tx)
  if (!next) return false
  if (await isHeldUp(tx)) {
    await scheduleWakeUps(tx, sendJob, [new Date(tx.now.getTime() + dayMs)])
    return false
  }
  const isDue = next <= tx.now
  await scheduleWakeUps(tx, sendJob, isDue ? [new Date(tx.now.getTime() + 5 * minuteMs)] : wakeUpTimes([next]))
  return isDue
}

async function sendRequests(tx: StoreTx, services: Services): Promise<number> {
  const due = await readFacts(tx, services, 'request', () => store.lockDue(tx, batchSize))
  if (!due) return 0
  const { skipped, waiting, ready } = triage(due.found, due.facts, due.terms, tx.now, 'request')
  await skip(tx, skipped)
  const sent = await sendThrough(tx, services, due.terms, ready)
  await recordSent(tx, sent)
  // Without a usable sender, requests wait until one is chosen.
  await postpone(tx, sent ? waiting : [...waiting, ...retryInAnHour(tx, ready)])
  return due.found.length
}

export async function sendNow(tx: StoreTx, services: Services, requestId: string): Promise<void> {
  const due = await readFacts(tx, services, 'immediate', async () => [{ id: requestId }])
  if (!due) return
  const { skipped, ready } = triage(due.found, due.facts, due.terms, tx.now, 'immediate')
  await skip(tx, skipped)
  const sent = await sendThrough(tx, services, due.terms, ready)
  await recordSent(tx, sent)
  if (!sent)
    throw conflict(
      'The connection that sends the requests was deleted. Set another `provider` with PUT /email/settings.',
      'connection_missing',
    )
}

async function skip(tx: StoreTx, skipped: readonly SkippedRequest[]): Promise<void> {
  if (skipped.length > 0) await store.updateSkipped(tx, skipped)
}

async function postpone(tx: StoreTx, waiting: readonly PostponedRequest[]): Promise<void> {
  if (waiting.length === 0) return
  await store.updateScheduledFor(tx, waiting)
  await scheduleWakeUpsAt(tx, waiting)
}

const scheduleWakeUpsAt = (tx: StoreTx, waiting: readonly PostponedRequest[]): Promise<void> =>
  scheduleWakeUps(tx, sendJob, wakeUpTimes(waiting.map(({ at }) => at)))

async function recordSent(tx: StoreTx, sent: SentRequests | undefined): Promise<void> {
  if (!sent || sent.handed.length + sent.refused.length === 0) return
  await store.updateQueued(tx, sent.handed.concat(sent.refused), sent.channel)
  // The mail queue has a mail with this key that no request refers to. That mail may have been sent.
  for (const id of sent.refused)
    await store.updateUnsent(tx, id, { state: 'failed', reason: 'outcome_unknown', isUnknown: true })
}

const retryInAnHour = (tx: StoreTx, ready: readonly { due: { id: string } }[]): PostponedRequest[] =>
  ready.map(({ due }) => ({ id: due.id, at: new Date(tx.now.getTime() + hourMs) }))

export async function sendReminders(tx: StoreTx, services: Services): Promise<number> {
  const due = await readFacts(tx, services, 'reminder', () => store.lockDueReminders(tx, batchSize))
  if (!due) return 0
  const { found, facts, terms } = due
  const wanted = found.filter((each) => isReminderWanted(each, terms))
  const early = wanted.filter((each) => reminderDueAt(each, terms) > tx.now)
  const ready = wanted.filter((each) => !early.includes(each))
  const { waiting, ready: outgoing } = triage(ready, facts, terms, tx.now, 'reminder')
  const sent = await sendThrough(tx, services, terms, outgoing)
  const later = [
    ...early.map((each) => ({ id: each.id, at: reminderDueAt(each, terms) })),
    ...waiting,
    ...(sent ? [] : retryInAnHour(tx, outgoing)),
  ]
  const moved = new Map(later.map(({ id, at }) => [id, at]))
  // Reminders without a later time lose their due time: they are queued now or dropped.
  await store.updateReminders(
    tx,
    found.map(({ id }) => ({ id, at: moved.get(id) ?? null })),
  )
  await scheduleWakeUpsAt(tx, later)
  if (sent && sent.handed.length > 0) await store.updateReminderQueued(tx, sent.handed)
  return found.length
}

const reminderDueAt = (due: DueRequest, { settings }: Terms): Date =>
  new Date(Date.parse(due.remindedAt.at(-1) ?? due.sentAt ?? due.placedAt) + settings.reminderDelayDays * dayMs)
