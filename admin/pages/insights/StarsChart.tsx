import type { Reports } from '../../api/analytics.ts'
import { Chart } from '../../components/chart/Chart.tsx'
import type { Values } from '../../components/chart/drawing.ts'
import { shownLocale } from '../../components/locale.ts'
import { shareText } from './days.ts'

type RatingCounts = Pick<Reports['reviews']['total'], 'ratings' | 'received'>

const stars = [5, 4, 3, 2, 1] as const

export function StarsChart({ now, before }: { now: RatingCounts; before?: { name: string } & RatingCounts }) {
  const buildValues = (name: string, { ratings, received }: RatingCounts): Values => ({
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
      main={buildValues(before ? 'These days' : 'Reviews', now)}
      before={before && buildValues(before.name, before)}
      range={[0, 1]}
    />
  )
}

const formatStars = (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`)
