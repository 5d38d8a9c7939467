import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Import, importsQuery, isUnderWay } from '../../api/imports.ts'
import { Badge } from '../../components/Badge.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { useRole, useStoreId } from '../../shell/use-store.ts'
import { UploadCard } from './UploadCard.tsx'
import { formatName } from './words.ts'

export function ImportsPage() {
  const { isAtLeast } = useRole()
  return (
    <Page title="Imports" intro="Bring reviews over from another platform. Send its export as it is.">
      {isAtLeast('MEMBER') && <UploadCard />}
      <Card title="Imports so far">
        <ImportList />
      </Card>
    </Page>
  )
}

function ImportList() {
  const storeId = useStoreId()
  const list = useInfiniteQuery({
    ...importsQuery(storeId),
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.data.some(isUnderWay)) ? 2_000 : false),
  })
  if (list.isPending) return <Loading />
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap((page) => page.data)
  if (rows.length === 0) {
    return (
      <EmptyState icon="upload" title="Nothing imported yet">
        A check of a file writes nothing, so there is nothing to fear in trying one.
      </EmptyState>
    )
  }
  return (
    <div className="pt-2">
      <Table caption="Imports" columns={columnsOf(storeId)} rows={rows} keyOf={(row) => row.id} />
      <LoadMore {...list} />
    </div>
  )
}

const columnsOf = (storeId: string): Column<Import>[] => [
  {
    header: 'File',
    cell: ({ id, fileName, format }) => (
      <span className="grid">
        <Link
          to="/stores/$storeId/imports/$importId"
          params={{ storeId, importId: id }}
          className="font-semibold break-all underline-offset-4 hover:underline"
        >
          {fileName ?? 'File without a name'}
        </Link>
        <span className="text-xs text-quiet">{formatName(format)}</span>
      </span>
    ),
  },
  { header: 'Status', cell: (row) => <ImportStatus row={row} /> },
  { header: 'Imported', align: 'right', cell: ({ imported }) => <Count value={imported} /> },
  { header: 'Failed', align: 'right', cell: ({ failed }) => <Count value={failed} /> },
  { header: 'Started', align: 'right', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

const Count = ({ value }: { value: number }) => <span className="tabular-nums">{value}</span>

export function ImportStatus({ row }: { row: Import }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5 max-sm:justify-end">
      {row.dryRun && <Badge>Check only</Badge>}
      {isUnderWay(row) && <Badge tone="accent">{row.status === 'queued' ? 'Waiting' : 'Running'}</Badge>}
      {row.status === 'completed' && <Badge tone="good">Done</Badge>}
      {row.status === 'failed' && <Badge tone="danger">Failed</Badge>}
    </span>
  )
}
