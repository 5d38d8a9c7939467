import { dayIn, parseChoice } from '../../shell/search-values.ts'

export const ranges = { '30d': '30 days', '90d': '90 days', '365d': '12 months', '730d': '24 months' } as const
export type Range = keyof typeof ranges

/** `from` and `to` are a period that a person chose. They replace `range`. */
export type InsightsSearch = { range?: Range | undefined; from?: string | undefined; to?: string | undefined }

export function readInsightsSearch({ range, from, to }: Record<string, unknown>): InsightsSearch {
  const chosen = { from: dayIn(from), to: dayIn(to) }
  if (chosen.from && chosen.to && chosen.from <= chosen.to) return chosen
  return { range: parseChoice(ranges, range) }
}
