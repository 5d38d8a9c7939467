import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import {
  type Customer,
  type CustomerHas,
  type CustomerSort,
  customersQuery,
  customerTotalQuery,
} from '../../api/customers.ts'
import { Badge } from '../../components/Badge.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { Count } from '../../components/lists/Count.tsx'
import { NoValue } from '../../components/lists/NoValue.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column, ColumnSort } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card, Page } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { formatDay } from '../../components/values/dates.ts'
import { Time } from '../../components/values/Time.tsx'
import { ColumnsMenu } from '../../shell/columns/ColumnsMenu.tsx'
import { useShownColumns } from '../../shell/columns/use-shown-columns.ts'
import { useFilterChange, useSearchText } from '../../shell/filters.ts'
import { chooseSort, useSorted } from '../../shell/sorting.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { ErasureSetting } from './ErasureSetting.tsx'
import { ExportButton } from './ExportButton.tsx'
import { Spent } from './Spent.tsx'
import { type CustomerSearch, hasNames, sorting } from './search.ts'

export function CustomersPage() {
  const [text, setText] = useSearchText()
  const { has } = useSearch({ from: '/signed-in/stores/$storeId/customers' })
  const change = useFilterChange<CustomerSearch>()
  const { isAtLeast } = useRole()
  const total = <Total text={text} has={has} />
  return (
    <Page
      title="Customers"
      intro="People who ordered or wrote a review."
      actions={isAtLeast('ADMIN') && <ExportButton filters={{ text, has }} />}
    >
      <Card>
        <div className="flex flex-wrap gap-2 border-b border-line p-3">
          <SearchBox label="Name or email address" value={text} onSearch={setText} />
          <Segments
            label="Show"
            value={has ?? 'all'}
            options={[
              ['all', 'All', !has && total],
              ['orders', hasNames.orders, has === 'orders' && total],
              ['reviews', hasNames.reviews, has === 'reviews' && total],
            ]}
            onChange={(next) => change({ has: next === 'all' ? undefined : next })}
          />
          <ColumnsMenu list="customers" names={columnNames} />
        </div>
        <CustomerList text={text} />
      </Card>
      {isAtLeast('ADMIN') && <ErasureSetting />}
    </Page>
  )
}

function Total({ text, has }: { text: string; has: CustomerHas | undefined }) {
  const { data: total } = useQuery(customerTotalQuery(useStoreId(), { text, has }))
  if (total == null) return null
  return <span className="ml-0.5 font-normal text-quiet tabular-nums">{total.toLocaleString(shownLocale)}</span>
}

function CustomerList({ text }: { text: string }) {
  const storeId = useStoreId()
  const search = useSearch({ from: '/signed-in/stores/$storeId/customers' })
  const list = useInfiniteQuery(customersQuery(storeId, { text, has: search.has, ...chooseSort(sorting, search) }))
  const columns = useShownColumns('customers', buildColumns(storeId, useSorted(sorting, search)))
  return (
    <PagedTable
      list={list}
      caption="Customers"
      columns={columns}
      keyOf={(row) => row.id}
      empty={
        text || search.has ? (
          <EmptyState icon="search" title="No matching customers">
            {text && 'Part of a name is enough, or the beginning of an email address.'}
          </EmptyState>
        ) : (
          <EmptyState icon="people" title="No customers yet">
            Customers appear when they order or write a review.
          </EmptyState>
        )
      }
    />
  )
}

const columnNames = {
  marketing: 'Marketing emails',
  orders: 'Orders',
  reviews: 'Reviews',
  spent: 'Spent',
  firstOrder: 'Customer since',
  updated: 'Updated',
  added: 'Added',
} as const

const buildColumns = (storeId: string, sorted: (by: CustomerSort) => ColumnSort): Column<Customer>[] => [
  {
    header: 'Customer',
    sorted: sorted('name'),
    cell: ({ name, email, acceptsMarketing }, phoneLine) => (
      <span className="relative grid">
        <Link
          to="/stores/$storeId/customers/$email"
          params={{ storeId, email: email ?? '' }}
          className="font-semibold break-all underline-offset-4 hover:underline"
        >
          {name ?? email}
        </Link>
        {name && <span className="text-xs break-all text-quiet max-sm:hidden">{email}</span>}
        {acceptsMarketing !== null && (
          <span className="absolute top-0 right-0 sm:hidden">
            <Marketing isAgreed={acceptsMarketing} />
          </span>
        )}
        {phoneLine}
      </span>
    ),
  },
  {
    header: columnNames.marketing,
    choice: 'marketing',
    cell: ({ acceptsMarketing }) =>
      acceptsMarketing === null ? (
        <span className="text-quiet">Unknown</span>
      ) : (
        <Marketing isAgreed={acceptsMarketing} />
      ),
  },
  {
    header: columnNames.orders,
    choice: 'orders',
    align: 'right',
    sorted: sorted('orderCount'),
    cell: ({ orderCount }) => <Count of={orderCount} />,
    phone: ({ orderCount }) => (orderCount === 1 ? '1 order' : `${orderCount.toLocaleString(shownLocale)} orders`),
  },
  {
    header: columnNames.reviews,
    choice: 'reviews',
    align: 'right',
    sorted: sorted('reviewCount'),
    cell: ({ reviewCount }) => <Count of={reviewCount} />,
    phone: ({ reviewCount }) => (reviewCount === 1 ? '1 review' : `${reviewCount.toLocaleString(shownLocale)} reviews`),
  },
  {
    header: columnNames.spent,
    choice: 'spent',
    align: 'right',
    isWide: true,
    cell: ({ spent }) => (spent.length > 0 ? <Spent spent={spent} /> : <NoValue />),
  },
  {
    header: columnNames.firstOrder,
    choice: 'firstOrder',
    align: 'right',
    isWide: true,
    cell: ({ firstOrderAt }) =>
      firstOrderAt ? <span className="whitespace-nowrap">{formatDay(firstOrderAt)}</span> : <NoValue />,
  },
  {
    header: columnNames.updated,
    choice: 'updated',
    align: 'right',
    sorted: sorted('updatedAt'),
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
    phone: ({ updatedAt }) => sorted('updatedAt').direction && <Time at={updatedAt} />,
  },
  {
    header: columnNames.added,
    choice: 'added',
    align: 'right',
    sorted: sorted('createdAt'),
    cell: ({ createdAt }) => <Time at={createdAt} />,
    phone: ({ createdAt }) => sorted('createdAt').direction && <Time at={createdAt} />,
  },
]

function Marketing({ isAgreed }: { isAgreed: boolean }) {
  return <Badge tone={isAgreed ? 'good' : 'plain'}>{isAgreed ? 'Agreed' : 'Declined'}</Badge>
}
