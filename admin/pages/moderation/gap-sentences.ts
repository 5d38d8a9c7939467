import type { Suppression } from '../../api/reviews/moderation.ts'
import { shownLocale } from '../../components/locale.ts'

const ofHundred = (share: number) => (share * 100).toLocaleString(shownLocale, { maximumFractionDigits: 1 })

export function gapSentences({ low, high, gap, averageReceived, averagePublished }: Suppression): string[] {
  if (gap === null || low.withheldShare === null || high.withheldShare === null)
    return ['There is no gap to show yet: of both low and high ratings at least one has to be decided.']
  const shares = `You withhold this many of a hundred reviews: with one or two stars ${ofHundred(low.withheldShare)}, with four or five ${ofHundred(high.withheldShare)}.`
  return [shares, compared(gap), ...averages(averageReceived, averagePublished)]
}

function compared(gap: number): string {
  if (gap > 0) return `Low ratings are withheld more often: ${ofHundred(gap)} more of a hundred.`
  if (gap < 0) return `Low ratings are withheld less often: ${ofHundred(-gap)} fewer of a hundred.`
  return 'Low and high ratings are withheld equally often.'
}

function averages(received: number | null, published: number | null): string[] {
  if (received === null || published === null || received === published) return []
  const two = (value: number) => value.toLocaleString(shownLocale, { minimumFractionDigits: 2 })
  return [`Received reviews have ${two(received)} stars on average; published ones have ${two(published)}.`]
}
