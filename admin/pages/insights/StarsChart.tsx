import type { Reports } from '../../api/analytics.ts'
import { Chart } from '../../components/chart/Chart.tsx'
import type { Values } from '../../components/chart/drawing.ts'
import { shownLocale } from '../../components/locale.ts'
import { shareText } from '../../components/values/share.ts'

type RatingCounts = Pick<Reports['reviews']['total'], 'ratings' | 'received'> & { name?: string }

const stars = [5, 4, 3, 2, 1] as const

export function StarsChart({ now, before }: { now: RatingCounts; before?: RatingCounts }) {
  const buildValues = ({ name = 'Reviews', ratings, received }: RatingCounts): Values => ({
    name,
    values: stars.map((each) => (received === 0 ? 0 : ratings[each] / received)),
    text: (share) => `${Math.round((share ?? 0) * received).toLocaleString(shownLocale)} (${shareText(share)})`,
  })
  return (
    <Chart
      label="Ratings, by stars"
      look="bars"
      placesName="Stars"
      places={stars.map((each) => ({ key: String(each), name: formatStars(each), longName: formatStars(each) }))}
      main={buildValues(now)}
      before={before && buildValues(before)}
      range={[0, 1]}
    />
  )
}

const formatStars = (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`)
