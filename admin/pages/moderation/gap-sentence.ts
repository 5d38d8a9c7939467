import type { Suppression } from '../../api/reviews/moderation.ts'
import { shownLocale } from '../../components/locale.ts'
import { averageText } from '../../components/values/average.ts'
import { subtractRounded } from '../../components/values/share.ts'
import { countDecided, isMeasured, writeCount } from './withheld-share.ts'

type ComparedGroups = Pick<Suppression, 'low' | 'high' | 'gap' | 'comparable'>

/** Compares the withheld shares of low and high ratings. The page shows the shares beside this sentence. */
export function gapSentence({ gap, low, high, comparable }: ComparedGroups): string {
  if (gap === null || !comparable) {
    const [lows, highs] = [low, high].map((counts) => countDecided(counts).toLocaleString(shownLocale))
    return `A comparison needs 10 decided reviews with 1–2 stars and 10 with 4–5. You have ${lows} and ${highs}.`
  }
  if (gap === 0) return 'Low and high ratings are withheld equally often.'
  if (!isMeasured(low) || !isMeasured(high)) {
    const counts = `${writeCount(low)}, compared with ${writeCount(high)} high ratings`
    return gap > 0
      ? `So far, low ratings are withheld more often: ${counts}.`
      : `So far, low ratings are withheld less often: ${counts}.`
  }
  const points = averageText(Math.abs(subtractRounded((low.withheldShare ?? 0) * 100, (high.withheldShare ?? 0) * 100)))
  return gap > 0
    ? `Low ratings are withheld more often, by ${points} percentage points.`
    : `Low ratings are withheld less often, by ${points} percentage points.`
}
