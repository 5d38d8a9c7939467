import { fill, type Texts, textsWith } from './texts.ts'

const width = 24
const five = [0, 1, 2, 3, 4]
  .map((i) => `M${i * width + 12} 1.6l3.1 6.7 7.3.9-5.4 5 1.4 7.2-6.4-3.6-6.4 3.6 1.4-7.2-5.4-5 7.3-.9z`)
  .join('')

export type StarsProps = {
  /** Rating from 0 to 5. Null shows nothing, because a product without reviews has no rating. */
  rating: number | null | undefined
  size?: number
  texts?: Partial<Texts>
}

export function Stars({ rating, size = 18, texts }: StarsProps) {
  if (typeof rating !== 'number' || !(rating >= 0 && rating <= 5)) return null
  const shown = Math.round(rating * 100) / 100
  return (
    <span
      className="evident-stars"
      role="img"
      aria-label={fill(textsWith(texts).starsOf, { n: shown })}
      data-rating={shown}
    >
      <svg width={5 * size} height={size} viewBox={`0 0 ${5 * width} ${width}`} aria-hidden="true">
        <path fill="currentColor" fillOpacity="0.25" d={five} />
        <svg width={shown * width} height={width} aria-hidden="true">
          <path fill="currentColor" d={five} />
        </svg>
      </svg>
    </span>
  )
}
