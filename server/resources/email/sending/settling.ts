// What became of messages: written down, and told to the area whose mail it was, in one transaction.

import type { StoreTx } from '#platform/db/db.ts'
import type { Letter } from '#platform/mail/compose.ts'
import type { Handover } from '#platform/mail/handover.ts'
import { scheduleWakeUps } from '#platform/schedule.ts'
import { suppress } from '#resources/email-suppressions/commands.ts'
import { type Outcome, sendJob } from '../commands.ts'
import { type Ground, guarded, kindOf, toMessage } from './ground.ts'
import { weighReception } from './reception.ts'
import { type Next, nextOf } from './rules.ts'
import * as store from './store.ts'

export type Ended = { message: store.Claimed; letter: Letter; handover: Handover; at: Date }
export type Settled = { message: store.Claimed; next: Next; ended?: Ended }

/** Writes down how attempts ended. */
export async function record(tx: StoreTx, ground: Ground, claimedBy: string, all: readonly Ended[]): Promise<void> {
  const settled = all.map((ended): Settled => {
    const { message, handover, at } = ended
    const tried = { attempt: message.attempt, triedSince: new Date(message.tried_since) }
    return { message, ended, next: nextOf(handover, tried, at, Math.random()) }
  })
  const written = await settle(tx, ground, claimedBy, settled)
  const gone = written.filter(({ ended }) => ended?.handover.isRecipientGone)
  for (const { message } of gone) {
    const { recipient: email } = message
    await suppress(tx, ground.services.secrets, { email, scope: 'all', reason: 'hard_bounce', source: 'smtp' })
  }
  if (gone.length > 0) await weighReception(tx)
}

/** Answers those whose claim still held; their areas are told, and the next attempts noted. */
export async function settle(
  tx: StoreTx,
  ground: Ground,
  claimedBy: string,
  all: readonly Settled[],
): Promise<Settled[]> {
  if (all.length === 0) return []
  const ids = await store.settle(tx, claimedBy, all.map(toSettlement))
  const held = all.filter(({ message }) => ids.has(message.id))
  for (const { message, next, ended } of held) {
    const { state, reason } = next
    const at = ended?.at ?? tx.now
    if (state !== 'queued' && state !== 'sending') await tell(tx, ground, message, { state, reason, at })
  }
  const dueAts = held.flatMap(({ next }) => (next.state === 'queued' && next.dueAt ? [next.dueAt] : []))
  if (dueAts.length > 0) await scheduleWakeUps(tx, sendJob, dueAts)
  return held
}

const expiredAtOnce = 200

/** Whatever was being sent by a process that is gone may be out: it is not sent again. */
export async function expire(tx: StoreTx, ground: Ground): Promise<void> {
  const outcome: Outcome = { state: 'unknown', reason: 'process_lost', at: tx.now }
  for (;;) {
    const gone = await store.expire(tx, expiredAtOnce)
    for (const message of gone) await tell(tx, ground, message, outcome)
    if (gone.length < expiredAtOnce) return
  }
}

/** The mail is out, or is not: an area that fails to take note of it does not change that. */
async function tell(tx: StoreTx, ground: Ground, message: store.Claimed, outcome: Outcome): Promise<void> {
  const settled = kindOf(ground, message)?.settled
  if (!settled) return
  const work = () => settled(tx, toMessage(message), outcome)
  await guarded(tx, ground, message, work, () => {})
}

function toSettlement({ message, next, ended }: Settled): store.Settlement {
  const mayBeOut = next.state === 'sent' || next.state === 'unknown'
  return {
    id: message.id,
    state: next.state,
    reason: next.reason,
    answer: ended?.handover.answer ?? null,
    subject: ended?.letter.subject ?? null,
    due_at: next.dueAt?.toISOString() ?? null,
    sent_at: next.state === 'sent' ? (ended?.at.toISOString() ?? null) : null,
    smtp_message_id: mayBeOut ? (ended?.letter.messageId ?? null) : null,
    is_bounced: ended?.handover.isRecipientGone ?? false,
    is_released: next.isUntried === true,
  }
}
