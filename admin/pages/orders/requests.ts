import type { Order, RequestState } from '../../api/orders.ts'
import type { Tone } from '../../components/Badge.tsx'

export const stateNames: Record<RequestState, string> = {
  scheduled: 'Scheduled',
  sent: 'Sent',
  failed: 'Failed',
  skipped: 'Skipped',
}

export const stateTones: Record<RequestState, Tone> = {
  scheduled: 'accent',
  sent: 'good',
  failed: 'danger',
  skipped: 'plain',
}

export const formatOrderName = ({ orderNumber, platformOrderId }: Order) => `order ${orderNumber ?? platformOrderId}`

/** After these failure reasons a retry would fail again, or the mail may already have arrived. */
const hopeless = ['no_email', 'no_products', 'order_cancelled', 'outcome_unknown']

/** Each order gets one request, and a cancelled order none. */
export function mayBeAsked({ reviewRequest, cancelledAt }: Order): boolean {
  if (cancelledAt) return false
  if (!reviewRequest || reviewRequest.state === 'scheduled') return true
  return reviewRequest.state !== 'sent' && !hopeless.includes(reviewRequest.reason ?? '')
}

export const hasFailed = ({ reviewRequest }: Order) => reviewRequest?.state === 'failed'

export const mayBeCancelled = ({ reviewRequest }: Order) => reviewRequest?.state === 'scheduled'
