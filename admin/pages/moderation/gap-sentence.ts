import type { Suppression } from '../../api/reviews/moderation.ts'
import { shownLocale } from '../../components/locale.ts'
import { countDecided, isMeasured, writeCount } from './withheld-share.ts'

/** The service alerts owners from the same number of decided low ratings on. */
const fewestCompared = 10

const ofHundred = (share: number) => (share * 100).toLocaleString(shownLocale, { maximumFractionDigits: 1 })

/** Compares the withheld shares of low and high ratings. The page shows the shares beside this sentence. */
export function gapSentence({ gap, low, high }: Pick<Suppression, 'gap' | 'low' | 'high'>): string {
  if (gap === null) return 'There is no comparison yet. Decide at least one low and one high rating first.'
  if (Math.min(countDecided(low), countDecided(high)) < fewestCompared)
    return 'Too few reviews are decided for a comparison. It needs ten low and ten high ratings.'
  if (gap === 0) return 'Low and high ratings are withheld equally often.'
  if (!isMeasured(low) || !isMeasured(high)) {
    const counts = `${writeCount(low)}, compared with ${writeCount(high)} high ratings`
    return gap > 0
      ? `So far, low ratings are withheld more often: ${counts}.`
      : `So far, low ratings are withheld less often: ${counts}.`
  }
  return gap > 0
    ? `Low ratings are withheld more often, by ${ofHundred(gap)} percentage points.`
    : `Low ratings are withheld less often, by ${ofHundred(-gap)} percentage points.`
}
