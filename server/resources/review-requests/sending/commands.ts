// Sends the due requests of a store in batches. Each batch is handed over and marked in one transaction, so a killed
// process leaves both or neither.

import type { Services } from '#platform/calls/services.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { scheduleWakeUps } from '#platform/jobs/schedule.ts'
import { conflict } from '#platform/values/errors.ts'
import { subscriptionStateOf } from '#resources/billing/rules.ts'
import { isHeldUp, readRecentTimes, readStoreFacts } from '#resources/email/sending/pacing-commands.ts'
import { type StoreFacts, waitUntil } from '#resources/email/sending/pacing-rules.ts'
import { readSettings } from '#resources/email/settings/commands.ts'
import { findSuppressed } from '#resources/email-suppressions/commands.ts'
import { sendJob } from '../names.ts'
import { wakeUpTimes } from '../planning/rules.ts'
import { findChannel, type OutgoingRequest, sendThrough } from './channels.ts'
import { dueLater, judge, type Product, reminderKey, requestKey, type Terms } from './rules.ts'
import * as store from './store.ts'

const batchSize = 100
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
/** Time that a request waits for another one to the same person. Once that is sent, this one is skipped. */
export const waitForOtherMs = 10 * minuteMs

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
 * Returns true if something is due now. Schedules a wake-up in case this process dies. Reschedules later ones, which a
 * process with a fast clock may have claimed.
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

export type StoreTerms = Terms & { store: StoreFacts }

export async function readTerms(
  tx: StoreTx,
  { config }: Pick<Services, 'config'>,
  options: { hold: boolean },
): Promise<StoreTerms | undefined> {
  const facts = await readStoreFacts(tx, options.hold)
  if (!facts) return undefined
  const settings = await readSettings(tx)
  return {
    settings,
    isLapsed: subscriptionStateOf(facts, tx.now, config.billing).lapsed,
    timezone: facts.timezone,
    store: facts,
  }
}

async function sendRequests(tx: StoreTx, services: Services): Promise<number> {
  const terms = await readTerms(tx, services, { hold: true })
  const ids = (await store.lockDue(tx, batchSize)).map(({ id }) => id)
  if (!terms || ids.length === 0) return 0
  const groups = await triage(tx, services, await store.list(tx, ids), terms)
  await skip(tx, groups.skipped)
  await postpone(tx, groups.waiting)
  // Requests without a sender wait until one is chosen.
  if (!(await send(tx, services, groups.ready, terms))) await postpone(tx, retryInAnHour(tx, groups.ready))
  return ids.length
}

/** Sends immediately at a person's request, ignoring delay, night and limit per address. */
export async function sendNow(tx: StoreTx, services: Services, requestId: string): Promise<void> {
  const terms = await readTerms(tx, services, { hold: true })
  if (!terms) return
  const { skipped, ready } = await triage(tx, services, await store.list(tx, [requestId]), terms, { isImmediate: true })
  await skip(tx, skipped)
  if (!(await send(tx, services, ready, terms)))
    throw conflict(
      'The connection that sends the requests was deleted. Set another `provider` with PUT /email/settings.',
      'connection_missing',
    )
}

type SkippedRequest = { id: string; reason: string }
type PostponedRequest = { id: string; at: Date }
type Triage = { skipped: SkippedRequest[]; waiting: PostponedRequest[]; ready: OutgoingRequest[] }
type JudgedRequest = { due: store.DueRequest; products: readonly Product[]; email: string }

async function triage(
  tx: StoreTx,
  services: Services,
  found: readonly store.DueRequest[],
  terms: StoreTerms,
  options: TriageOptions = {},
): Promise<Triage> {
  const groups: Triage = { skipped: [], waiting: [], ready: [] }
  const judged: JudgedRequest[] = []
  for (const due of found) {
    const verdict = judge(due, terms, tx.now)
    const early = options.isImmediate || options.isReminder ? undefined : dueLater(due, terms, tx.now)
    if ('skip' in verdict) groups.skipped.push({ id: due.id, reason: verdict.skip })
    else if (early) groups.waiting.push({ id: due.id, at: early })
    else judged.push({ due, products: verdict.products, email: due.email ?? '' })
  }
  const emails = [...new Set(judged.map(({ email }) => email))]
  const suppressed = await findSuppressed(tx, services.secrets, emails, 'review_requests')
  const asked = await readAsked(tx, emails, terms, options)
  const recent = options.isImmediate ? new Map<string, number[]>() : await readRecentTimes(tx, emails, terms)
  for (const { due, products, email } of judged) {
    const reason = suppressed.get(email)
    const sentTo = recent.get(email) ?? []
    const until = options.isImmediate || reason ? undefined : waitUntil(due.country, sentTo, terms, tx.now)
    const isAsked = asked.get(email)
    if (reason) groups.skipped.push({ id: due.id, reason })
    else if (isAsked === true) groups.skipped.push({ id: due.id, reason: 'already_asked' })
    else if (isAsked === false) groups.waiting.push({ id: due.id, at: new Date(tx.now.getTime() + waitForOtherMs) })
    else if (until) groups.waiting.push({ id: due.id, at: until })
    else {
      recent.set(email, [...sentTo, tx.now.getTime()])
      if (limitsRequests(terms, options)) asked.set(email, false)
      groups.ready.push(options.isReminder ? reminderOf(due, products, email) : requestOf(due, products, email))
    }
  }
  return groups
}

