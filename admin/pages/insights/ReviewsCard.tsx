import type { Interval, ReportParameters, Reports } from '../../api/analytics.ts'
import { shownLocale } from '../../components/locale.ts'
import { Tile } from '../../components/Tile.tsx'
import { averageText } from '../../components/values/average.ts'
import { shareText } from './days.ts'
import { PeriodCard, type Series } from './PeriodCard.tsx'
import { StarsChart } from './StarsChart.tsx'

type Report = Reports['reviews']

const series: Series<Report['data'][number]>[] = [
  { name: 'Received', value: ({ received }) => received },
  {
    name: 'Average',
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

export const ReviewsCard = ({ asked }: { asked: ReportParameters & { interval: Interval } }) => (
  <PeriodCard
    title="Reviews"
    report="reviews"
    asked={asked}
    dateOf={({ date }) => date}
    series={series}
    isEmpty={({ total }) => total.received === 0}
    empty="Reviews show here by their submission date, with any later decision."
    tiles={({ total }) => (
      <>
        <Tile name="Received">{total.received.toLocaleString(shownLocale)}</Tile>
        <Tile name="Average">{averageText(total.averageRating)}</Tile>
        <Tile name="Verified">{shareText(total.verifiedShare)}</Tile>
        <Tile name="Answered">{shareText(total.replyShare)}</Tile>
      </>
    )}
    more={({ total }) => <StarsChart now={total} />}
  />
)
