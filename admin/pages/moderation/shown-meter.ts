import { queryOptions } from '@tanstack/react-query'
import type { Store } from '../../api/account/account.ts'
import { type Days, fetchMeter, moderationKey, type Suppression } from '../../api/reviews/moderation.ts'
import { computePeriod } from '../insights/days.ts'
import { isComparable } from './gap-sentence.ts'
import { type Range, rangeNames } from './search.ts'

export type ShownMeter = { range: Range; days: Days; meter: Suppression }

/**
 * Without a chosen period, reads the shortest one in which low and high ratings can be compared. If there is none, the
 * shortest of all says how many reviews are missing.
 */
export function shownMeterQuery(store: Store, chosen: Range | undefined, nowMs: number) {
  const periods = (chosen ? [chosen] : rangeNames).map((range) => {
    const { from, to } = computePeriod(range, store, nowMs)
    return { range, days: { from, to } }
  })
  return queryOptions({
    queryKey: [...moderationKey(store.id), 'meter', periods],
    async queryFn({ signal }) {
      const read: ShownMeter[] = []
      for (const { range, days } of periods) {
        const shown = { range, days, meter: await fetchMeter(store.id, days, signal) }
        if (isComparable(shown.meter)) return shown
        read.push(shown)
      }
      return read[0] as ShownMeter
    },
  })
}
