import { useState } from 'react'
import type { Reports } from '../../api/analytics.ts'
import { Chart } from '../../components/chart/Chart.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Card } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { periodName } from '../insights/days.ts'
import { Compared } from './Compared.tsx'
import { beforeName, type Spans } from './spans.ts'
import { useCompared } from './use-compared.ts'

type Report = Reports['reviews']

/** How many came in, and what they gave. */
export function ReviewsCard({ spans }: { spans: Spans }) {
  const query = useCompared('reviews', spans)
  return (
    <Card title="Reviews">
      <div className="flex min-h-[31rem] flex-col sm:min-h-[28.500rem]">
        <Loaded query={query} rows={8}>
          {({ now, before }) =>
            now.total.received + before.total.received === 0 ? (
              <EmptyState icon="star" title="No reviews in these days">
                What shoppers write shows here by the day they sent it, whatever becomes of it.
              </EmptyState>
            ) : (
              <Received now={now} before={before} />
            )
          }
        </Loaded>
      </div>
    </Card>
  )
}

const shown = { received: 'Received', average: 'Average rating' } as const
type Shown = keyof typeof shown

function Received({ now, before }: { now: Report; before: Report }) {
  const [what, setWhat] = useState<Shown>('received')
  const valuesOf = ({ data }: Report) =>
    data.map(({ received, averageRating }) => (what === 'received' ? received : averageRating))
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 px-5 pt-4 sm:grid-cols-4">
        <Compared name="Received" now={now.total.received} before={before.total.received} />
        <Compared
          name="Average rating"
          as="average"
          now={now.total.averageRating}
          before={before.total.averageRating}
        />
        <Compared name="Verified" as="share" now={now.total.verifiedShare} before={before.total.verifiedShare} />
        <Compared name="With photos" as="share" now={now.total.photoShare} before={before.total.photoShare} />
      </dl>
      <div className="max-w-full sideways px-5 pt-4">
        <Segments
          label="Shown in the chart"
          value={what}
          onChange={setWhat}
          options={Object.entries(shown) as [Shown, string][]}
        />
      </div>
      <Chart
        label={`${shown[what]}, by day`}
        look={what === 'received' ? 'columns' : 'line'}
        range={what === 'average' ? [1, 5] : undefined}
        places={now.data.map(({ date }) => ({
          key: date,
          name: periodName(date, 'day'),
          longName: periodName(date, 'day', true),
        }))}
        main={{ name: 'These days', values: valuesOf(now) }}
        before={{ name: beforeName(before), values: valuesOf(before) }}
      />
    </>
  )
}
