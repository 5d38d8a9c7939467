import { Link } from '@tanstack/react-router'
import type { Activity } from '../../api/customers.ts'
import type { RequestState } from '../../api/orders.ts'
import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Page.tsx'
import { formatDay } from '../../components/values/dates.ts'
import { Stars } from '../../components/values/Stars.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { reasonText } from '../../texts/request-reasons.ts'
import { stateNames, stateTones } from '../orders/requests.ts'

export function RequestsCard({ requests, orders }: Pick<Activity, 'requests' | 'orders'>) {
  const storeId = useStoreId()
  const names = new Map(orders.map(({ id, orderNumber, platformOrderId }) => [id, orderNumber ?? platformOrderId]))
  return (
    <Card title="Review requests">
      {requests.length === 0 && <p className="p-5 pt-2 text-sm text-quiet">No review requests yet.</p>}
      <ul className="pt-2">
        {requests.map((request) => (
          <li key={request.id} className="grid gap-1 border-t border-line px-5 py-3.5 text-sm first:border-0">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link
                to="/stores/$storeId/orders/$orderId"
                params={{ storeId, orderId: request.orderId }}
                className="font-semibold break-all underline-offset-4 hover:underline"
              >
                {`Order ${names.get(request.orderId) ?? ''}`}
              </Link>
              <Badge tone={stateTones[request.state as RequestState] ?? 'plain'}>
                {stateNames[request.state as RequestState] ?? request.state}
              </Badge>
              <span className="ml-auto text-xs text-quiet">{formatWhen(request)}</span>
            </span>
            <Outcome request={request} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Request = Activity['requests'][number]

function formatWhen({ state, sentAt, scheduledFor }: Request): string {
  if (sentAt) return formatDay(sentAt)
  return scheduledFor && state === 'scheduled' ? `Scheduled for ${formatDay(scheduledFor)}` : ''
}

function Outcome({ request: { reason, clickedRating, formFirstViewedAt } }: { request: Request }) {
  if (reason) return <span className="text-xs text-quiet first-letter:uppercase">{reasonText(reason)}</span>
  if (clickedRating) {
    return (
      <span className="flex items-center gap-2 text-xs text-quiet">
        Star clicked
        <Stars rating={clickedRating} className="h-3.5" />
      </span>
    )
  }
  if (formFirstViewedAt) return <span className="text-xs text-quiet">Form opened {formatDay(formFirstViewedAt)}</span>
  return null
}
