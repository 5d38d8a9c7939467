import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Order, type OrderFilters, ordersQuery, type RequestState } from '../../api/orders.ts'
import { formatDay } from '../../components/dates.ts'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { FilterSelect } from '../../components/Field.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { Money } from '../../components/Money.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { SearchBox } from '../../components/SearchBox.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { useStoreId } from '../../shell/use-store.ts'
import { FormVisits } from './FormVisits.tsx'
import { RequestBadge } from './RequestBadge.tsx'
import { reasonText, stateNames } from './requests.ts'

export function OrdersPage() {
  const [filters, setFilters] = useState<OrderFilters>({})
  const [search, setSearch] = useState('')
  // Only a whole address can be looked up; half of one is still being typed.
  const email = /^[^\s@]+@[^\s@]+$/.test(search) ? search : undefined
  return (
    <Page title="Orders" intro="What your shop system has pushed, and what became of each request for a review.">
      <Card>
        <div className="flex flex-wrap gap-2 border-b border-line p-3">
          <SearchBox label="Find by the customer's e-mail" value={search} onSearch={setSearch} />
          <FilterSelect
            label="Review request"
            value={filters.reviewRequestState ?? ''}
            onChange={(event) =>
              setFilters({ ...filters, reviewRequestState: (event.target.value || undefined) as RequestState })
            }
          >
            <option value="">Any request</option>
            {Object.entries(stateNames).map(([state, name]) => (
              <option key={state} value={state}>
                {name}
              </option>
            ))}
          </FilterSelect>
          <DayField label="From" onPick={(day) => setFilters({ ...filters, placedAfter: day && startOf(day, 0) })} />
          <DayField label="To" onPick={(day) => setFilters({ ...filters, placedBefore: day && startOf(day, 1) })} />
        </div>
        <OrderList filters={{ ...filters, ...(email && { email }) }} />
      </Card>
    </Page>
  )
}

function DayField({ label, onPick }: { label: string; onPick(day: string | undefined): void }) {
  return (
    <label className="inline-flex h-9 items-center gap-2 text-sm text-quiet">
      {label}
      <input
        type="date"
        onChange={(event) => onPick(event.target.value || undefined)}
        className="h-9 rounded-lg border border-line-strong bg-surface px-2 text-sm text-text"
      />
    </label>
  )
}

/** A day is one of the reader's own time zone. */
function startOf(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + daysLater)
  return date.toISOString()
}

function OrderList({ filters }: { filters: OrderFilters }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(ordersQuery(storeId, filters))
  if (list.isPending) return <Loading />
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap((page) => page.data)
  if (rows.length === 0) {
    return Object.values(filters).some(Boolean) ? (
      <EmptyState icon="search" title="No order fits" />
    ) : (
      <EmptyState icon="receipt" title="No orders yet">
        Push them with <code className="font-mono">PUT /orders</code> and a key of the Admin role. A review is a
        verified purchase when an order of its product has its author's address.
      </EmptyState>
    )
  }
  return (
    <>
      <Table caption="Orders" columns={columnsOf(storeId)} rows={rows} keyOf={(row) => row.id} />
      <LoadMore {...list} />
    </>
  )
}

const columnsOf = (storeId: string): Column<Order>[] => [
  {
    header: 'Order',
    cell: ({ id, orderNumber, platformOrderId }) => (
      <Link
        to="/stores/$storeId/orders/$orderId"
        params={{ storeId, orderId: id }}
        className="font-semibold break-all underline-offset-4 hover:underline"
      >
        {orderNumber ?? platformOrderId}
      </Link>
    ),
  },
  {
    header: 'Customer',
    cell: ({ customerName, email }) => (
      <span className="grid">
        <span>{customerName ?? email ?? <span className="text-quiet">–</span>}</span>
        {customerName && email && <span className="text-xs break-all text-quiet">{email}</span>}
      </span>
    ),
  },
  { header: 'Placed', cell: ({ placedAt }) => <span className="whitespace-nowrap">{formatDay(placedAt)}</span> },
  { header: 'Review request', cell: (order) => <Request order={order} /> },
  { header: 'Form', cell: (order) => <FormVisits order={order} /> },
  { header: 'Total', align: 'right', cell: ({ total, currency }) => <Money amount={total} currency={currency} /> },
]

function Request({ order }: { order: Order }) {
  const reason = order.reviewRequest?.reason
  const scheduledFor = order.reviewRequest?.state === 'scheduled' ? order.reviewRequest.scheduledFor : undefined
  return (
    <span className="grid gap-1 max-sm:justify-items-end">
      <RequestBadge order={order} />
      {reason && <span className="text-xs text-balance text-quiet">{reasonText(reason)}</span>}
      {scheduledFor && <span className="text-xs text-quiet">for {formatDay(scheduledFor)}</span>}
    </span>
  )
}
