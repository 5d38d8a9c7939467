import { useTexts } from './texts'

const shown = (rating: number) => '★'.repeat(Math.round(rating)) + '☆'.repeat(5 - Math.round(rating))

export function Stars({ rating }: { rating: number }) {
  const t = useTexts()
  return (
    <span role="img" aria-label={t.stars(String(rating))}>
      {shown(rating)}
    </span>
  )
}
