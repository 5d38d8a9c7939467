import { parseChoice } from '../../shell/search-values.ts'

export const ranges = { '7d': '7 days', '30d': '30 days', '90d': '90 days' } as const
export type Range = keyof typeof ranges

export type HomeSearch = { range?: Range | undefined }

export const readHomeSearch = ({ range }: Record<string, unknown>): HomeSearch => ({
  range: range === '30d' ? undefined : parseChoice(ranges, range),
})
