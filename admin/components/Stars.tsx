const star =
  'M10 1.700l2.560 5.190 5.730.830-4.150 4.040.980 5.710L10 14.780l-5.120 2.690.980-5.710L1.710 7.720l5.730-.830z'

export function Stars({ rating, className = 'h-4' }: { rating: number; className?: string }) {
  return (
    <svg role="img" aria-label={`${rating} out of 5 stars`} viewBox="0 0 108 20" className={`shrink-0 ${className}`}>
      {[0, 1, 2, 3, 4].map((i) => (
        <path key={i} d={star} transform={`translate(${i * 22} 0)`} fill={fillOf(i, rating)} />
      ))}
    </svg>
  )
}

const fillOf = (index: number, rating: number) => (index < Math.round(rating) ? 'var(--star)' : 'var(--star-empty)')
