import type { Suppression } from '../../api/reviews/moderation.ts'
import { shownLocale } from '../../components/locale.ts'

const ofHundred = (share: number) => (share * 100).toLocaleString(shownLocale, { maximumFractionDigits: 1 })

export function gapSentences({ low, high, gap, averageReceived, averagePublished }: Suppression): string[] {
  if (gap === null || low.withheldShare === null || high.withheldShare === null)
    return ['There is no gap to show yet: of both low and high ratings at least one has to be decided.']
  const shares = `Of a hundred reviews with one or two stars you hold back ${ofHundred(low.withheldShare)}, of a hundred with four or five ${ofHundred(high.withheldShare)}.`
  return [shares, compared(gap), ...averages(averageReceived, averagePublished)]
}

function compared(gap: number): string {
  if (gap > 0) return `Low ratings are held back more often: ${ofHundred(gap)} more of a hundred.`
  if (gap < 0) return `Low ratings are held back less often: ${ofHundred(-gap)} fewer of a hundred.`
  return 'Low and high ratings are held back equally often.'
}

function averages(received: number | null, published: number | null): string[] {
  if (received === null || published === null || received === published) return []
  const two = (value: number) => value.toLocaleString(shownLocale, { minimumFractionDigits: 2 })
  return [`What came in has ${two(received)} stars on average; what shoppers see has ${two(published)}.`]
}
