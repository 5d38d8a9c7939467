import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { packsQuery, readPack } from '../../api/reviews/evidence.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import { Notice } from '../../components/Notice.tsx'
import { formatDate } from '../../components/values/dates.ts'
import { Time } from '../../components/values/Time.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { FileState } from './FileState.tsx'

/** Placeholder rows while the list loads, about as high as the empty list. */
export const packRows = 4

export function PackList() {
  const storeId = useStoreId()
  const list = useInfiniteQuery(packsQuery(storeId))
  const downloading = useMutation({
    mutationFn: (id: string) => readPack(storeId, id),
    onSuccess: ({ downloadUrl }) => {
      if (downloadUrl) window.location.assign(downloadUrl)
    },
  })
  return (
    <>
      {downloading.error && (
        <div className="p-5">
          <Notice tone="danger">{downloading.error.message}</Notice>
        </div>
      )}
      <PagedTable
        list={list}
        caption="Packs of evidence"
        skeletonRows={packRows}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="lock" title="No packs yet">
            A pack is a signed file with the entries of a period, for authorities, platforms and anyone with doubts.
          </EmptyState>
        }
        columns={[
          {
            header: 'Period',
            cell: ({ from, to, createdAt }) => (
              <span className="grid py-1">
                <span>
                  {formatDate(from)} to {formatDate(to)}
                </span>
                <span className="text-xs text-quiet">
                  Requested <Time at={createdAt} />
                </span>
              </span>
            ),
          },
          { header: 'Status', cell: (pack) => <FileState file={pack} /> },
          {
            header: 'Actions',
            isHeaderHidden: true,
            align: 'right',
            cell: ({ id, downloadUrl }) =>
              downloadUrl && (
                <Button size="small" onClick={() => downloading.mutate(id)}>
                  Download
                </Button>
              ),
          },
        ]}
      />
    </>
  )
}
