import type { Reports } from '../../api/analytics.ts'
import { Chart } from '../../components/chart/Chart.tsx'
import { shownLocale } from '../../components/locale.ts'
import { averageText } from '../../components/values/average.ts'
import { shareText } from '../../components/values/share.ts'
import { statusNames } from '../reviews/state/search.ts'
import { Compared } from './Compared.tsx'
import type { Period } from './days.ts'
import { PeriodCard, type Series } from './PeriodCard.tsx'
import { StarsChart } from './StarsChart.tsx'

type Report = Reports['reviews']

const series: Series<Report['data'][number]>[] = [
  { name: 'Received', value: ({ received }) => received },
  {
    name: 'Average rating',
    value: ({ averageRating }) => averageRating,
    text: ({ averageRating }) => averageText(averageRating),
  },
  { name: 'Approved', value: ({ approved }) => approved },
  { name: 'Pending', value: ({ pending }) => pending },
  { name: 'Rejected', value: ({ rejected }) => rejected },
  { name: 'Spam', value: ({ spam }) => spam },
  { name: 'Verified', value: ({ verified }) => verified },
  { name: 'With photos', value: ({ withPhotos }) => withPhotos },
]

export const ReviewsCard = ({ asked }: { asked: Period }) => (
  <PeriodCard
    title="Reviews"
    report="reviews"
    asked={asked}
    dateOf={({ date }) => date}
    series={series}
    isEmpty={({ total }) => total.received === 0}
    empty="Reviews appear here by the day they were submitted, with any later decision."
    tiles={({ total }, before) => (
      <>
        <Compared name="Received" now={total.received} before={before?.total.received} />
        <Compared name="Average rating" as="average" now={total.averageRating} before={before?.total.averageRating} />
        <Compared name="Verified" as="share" now={total.verifiedShare} before={before?.total.verifiedShare} />
        <Compared name="Answered" as="share" now={total.replyShare} before={before?.total.replyShare} />
      </>
    )}
    more={({ total }) => (
      <div className="grid lg:grid-cols-2">
        <div className="min-w-0 lg:border-r lg:border-line">
          <StarsChart now={total} />
        </div>
        <div className="min-w-0">
          <StatusChart total={total} />
        </div>
      </div>
    )}
  />
)

const statuses = ['approved', 'pending', 'rejected', 'spam'] as const

function StatusChart({ total }: Pick<Report, 'total'>) {
  const share = (count: number) => (total.received === 0 ? 0 : count / total.received)
  return (
    <Chart
      label="Reviews, by status"
      look="bars"
      placesName="Status"
      places={statuses.map((status) => ({ key: status, name: statusNames[status], longName: statusNames[status] }))}
      main={{
        name: 'Reviews',
        values: statuses.map((status) => total[status]),
        text: (count) => `${(count ?? 0).toLocaleString(shownLocale)} (${shareText(share(count ?? 0))})`,
      }}
      range={[0, Math.max(1, total.received)]}
    />
  )
}