type TriageOptions = { isImmediate?: true; isReminder?: true }

const limitsRequests = ({ settings }: StoreTerms, { isImmediate, isReminder }: TriageOptions): boolean =>
  settings.frequencyCap?.requestDays != null && !isImmediate && !isReminder

/** By address: true for a request sent within the limit's days, false for one being sent. */
async function readAsked(
  tx: StoreTx,
  emails: readonly string[],
  terms: StoreTerms,
  options: TriageOptions,
): Promise<Map<string, boolean>> {
  if (!limitsRequests(terms, options) || emails.length === 0) return new Map()
  const days = terms.settings.frequencyCap?.requestDays ?? 0
  const rows = await store.listAsked(tx, emails, new Date(tx.now.getTime() - days * dayMs))
  return new Map(rows.map(({ email, isAsked }) => [email, isAsked]))
}

const requestOf = (due: store.DueRequest, products: readonly Product[], email: string): OutgoingRequest => ({
  ...{ due, products, email, reminder: 0 },
  key: requestKey(due.id, due.attempt),
})

const reminderOf = (due: store.DueRequest, products: readonly Product[], email: string): OutgoingRequest => ({
  ...{ due, products, email, reminder: due.remindedAt.length + 1 },
  key: reminderKey(due.id, due.remindedAt.length + 1, due.reminderDueAt),
})

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

/** Returns false without sending if the chosen connection was deleted. */
async function send(tx: StoreTx, services: Services, ready: OutgoingRequest[], terms: StoreTerms): Promise<boolean> {
  if (ready.length === 0) return true
  const channel = await findChannel(tx, terms.settings.provider)
  if (!channel) return false
  const { handed, refused } = await sendThrough(tx, services, channel, ready, terms.store)
  await store.updateQueued(tx, handed.concat(refused), channel.name)
  // The mail queue has a mail with this key that no request refers to, so it may have been sent.
  for (const id of refused)
    await store.updateUnsent(tx, id, { state: 'failed', reason: 'outcome_unknown', isUnknown: true })
  return true
}

const retryInAnHour = (tx: StoreTx, ready: readonly OutgoingRequest[]): PostponedRequest[] =>
  ready.map(({ due }) => ({ id: due.id, at: new Date(tx.now.getTime() + hourMs) }))

export async function sendReminders(tx: StoreTx, services: Services): Promise<number> {
  const terms = await readTerms(tx, services, { hold: true })
  const ids = (await store.lockDueReminders(tx, batchSize)).map(({ id }) => id)
  if (!terms || ids.length === 0) return 0
  const found = await store.list(tx, ids)
  const wanted = found.filter((due) => isReminderWanted(due, terms))
  const early = wanted.flatMap((due) => {
    const at = reminderDueAt(due, terms)
    return at > tx.now ? [{ id: due.id, at }] : []
  })
  const isEarlyId = new Set(early.map(({ id }) => id))
  const due = wanted.filter(({ id }) => !isEarlyId.has(id))
  const { waiting, ready } = await triage(tx, services, due, terms, { isReminder: true })
  const later = [...early, ...waiting]
  const channel = ready.length > 0 ? await findChannel(tx, terms.settings.provider) : undefined
  if (ready.length > 0 && !channel) later.push(...retryInAnHour(tx, ready))
  const moved = new Map(later.map(({ id, at }) => [id, at]))
  // A reminder that is neither postponed nor sent now is never sent.
  await store.updateReminders(
    tx,
    ids.map((id) => ({ id, at: moved.get(id) ?? null })),
  )
  await scheduleWakeUpsAt(tx, later)
  if (channel) {
    const { handed } = await sendThrough(tx, services, channel, ready, terms.store)
    await store.updateReminderQueued(tx, handed)
  }
  return ids.length
}

/** Only for buyers who were asked and did not open the form. */
export const isReminderWanted = (due: store.DueRequest, { settings }: Terms): boolean =>
  due.state === 'sent' && !due.isOpened && due.remindedAt.length < settings.reminders

const reminderDueAt = (due: store.DueRequest, { settings }: Terms): Date =>
  new Date(Date.parse(due.remindedAt.at(-1) ?? due.sentAt ?? due.placedAt) + settings.reminderDelayDays * dayMs)
