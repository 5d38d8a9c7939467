import type { Reports } from '../../api/analytics.ts'
import { Chart } from '../../components/chart/Chart.tsx'
import { shownLocale } from '../../components/locale.ts'
import { averageText } from '../../components/values/average.ts'
import { shareText, wholeShareText } from '../../components/values/share.ts'
import { statusNames } from '../reviews/state/search.ts'
import type { Period } from './days.ts'
import { PeriodCard, type Series } from './PeriodCard.tsx'
import { StarsChart } from './StarsChart.tsx'

type Report = Reports['reviews']

/** Share of all received reviews. */
const shareOf = (share: number | null) => `${wholeShareText(share)} of all`

const series: Series<'reviews'>[] = [
  { name: 'Received', value: ({ received }) => received, total: ({ total }) => total.received },
  {
    name: 'Average rating',
    value: ({ averageRating }) => averageRating,
    text: ({ averageRating }) => averageText(averageRating),
    total: ({ total }) => total.averageRating,
    as: 'average',
  },
  {
    name: 'Verified',
    value: ({ verified }) => verified,
    total: ({ total }) => total.verified,
    note: ({ total }) => shareOf(total.verifiedShare),
  },
  {
    name: 'Answered',
    value: ({ withReply }) => withReply,
    total: ({ total }) => total.withReply,
    note: ({ total }) => shareOf(total.replyShare),
  },
  {
    name: 'With photos',
    value: ({ withPhotos }) => withPhotos,
    total: ({ total }) => total.withPhotos,
    note: ({ total }) => shareOf(total.photoShare),
  },
  { name: 'Approved', value: ({ approved }) => approved, total: ({ total }) => total.approved },
  { name: 'Pending', value: ({ pending }) => pending, total: ({ total }) => total.pending },
  {
    name: 'Withheld',
    value: ({ rejected, spam }) => rejected + spam,
    total: ({ total }) => total.rejected + total.spam,
  },
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
    more={({ total }) => (
      <div className="grid lg:grid-cols-2">
        <div className="min-w-0 lg:border-r lg:border-line">
          <h3 className="px-5 pt-4 text-sm font-medium">By stars</h3>
          <StarsChart now={total} />
        </div>
        <div className="min-w-0">
          <h3 className="px-5 pt-4 text-sm font-medium">By status</h3>
          <StatusChart total={total} />
        </div>
      </div>
    )}
  />
)

const statuses = ['approved', 'pending', 'rejected', 'spam'] as const
const fills = ['var(--good)', 'var(--warn)', 'var(--danger)', 'var(--line-strong)']

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
        fills,
        text: (count) => `${(count ?? 0).toLocaleString(shownLocale)} (${shareText(share(count ?? 0))})`,
      }}
      range={[0, Math.max(1, total.received)]}
    />
  )
}
