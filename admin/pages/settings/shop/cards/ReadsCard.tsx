import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Shop, type Sync, syncsQuery } from '../../../../api/shops/shops.ts'
import { Badge } from '../../../../components/Badge.tsx'
import { EmptyState } from '../../../../components/EmptyState.tsx'
import { PagedTable } from '../../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../../components/lists/Table.tsx'
import { Card } from '../../../../components/Page.tsx'
import { Time } from '../../../../components/values/Time.tsx'
import { useStoreId } from '../../../../shell/store/use-store.ts'
import { kindNames, outcomeText, syncStatusName, syncStatusTone, triggerNames } from '../parts/labels.ts'

export function ReadsCard({ shop }: { shop: Shop }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(syncsQuery(storeId, shop.id))
  return (
    <Card title="Reads">
      <PagedTable
        list={list}
        caption="Reads of the shop"
        columns={buildColumns(storeId)}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="log" title="No reads yet">
            The first read starts when you connect the shop.
          </EmptyState>
        }
      />
    </Card>
  )
}

const buildColumns = (storeId: string): Column<Sync>[] => [
  {
    header: 'Read',
    cell: ({ id, kind, trigger }) => (
      <div className="grid">
        <Link
          to="/stores/$storeId/settings/shop/reads/$syncId"
          params={{ storeId, syncId: id }}
          className="font-semibold underline-offset-4 hover:underline"
        >
          {kindNames[kind]}
        </Link>
        <span className="text-xs text-quiet">{triggerNames[trigger]}</span>
      </div>
    ),
  },
  {
    header: 'Result',
    cell: (sync) => (
      <span className={sync.status === 'failed' ? 'text-danger' : 'text-quiet'}>
        {sync.status === 'failed' ? sync.error?.message : outcomeText(sync)}
      </span>
    ),
  },
  {
    header: 'Status',
    cell: (sync) => <Badge tone={syncStatusTone(sync)}>{syncStatusName(sync)}</Badge>,
  },
  { header: 'Started', align: 'right', cell: ({ createdAt }) => <Time at={createdAt} /> },
]
