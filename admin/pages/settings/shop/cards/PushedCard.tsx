import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pushedQuery } from '../../../../api/shops/pushed.ts'
import { EmptyState } from '../../../../components/EmptyState.tsx'
import { Loaded } from '../../../../components/Loaded.tsx'
import { type Column, Table } from '../../../../components/lists/Table.tsx'
import { shownLocale } from '../../../../components/locale.ts'
import { Card } from '../../../../components/Page.tsx'
import { Money } from '../../../../components/values/Money.tsx'
import { ExactTime } from '../../../../components/values/Time.tsx'
import { useStoreId } from '../../../../shell/store/use-store.ts'

type ReceivedRow = { id: string; at: string; number: string; title: ReactNode; kind: string; details: ReactNode }

const mostRows = 5

/** A custom shop pushes its data and has no syncs, so the page shows what arrived. */
export function PushedCard() {
  const storeId = useStoreId()
  const query = useQuery(pushedQuery(storeId))
  return (
    <Loaded query={query} rows={2}>
      {({ products, orders }) => {
        const received: ReceivedRow[] = [
          ...products.data.map(({ id, createdAt, title, platformProductId }) => ({
            ...{ id, at: createdAt, number: platformProductId, kind: 'Product', details: platformProductId },
            title: (
              <Link to="/stores/$storeId/products/$productId" params={{ storeId, productId: id }} className={linkLook}>
                {title ?? platformProductId}
              </Link>
            ),
          })),
          ...orders.data.map(({ id, createdAt, orderNumber, platformOrderId, customerName, total, currency }) => ({
            ...{ id, at: createdAt, number: orderNumber ?? platformOrderId, kind: 'Order' },
            details: (
              <>
                {customerName && `${customerName}, `}
                <Money amount={total} currency={currency} />
              </>
            ),
            title: (
              <Link to="/stores/$storeId/orders/$orderId" params={{ storeId, orderId: id }} className={linkLook}>
                {orderNumber ?? platformOrderId}
              </Link>
            ),
          })),
        ]
        const newest = received.toSorted(compareNewest).slice(0, mostRows)
        return (
          <Card title="Recently received">
            {newest.length === 0 ? (
              <EmptyState icon="box" title="Nothing received yet">
                Products and orders appear here as soon as your shop sends them.
              </EmptyState>
            ) : (
              <div className="pt-2">
                <Table caption="Recently received" columns={columns} rows={newest} keyOf={({ id }) => id} />
              </div>
            )}
          </Card>
        )
      }}
    </Loaded>
  )
}

const byNumber = new Intl.Collator(shownLocale, { numeric: true })

/** All rows of one call have the same time, so they are sorted by number. */
const compareNewest = (a: ReceivedRow, b: ReceivedRow) =>
  b.at.localeCompare(a.at) || byNumber.compare(b.number, a.number)

const linkLook = 'font-semibold wrap-anywhere underline-offset-4 hover:underline'

const columns: Column<ReceivedRow>[] = [
  {
    header: 'Name',
    cell: ({ title }, phoneLine) => (
      <>
        {title}
        {phoneLine}
      </>
    ),
  },
  { header: 'Kind', cell: ({ kind }) => kind, phone: ({ kind }) => kind },
  {
    header: 'Details',
    cell: ({ details }) => <span className="text-quiet">{details}</span>,
    phone: ({ details }) => <span>{details}</span>,
  },
  {
    header: 'Received',
    align: 'right',
    cell: ({ at }) => <ExactTime at={at} />,
    phone: ({ at }) => <ExactTime at={at} />,
  },
]
