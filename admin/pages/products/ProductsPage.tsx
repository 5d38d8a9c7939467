import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { categoryQuery } from '../../api/categories.ts'
import { groupQuery } from '../../api/product-groups.ts'
import { type Product, type ProductFilters, type ProductSort, productsQuery } from '../../api/products.ts'
import { shopQuery } from '../../api/shops/shops.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button, buttonClass } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { Count } from '../../components/lists/Count.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column, ColumnSort } from '../../components/lists/Table.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { ProductPicture } from '../../components/ProductPicture.tsx'
import { Time } from '../../components/values/Time.tsx'
import { ColumnsMenu } from '../../shell/columns/ColumnsMenu.tsx'
import { useShownColumns } from '../../shell/columns/use-shown-columns.ts'
import { useFilterChange } from '../../shell/filters.ts'
import { parseChoice } from '../../shell/search-values.ts'
import { chooseSort, useSorted } from '../../shell/sorting.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { ProductTabs } from './ProductTabs.tsx'
import { RatingLine } from './RatingLine.tsx'
import { RecreatedCard } from './RecreatedCard.tsx'
import { sorting, statusNames } from './search.ts'

export function ProductsPage() {
  const search = useSearch({ from: '/signed-in/stores/$storeId/products' })
  const change = useFilterChange<ProductFilters>()
  const onSearch = useCallback((text: string) => change({ q: text || undefined }), [change])
  return (
    <Page title="Products" intro="The products of your shop and their ratings.">
      <ProductTabs />
      <RecreatedCard />
      <Card>
        <div className="flex flex-wrap gap-2 border-b border-line p-3">
          <SearchBox label="Search products" value={search.q ?? ''} onSearch={onSearch} />
          <FilterSelect
            label="Status"
            value={search.status ?? ''}
            onChange={(event) => change({ status: parseChoice(statusNames, event.target.value) })}
          >
            <option value="">All statuses</option>
            <Options names={statusNames} />
          </FilterSelect>
          <label className="inline-flex h-9 items-center gap-2 px-1 text-sm">
            <input
              type="checkbox"
              checked={search.hasReviews ?? false}
              onChange={(event) => change({ hasReviews: event.target.checked || undefined })}
            />
            With reviews
          </label>
          {search.categoryId && <InCategory id={search.categoryId} onLeave={() => change({ categoryId: undefined })} />}
          {search.groupId && <InGroup id={search.groupId} onLeave={() => change({ groupId: undefined })} />}
          <ColumnsMenu list="products" names={columnNames} />
        </div>
        <ProductList filters={search} />
      </Card>
    </Page>
  )
}

function InCategory({ id, onLeave }: { id: string; onLeave(): void }) {
  const { data } = useQuery(categoryQuery(useStoreId(), id))
  return (
    <Button
      size="small"
      icon="cross"
      className="self-center"
      aria-label="Show products of all categories"
      onClick={onLeave}
    >
      In {data?.name ?? 'one category'}
    </Button>
  )
}

function InGroup({ id, onLeave }: { id: string; onLeave(): void }) {
  const { data } = useQuery(groupQuery(useStoreId(), id))
  return (
    <Button
      size="small"
      icon="cross"
      className="self-center"
      aria-label="Show products of all groups"
      onClick={onLeave}
    >
      In {data?.name ?? 'one group'}
    </Button>
  )
}

function ProductList({ filters }: { filters: ProductFilters }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(productsQuery(storeId, { ...filters, ...chooseSort(sorting, filters) }))
  const sorted = useSorted(sorting, filters)
  const columns = useShownColumns('products', buildColumns(storeId, sorted))
  const { sort, direction, ...narrowed } = filters
  return (
    <PagedTable
      list={list}
      caption="Products"
      columns={columns}
      keyOf={(row) => row.id}
      empty={<NoProducts isFiltered={Object.values(narrowed).some(Boolean)} />}
    />
  )
}

const columnNames = {
  rating: 'Rating',
  reviews: 'Reviews',
  variants: 'Variants',
  status: 'Status',
  added: 'Added',
} as const

