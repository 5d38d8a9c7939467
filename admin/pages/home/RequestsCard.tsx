import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { featuresQuery } from '../../api/features.ts'
import { funnelQuery } from '../../api/orders.ts'
import { Chart } from '../../components/chart/Chart.tsx'
import type { Values } from '../../components/chart/drawing.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { shareText } from '../insights/days.ts'
import { beforeName, type Spans } from './spans.ts'
import { useCompared } from './use-compared.ts'

/** Compares with the previous period only if the plan includes the requests report. */
export function RequestsCard({ spans }: { spans: Spans }) {
  const query = useQuery(featuresQuery(useStoreId()))
  return (
    <Card title="Review requests" actions={<All />}>
      <div className="flex min-h-[16.750rem] flex-col [&>figure]:my-auto">
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
      {({ now, before }) => (
        <Funnel now={now.total} {...(before && { before: { name: beforeName(before), ...before.total } })} />
      )}
    </Loaded>
  )
}

function PresentFunnel({ days }: { days: 30 | 90 }) {
  return (
    <Loaded query={useQuery(funnelQuery(useStoreId(), days))} rows={3}>
      {(funnel) => (
        <>
          <p className="px-5 pt-2 text-sm text-quiet">Sent in the last {days} days.</p>
          <Funnel now={funnel} />
        </>
      )}
    </Loaded>
  )
}

type Counts = { sent: number; opened: number; reviewed: number }

const steps = [
  ['sent', 'Requests sent'],
  ['opened', 'Opened the form'],
  ['reviewed', 'Wrote a review'],
] as const satisfies [keyof Counts, string][]

function Funnel({ now, before }: { now: Counts; before?: Counts & { name: string } }) {
  if (now.sent + (before?.sent ?? 0) === 0)
    return (
      <EmptyState icon="send" title="No request was sent">
        Once orders arrive and requests are sent, this shows how many of them become reviews.
      </EmptyState>
    )
  const buildValues = (name: string, counts: Counts): Values => ({
    name,
    values: steps.map(([step]) => counts[step]),
    text: (value) =>
      `${(value ?? 0).toLocaleString(shownLocale)}${counts.sent > 0 ? ` (${shareText((value ?? 0) / counts.sent)})` : ''}`,
  })
  return (
    <Chart
      label="From requests to reviews"
      look="bars"
      placesName="Step"
      places={steps.map(([key, name]) => ({ key, name, longName: name }))}
      main={buildValues('These days', now)}
      before={before && buildValues(before.name, before)}
    />
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
