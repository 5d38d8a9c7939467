import { parseChoice } from '../../shell/search-values.ts'

export const ranges = { '30d': '30 days', '90d': '90 days', '365d': '12 months', '730d': '24 months' } as const
export type Range = keyof typeof ranges

export type InsightsSearch = { range?: Range }

export const readInsightsSearch = ({ range }: Record<string, unknown>): InsightsSearch => ({
  range: parseChoice(ranges, range),
})
