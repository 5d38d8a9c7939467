import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Order, orderQuery } from '../../api/orders.ts'
import { BackLink } from '../../components/BackLink.tsx'
import { Badge } from '../../components/Badge.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Count } from '../../components/lists/Count.tsx'
import { type Column, Table } from '../../components/lists/Table.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { formatMoment } from '../../components/values/dates.ts'
import { Money } from '../../components/values/Money.tsx'
import { Stars } from '../../components/values/Stars.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { reasonText } from '../../texts/request-reasons.ts'
import { MailsCard } from '../messages/MailsCard.tsx'
import { OrderReviews } from './OrderReviews.tsx'
import { RequestActions } from './RequestActions.tsx'
import { RequestBadge } from './RequestBadge.tsx'

export function OrderPage() {
  const storeId = useStoreId()
  const { orderId } = useParams({ from: '/signed-in/stores/$storeId/orders/$orderId' })
  const query = useQuery(orderQuery(storeId, orderId))
  const back = (
    <BackLink to="/stores/$storeId/orders" params={{ storeId }}>
      All orders
    </BackLink>
  )
  const missing = (
    <EmptyState icon="search" title="Order not found" action={back}>
      It was removed, or it belongs to another store.
    </EmptyState>
  )
  return (
    <Loaded query={query} missing={missing}>
      {(order) => (
        <Page
          back={back}
          title={`Order ${order.orderNumber ?? order.platformOrderId}`}
          intro={
            <span className="flex flex-wrap items-center gap-2 text-sm">
              {order.cancelledAt ? <Badge tone="danger">Cancelled</Badge> : null}
              Placed {formatMoment(order.placedAt)}
            </span>
          }
        >
          <div className="grid gap-6 md:grid-cols-2">
            <Bought order={order} />
            <Request order={order} />
          </div>
          <Card title="Items">
            {order.lineItems.length === 0 ? (
              <EmptyState icon="box" title="The order was pushed without items" />
            ) : (
              <div className="pt-2">
                <Table
                  caption="Items"
                  columns={buildColumns(storeId, order)}
                  rows={order.lineItems.map((item, i) => ({ ...item, key: String(i) }))}
                  keyOf={(row) => row.key}
                />
              </div>
            )}
          </Card>
          <MailsCard title="Emails about this order" filters={{ orderId: order.id }} />
          <OrderReviews orderId={order.id} />
        </Page>
      )}
    </Loaded>
  )
}

function Bought({ order }: { order: Order }) {
  const storeId = useStoreId()
  const { customerName, email, total, refundedTotal, currency, country, fulfilledAt, deliveredAt } = order
  return (
    <Card title="Order">
      <Facts>
        <Fact name="Customer">
          {email ? (
            <Link
              to="/stores/$storeId/customers/$email"
              params={{ storeId, email }}
              className="font-medium break-all underline decoration-line-strong underline-offset-4 hover:decoration-text"
            >
              {customerName ?? email}
            </Link>
          ) : (
            (customerName ?? '–')
          )}
        </Fact>
        <Fact name="Total">
          <Money amount={total} currency={currency} />
        </Fact>
        {Number(refundedTotal) > 0 && (
          <Fact name="Refunded">
            <Money amount={refundedTotal} currency={currency} />
          </Fact>
        )}
        <Fact name="Fulfilled">{fulfilledAt ? formatMoment(fulfilledAt) : 'Not yet'}</Fact>
        <Fact name="Delivered">{deliveredAt ? formatMoment(deliveredAt) : 'Not known'}</Fact>
        {country && <Fact name="Country">{country}</Fact>}
      </Facts>
    </Card>
  )
}

function Request({ order }: { order: Order }) {
  const { reviewRequest, reviewFormFirstViewedAt, reviewFormViewCount, clickedRating } = order
  return (
    <Card title="Review request">
      <Facts>
        <Fact name="Status">
          <RequestBadge order={order} />
        </Fact>
        {reviewRequest?.reason && <Fact name="Why">{reasonText(reviewRequest.reason)}</Fact>}
        {reviewRequest?.scheduledFor && <Fact name="Scheduled for">{formatMoment(reviewRequest.scheduledFor)}</Fact>}
        {reviewRequest?.sentAt && <Fact name="Sent">{formatMoment(reviewRequest.sentAt)}</Fact>}
        {(reviewRequest?.remindersSent ?? 0) > 0 && <Fact name="Reminders">{reviewRequest?.remindersSent}</Fact>}
        <Fact name="Form opened">
          {reviewFormFirstViewedAt
            ? `${formatMoment(reviewFormFirstViewedAt)}, ${reviewFormViewCount} ${reviewFormViewCount === 1 ? 'time' : 'times'}`
            : 'Not yet'}
        </Fact>
        <Fact name="Star clicked">{clickedRating ? <Stars rating={clickedRating} /> : 'None'}</Fact>
      </Facts>
      <div className="flex justify-end px-5 pb-5 empty:hidden">
        <RequestActions order={order} />
      </div>
    </Card>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-5 gap-y-2 p-5 pt-3 text-sm">{children}</dl>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7.500rem_minmax(0,1fr)] gap-3">
      <dt className="text-quiet">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

type Item = Order['lineItems'][number] & { key: string }

const buildColumns = (storeId: string, { currency }: Order): Column<Item>[] => [
  {
    header: 'Item',
    cell: ({ title, sku, productId, platformProductId }) => (
      <span className="grid">
        {productId ? (
          <Link
            to="/stores/$storeId/products/$productId"
            params={{ storeId, productId }}
            className="font-semibold underline-offset-4 hover:underline"
          >
            {title ?? platformProductId ?? sku}
          </Link>
        ) : (
          <span className="font-medium">{title ?? platformProductId ?? sku ?? 'Item without a name'}</span>
        )}
        {sku && <span className="font-mono text-xs break-all text-quiet">{sku}</span>}
      </span>
    ),
  },
  {
    header: 'Product',
    cell: ({ productId }) => (productId ? <Badge tone="good">Linked</Badge> : <Badge tone="warn">Not found yet</Badge>),
  },
  { header: 'Quantity', align: 'right', cell: ({ quantity }) => <Count of={quantity} /> },
  { header: 'Price', align: 'right', cell: ({ unitPrice }) => <Money amount={unitPrice} currency={currency} /> },
]