const buildColumns = (storeId: string, sorted: (by: ProductSort) => ColumnSort): Column<Product>[] => [
  {
    header: 'Product',
    sorted: sorted('title'),
    cell: ({ id, title, platformProductId, categories }, phoneLine) => (
      <div className="flex min-w-0 items-center gap-3">
        <ProductPicture productId={id} title={title ?? platformProductId} isSmall />
        <span className="grid min-w-0">
          <Link
            to="/stores/$storeId/products/$productId"
            params={{ storeId, productId: id }}
            className="font-semibold underline-offset-4 hover:underline"
          >
            {title ?? platformProductId}
          </Link>
          <span dir="auto" className="line-clamp-1 text-xs wrap-anywhere text-quiet max-sm:hidden">
            {categories.join(' · ') || platformProductId}
          </span>
          {phoneLine}
        </span>
      </div>
    ),
  },
  {
    header: columnNames.rating,
    choice: 'rating',
    sorted: sorted('rating'),
    cell: ({ id, rating }) => <Rating id={id} rating={rating} />,
    phone: ({ id, rating }) => <Rating id={id} rating={rating} hasCount />,
  },
  {
    header: columnNames.reviews,
    choice: 'reviews',
    align: 'right',
    sorted: sorted('reviewCount'),
    cell: ({ rating }) => <Count of={rating.count} />,
  },
  {
    header: columnNames.variants,
    choice: 'variants',
    align: 'right',
    cell: ({ liveVariantCount }) => <Count of={liveVariantCount} />,
  },
  {
    header: columnNames.status,
    choice: 'status',
    cell: ({ status }) => <ProductStatus status={status} />,
    phone: ({ status }) => status !== 'active' && <ProductStatus status={status} />,
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

function Rating({ id, rating, hasCount = false }: Pick<Product, 'id' | 'rating'> & { hasCount?: boolean }) {
  const storeId = useStoreId()
  if (rating.count > 0) return <RatingLine rating={rating} hasCount={hasCount} />
  return (
    <Link
      to="/stores/$storeId/reviews"
      params={{ storeId }}
      search={{ productId: id, status: 'all' }}
      className="text-quiet underline underline-offset-4"
    >
      <RatingLine rating={rating} />
    </Link>
  )
}

export function ProductStatus({ status }: { status: Product['status'] }) {
  return <Badge tone={status === 'active' ? 'good' : 'plain'}>{statusNames[status]}</Badge>
}

function NoProducts({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon="search" title="No matching products">
      Titles, handles, platform ids and SKUs are searched.
    </EmptyState>
  ) : (
    <NoProductsAtAll />
  )
}

function NoProductsAtAll() {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const { data: shop } = useQuery(shopQuery(storeId))
  if (shop?.plugin && shop.status === 'installing') return <NoConnect name={shop.name} />
  const isRead = shop && shop.platform !== 'custom'
  return (
    <EmptyState
      icon="box"
      title={isRead ? 'No products have arrived yet' : 'No products yet'}
      action={
        (isRead || isAtLeast('ADMIN')) && (
          <Link
            to="/stores/$storeId/settings/shop"
            params={{ storeId }}
            search={{}}
            className={buttonClass(isRead ? 'secondary' : 'primary')}
          >
            {isRead ? 'See the progress of the sync' : 'Connect your shop'}
          </Link>
        )
      }
    >
      {isRead ? (
        <>Products of {shop.name} appear here while they are read.</>
      ) : (
        <>
          Connect your shop to sync them automatically, or push them with{' '}
          <code className="font-mono">PUT /products</code> and a key of the Admin role.
        </>
      )}
    </EmptyState>
  )
}

/** The plugin has its connection string, and staff have not chosen Connect in the shop's admin yet. */
function NoConnect({ name }: { name: string }) {
  return (
    <EmptyState
      icon="box"
      title="No products yet"
      action={
        <Link
          to="/stores/$storeId/settings/shop"
          params={{ storeId: useStoreId() }}
          search={{}}
          className={buttonClass('secondary')}
        >
          See the connection
        </Link>
      }
    >
      Products appear after you choose Connect in {name}’s admin.
    </EmptyState>
  )
}
