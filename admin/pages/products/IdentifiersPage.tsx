import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Coverage, coverageQuery, type Gap, gapsQuery } from '../../api/products.ts'
import { Badge } from '../../components/Badge.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Count } from '../../components/lists/Count.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card, Page } from '../../components/Page.tsx'
import { shareText } from '../../components/values/share.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { ProductTabs } from './ProductTabs.tsx'

export function IdentifiersPage() {
  const query = useQuery(coverageQuery(useStoreId()))
  return (
    <Page title="Products">
      <ProductTabs />
      <p className="max-w-[44rem] text-quiet">
        Shopping search engines recognise a product by its GTIN, or by its MPN together with its brand. Only products
        that are on sale and have approved reviews count.
      </p>
      <Loaded query={query}>{(coverage) => <Numbers coverage={coverage} />}</Loaded>
      <Card title="Where identifiers are missing">
        <Gaps />
      </Card>
    </Page>
  )
}

function Numbers({ coverage }: { coverage: Coverage }) {
  const { skus, withGtin, withMpn, withBrand, withGtinOrMpnAndBrand, withNone, invalidGtin } = coverage
  const share = skus === 0 ? 0 : withGtinOrMpnAndBrand / skus
  return (
    <div className="card grid gap-6 p-5 sm:p-6">
      <div className="grid gap-2">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-[2rem] leading-none font-semibold tracking-tight tabular-nums">{shareText(share)}</span>
          <span className="text-quiet">
            recognisable SKUs ({withGtinOrMpnAndBrand.toLocaleString(shownLocale)} of {skus.toLocaleString(shownLocale)}
            )
          </span>
        </p>
        <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-plain-wash">
          <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-4">
        <Figure name="Valid GTIN" value={withGtin} />
        <Figure name="MPN" value={withMpn} />
        <Figure name="Brand" value={withBrand} />
        <Figure name="None of these" value={withNone} />
        <Figure name="GTIN with a wrong digit" value={invalidGtin} />
        <Figure name="Reviews of products on sale" value={coverage.reviewsOnLiveProducts} />
        <Figure name="Reviews of products no longer on sale" value={coverage.reviewsOnRetiredProducts} />
      </dl>
    </div>
  )
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-quiet">{name}</dt>
      <dd className="text-lg font-semibold tabular-nums">{value.toLocaleString(shownLocale)}</dd>
    </div>
  )
}

function Gaps() {
  const storeId = useStoreId()
  const list = useInfiniteQuery(gapsQuery(storeId))
  return (
    <div className="pt-2">
      <PagedTable
        list={list}
        caption="Products with gaps"
        columns={buildColumns(storeId)}
        keyOf={(row) => row.product.id}
        empty={
          <EmptyState icon="check" title="No gaps">
            Every SKU of a reviewed product on sale has the identifiers it needs.
          </EmptyState>
        }
      />
    </div>
  )
}

const buildColumns = (storeId: string): Column<Gap>[] => [
  {
    header: 'Product',
    cell: ({ product }) => (
      <Link
        to="/stores/$storeId/products/$productId"
        params={{ storeId, productId: product.id }}
        className="font-semibold underline-offset-4 hover:underline"
      >
        {product.title ?? product.platformProductId}
      </Link>
    ),
  },
  { header: 'Reviews', align: 'right', cell: ({ reviewCount }) => <Count of={reviewCount} /> },
  { header: 'SKUs', align: 'right', cell: ({ variants }) => <Count of={variants.length} /> },
  {
    header: 'Missing',
    cell: ({ variants }) => (
      <span className="flex flex-wrap gap-1.5 max-sm:justify-end">
        {(['gtin', 'mpn', 'brand'] as const).map((each) => {
          const count = variants.filter(({ missing }) => missing.includes(each)).length
          return (
            count > 0 && (
              <Badge key={each} tone="warn">{`${each === 'brand' ? 'Brand' : each.toUpperCase()} ${count}`}</Badge>
            )
          )
        })}
      </span>
    ),
  },
]
