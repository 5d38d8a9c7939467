import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { downloadReport, type Reports, reportQuery } from '../../api/analytics.ts'
import { Badge } from '../../components/Badge.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { SaveButton } from '../../components/forms/SaveButton.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Count } from '../../components/lists/Count.tsx'
import { type Column, Table } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { averageText } from '../../components/values/average.ts'
import { shareText } from '../../components/values/share.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import type { Days } from './days.ts'

type Row = Reports['products']['data'][number]

const reasons: Record<Row['attention'][number], string> = {
  average_fell: 'Average fell',
  low_unanswered: 'Low and unanswered',
  low_share: 'Many low ratings',
  backlog: 'Many pending',
}
const orders = {
  attention: 'Needs attention',
  reviews: 'Most reviews',
  average: 'Best average',
  lowest: 'Lowest average',
} as const
type Order = keyof typeof orders

const toSort = (order: Order) => (order === 'lowest' ? { sort: 'average', direction: 'asc' } : { sort: order })

const shown = 10

export function AttentionCard({ asked: { from, to } }: { asked: Days }) {
  const storeId = useStoreId()
  const [order, setOrder] = useState<Order>('attention')
  const sort = toSort(order)
  const asked = { from, to, ...sort, limit: shown }
  const query = useQuery(reportQuery(storeId, 'products', asked))
  const save = (
    <SaveButton
      label="Download as CSV"
      name="Download as CSV: Products"
      fileName={`products-${from}-${to}.csv`}
      read={() => downloadReport(storeId, 'products', { from, to, ...sort })}
    />
  )
  return (
    <Card title="Products" actions={save}>
      <div className="max-w-full sideways px-5 py-4">
        <Segments
          label="Order of the products"
          value={order}
          onChange={setOrder}
          options={Object.entries(orders) as [Order, string][]}
        />
      </div>
      <Loaded query={query}>
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState icon="box" title="No product was reviewed in these days" />
          ) : (
            <>
              <Table
                caption="Products that were reviewed"
                columns={buildColumns(storeId)}
                rows={data}
                keyOf={({ product }) => product.id}
              />
              {total.products > data.length && (
                <p className="border-t border-line px-5 py-3 text-sm text-quiet">
                  {data.length} of {total.products.toLocaleString(shownLocale)} products; the file has all of them.
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

const buildColumns = (storeId: string): Column<Row>[] => [
  {
    header: 'Product',
    cell: ({ product }) => (
      <Link
        to="/stores/$storeId/products/$productId"
        params={{ storeId, productId: product.id }}
        className="font-medium hover:underline"
      >
        {product.title ?? product.platformProductId}
      </Link>
    ),
  },
  { header: 'Reviews', align: 'right', cell: ({ received }) => <Count of={received} /> },
  {
    header: 'Average rating',
    align: 'right',
    cell: ({ averageRating, previousAverage }) => (
      <span className="tabular-nums">
        {averageText(averageRating)}
        {previousAverage !== null && <span className="text-quiet"> (before: {averageText(previousAverage)})</span>}
      </span>
    ),
  },
  { header: 'One or two stars', align: 'right', cell: ({ lowShare }) => shareText(lowShare) },
  {
    header: 'Needs attention',
    cell: ({ attention }) =>
      attention.length > 0 && (
        <span className="flex flex-wrap gap-1.5">
          {attention.map((reason) => (
            <Badge key={reason} tone="warn">
              {reasons[reason]}
            </Badge>
          ))}
        </span>
      ),
  },
]
