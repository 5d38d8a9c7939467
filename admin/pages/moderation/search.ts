import { parseChoice } from '../../shell/search-values.ts'

export const views = { meter: 'Withheld', appeals: 'Appeals', policy: 'Policy' } as const
export const ranges = { '30d': '30 days', '90d': '90 days', '365d': 'A year' } as const
export type Range = keyof typeof ranges

export type ModerationSearch = { view?: keyof typeof views | undefined; range?: Range | undefined }

export const readModerationSearch = ({ view, range }: Record<string, unknown>): ModerationSearch => ({
  view: parseChoice(views, view),
  range: parseChoice(ranges, range),
})
