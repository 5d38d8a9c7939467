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
import { MailsCard } from '../messages/MailsCard.tsx'
import { ReviewLine } from '../reviews/ReviewLine.tsx'
import { ConsentCard } from './ConsentCard.tsx'
import { CustomerActions } from './CustomerActions.tsx'
import { PointsCard } from './PointsCard.tsx'
import { RequestsCard } from './RequestsCard.tsx'
import { SignalsCard } from './SignalsCard.tsx'

export function CustomerPage() {
  const storeId = useStoreId()
  const { email } = useParams({ from: '/signed-in/stores/$storeId/customers/$email' })
  const query = useQuery(activityQuery(storeId, email))
  return (
    <Loaded query={query} missing={<UnknownCustomer email={email} />}>
      {/* The key is the address, so a dialog never stays open for another customer. */}
      {(activity) => <KnownCustomer key={email} email={email} activity={activity} />}
    </Loaded>
  )
}

function KnownCustomer({ email, activity }: { email: string; activity: Activity }) {
  const { isAtLeast } = useRole()
  const { customer, orders, reviews, requests, loyalty } = activity
  return (
    <Page
      back={<ToAll />}
      title={customer.name ?? email}
      intro={
        <>
          {customer.name && <span className="break-all">{email}</span>}
          {customer.firstOrderAt && (
            <span>
              {customer.name && ' · '}Customer since {formatDay(customer.firstOrderAt)}
            </span>
          )}
        </>
      }
      actions={isAtLeast('ADMIN') && <CustomerActions email={email} />}
    >
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <Reviews reviews={reviews} total={customer.reviewCount} />
          <Orders orders={orders} total={customer.orderCount} />
          <MailsCard title="Emails" filters={{ email }} empty="No emails to this customer yet." />
        </div>
        <div className="grid min-w-0 gap-6">
          <PointsCard loyalty={loyalty} />
          <ConsentCard email={email} orders={orders} />
          <RequestsCard requests={requests} orders={orders} />
          <SignalsCard reviewIds={reviews.map(({ id }) => id)} />
        </div>
      </div>
    </Page>
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
      {reviews.length === 0 && <p className="p-5 pt-2 text-sm text-quiet">No reviews yet.</p>}
      <ul className="pt-2">
        {reviews.map((review) => (
          <ReviewLine key={review.id} review={review} shows={['product', 'order']} />
        ))}
      </ul>
      <Newest shown={reviews.length} total={total} />
    </Card>
  )
}

function Orders({ orders, total }: { orders: Activity['orders']; total: number }) {
  const storeId = useStoreId()
  return (
    <Card title={`Orders (${total.toLocaleString(shownLocale)})`}>
      {orders.length === 0 && <p className="p-5 pt-2 text-sm text-quiet">No orders yet.</p>}
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
      <Newest shown={orders.length} total={total} />
    </Card>
  )
}

/** The activity has at most 50 entries of each kind. */
function Newest({ shown, total }: { shown: number; total: number }) {
  if (shown === 0 || shown >= total) return null
  return (
    <p className="border-t border-line px-5 py-3 text-xs text-quiet">
      The newest {shown.toLocaleString(shownLocale)} are shown. The export contains all.
    </p>
  )
}

function UnknownCustomer({ email }: { email: string }) {
  return (
    <EmptyState icon="people" title="No data for this address" action={<ToAll />}>
      <span className="break-all">{email}</span> has no order and no review in this store, or was erased.
    </EmptyState>
  )
}
