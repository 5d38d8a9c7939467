import type { Suppression } from '../../api/reviews/moderation.ts'
import { shownLocale } from '../../components/locale.ts'
import { shareText } from '../../components/values/share.ts'

type Counts = Pick<Suppression['low'], 'published' | 'withheld' | 'withheldShare'>

/** With fewer reviews than this, a single review changes the percentage by more than a point. */
const fewestForPercentages = 100

export const countDecided = ({ published, withheld }: Counts): number => published + withheld

export const isMeasured = (counts: Counts): boolean => countDecided(counts) >= fewestForPercentages

/** Percentages of few reviews look more exact than they are. Counts then replace them in all rows, so that rows compare. */
export const areAllMeasured = (groups: readonly Counts[]): boolean =>
  groups.every((counts) => isMeasured(counts) || countDecided(counts) === 0)

export const writeShare = (counts: Counts, isShare: boolean): string =>
  isShare || countDecided(counts) === 0 ? shareText(counts.withheldShare) : writeCount(counts)

export const writeCount = (counts: Counts): string =>
  `${counts.withheld.toLocaleString(shownLocale)} of ${countDecided(counts).toLocaleString(shownLocale)}`
