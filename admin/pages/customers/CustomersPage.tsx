import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Customer, customersQuery } from '../../api/customers.ts'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { SearchBox } from '../../components/SearchBox.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { useRole, useStoreId } from '../../shell/use-store.ts'
import { ErasureSetting } from './ErasureSetting.tsx'

export function CustomersPage() {
  const [text, setText] = useState('')
  const { isAtLeast } = useRole()
  return (
    <Page title="Customers" intro="Whoever ordered, or wrote a review.">
      <Card>
        <div className="flex border-b border-line p-3">
          <SearchBox label="Find by name, or by whole e-mail address" value={text} onSearch={setText} />
        </div>
        <CustomerList text={text} />
      </Card>
      {isAtLeast('ADMIN') && <ErasureSetting />}
    </Page>
  )
}

function CustomerList({ text }: { text: string }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(customersQuery(storeId, text))
  if (list.isPending) return <Loading />
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap((page) => page.data)
  if (rows.length === 0) {
    return text ? (
      <EmptyState icon="search" title="Nobody fits">
        Part of a name is enough; an e-mail address must be whole.
      </EmptyState>
    ) : (
      <EmptyState icon="people" title="Nobody yet">
        Customers come with orders and reviews.
      </EmptyState>
    )
  }
  return (
    <>
      <Table caption="Customers" columns={columnsOf(storeId)} rows={rows} keyOf={(row) => row.id} />
      <LoadMore {...list} />
    </>
  )
}

const columnsOf = (storeId: string): Column<Customer>[] => [
  {
    header: 'Customer',
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
  { header: 'Orders', align: 'right', cell: ({ orderCount }) => <span className="tabular-nums">{orderCount}</span> },
  { header: 'Reviews', align: 'right', cell: ({ reviewCount }) => <span className="tabular-nums">{reviewCount}</span> },
  { header: 'Since', align: 'right', cell: ({ createdAt }) => <Time at={createdAt} /> },
]
