import type { Order, RequestState } from '../../api/orders.ts'
import { Badge, type Tone } from '../../components/Badge.tsx'
import { reasonText } from '../../texts/request-reasons.ts'
import { stateNames } from './requests.ts'

const tones: Record<string, Tone> = { scheduled: 'accent', sent: 'good', failed: 'danger', skipped: 'plain' }

export function RequestBadge({ order: { reviewRequest, cancelledAt } }: { order: Order }) {
  if (!reviewRequest) return cancelledAt ? <Badge>Order cancelled</Badge> : <span className="text-quiet">None</span>
  const { state, reason } = reviewRequest
  return (
    <span title={reason ? reasonText(reason) : undefined}>
      <Badge tone={tones[state] ?? 'plain'}>{stateNames[state as RequestState] ?? state}</Badge>
    </span>
  )
}
