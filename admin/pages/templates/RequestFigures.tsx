import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { reportQuery } from '../../api/analytics.ts'
import { serverNowMs } from '../../api/server-clock.ts'
import { shownLocale } from '../../components/locale.ts'
import { usePlanGate } from '../../shell/store/plan-gate.ts'
import { useStore } from '../../shell/store/use-store.ts'
import { computePeriod } from '../insights/days.ts'

/** Results of the emails that ask for a review. Opened means the form: we do not track who opens an email. */
export function RequestFigures({ template }: { template: string }) {
  const store = useStore()
  const gate = usePlanGate('advanced_analytics')
  const { from, to } = useMemo(() => computePeriod('30d', store, serverNowMs()), [store])
  const isRequest = template === 'review_request' || template === 'review_reminder'
  const { data } = useQuery({
    ...reportQuery(store.id, 'requests', { from, to, groupBy: 'template' }),
    enabled: isRequest && gate?.enabled === true,
  })
  if (!isRequest || !data) return null
  // Every request began with the first email, whether a reminder followed or not.
  const counts = template === 'review_request' ? data.total : data.data.find(({ key }) => key === template)
  const { sent = 0, opened = 0, reviewed = 0 } = counts ?? {}
  const format = (count: number) => count.toLocaleString(shownLocale)
  return (
    <p className="pt-1.5 text-sm tabular-nums">
      {sent === 0 ? (
        <span className="text-quiet">Not sent in the last 30 days</span>
      ) : (
        <>
          <span className="font-medium">
            {format(sent)} sent · {format(opened)} opened the form · {format(reviewed)} reviewed
          </span>
          <span className="block text-xs text-quiet">Last 30 days</span>
        </>
      )}
    </p>
  )
}
