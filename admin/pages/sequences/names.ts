import type { Sequence, SequenceRun, SequenceStep } from '../../api/mail/sequences.ts'
import type { Tone } from '../../components/Badge.tsx'

export const eventNames: Record<Sequence['trigger']['event'], string> = {
  'order.placed': 'An order is placed',
  'order.fulfilled': 'An order is sent',
  'order.delivered': 'An order is delivered',
  'review.approved': 'A review is approved',
  'loyalty.member_joined': 'A customer joins the loyalty program',
  'loyalty.tier_reached': 'A customer reaches a tier',
}

export const startNames: typeof eventNames = {
  'order.placed': 'When an order is placed',
  'order.fulfilled': 'When an order is sent',
  'order.delivered': 'When an order is delivered',
  'review.approved': 'When a review is approved',
  'loyalty.member_joined': 'When a customer joins the loyalty program',
  'loyalty.tier_reached': 'When a customer reaches a tier',
}

export const endNames: Record<Sequence['goal'][number], string> = {
  'order.cancelled': 'Their order is cancelled',
  'order.refunded': 'Their order is refunded',
  'order.placed': 'They order again',
  'review.created': 'They write a review',
}

export const factNames = {
  accepts_marketing: 'They accept marketing',
  has_reviewed: 'They have written a review',
  order_count: 'They have ordered at least',
  order_total: 'Order total is at least',
  bought_product: 'They have bought',
  tier: 'They are in the tier',
} as const

/** Empty for a condition that is not complete. */
export function conditionName({ fact, value }: SequenceStep): string {
  switch (fact) {
    case 'accepts_marketing':
      return value ? 'If they accept marketing' : 'If they do not accept marketing'
    case 'has_reviewed':
      return value ? 'If they have written a review' : 'If they have written no review'
    case 'order_count':
      return `If they have ordered at least ${value === 1 ? 'once' : `${value} times`}`
    case 'order_total':
      return `If the order total is at least ${value}`
    case 'bought_product':
      return 'If they have bought a certain product'
    case 'tier':
      return `If they are in the tier ${value}`
    default:
      return ''
  }
}

export const runStates: Record<SequenceRun['state'], [string, Tone]> = {
  active: ['Under way', 'accent'],
  completed: ['Completed', 'good'],
  exited: ['Ended', 'plain'],
}

export const mailStates: Record<SequenceRun['messages'][number]['state'], [string, Tone]> = {
  deferred: ['Postponed', 'warn'],
  queued: ['On its way', 'accent'],
  sent: ['Sent', 'good'],
  skipped: ['Left out', 'plain'],
  missed: ['Missed', 'warn'],
  failed: ['Failed', 'danger'],
  unknown: ['May have been sent', 'warn'],
}

const reasons: Readonly<Record<string, string>> = {
  order_cancelled: 'the order was cancelled',
  order_refunded: 'the order was refunded',
  order_placed: 'they ordered again',
  review_created: 'they wrote a review',
  order_removed: 'the order was removed',
  address_changed: 'the order has another address by now',
  goal_reached: 'the goal was reached',
  condition: 'a condition was not met',
  no_consent: 'they have not agreed to marketing',
  customer_unsubscribed: 'they have unsubscribed',
  customer_suppressed: 'the address is suppressed',
  exited_by_merchant: 'ended by hand',
  sequence_archived: 'the sequence was archived',
  restored: 'restored from an archive',
  run_ended: 'the run had ended',
  quiet_hours: 'quiet hours',
  frequency_cap: 'limit per address',
  too_late: '72 hours late',
  not_rendered: 'the email could not be created',
  refused: 'the mail server rejected it',
}

export const reasonText = (reason: string): string => reasons[reason] ?? reason.replaceAll('_', ' ')
