import { pauseMs, type RetrySchedule, retryAt } from '#platform/jobs/delivery/backoff.ts'
import type { DeliveryResult } from '#platform/mail/delivery-result.ts'
import type { State } from '../messages/schema.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]

/** The last delay repeats until the message is given up. */
const retries: RetrySchedule = {
  delaysMs: [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * minuteMs),
  jitter: 0.1,
  repeatsLast: true,
}
export const givenUpAfterMs = 24 * hourMs

/**
 * If a message has no result after this time and its body had begun to be sent, its outcome is unknown. No SMTP session
 * takes longer.
 */
export const conversationMs = 15 * minuteMs

export type NextState = {
  state: State
  reason: string | null
  dueAt: Date | null
  /** If nothing was sent, the claim does not count as an attempt. */
  isUntried?: true
}

/** `attempt` includes this attempt. `random` is from 0 to 1. */
export function nextStateAfter(
  { outcome }: Pick<DeliveryResult, 'outcome'>,
  message: { attempt: number; triedSince: Date },
  now: Date,
  random: number,
): NextState {
  switch (outcome) {
    case 'accepted':
      return { state: 'sent', reason: null, dueAt: null }
    case 'refused':
      return { state: 'failed', reason: 'refused', dueAt: null }
    case 'lost':
      return { state: 'unknown', reason: 'connection_lost', dueAt: null }
    case 'aborted':
      return { state: 'queued', reason: null, dueAt: now, isUntried: true }
    default:
      return retryOrGiveUp(message, outcome === 'deferred' ? 'deferred' : 'unreachable', now, random)
  }
}

export function retryOrGiveUp(
  { attempt, triedSince }: { attempt: number; triedSince: Date },
  reason: string,
  now: Date,
  random: number,
): NextState {
  const dueAt = retryAt(retries, { attempts: attempt, now, random })
  const isOver = dueAt === null || dueAt.getTime() - triedSince.getTime() > givenUpAfterMs
  return isOver ? { state: 'failed', reason: 'given_up', dueAt: null } : { state: 'queued', reason, dueAt }
}

export const outageMs = (failures: number): number => pauseMs(failures, { firstMs: minuteMs, maxMs: 15 * minuteMs })

export const minMessages = 200
export const maxMessages = 1000
const maxHardBounces = 0.05
const maxComplaints = 0.003

export type Deliverability = { messages: number; hardBounces: number; complaints: number }
export type PauseReason = 'hard_bounces' | 'complaints'

/** A single complaint comes from one person, so only two or more complaints count as a rate. */
export function reasonToPause({ messages, hardBounces, complaints }: Deliverability): PauseReason | null {
  if (messages < minMessages) return null
  if (complaints >= 2 && complaints / messages > maxComplaints) return 'complaints'
  return hardBounces / messages > maxHardBounces ? 'hard_bounces' : null
}
