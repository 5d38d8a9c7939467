import { useState } from 'react'
import type { Reports } from '../../api/analytics.ts'
import { Chart } from '../../components/chart/Chart.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { Compared } from '../insights/Compared.tsx'
import { periodName, periodNames } from '../insights/days.ts'
import type { Spans } from './spans.ts'
import { useCompared } from './use-compared.ts'

type Report = Reports['reviews']

export function ReviewsCard({ spans }: { spans: Spans }) {
  const query = useCompared('reviews', spans)
  return (
    <Card title="Reviews" isFilled>
      <div className="flex min-h-[26rem] flex-col sm:min-h-[22.250rem] [&>figure]:my-auto">
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

type Day = Report['data'][number]

const shown = {
  received: 'Received',
  average: 'Average rating',
  verified: 'Verified',
  photos: 'With photos',
} as const
type SeriesName = keyof typeof shown

const values: Record<SeriesName, (day: Day) => number | null> = {
  received: countWritten,
  average: ({ averageRating }) => averageRating,
  verified: ({ verified }) => verified,
  photos: ({ withPhotos }) => withPhotos,
}

/** The chosen tile's numbers are drawn by day. */
function Received({ now, before }: { now: Report; before: Report | null }) {
  const [what, setWhat] = useState<SeriesName>('received')
  const names = periodNames(now)
  const buildValues = ({ data }: Report) => data.map(values[what])
  const tile = (name: SeriesName) => ({
    name: shown[name],
    choice: { isChosen: name === what, onChoose: () => setWhat(name) },
  })
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 px-5 pt-5 sm:grid-cols-4">
        <Compared
          {...tile('received')}
          now={countWritten(now.total)}
          before={before ? countWritten(before.total) : undefined}
          note={now.total.imported > 0 && importedText(now.total.imported)}
        />
        <Compared
          {...tile('average')}
          as="average"
          now={now.total.averageRating}
          before={before?.total.averageRating}
        />
        <Compared {...tile('verified')} as="share" now={now.total.verifiedShare} before={before?.total.verifiedShare} />
        <Compared {...tile('photos')} as="share" now={now.total.photoShare} before={before?.total.photoShare} />
      </dl>
      <Chart
        isLow
        label={`${shown[what]}, by day`}
        look={what === 'average' ? 'line' : 'columns'}
        range={what === 'average' ? [1, 5] : undefined}
        places={now.data.map(({ date }, at) => ({
          key: date,
          // The period ends today. An empty place of today would otherwise look like a day without reviews.
          name: at === now.data.length - 1 ? 'Today' : periodName(date, 'day'),
          longName: periodName(date, 'day', true),
        }))}
        main={{ name: names.now, values: buildValues(now) }}
        before={before ? { name: names.before, values: buildValues(before) } : undefined}
      />
    </>
  )
}
