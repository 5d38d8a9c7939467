import { oneOf } from '../../shell/search-values.ts'

export const ranges = { '30': '30 days', '90': '90 days', '365': 'A year', '730': 'Two years' } as const
export type Range = keyof typeof ranges

export type InsightsSearch = { range?: Range }

export const readInsightsSearch = ({ range }: Record<string, unknown>): InsightsSearch => ({
  range: oneOf(ranges, range === undefined ? undefined : String(range)),
})
