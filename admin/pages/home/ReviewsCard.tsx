import { useState } from 'react'
import type { Reports } from '../../api/analytics.ts'
import { Chart } from '../../components/chart/Chart.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { Compared } from '../insights/Compared.tsx'
import { periodName, periodNames } from '../insights/days.ts'
import type { Spans } from './spans.ts'
import { useCompared } from './use-compared.ts'

type Report = Reports['reviews']

export function ReviewsCard({ spans }: { spans: Spans }) {
  const query = useCompared('reviews', spans)
  return (
    <Card title="Reviews" isFilled>
      <div className="flex min-h-[27.750rem] flex-col sm:min-h-[25.250rem] [&>figure]:my-auto">
        <Loaded query={query} rows={8}>
          {({ now, before }) =>
            now.total.received + (before?.total.received ?? 0) === 0 ? (
              <EmptyState icon="star" title="No reviews in these days">
                Reviews appear here by the day they were submitted, also reviews that you reject.
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

/** Counts no imported reviews. */
const countWritten = ({ received, imported }: { received: number; imported: number }) => received - imported
const importedText = (count: number) => `and ${count.toLocaleString(shownLocale)} imported`

const shown = { received: 'Received', average: 'Average rating' } as const
type SeriesName = keyof typeof shown

function Received({ now, before }: { now: Report; before: Report | null }) {
  const [what, setWhat] = useState<SeriesName>('received')
  const names = periodNames(now)
  const buildValues = ({ data }: Report) =>
    data.map((day) => (what === 'received' ? countWritten(day) : day.averageRating))
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 px-5 pt-4 sm:grid-cols-[repeat(4,auto)]">
        <Compared
          name="Received"
          now={countWritten(now.total)}
          before={before ? countWritten(before.total) : undefined}
          note={now.total.imported > 0 && importedText(now.total.imported)}
        />
        <Compared
          name="Average rating"
          as="average"
          now={now.total.averageRating}
          before={before?.total.averageRating}
        />
        <Compared name="Verified" as="share" now={now.total.verifiedShare} before={before?.total.verifiedShare} />
        <Compared name="With photos" as="share" now={now.total.photoShare} before={before?.total.photoShare} />
      </dl>
      <div className="max-w-full sideways px-5 pt-4">
        <Segments
          label="Shown in the chart"
          value={what}
          onChange={setWhat}
          options={Object.entries(shown) as [SeriesName, string][]}
        />
      </div>
      <Chart
        isLow
        label={`${shown[what]}, by day`}
        look={what === 'received' ? 'columns' : 'line'}
        range={what === 'average' ? [1, 5] : undefined}
        places={now.data.map(({ date }) => ({
          key: date,
          name: periodName(date, 'day'),
          longName: periodName(date, 'day', true),
        }))}
        main={{ name: names.now, values: buildValues(now) }}
        before={before ? { name: names.before, values: buildValues(before) } : undefined}
      />
    </>
  )
}
