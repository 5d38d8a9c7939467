import type { Static } from 'typebox'
import type { Funnel, ProviderCounts } from './schema.ts'

/** Computes the total from the numbers of the providers, so it always equals their sum. */
export function computeFunnel(
  window: { days: number; from: Date; to: Date },
  byProvider: ProviderCounts[],
): Static<typeof Funnel> {
  const sum = (read: (counts: ProviderCounts) => number) =>
    byProvider.reduce((total, counts) => total + read(counts), 0)
  return {
    days: window.days,
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    sent: sum((counts) => counts.sent),
    opened: sum((counts) => counts.opened),
    reviewed: sum((counts) => counts.reviewed),
    openedAndLeft: sum((counts) => counts.openedAndLeft),
    clicked: {
      1: sum(({ clicked }) => clicked[1]),
      2: sum(({ clicked }) => clicked[2]),
      3: sum(({ clicked }) => clicked[3]),
      4: sum(({ clicked }) => clicked[4]),
      5: sum(({ clicked }) => clicked[5]),
    },
    byProvider,
  }
}
