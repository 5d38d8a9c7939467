import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type Customer, type CustomerSort, customersQuery } from '../../api/customers.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { Count } from '../../components/lists/Count.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column, ColumnSort } from '../../components/lists/Table.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { formatDay } from '../../components/values/dates.ts'
import { Time } from '../../components/values/Time.tsx'
import { ColumnsMenu } from '../../shell/columns/ColumnsMenu.tsx'
import { useShownColumns } from '../../shell/columns/use-shown-columns.ts'
import { useSearchText } from '../../shell/filters.ts'
import { chooseSort, useSorted } from '../../shell/sorting.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { ErasureSetting } from './ErasureSetting.tsx'
import { sorting } from './search.ts'

export function CustomersPage() {
  const [text, setText] = useSearchText()
  const { isAtLeast } = useRole()
  return (
    <Page title="Customers" intro="People who ordered or wrote a review.">
      <Card>
        <div className="flex flex-wrap gap-2 border-b border-line p-3">
          <SearchBox label="Name or email address" value={text} onSearch={setText} />
          <ColumnsMenu list="customers" names={columnNames} />
        </div>
        <CustomerList text={text} />
      </Card>
      {isAtLeast('ADMIN') && <ErasureSetting />}
    </Page>
  )
}

function CustomerList({ text }: { text: string }) {
  const storeId = useStoreId()
  const search = useSearch({ from: '/signed-in/stores/$storeId/customers' })
  const list = useInfiniteQuery(customersQuery(storeId, text, chooseSort(sorting, search)))
  const columns = useShownColumns('customers', buildColumns(storeId, useSorted(sorting, search)))
  return (
    <PagedTable
      list={list}
      caption="Customers"
      columns={columns}
      keyOf={(row) => row.id}
      empty={
        text ? (
          <EmptyState icon="search" title="No matching customers">
            Part of a name is enough, or the beginning of an email address.
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

const columnNames = { orders: 'Orders', reviews: 'Reviews', since: 'Customer since', added: 'Added' } as const

const buildColumns = (storeId: string, sorted: (by: CustomerSort) => ColumnSort): Column<Customer>[] => [
  {
    header: 'Customer',
    sorted: sorted('name'),
    cell: ({ name, email }) => (
      <span className="grid">
        <Link
          to="/stores/$storeId/customers/$email"
          params={{ storeId, email: email ?? '' }}
          className="font-semibold break-all underline-offset-4 hover:underline"
        >
          {name ?? email}
        </Link>
        {name && <span className="text-xs break-all text-quiet">{email}</span>}
      </span>
    ),
  },
  { header: columnNames.orders, choice: 'orders', align: 'right', cell: ({ orderCount }) => <Count of={orderCount} /> },
  {
    header: columnNames.reviews,
    choice: 'reviews',
    align: 'right',
    cell: ({ reviewCount }) => <Count of={reviewCount} />,
  },
  {
    header: columnNames.since,
    choice: 'since',
    align: 'right',
    cell: ({ firstOrderAt }) =>
      firstOrderAt ? (
        <span className="whitespace-nowrap">{formatDay(firstOrderAt)}</span>
      ) : (
        <span className="text-quiet">No order</span>
      ),
  },
  {
    header: columnNames.added,
    choice: 'added',
    align: 'right',
    sorted: sorted('createdAt'),
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]
