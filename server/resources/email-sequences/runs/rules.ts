// Decides the next step of a run. Pure, without a clock. A step is due at the event's time plus all waits so far, however
// late earlier steps were. Waits are durations: a day is 24 hours in every zone.
import type { Content, Step, WaitStep } from '../rules.ts'
import type { EndEvent } from '../schema.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]
/** A mail that is later than this is not sent, and a run that is later does not begin. */
export const lateMs = 72 * hourMs
/** A goal still counts for a run until this long after the run's last step. */
export const goalMs = 30 * 24 * hourMs

/** The next step, and the event's time plus the waits so far, in milliseconds. */
export type Position = { step: number; baseMs: number }

export type Facts = {
  orderState: 'none' | 'there' | 'gone' | 'cancelled' | 'moved'
  isRefunded: boolean
  hasOrderedSince: boolean
  hasReviewedSince: boolean
  acceptsMarketing: boolean | null
  hasReviewed: boolean
  orderCount: number
  orderTotal: string | null
  /** Only contains products that the run's conditions ask about. */
  boughtProducts: readonly string[]
  tier: string | null
}

export type End = { reason: string; isGoal: boolean }

export function decideEnd({ exitOn, goal }: Pick<Content, 'exitOn' | 'goal'>, facts: Facts): End | undefined {
  if (facts.orderState === 'cancelled') return { reason: 'order_cancelled', isGoal: goal.includes('order.cancelled') }
  if (facts.orderState === 'gone') return { reason: 'order_removed', isGoal: false }
  if (facts.orderState === 'moved') return { reason: 'address_changed', isGoal: false }
  const reached = goal.find((event) => has[event](facts))
  if (reached) return { reason: 'goal_reached', isGoal: true }
  const ending = exitOn.find((event) => has[event](facts))
  return ending && { reason: ending.replace('.', '_'), isGoal: false }
}

export const isGoalReached = (goal: readonly EndEvent[], facts: Facts): boolean =>
  goal.some((event) => has[event](facts))

const has: Record<EndEvent, (facts: Facts) => boolean> = {
  'order.cancelled': ({ orderState }) => orderState === 'cancelled',
  'order.refunded': ({ isRefunded }) => isRefunded,
  'order.placed': ({ hasOrderedSince }) => hasOrderedSince,
  'review.created': ({ hasReviewedSince }) => hasReviewedSince,
}

export type PassedMail = { step: number; dueMs: number; state: 'skipped' | 'missed'; reason: string }

export type Next = { position: Position; passed: PassedMail[] } & (
  | { does: 'rest' }
  | { does: 'mail' }
  | { does: 'complete' }
  | { does: 'exit'; reason: string }
)

export function findNext(steps: readonly Step[], from: Position, facts: Facts, nowMs: number): Next {
  let { step: at, baseMs } = from
  const passed: PassedMail[] = []
  for (;;) {
    const step = steps[at]
    if (step?.type === 'wait') {
      baseMs += waitMs(step)
      at++
      continue
    }
    const position = { step: at, baseMs }
    if (baseMs > nowMs) return { does: 'rest', position, passed }
    if (!step) return { does: 'complete', position, passed }
    if (step.type === 'mail') {
      if (!isLate(baseMs, nowMs)) return { does: 'mail', position, passed }
      passed.push({ step: at, dueMs: baseMs, state: 'missed', reason: 'too_late' })
      at++
    } else if (holds(step, facts)) at++
    else if (step.otherwise === 'exit') return { does: 'exit', reason: 'condition', position, passed }
    else {
      if (steps[at + 1]?.type === 'mail')
        passed.push({ step: at + 1, dueMs: baseMs, state: 'skipped', reason: 'condition' })
      at += 2
    }
  }
}

export const waitMs = ({ days, hours, minutes }: WaitStep): number => (days * 24 + hours) * hourMs + minutes * minuteMs

export const isLate = (dueMs: number, nowMs: number): boolean => nowMs - dueMs >= lateMs

type Condition = Extract<Step, { type: 'condition' }>

export function holds({ fact, value }: Condition, facts: Facts): boolean {
  switch (fact) {
    case 'accepts_marketing':
      return (facts.acceptsMarketing === true) === value
    case 'has_reviewed':
      return facts.hasReviewed === value
    case 'order_count':
      return facts.orderCount >= Number(value)
    case 'order_total':
      return facts.orderTotal !== null && isAtLeast(facts.orderTotal, String(value))
    case 'bought_product':
      return facts.boughtProducts.includes(String(value))
    default:
      return facts.tier === value
  }
}

/** Compares amounts as stored: decimal texts with up to six fraction digits. */
export const isAtLeast = (amount: string, least: string): boolean => millionths(amount) >= millionths(least)

function millionths(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

export const hasConsent = ({ consent }: Pick<Content, 'consent'>, { acceptsMarketing }: Facts): boolean =>
  consent === 'all_buyers' || acceptsMarketing === true

/** Time of a postponed mail's next check. Never later than the moment when the mail becomes too late. */
export const deferredTo = (until: Date, dueMs: number): Date => new Date(Math.min(until.getTime(), dueMs + lateMs))
