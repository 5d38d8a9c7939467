import { shownLocale } from './locale.ts'

const star =
  'M10 1.700l2.560 5.190 5.730.830-4.150 4.040.980 5.710L10 14.780l-5.120 2.690.980-5.710L1.710 7.720l5.730-.830z'
const leftHalf = 'M10 1.700v13.080l-5.120 2.690.980-5.710L1.710 7.720l5.730-.830z'

/** To the nearest half, as stars are read; the label says the number itself. */
export function Stars({ rating, className = 'h-4' }: { rating: number; className?: string }) {
  const halves = Math.round(rating * 2)
  const label = Number(rating.toFixed(2)).toLocaleString(shownLocale)
  return (
    <svg role="img" aria-label={`${label} out of 5 stars`} viewBox="0 0 108 20" className={`shrink-0 ${className}`}>
      {[0, 1, 2, 3, 4].map((i) => (
        <g key={i} transform={`translate(${i * 22} 0)`}>
          <path d={star} fill={halves >= 2 * i + 2 ? 'var(--star)' : 'var(--star-empty)'} />
          {halves === 2 * i + 1 && <path d={leftHalf} fill="var(--star)" />}
        </g>
      ))}
    </svg>
  )
}
