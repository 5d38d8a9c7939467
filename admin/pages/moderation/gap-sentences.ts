import type { Suppression } from '../../api/reviews/moderation.ts'
import { shownLocale } from '../../components/locale.ts'
import { averageText } from '../../components/values/average.ts'

const ofHundred = (share: number) => (share * 100).toLocaleString(shownLocale, { maximumFractionDigits: 1 })

export function gapSentences({ low, high, gap, averageReceived, averagePublished }: Suppression): string[] {
  if (gap === null || low.withheldShare === null || high.withheldShare === null)
    return ['There is no comparison yet. Decide at least one low and one high rating first.']
  const shares = `You withheld ${ofHundred(low.withheldShare)}% of 1–2 star reviews and ${ofHundred(high.withheldShare)}% of 4–5 star reviews.`
  return [shares, compared(gap), ...averages(averageReceived, averagePublished)]
}

function compared(gap: number): string {
  if (gap > 0) return `Low ratings are withheld more often, by ${ofHundred(gap)} percentage points.`
  if (gap < 0) return `Low ratings are withheld less often, by ${ofHundred(-gap)} percentage points.`
  return 'Low and high ratings are withheld equally often.'
}

function averages(received: number | null, published: number | null): string[] {
  if (received === null || published === null || received === published) return []
  const [all, shown] = [averageText(received), averageText(published)]
  if (all === shown) return []
  return [`Received reviews average ${all} stars, published ones ${shown}.`]
}
