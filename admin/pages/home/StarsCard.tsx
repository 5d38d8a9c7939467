import type { Reports } from '../../api/analytics.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Card } from '../../components/Page.tsx'
import { periodNames } from '../insights/days.ts'
import { StarsChart } from '../insights/StarsChart.tsx'
import type { Spans } from './spans.ts'
import { useCompared } from './use-compared.ts'

export function StarsCard({ spans }: { spans: Spans }) {
  const query = useCompared('reviews', spans)
  return (
    <Card title="Ratings">
      <div className="flex min-h-[23rem] flex-col [&>figure]:my-auto">
        <Loaded query={query}>
          {({ now, before }) =>
            now.total.received === 0 ? (
              <EmptyState icon="star" title="No ratings in these days" />
            ) : (
              <Ratings now={now} before={before} />
            )
          }
        </Loaded>
      </div>
    </Card>
  )
}

function Ratings({ now, before }: { now: Reports['reviews']; before: Reports['reviews'] | null }) {
  const names = periodNames(now)
  return (
    <StarsChart
      now={{ name: names.now, ...now.total }}
      {...(before && { before: { name: names.before, ...before.total } })}
    />
  )
}
