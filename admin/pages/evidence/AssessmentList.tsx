import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { assessmentsQuery, readAssessment } from '../../api/reviews/evidence.ts'
import { Button } from '../../components/Button.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Time } from '../../components/values/Time.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { FileState } from './FileState.tsx'

/** Placeholder rows while the list loads, about as high as the text of the empty list. */
export const assessmentRows = 1

export function AssessmentList() {
  const storeId = useStoreId()
  const list = useInfiniteQuery(assessmentsQuery(storeId))
  const downloading = useMutation({
    mutationFn: (id: string) => readAssessment(storeId, id),
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
        caption="Yearly assessments"
        skeletonRows={assessmentRows}
        keyOf={({ id }) => id}
        empty={
          <p className="max-w-[44rem] px-5 pt-2 pb-5 text-sm text-quiet">
            No assessments yet. An assessment lists the questions of the law on reviews, your recorded facts, and fields
            for your own answers. It is not legal advice.
          </p>
        }
        columns={[
          {
            header: 'Year',
            cell: ({ year, createdAt }) => (
              <span className="grid py-1">
                <span className="tabular-nums">{year}</span>
                <span className="text-xs text-quiet">
                  Requested <Time at={createdAt} />
                </span>
              </span>
            ),
          },
          { header: 'Status', cell: (assessment) => <FileState file={assessment} /> },
          {
            header: 'Actions',
            isHeaderHidden: true,
            align: 'right',
            cell: ({ id, year, downloadUrl }) =>
              downloadUrl && (
                <Button
                  size="small"
                  aria-label={`Download the assessment of ${year}`}
                  onClick={() => downloading.mutate(id)}
                >
                  Download
                </Button>
              ),
          },
        ]}
      />
    </>
  )
}
