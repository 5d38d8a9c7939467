import type { MeterPeriod } from '../../api/reviews/moderation.ts'
import type { SignalKind } from '../../api/reviews/signals.ts'
import { parseChoice } from '../../shell/search-values.ts'
import { signalNames, signalStates } from '../../texts/signals.ts'

export const views = { appeals: 'Appeals', signals: 'Signals', policy: 'Policy' } as const
export const ranges = { '30d': '30 days', '90d': '90 days', '365d': '12 months' } as const satisfies Record<
  MeterPeriod,
  string
>
export type Range = keyof typeof ranges
export const shortestRange: Range = '30d'

const states = { ...signalStates, all: 'All states' } as const

export type ModerationSearch = {
  /** Without a view, the page shows what was withheld. */
  view?: keyof typeof views | undefined
  /** Without a range, the page shows the shortest period with enough decided reviews. */
  range?: Range | undefined
  /** Without a state, the list shows open signals. */
  state?: keyof typeof states | undefined
  kind?: SignalKind | undefined
}

export const readModerationSearch = ({ view, range, state, kind }: Record<string, unknown>): ModerationSearch => ({
  view: parseChoice(views, view),
  range: parseChoice(ranges, range),
  state: parseChoice(states, state),
  kind: parseChoice(signalNames, kind),
})
