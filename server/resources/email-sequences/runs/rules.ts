// Where a run goes next, from its steps and from facts read at that moment. Pure, and without a clock of its own.
//
// A step is due at the instant of the fact that began the run plus the waits that were passed, however late an earlier step was.
// Waits are durations: a day is 24 hours in every zone, in the night in which an hour comes twice and on the 29th of February.
import type { Content, Step, WaitStep } from '../rules.ts'
import type { EndEvent } from '../schema.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]
/** Later than this nothing is sent any more, and nothing begins. */
export const lateMs = 72 * hourMs
/** So long after its last step a goal still counts for a run. */
export const goalMs = 30 * 24 * hourMs

/** The next step, and the instant of the fact plus the waits so far, in milliseconds. */
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
  /** Of the products that its conditions ask about. */
  boughtProducts: readonly string[]
  tier: string | null
}

export type End = { reason: string; isGoal: boolean }

/** What has ended the run, if anything has. A cancelled order comes first, and a goal before what merely ends. */
export function endOf({ exitOn, goal }: Pick<Content, 'exitOn' | 'goal'>, facts: Facts): End | undefined {
  if (facts.orderState === 'cancelled') return { reason: 'order_cancelled', isGoal: goal.includes('order.cancelled') }
  if (facts.orderState === 'gone') return { reason: 'order_removed', isGoal: false }
  if (facts.orderState === 'moved') return { reason: 'address_changed', isGoal: false }
  const reached = goal.find((event) => has[event](facts))
  if (reached) return { reason: 'goal_reached', isGoal: true }
  const ending = exitOn.find((event) => has[event](facts))
  return ending && { reason: ending.replace('.', '_'), isGoal: false }
}

/** Whether a goal was reached, also by a run that is through. */
export const isGoalReached = (goal: readonly EndEvent[], facts: Facts): boolean =>
  goal.some((event) => has[event](facts))

const has: Record<EndEvent, (facts: Facts) => boolean> = {
  'order.cancelled': ({ orderState }) => orderState === 'cancelled',
  'order.refunded': ({ isRefunded }) => isRefunded,
  'order.placed': ({ hasOrderedSince }) => hasOrderedSince,
  'review.created': ({ hasReviewedSince }) => hasReviewedSince,
}

/** A mail that is passed by. */
export type Passed = { step: number; dueMs: number; state: 'skipped' | 'missed'; reason: string }

export type Next = { position: Position; passed: Passed[] } & (
  | { does: 'rest' }
  | { does: 'mail' }
  | { does: 'complete' }
  | { does: 'exit'; reason: string }
)

/** Goes as far as no mail is to be sent: through waits that are over, conditions, and mails that come too late. */
export function nextOf(steps: readonly Step[], from: Position, facts: Facts, nowMs: number): Next {
  let { step: at, baseMs } = from
  const passed: Passed[] = []
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

/** Amounts as they are stored: decimal texts of up to six digits after the point. */
export const isAtLeast = (amount: string, least: string): boolean => millionths(amount) >= millionths(least)

function millionths(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

/** Consent is what the latest order said that said anything. */
export const hasConsent = ({ consent }: Pick<Content, 'consent'>, { acceptsMarketing }: Facts): boolean =>
  consent === 'all_buyers' || acceptsMarketing === true

/** When a mail that is put off is looked at next: it is not put off beyond the moment from which it is too late. */
export const deferredTo = (until: Date, dueMs: number): Date => new Date(Math.min(until.getTime(), dueMs + lateMs))
