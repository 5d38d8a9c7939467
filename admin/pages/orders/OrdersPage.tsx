import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type Order, type OrderFilters, ordersQuery, type RequestState } from '../../api/orders.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FullAddressHint } from '../../components/FullAddressHint.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column, ColumnSort } from '../../components/lists/Table.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { formatDay } from '../../components/values/dates.ts'
import { Money } from '../../components/values/Money.tsx'
import { ColumnsMenu } from '../../shell/columns/ColumnsMenu.tsx'
import { useShownColumns } from '../../shell/columns/use-shown-columns.ts'
import { useFilterChange, useSearchText } from '../../shell/filters.ts'
import { CustomerLink } from '../../shell/PageLink.tsx'
import { parseChoice } from '../../shell/search-values.ts'
import { useSorted } from '../../shell/sorting.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { reasonText } from '../../texts/request-reasons.ts'
import { FormOpenings } from './FormOpenings.tsx'
import { RequestBadge } from './RequestBadge.tsx'
import { stateNames } from './requests.ts'
import { SearchNote } from './SearchNote.tsx'
import { type OrderSearch, searchTargetIn, sorting, sortOfOrders, toFilters } from './search.ts'

export function OrdersPage() {
  const search = useSearch({ from: '/signed-in/stores/$storeId/orders' })
  const change = useFilterChange<OrderSearch>()
  const [text, setText] = useSearchText()
  const sought = searchTargetIn(text)
  return (
    <Page title="Orders" intro="Orders from your shop, with the status of each review request.">
      <Card>
        <div className="flex flex-wrap gap-2 border-b border-line p-3">
          <SearchBox label="Order number, name or full email" value={text} onSearch={setText} />
          <FilterSelect
            label="Review request"
            value={search.request ?? ''}
            onChange={(event) => change({ request: parseChoice(stateNames, event.target.value) })}
          >
            <option value="">Any request</option>
            <Options names={stateNames} />
          </FilterSelect>
          <div className="flex flex-wrap gap-2">
            <DayField label="From" day={search.from} onPick={(from) => change({ from })} />
            <DayField label="To" day={search.to} onPick={(to) => change({ to })} />
          </div>
          <ColumnsMenu list="orders" names={columnNames} />
        </div>
        {sought === 'half an address' ? (
          <FullAddressHint />
        ) : (
          <>
            <SearchNote sought={sought} />
            <OrderList search={search} filters={{ ...toFilters(search), ...sought }} />
          </>
        )}
      </Card>
    </Page>
  )
}

type DayFieldProps = { label: string; day: string | undefined; onPick(day: string | undefined): void }

function DayField({ label, day, onPick }: DayFieldProps) {
  return (
    <label className="inline-flex h-9 items-center gap-2 text-sm text-quiet">
      {label}
      <input
        type="date"
        // Uncontrolled, because a half-typed date has no value. The key resets the field when the URL changes.
        key={day}
        defaultValue={day}
        onChange={(event) => onPick(event.target.value || undefined)}
        className="h-9 rounded-lg border border-line-strong bg-surface px-2 text-sm text-text"
      />
    </label>
  )
}

function OrderList({ search, filters }: { search: OrderSearch; filters: OrderFilters }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(ordersQuery(storeId, { ...filters, ...sortOfOrders(search) }))
  const sorted = useSorted(sorting, search)
  const columns = useShownColumns('orders', buildColumns(storeId, search.request, sorted('placedAt')))
  return (
    <PagedTable
      list={list}
      caption="Orders"
      columns={columns}
      keyOf={(row) => row.id}
      empty={
        Object.keys(filters).length > 0 ? (
          <EmptyState icon="search" title="No matching orders">
            {filters.orderNumber && 'Enter a whole order number, with or without the #.'}
            {filters.customerName && 'Customers are found by the beginning of their first or last name.'}
          </EmptyState>
        ) : (
          <EmptyState icon="receipt" title="No orders yet">
            Push them with <code className="font-mono">PUT /orders</code> and a key of the Admin role. A review is a
            verified purchase if its author's address is on an order of the product.
          </EmptyState>
        )
      }
    />
  )
}

const columnNames = { placed: 'Placed', request: 'Review request', form: 'Form', total: 'Total' } as const

const buildColumns = (storeId: string, state: RequestState | undefined, sorted: ColumnSort): Column<Order>[] => [
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
        {email ? (
          <span>
            <CustomerLink email={email}>{customerName ?? email}</CustomerLink>
          </span>
        ) : (
          <span>{customerName ?? <span className="text-quiet">–</span>}</span>
        )}
        {customerName && email && <span className="text-xs break-all text-quiet">{email}</span>}
      </span>
    ),
  },
  {
    header: columnNames.placed,
    choice: 'placed',
    ...(!state && { sorted }),
    cell: ({ placedAt }) => <span className="whitespace-nowrap">{formatDay(placedAt)}</span>,
  },
  {
    header: columnNames.request,
    choice: 'request',
    ...(state === 'scheduled' && { sorted: { direction: 'asc' } as const }),
    ...(state === 'sent' && { sorted: { direction: 'desc' } as const }),
    cell: (order) => <Request order={order} />,
  },
  { header: columnNames.form, choice: 'form', cell: (order) => <FormOpenings order={order} /> },
  {
    header: columnNames.total,
    choice: 'total',
    align: 'right',
    cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
  },
]

function Request({ order }: { order: Order }) {
  const reason = order.reviewRequest?.reason
  const scheduledFor = order.reviewRequest?.state === 'scheduled' ? order.reviewRequest.scheduledFor : undefined
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:justify-end">
      <RequestBadge order={order} />
      {reason && <span className="text-xs text-balance text-quiet">{reasonText(reason)}</span>}
      {scheduledFor && <span className="text-xs text-quiet">for {formatDay(scheduledFor)}</span>}
    </span>
  )
}
