import type { Asked, Interval, Reports } from '../../api/analytics.ts'
import { Stars } from '../../components/Stars.tsx'
import { shareText } from './days.ts'
import { PeriodCard, type Series, Tile } from './PeriodCard.tsx'

type Report = Reports['reviews']

const series: Series<Report['data'][number]>[] = [
  { name: 'Received', value: ({ received }) => received },
  { name: 'Average', value: ({ averageRating }) => averageRating },
  { name: 'Approved', value: ({ approved }) => approved },
  { name: 'Pending', value: ({ pending }) => pending },
  { name: 'Rejected', value: ({ rejected }) => rejected },
  { name: 'Spam', value: ({ spam }) => spam },
  { name: 'Verified', value: ({ verified }) => verified },
  { name: 'With photos', value: ({ withPhotos }) => withPhotos },
]

export const ReviewsCard = ({ asked }: { asked: Asked & { interval: Interval } }) => (
  <PeriodCard
    title="Reviews"
    report="reviews"
    asked={asked}
    dateOf={({ date }) => date}
    series={series}
    isEmpty={({ total }) => total.received === 0}
    empty="Reviews that come in show here by when they were submitted, whatever becomes of them."
    tiles={({ total }) => (
      <>
        <Tile name="Received">{total.received.toLocaleString()}</Tile>
        <Tile name="Average">{total.averageRating?.toLocaleString() ?? '–'}</Tile>
        <Tile name="Verified">{shareText(total.verifiedShare)}</Tile>
        <Tile name="Answered">{shareText(total.replyShare)}</Tile>
        <RatingMix total={total} />
      </>
    )}
  />
)

/** How many of each number of stars; the numbers stand beside the bars. */
function RatingMix({ total: { ratings, received } }: { total: Report['total'] }) {
  return (
    <div className="col-span-full">
      <dt className="text-sm text-quiet">Ratings</dt>
      <dd>
        <ul className="mt-1 grid max-w-md gap-1">
          {([5, 4, 3, 2, 1] as const).map((rating) => (
            <li key={rating} className="flex items-center gap-3 text-sm">
              <Stars rating={rating} className="h-3.5" />
              <span aria-hidden="true" className="h-2 flex-1 overflow-hidden rounded-full bg-plain-wash">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${(ratings[rating] / Math.max(1, received)) * 100}%` }}
                />
              </span>
              <span className="w-12 text-right tabular-nums">{ratings[rating].toLocaleString()}</span>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}
