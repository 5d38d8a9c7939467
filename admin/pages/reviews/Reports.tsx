import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  countsKey,
  listKey,
  type Report,
  type Review,
  reportsQuery,
  resolveReports,
  reviewQuery,
} from '../../api/reviews/reviews.ts'
import { Button } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { Time } from '../../components/values/Time.tsx'
import { useInbox } from './state/inbox.ts'
import { useReplaceReview } from './state/use-review-change.ts'

const reasonNames: Record<Report['reason'], string> = {
  spam: 'Spam',
  offensive: 'Offensive',
  off_topic: 'Not about the product',
  fake: 'Not from a customer',
  privacy: 'Reveals private information',
  other: 'Other',
}

export function Reports({ review }: { review: Review }) {
  const { storeId, mayWrite } = useInbox()
  const { data, error } = useQuery(reportsQuery(storeId, review.id))
  const settling = useSettling(review)
  const { reportCount } = review
  return (
    <section aria-label="Reports" className="grid gap-4 rounded-xl bg-danger-wash p-4 sm:p-5">
      <div className="flex items-start justify-between gap-3 max-sm:flex-wrap">
        <div className="flex min-w-0 gap-2.5">
          <Icon name="flag" className="mt-0.5 size-5 text-danger" />
          <div className="grid gap-0.5">
            <h3 className="font-semibold tracking-tight text-danger">
              {reportCount === 1 ? 'A visitor reported this review' : `${reportCount} visitors reported this review`}
            </h3>
            <p className="text-sm text-text">
              It stays as it is until you decide. A bad opinion is no reason to take a review down.
            </p>
          </div>
        </div>
        {mayWrite && (
          <Button size="small" icon="check" isBusy={settling.isPending} onClick={() => settling.mutate()}>
            Resolve
          </Button>
        )}
      </div>
      {error && <Notice tone="danger">The reports could not be loaded: {error.message}</Notice>}
      {settling.error && <Notice tone="danger">{settling.error.message}</Notice>}
      {data && (
        <ul className="grid gap-2 text-sm">
          {data.reports.map((report) => (
            <ReportLine key={report.id} report={report} />
          ))}
          {data.hasMore && <li className="text-text">Older reports are not listed.</li>}
        </ul>
      )}
    </section>
  )
}

function ReportLine({ report: { reason, text, createdAt, resolvedAt } }: { report: Report }) {
  return (
    <li className="grid gap-1 rounded-lg bg-surface px-3.5 py-2.5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">
          {reasonNames[reason]}
          {resolvedAt && <span className="font-normal text-quiet"> (resolved before)</span>}
        </span>
        <Time at={createdAt} className="text-xs text-quiet" />
      </span>
      {text && (
        <span dir="auto" className="break-words whitespace-pre-line text-quiet">
          {text}
        </span>
      )}
    </li>
  )
}

function useSettling(review: Review) {
  const { storeId, search } = useInbox()
  const queryClient = useQueryClient()
  const replace = useReplaceReview()
  return useMutation({
    mutationFn: () => resolveReports(storeId, review.id),
    onSuccess: async ({ resolved }) => {
      // Reads the cached review, because the shown one may include an unsent decision.
      const read = queryClient.getQueryData(reviewQuery(storeId, review.id).queryKey)
      if (read) replace({ ...read, reportCount: 0 })
      toast(resolved === 1 ? 'One report resolved' : `${resolved} reports resolved`)
      queryClient.removeQueries({ queryKey: reportsQuery(storeId, review.id).queryKey })
      await queryClient.invalidateQueries({ queryKey: countsKey(storeId) })
      await queryClient.invalidateQueries({
        queryKey: listKey(storeId),
        refetchType: search.reported ? 'active' : 'none',
      })
    },
  })
}
