import type { Order, RequestState } from '../../api/orders.ts'
import { Badge, type Tone } from '../../components/Badge.tsx'

export const stateNames: Record<RequestState, string> = {
  scheduled: 'Scheduled',
  sent: 'Sent',
  failed: 'Failed',
  skipped: 'Skipped',
}

const tones: Record<string, Tone> = { scheduled: 'accent', sent: 'good', failed: 'danger', skipped: 'plain' }

const reasons: Record<string, string> = {
  product_excluded: 'the product is excluded from requests',
  customer_suppressed: 'the address bounced, complained or was suppressed',
  customer_unsubscribed: 'the customer unsubscribed',
  already_reviewed: 'the customer has reviewed already',
  order_cancelled: 'the order was cancelled',
  no_email: 'the order has no address',
  no_products: 'the order has no known products',
  requests_off: 'requests are switched off',
  subscription_expired: 'the subscription had lapsed',
  too_old: 'the order is too old',
}

export function RequestBadge({ order: { reviewRequest, cancelledAt } }: { order: Order }) {
  if (!reviewRequest) return cancelledAt ? <Badge>Order cancelled</Badge> : <span className="text-quiet">None</span>
  const { state, reason } = reviewRequest
  return (
    <span title={reason ? reasonText(reason) : undefined}>
      <Badge tone={tones[state] ?? 'plain'}>{stateNames[state as RequestState] ?? state}</Badge>
    </span>
  )
}

export const reasonText = (reason: string) => reasons[reason] ?? reason.replaceAll('_', ' ')
