import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type Product, type ProductFilters, productsQuery } from '../../api/products.ts'
import { Badge } from '../../components/Badge.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { FilterSelect } from '../../components/Field.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { SearchBox } from '../../components/SearchBox.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { useStoreId } from '../../shell/use-store.ts'
import { ProductTabs } from './ProductTabs.tsx'
import { RatingLine } from './RatingLine.tsx'

export function ProductsPage() {
  const storeId = useStoreId()
  const { q } = useSearch({ from: '/signed-in/stores/$storeId/products' })
  const navigate = useNavigate()
  const [filters, setFilters] = useState<ProductFilters>({})
  const onSearch = useCallback(
    (text: string) =>
      void navigate({
        to: '/stores/$storeId/products',
        params: { storeId },
        search: { q: text || undefined },
        replace: true,
      }),
    [navigate, storeId],
  )
  return (
    <Page title="Products">
      <ProductTabs />
      <Card>
        <div className="flex flex-wrap gap-2 border-b border-line p-3">
          <SearchBox label="Search products" value={q ?? ''} onSearch={onSearch} />
          <FilterSelect
            label="Status"
            value={filters.status ?? ''}
            onChange={(event) =>
              setFilters({ ...filters, status: (event.target.value || undefined) as ProductFilters['status'] })
            }
          >
            <option value="">Any status</option>
            <option value="active">Active</option>
            <option value="draft">Draft</option>
            <option value="archived">Archived</option>
          </FilterSelect>
          <label className="inline-flex h-9 items-center gap-2 px-1 text-sm">
            <input
              type="checkbox"
              checked={filters.hasReviews ?? false}
              onChange={(event) => setFilters({ ...filters, hasReviews: event.target.checked || undefined })}
            />
            With reviews
          </label>
        </div>
        <ProductList filters={{ ...filters, ...(q && { q }) }} />
      </Card>
    </Page>
  )
}

function ProductList({ filters }: { filters: ProductFilters }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(productsQuery(storeId, filters))
  if (list.isPending) return <Loading />
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap((page) => page.data)
  if (rows.length === 0) return <NoProducts isFiltered={Object.values(filters).some(Boolean)} />
  return (
    <>
      <Table caption="Products" columns={columnsOf(storeId)} rows={rows} keyOf={(row) => row.id} />
      <LoadMore {...list} />
    </>
  )
}

const columnsOf = (storeId: string): Column<Product>[] => [
  {
    header: 'Product',
    cell: ({ id, title, platformProductId }) => (
      <div className="grid">
        <Link
          to="/stores/$storeId/products/$productId"
          params={{ storeId, productId: id }}
          className="font-semibold underline-offset-4 hover:underline"
        >
          {title ?? platformProductId}
        </Link>
        <span className="text-xs break-all text-quiet">{platformProductId}</span>
      </div>
    ),
  },
  { header: 'Rating', cell: ({ rating }) => <RatingLine rating={rating} /> },
  {
    header: 'Live variants',
    align: 'right',
    cell: ({ liveVariantCount }) => <span className="tabular-nums">{liveVariantCount}</span>,
  },
  { header: 'Status', cell: ({ status }) => <ProductStatus status={status} /> },
]

export function ProductStatus({ status }: { status: Product['status'] }) {
  return <Badge tone={status === 'active' ? 'good' : 'plain'}>{statusNames[status]}</Badge>
}

const statusNames = { active: 'Active', draft: 'Draft', archived: 'Archived' }

function NoProducts({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon="search" title="No product fits">
      Titles, handles, platform ids and SKUs are searched.
    </EmptyState>
  ) : (
    <EmptyState icon="box" title="No products yet">
      Push them with <code className="font-mono">PUT /products</code> and a key of the Admin role. Reviews and imports
      find their products here.
    </EmptyState>
  )
}
