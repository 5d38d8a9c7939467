import { publish } from '#platform/areas/events.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import type { ProviderEventKind, ProviderOutcome, QueuedEvent } from '#resources/connectors/commands.ts'
import type { MessageKind, SendDecision } from '#resources/email/commands.ts'
import { reviewRequestSent } from '#resources/email/events.ts'
import { quietHoursUntil } from '#resources/email/sending/pacing-rules.ts'
import { readSettings } from '#resources/email/settings/commands.ts'
import { findSuppressed } from '#resources/email-suppressions/commands.ts'
import { findOffers } from '#resources/review-incentives/offers/commands.ts'
import { announceChanged } from '../changed.ts'
import { sendJob } from '../names.ts'
import { readTerms } from './facts.ts'
import { wordRewards } from './mail.ts'
import { type DueRequest, isReminderWanted, judge, requestKey, type Terms, waitForOtherMs } from './rules.ts'
import * as store from './store.ts'

const dayMs = 86_400_000

type QueuedItem = { requestId: string | null; key: string; email: string; mayBeTaken?: boolean }
type RequestOutcome = { state: 'sent' | 'failed' | 'skipped' | 'unknown'; reason: string | null; at: Date }

const findRewards: MessageKind['findRewards'] = async (tx, { config }, { productIds, locale }) =>
  wordRewards(
    productIds.map((id) => ({ id })),
    await findOffers(tx, config.billing, productIds),
    locale,
  )

export const reviewRequestMails: readonly MessageKind[] = [
  {
    template: 'review_request',
    findRewards,
    stillWanted: isRequestWanted,
    settled: (tx, { requestId }, outcome) => settleRequest(tx, requestId, outcome),
  },
  {
    template: 'review_reminder',
    findRewards,
    stillWanted: isReminderStillWanted,
    settled: (tx, { requestId }, outcome) => settleReminder(tx, requestId, outcome),
  },
]

/** An event that the provider accepts counts as sent, because the provider sends the mail. */
function toRequestOutcome({ state, reason, at }: ProviderOutcome, { mayBeTaken }: QueuedEvent): RequestOutcome {
  const isUnknown = reason === 'outcome_unknown' || mayBeTaken
  const ends = { accepted: 'sent', dead: isUnknown ? 'unknown' : 'failed', dropped: 'skipped' } as const
  return { state: ends[state], reason, at }
}

export const reviewRequestEvents: readonly ProviderEventKind[] = [
  {
    kind: 'review_request_ready',
    stillWanted: async (tx, event, services) =>
      unlessSuppressed(tx, services.secrets, event.email, await isRequestWanted(tx, event, services)),
    settled: (tx, event, outcome) => settleRequest(tx, event.requestId, toRequestOutcome(outcome, event)),
  },
  {
    kind: 'review_request_reminder',
    stillWanted: async (tx, event, services) =>
      unlessSuppressed(tx, services.secrets, event.email, await isReminderStillWanted(tx, event, services)),
    settled: (tx, event, outcome) => settleReminder(tx, event.requestId, toRequestOutcome(outcome, event)),
  },
]

/** The order's address changed, so the mail to the old address is dropped and the request is queued again. */
const moved = 'address_changed'
/** Reasons to queue a request again: its address changed, or its sender changed or was removed. */
const returned = [moved, 'provider_changed', 'connection_removed']
/** The request was queued again after this item, so this item is out of date. */
const superseded = 'replaced'

async function isRequestWanted(tx: StoreTx, handed: QueuedItem, services: Services): Promise<SendDecision> {
  const { requestId, key, email, mayBeTaken } = handed
  const due = await find(tx, requestId)
  if (!due) return { skip: 'order_removed' }
  if (due.state === 'sent') return { skip: 'already_sent' }
  if (key !== requestKey(due.id, due.attempt - 1)) return { skip: superseded }
  if (due.state === 'skipped') return { skip: due.reason ?? 'cancelled' }
  // A definite failure may be retried. An uncertain failure may be retried only if the receiver drops duplicates.
  if (due.state === 'failed' && due.reason === 'outcome_unknown' && !mayBeTaken) return { skip: 'outcome_unknown' }
  const terms = await readTerms(tx, services, { hold: false })
  const wanted = terms ? isAskWanted(due, terms, tx.now, email, due.queuedAt) : { skip: 'order_removed' }
  if (wanted !== true || due.state !== 'failed') return wanted
  return (await store.updateResumed(tx, due.id, due.attempt)) > 0 ? true : { skip: superseded }
}

