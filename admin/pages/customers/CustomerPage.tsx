import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type Activity, activityQuery } from '../../api/customers.ts'
import { BackLink } from '../../components/BackLink.tsx'
import { Badge } from '../../components/Badge.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card, Page } from '../../components/Page.tsx'
import { formatDay } from '../../components/values/dates.ts'
import { Money } from '../../components/values/Money.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { ReviewLine } from '../reviews/ReviewLine.tsx'
import { CustomerActions } from './CustomerActions.tsx'

export function CustomerPage() {
  const storeId = useStoreId()
  const { email } = useParams({ from: '/signed-in/stores/$storeId/customers/$email' })
  const { isAtLeast } = useRole()
  const query = useQuery(activityQuery(storeId, email))
  return (
    <Loaded query={query} missing={<Nobody email={email} />}>
      {(activity) => (
        <Page
          back={<ToAll />}
          title={activity.customer.name ?? email}
          intro={
            <>
              <span className="break-all">{email}</span>
              {activity.customer.firstOrderAt && (
                <span>, customer since {formatDay(activity.customer.firstOrderAt)}</span>
              )}
            </>
          }
          actions={isAtLeast('ADMIN') && <CustomerActions email={email} />}
        >
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <Reviews reviews={activity.reviews} total={activity.customer.reviewCount} />
            <Orders orders={activity.orders} total={activity.customer.orderCount} />
          </div>
        </Page>
      )}
    </Loaded>
  )
}

function ToAll() {
  return (
    <BackLink to="/stores/$storeId/customers" params={{ storeId: useStoreId() }}>
      All customers
    </BackLink>
  )
}

function Reviews({ reviews, total }: { reviews: Activity['reviews']; total: number }) {
  return (
    <Card title={`Reviews (${total.toLocaleString(shownLocale)})`}>
      {reviews.length === 0 && <p className="p-5 pt-2 text-sm text-quiet">None</p>}
      <ul className="pt-2">
        {reviews.map((review) => (
          <ReviewLine key={review.id} review={review} shows={['product', 'order']} />
        ))}
      </ul>
    </Card>
  )
}

function Orders({ orders, total }: { orders: Activity['orders']; total: number }) {
  const storeId = useStoreId()
  return (
    <Card title={`Orders (${total.toLocaleString(shownLocale)})`}>
      {orders.length === 0 && <p className="p-5 pt-2 text-sm text-quiet">None</p>}
      <ul className="pt-2">
        {orders.map((order) => (
          <li
            key={order.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-5 py-3.5 text-sm first:border-0"
          >
            <Link
              to="/stores/$storeId/orders/$orderId"
              params={{ storeId, orderId: order.id }}
              className="font-semibold break-all underline-offset-4 hover:underline"
            >
              {order.orderNumber ?? order.platformOrderId}
            </Link>
            {order.cancelledAt && <Badge tone="danger">Cancelled</Badge>}
            <span className="text-xs text-quiet">{formatDay(order.placedAt)}</span>
            <span className="ml-auto">
              <Money amount={order.total} currency={order.currency} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Nobody({ email }: { email: string }) {
  return (
    <EmptyState icon="people" title="No data for this address" action={<ToAll />}>
      <span className="break-all">{email}</span> has left no order and no review in this store, or was erased.
    </EmptyState>
  )
}
