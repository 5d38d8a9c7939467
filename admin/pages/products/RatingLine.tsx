import type { Product } from '../../api/products.ts'
import { shownLocale } from '../../components/locale.ts'
import { averageText } from '../../components/values/average.ts'
import { Stars } from '../../components/values/Stars.tsx'

type Props = { rating: Product['rating']; hasCount?: boolean }

export function RatingLine({ rating: { average, count }, hasCount = true }: Props) {
  if (average === null) return <span className="text-quiet">None approved</span>
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Stars rating={average} className="h-3.5" />
      <span className="tabular-nums">{averageText(average)}</span>
      {hasCount && (
        <span className="text-quiet tabular-nums">
          ({count.toLocaleString(shownLocale)}
          <span className="sr-only"> approved reviews</span>)
        </span>
      )}
    </span>
  )
}

const stars = [5, 4, 3, 2, 1] as const

export function RatingBars({ rating: { byStar, count } }: { rating: Product['rating'] }) {
  return (
    <ul className="grid gap-1.5 text-sm">
      {stars.map((star) => (
        <li key={star} className="grid grid-cols-[3.500rem_1fr_2.500rem] items-center gap-3">
          <span className="text-quiet">
            {star} {star === 1 ? 'star' : 'stars'}
          </span>
          <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-plain-wash">
            <span
              className="block h-full rounded-full bg-star"
              style={{ width: `${count === 0 ? 0 : (byStar[star] / count) * 100}%` }}
            />
          </span>
          <span className="text-right tabular-nums">{byStar[star].toLocaleString(shownLocale)}</span>
        </li>
      ))}
    </ul>
  )
}