async function isReminderStillWanted(tx: StoreTx, handed: QueuedItem, services: Services): Promise<SendDecision> {
  const { requestId, email } = handed
  const due = await find(tx, requestId)
  if (!due) return { skip: 'order_removed' }
  const terms = await readTerms(tx, services, { hold: false })
  if (!terms || !isReminderWanted(due, terms)) return { skip: due.isOpened ? 'form_opened' : 'no_reminders' }
  const wanted = isAskWanted(due, terms, tx.now, email, due.reminderQueuedAt)
  if (wanted === true && due.reminderQueuedAt === null) await store.updateReminderQueued(tx, [due.id])
  return wanted
}

function isAskWanted(
  due: DueRequest,
  terms: Terms,
  now: Date,
  email: string,
  handedOverAt: string | null,
): SendDecision {
  const verdict = judge(due, terms, now)
  if ('skip' in verdict) return verdict
  if (email !== due.email) return { skip: moved }
  const until = handedOverAt === null ? undefined : quietHoursUntil(due.country, new Date(handedOverAt), terms, now)
  return until ? { until, reason: 'quiet_hours' } : true
}

/** Checks suppressions before an event goes to a provider. The mail sender makes this check itself. */
async function unlessSuppressed(
  tx: StoreTx,
  secrets: Secrets,
  email: string,
  wanted: SendDecision,
): Promise<SendDecision> {
  if (wanted !== true) return wanted
  const reason = (await findSuppressed(tx, secrets, [email], 'review_requests')).get(email)
  return reason ? { skip: reason } : true
}

const find = async (tx: StoreTx, id: string | null): Promise<DueRequest | undefined> =>
  id === null ? undefined : (await store.list(tx, [id]))[0]

/** Safe to call repeatedly. */
export async function settleRequest(
  tx: StoreTx,
  id: string | null,
  { state, reason, at }: RequestOutcome,
): Promise<void> {
  if (id === null) return
  if (state === 'sent') return settleSent(tx, id, at)
  // A newer item of the request exists, and only the newer item's outcome counts.
  if (state === 'skipped' && reason === superseded) return
  if (state === 'skipped' && returned.includes(reason ?? '')) {
    await store.updateReturned(tx, id)
    return scheduleWakeUp(tx, sendJob, tx.now)
  }
  const isUnknown = state === 'unknown'
  await store.updateUnsent(tx, id, {
    state: state === 'skipped' ? 'skipped' : 'failed',
    reason: isUnknown ? 'outcome_unknown' : (reason ?? 'not_sent'),
    isUnknown,
  })
}

async function settleSent(tx: StoreTx, id: string, at: Date): Promise<void> {
  const { reminders, reminderDelayDays, frequencyCap } = await readSettings(tx)
  const next = reminders > 0 ? new Date(at.getTime() + reminderDelayDays * dayMs) : null
  const sent = await store.updateSent(tx, id, at, next)
  if (!sent) return
  const { orderId, platformOrderId, provider, sentAt } = sent
  publish(tx, reviewRequestSent, { id, orderId, platformOrderId, provider, sentAt })
  announceChanged(tx, [sentAt])
  if (frequencyCap?.requestDays) store.skipAlreadyAsked(tx, orderId, new Date(tx.now.getTime() + waitForOtherMs))
  if (next) await scheduleWakeUp(tx, sendJob, next)
}

/** After a reminder with an uncertain outcome, no further reminder is planned. */
async function settleReminder(tx: StoreTx, id: string | null, { state, reason, at }: RequestOutcome): Promise<void> {
  if (id === null) return
  if (state === 'failed' || state === 'skipped') {
    const isReturned = returned.includes(reason ?? '')
    await store.updateNotReminded(tx, id, isReturned ? tx.now : null)
    if (isReturned) await scheduleWakeUp(tx, sendJob, tx.now)
    return
  }
  const due = await find(tx, id)
  const { reminders, reminderDelayDays } = await readSettings(tx)
  const isLast = state === 'unknown' || !due || due.remindedAt.length + 1 >= reminders
  const next = isLast ? null : new Date(at.getTime() + reminderDelayDays * dayMs)
  const reminded = await store.updateReminded(tx, id, at, next)
  if (!reminded) return
  announceChanged(tx, [reminded.sentAt])
  if (next) await scheduleWakeUp(tx, sendJob, next)
}
