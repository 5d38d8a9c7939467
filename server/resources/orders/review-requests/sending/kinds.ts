// What orders want to know of the mails and events that ask for reviews: whether they are still wanted at the last moment,
// and what became of them. Handed to the senders at entry.
import { noteDue } from '#platform/agenda.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { publish } from '#platform/outbox.ts'
import type { ProviderEventKind, ProviderOutcome } from '#resources/connectors/commands.ts'
import type { MessageKind } from '#resources/email/commands.ts'
import { reviewRequestSent } from '#resources/email/events.ts'
import { readSettings } from '#resources/email/settings/commands.ts'
import { sendJob } from '../names.ts'
import { isReminderWanted, readTerms } from './commands.ts'
import { judge, type Terms } from './rules.ts'
import * as store from './store.ts'

const dayMs = 86_400_000

type Wanted = true | { skip: string }
type End = { state: 'sent' | 'failed' | 'skipped' | 'unknown'; reason: string | null; at: Date }

export const reviewRequestMails: readonly MessageKind[] = [
  {
    template: 'review_request',
    stillWanted: (tx, { requestId, email }) => isRequestWanted(tx, requestId, email),
    settled: (tx, { requestId }, outcome) => settleRequest(tx, requestId, outcome),
  },
  {
    template: 'review_reminder',
    stillWanted: (tx, { requestId, email }) => isReminderStillWanted(tx, requestId, email),
    settled: (tx, { requestId }, outcome) => settleReminder(tx, requestId, outcome),
  },
]

/** A provider that has taken the event has the rest in its hands: that counts as sent. */
function endOf({ state, reason, at }: ProviderOutcome): End {
  const ends = {
    accepted: 'sent',
    dead: reason === 'outcome_unknown' ? 'unknown' : 'failed',
    dropped: 'skipped',
  } as const
  return { state: ends[state], reason, at }
}

export const reviewRequestEvents: readonly ProviderEventKind[] = [
  {
    kind: 'review_request_ready',
    stillWanted: (tx, { requestId }) => isRequestWanted(tx, requestId),
    settled: (tx, { requestId }, outcome) => settleRequest(tx, requestId, endOf(outcome)),
  },
  {
    kind: 'review_request_reminder',
    stillWanted: (tx, { requestId }) => isReminderStillWanted(tx, requestId),
    settled: (tx, { requestId }, outcome) => settleReminder(tx, requestId, endOf(outcome)),
  },
]

/** The order has another address by now: the mail to the old one is dropped, and the request handed over once more. */
const moved = 'address_changed'

async function isRequestWanted(tx: StoreTx, id: string | null, email?: string): Promise<Wanted> {
  const due = await find(tx, id)
  if (!due) return { skip: 'order_removed' }
  if (due.state === 'sent') return { skip: 'already_sent' }
  if (due.state === 'skipped') return { skip: due.reason ?? 'cancelled' }
  // One that certainly failed may be tried again; one that may have arrived never.
  if (due.state === 'failed' && due.reason === 'outcome_unknown') return { skip: 'outcome_unknown' }
  const terms = await readTerms(tx, { hold: false })
  return terms ? isAskWanted(due, terms, tx.now, email) : { skip: 'order_removed' }
}

async function isReminderStillWanted(tx: StoreTx, id: string | null, email?: string): Promise<Wanted> {
  const due = await find(tx, id)
  if (!due) return { skip: 'order_removed' }
  const terms = await readTerms(tx, { hold: false })
  if (!terms || !isReminderWanted(due, terms)) return { skip: due.isOpened ? 'form_opened' : 'no_reminders' }
  const wanted = isAskWanted(due, terms, tx.now, email)
  if (wanted === true && due.reminderQueuedAt === null) await store.updateReminderQueued(tx, [due.id])
  return wanted
}

function isAskWanted(due: store.Due, terms: Terms, now: Date, email?: string): Wanted {
  const verdict = judge(due, terms, now)
  if ('skip' in verdict) return verdict
  return email === undefined || email === due.email ? true : { skip: moved }
}

const find = async (tx: StoreTx, id: string | null): Promise<store.Due | undefined> =>
  id === null ? undefined : (await store.list(tx, [id]))[0]

/** Told more than once, it changes nothing more. */
export async function settleRequest(tx: StoreTx, id: string | null, { state, reason, at }: End): Promise<void> {
  if (id === null) return
  if (state === 'sent') return settleSent(tx, id, at)
  if (state === 'skipped' && reason === moved) {
    await store.updateReturned(tx, id)
    return noteDue(tx, sendJob, tx.now)
  }
  const isUnknown = state === 'unknown'
  await store.updateUnsent(tx, id, {
    state: state === 'skipped' ? 'skipped' : 'failed',
    reason: isUnknown ? 'outcome_unknown' : (reason ?? 'not_sent'),
    isUnknown,
  })
}

async function settleSent(tx: StoreTx, id: string, at: Date): Promise<void> {
  const { reminders, reminderDelayDays } = await readSettings(tx)
  const next = reminders > 0 ? new Date(at.getTime() + reminderDelayDays * dayMs) : null
  const sent = await store.updateSent(tx, id, at, next)
  if (!sent) return
  const { orderId, platformOrderId, provider, sentAt } = sent
  publish(tx, reviewRequestSent, { id, orderId, platformOrderId, provider, sentAt })
  if (next) await noteDue(tx, sendJob, next)
}

/** What may have gone out counts as a reminder, and as the last one. */
async function settleReminder(tx: StoreTx, id: string | null, { state, at }: End): Promise<void> {
  if (id === null) return
  if (state === 'failed' || state === 'skipped') {
    await store.updateNotReminded(tx, id)
    return
  }
  const due = await find(tx, id)
  const { reminders, reminderDelayDays } = await readSettings(tx)
  const isLast = state === 'unknown' || !due || due.remindedAt.length + 1 >= reminders
  const next = isLast ? null : new Date(at.getTime() + reminderDelayDays * dayMs)
  if ((await store.updateReminded(tx, id, at, next)) > 0 && next) await noteDue(tx, sendJob, next)
}
