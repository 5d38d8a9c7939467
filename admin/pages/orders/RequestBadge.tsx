import type { Order, RequestState } from '../../api/orders.ts'
import { Badge } from '../../components/Badge.tsx'
import { reasonText } from '../../texts/request-reasons.ts'
import { stateNames, stateTones } from './requests.ts'

export function RequestBadge({ order: { reviewRequest, cancelledAt } }: { order: Order }) {
  if (!reviewRequest) return cancelledAt ? <Badge>Order cancelled</Badge> : <span className="text-quiet">None</span>
  const { state, reason } = reviewRequest
  return (
    <span title={reason ? reasonText(reason) : undefined}>
      <Badge tone={stateTones[state as RequestState] ?? 'plain'}>{stateNames[state as RequestState] ?? state}</Badge>
    </span>
  )
}
