import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { featuresQuery } from '../../api/features.ts'
import { funnelQuery } from '../../api/orders.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Card } from '../../components/Page.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { Compared } from '../insights/Compared.tsx'
import type { Spans } from './spans.ts'
import { useCompared } from './use-compared.ts'

/** Compares with the previous period only if the plan includes the requests report. */
export function RequestsCard({ spans }: { spans: Spans }) {
  const query = useQuery(featuresQuery(useStoreId()))
  return (
    <Card title="Review requests" actions={<All />}>
      <div className="flex min-h-28 flex-col">
        <Loaded query={query} rows={3}>
          {({ features }) =>
            features.some(({ name, enabled }) => name === 'advanced_analytics' && enabled) ? (
              <ComparedFunnel spans={spans} />
            ) : (
              <PresentFunnel days={spans.days === 90 ? 90 : 30} />
            )
          }
        </Loaded>
      </div>
    </Card>
  )
}

function ComparedFunnel({ spans }: { spans: Spans }) {
  return (
    <Loaded query={useCompared('requests', spans)} rows={3}>
      {({ now, before }) => <Funnel now={now.total} before={before?.total} />}
    </Loaded>
  )
}

function PresentFunnel({ days }: { days: 30 | 90 }) {
  return (
    <Loaded query={useQuery(funnelQuery(useStoreId(), days))} rows={3}>
      {(funnel) => (
        <>
          <p className="px-5 pt-2 text-sm text-quiet">Sent in the last {days} days.</p>
          <Funnel now={funnel} before={undefined} />
        </>
      )}
    </Loaded>
  )
}

type Counts = { sent: number; opened: number; reviewed: number }

const share = (part: number, { sent }: Counts) => (sent === 0 ? null : part / sent)

function Funnel({ now, before }: { now: Counts; before: Counts | undefined }) {
  if (now.sent + (before?.sent ?? 0) === 0)
    return (
      <EmptyState icon="send" title="No request was sent">
        Once orders arrive and requests are sent, this shows how many of them become reviews.
      </EmptyState>
    )
  return (
    <dl className="grid grid-cols-3 gap-4 px-5 pt-4 pb-5 lg:grid-cols-2 lg:*:first:col-span-2">
      <Compared name="Requests sent" now={now.sent} before={before?.sent} />
      <Compared
        name="Opened the form"
        as="share"
        now={share(now.opened, now)}
        before={before && share(before.opened, before)}
      />
      <Compared
        name="Wrote a review"
        as="share"
        now={share(now.reviewed, now)}
        before={before && share(before.reviewed, before)}
      />
    </dl>
  )
}

function All() {
  return (
    <Link
      to="/stores/$storeId/requests"
      params={{ storeId: useStoreId() }}
      className="text-sm text-accent underline-offset-4 hover:underline"
    >
      All requests
    </Link>
  )
}
