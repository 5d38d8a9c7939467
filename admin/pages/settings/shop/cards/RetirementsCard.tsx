import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Retirement, retirementsQuery, type Shop, type Sync } from '../../../../api/shops/shops.ts'
import { Badge } from '../../../../components/Badge.tsx'
import { EmptyState } from '../../../../components/EmptyState.tsx'
import { Count } from '../../../../components/lists/Count.tsx'
import { PagedTable } from '../../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../../components/lists/Table.tsx'
import { Card } from '../../../../components/Page.tsx'
import { useStoreId } from '../../../../shell/store/use-store.ts'
import { retirementReason, retirementStateNames, retirementStateTones } from '../parts/labels.ts'

export function RetirementsCard({ shop, sync }: { shop: Shop; sync: Sync }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(retirementsQuery(storeId, shop.id, sync.id))
  const { refetch } = list
  useEffect(() => {
    if (sync.status) void refetch()
  }, [sync.status, refetch])
  return (
    <Card title={sync.status === 'held' ? 'Products to retire' : 'Missing products'}>
      <PagedTable
        list={list}
        caption="Missing products"
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="check" title="No missing products">
            {sync.status === 'completed'
              ? 'The shop still has all its products.'
              : 'Missing products appear here once the whole catalog has been read.'}
          </EmptyState>
        }
      />
    </Card>
  )
}

const columns: Column<Retirement>[] = [
  {
    header: 'Product',
    cell: ({ title, platformProductId, platformVariantId }) => (
      <div className="grid">
        <span className="font-semibold">{title ?? platformProductId}</span>
        <span className="text-xs break-all text-quiet">
          {platformVariantId === null ? platformProductId : `${platformProductId}, variant ${platformVariantId}`}
        </span>
      </div>
    ),
  },
  { header: 'Why', cell: (row) => <span className="text-quiet">{retirementReason(row)}</span> },
  { header: 'Variants', align: 'right', cell: ({ variants }) => <Count of={variants} /> },
  {
    header: 'Status',
    align: 'right',
    cell: ({ state }) => <Badge tone={retirementStateTones[state]}>{retirementStateNames[state]}</Badge>,
  },
]
