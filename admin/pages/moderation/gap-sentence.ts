import type { Suppression } from '../../api/reviews/moderation.ts'
import { shownLocale } from '../../components/locale.ts'

const ofHundred = (share: number) => (share * 100).toLocaleString(shownLocale, { maximumFractionDigits: 1 })

/** Compares the withheld shares of low and high ratings. The page shows the shares beside this sentence. */
export function gapSentence({ gap }: Suppression): string {
  if (gap === null) return 'There is no comparison yet. Decide at least one low and one high rating first.'
  if (gap > 0) return `Low ratings are withheld more often, by ${ofHundred(gap)} percentage points.`
  if (gap < 0) return `Low ratings are withheld less often, by ${ofHundred(-gap)} percentage points.`
  return 'Low and high ratings are withheld equally often.'
}
