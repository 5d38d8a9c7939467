import { averageText } from './average.ts'

const star =
  'M10 1.700l2.560 5.190 5.730.830-4.150 4.040.980 5.710L10 14.780l-5.120 2.690.980-5.710L1.710 7.720l5.730-.830z'
const stars = [0, 1, 2, 3, 4]

export function Stars({ rating, className = 'h-4' }: { rating: number; className?: string }) {
  const label = Number.isInteger(rating) ? String(rating) : averageText(rating)
  return (
    <svg role="img" aria-label={`${label} out of 5 stars`} viewBox="0 0 108 20" className={`shrink-0 ${className}`}>
      <Five fill="var(--star-empty)" />
      <svg aria-hidden="true" width={filledWidth(rating)} height="20">
        <Five fill="var(--star)" />
      </svg>
    </svg>
  )
}

function Five({ fill }: { fill: string }) {
  return stars.map((i) => <path key={i} d={star} fill={fill} transform={`translate(${i * 22} 0)`} />)
}

const starWidth = 20
const gap = 2

/** The gaps between stars do not count as rating. */
const filledWidth = (rating: number): number => rating * starWidth + Math.floor(rating) * gap
