import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type Import, importsQuery, isUnderWay } from '../../api/shops/imports.ts'
import { Badge } from '../../components/Badge.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Count } from '../../components/lists/Count.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { Time } from '../../components/values/Time.tsx'
import { usePlanGate } from '../../shell/store/plan-gate.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { formatName } from './labels.ts'
import { UploadCard } from './UploadCard.tsx'

export function ImportsPage() {
  const { isAtLeast } = useRole()
  const { kind } = useSearch({ from: '/signed-in/stores/$storeId/imports' })
  const hasLoyalty = usePlanGate('loyalty')?.enabled !== false
  const intro = isAtLeast('ADMIN') ? (hasLoyalty ? introOfAll : introWithoutPoints) : introOfMembers
  return (
    <Page title="Imports" intro={intro}>
      {isAtLeast('MEMBER') && <UploadCard {...(kind && { first: kind })} />}
      <Card title="Past imports">
        <ImportList />
      </Card>
    </Page>
  )
}

const introOfAll =
  'Import reviews, products, orders, FAQs or point balances. Upload the export of another platform as it is.'
const introWithoutPoints = 'Import reviews, products, orders or FAQs. Upload the export of another platform as it is.'
const introOfMembers = 'Import reviews or FAQs. Upload the export of another platform as it is.'

function ImportList() {
  const storeId = useStoreId()
  const list = useInfiniteQuery({
    ...importsQuery(storeId),
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.data.some(isUnderWay)) ? 2_000 : false),
  })
  return (
    <div className="pt-2">
      <PagedTable
        list={list}
        caption="Imports"
        columns={buildColumns(storeId)}
        keyOf={(row) => row.id}
        empty={
          <EmptyState icon="upload" title="Nothing imported yet">
            Checking a file writes nothing, so you can try one safely.
          </EmptyState>
        }
      />
    </div>
  )
}

const buildColumns = (storeId: string): Column<Import>[] => [
  {
    header: 'File',
    cell: ({ id, fileName, format }) => (
      <span className="grid">
        <Link
          to="/stores/$storeId/imports/$importId"
          params={{ storeId, importId: id }}
          className="font-semibold wrap-anywhere underline-offset-4 hover:underline"
        >
          {fileName ?? 'File without a name'}
        </Link>
        <span className="text-xs text-quiet">{formatName(format)}</span>
      </span>
    ),
  },
  { header: 'Status', cell: (row) => <ImportStatus row={row} /> },
  { header: 'Imported', align: 'right', cell: ({ dryRun, imported }) => (dryRun ? '–' : <Count of={imported} />) },
  {
    header: 'Failed',
    align: 'right',
    cell: ({ id, failed }) =>
      failed === 0 ? (
        <Count of={failed} />
      ) : (
        <Link
          to="/stores/$storeId/imports/$importId"
          params={{ storeId, importId: id }}
          className="whitespace-nowrap underline underline-offset-4"
        >
          <Count of={failed} />, see why
        </Link>
      ),
  },
  {
    header: 'Started',
    align: 'right',
    sorted: { direction: 'desc' },
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]

export function ImportStatus({ row }: { row: Import }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5 max-sm:justify-end">
      {row.dryRun && <Badge>Check only</Badge>}
      {isUnderWay(row) && <Badge tone="accent">{row.status === 'queued' ? 'Waiting' : 'Running'}</Badge>}
      {row.status === 'completed' && <Outcome row={row} />}
      {row.status === 'failed' && <Badge tone="danger">Failed</Badge>}
    </span>
  )
}

function Outcome({ row: { dryRun, imported, updated, skipped, failed } }: { row: Import }) {
  if (failed === 0) return <Badge tone="good">Done</Badge>
  if (dryRun) return <Badge tone="warn">Errors found</Badge>
  return imported + updated + skipped === 0 ? (
    <Badge tone="danger">Nothing imported</Badge>
  ) : (
    <Badge tone="warn">Partly imported</Badge>
  )
}
