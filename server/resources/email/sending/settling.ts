import type { StoreTx } from '#platform/db/db.ts'
import { scheduleWakeUps } from '#platform/jobs/schedule.ts'
import type { Email } from '#platform/mail/compose.ts'
import type { DeliveryResult } from '#platform/mail/delivery-result.ts'
import { suppress } from '#resources/email-suppressions/commands.ts'
import { type MessageOutcome, sendJob } from '../commands.ts'
import { announceChanged } from '../messages/changed.ts'
import { findKind, runIsolated, type SendingContext, toMessage } from './context.ts'
import { checkDeliverability } from './deliverability.ts'
import { type NextState, nextStateAfter } from './rules.ts'
import * as store from './store.ts'

export type Attempt = { message: store.ClaimedMessage; email: Email; result: DeliveryResult; at: Date }
export type Transition = { message: store.ClaimedMessage; next: NextState; ended?: Attempt }

export async function recordAttempts(
  tx: StoreTx,
  context: SendingContext,
  claimedBy: string,
  all: readonly Attempt[],
): Promise<void> {
  const settled = all.map((ended): Transition => {
    const { message, result, at } = ended
    const tried = { attempt: message.attempt, triedSince: new Date(message.tried_since) }
    return { message, ended, next: nextStateAfter(result, tried, at, Math.random()) }
  })
  const written = await settle(tx, context, claimedBy, settled)
  const gone = written.filter(({ ended }) => ended?.result.isUnknownRecipient)
  for (const { message } of gone) {
    const { recipient: email } = message
    await suppress(tx, context.services.secrets, { email, scope: 'all', reason: 'hard_bounce', source: 'smtp' })
  }
  if (gone.length > 0) await checkDeliverability(tx)
}

export async function settle(
  tx: StoreTx,
  context: SendingContext,
  claimedBy: string,
  all: readonly Transition[],
): Promise<Transition[]> {
  if (all.length === 0) return []
  const ids = await store.settle(tx, claimedBy, all.map(toSettlement))
  const held = all.filter(({ message }) => ids.has(message.id))
  announceChanged(
    tx,
    held.map(({ message }) => message),
  )
  for (const { message, next, ended } of held) {
    const { state, reason } = next
    const at = ended?.at ?? tx.now
    if (state !== 'queued' && state !== 'sending') await notifyArea(tx, context, message, { state, reason, at })
  }
  const dueAts = held.flatMap(({ next }) => (next.state === 'queued' && next.dueAt ? [next.dueAt] : []))
  if (dueAts.length > 0) await scheduleWakeUps(tx, sendJob, dueAts)
  return held
}

const expiredAtOnce = 200

/**
 * If the sending of a message's text had begun, the message may have arrived, so it becomes `unknown`. All other messages
 * are queued again.
 */
export async function expireClaims(tx: StoreTx, context: SendingContext): Promise<void> {
  while ((await store.releaseClaims(tx, expiredAtOnce)) === expiredAtOnce);
  const outcome: MessageOutcome = { state: 'unknown', reason: 'process_lost', at: tx.now }
  for (;;) {
    const gone = await store.expireClaims(tx, expiredAtOnce)
    for (const message of gone) await notifyArea(tx, context, message, outcome)
    if (gone.length < expiredAtOnce) return
  }
}

/** An area's failure here does not change the mail's outcome. */
async function notifyArea(
  tx: StoreTx,
  context: SendingContext,
  message: store.ClaimedMessage,
  outcome: MessageOutcome,
): Promise<void> {
  const settled = findKind(context, message)?.settled
  if (!settled) return
  const work = () => settled(tx, toMessage(message), outcome)
  await runIsolated(tx, context, message, work, () => {})
}

function toSettlement({ message, next, ended }: Transition): store.Settlement {
  const mayBeOut = next.state === 'sent' || next.state === 'unknown'
  return {
    id: message.id,
    state: next.state,
    reason: next.reason,
    answer: ended?.result.answer ?? null,
    subject: ended?.email.subject ?? null,
    due_at: next.dueAt?.toISOString() ?? null,
    sent_at: next.state === 'sent' ? (ended?.at.toISOString() ?? null) : null,
    smtp_message_id: mayBeOut ? (ended?.email.messageId ?? null) : null,
    is_bounced: ended?.result.isUnknownRecipient ?? false,
    is_released: next.isUntried === true,
  }
}
