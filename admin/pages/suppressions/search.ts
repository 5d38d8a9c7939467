import type { SuppressionFilters } from '../../api/mail/suppressions.ts'
import { parseChoice } from '../../shell/search-values.ts'
import { readDirection, type Sorting } from '../../shell/sorting.ts'
import { reasonNames, scopeNames } from './labels.ts'

export type SuppressionSearch = Pick<SuppressionFilters, 'scope' | 'reason' | 'direction'>

export const sorting: Sorting<'createdAt'> = { first: 'createdAt', ways: { createdAt: 'desc' } }

export const readSuppressionSearch = ({ scope, reason, direction }: Record<string, unknown>): SuppressionSearch => ({
  scope: parseChoice(scopeNames, scope),
  reason: parseChoice(reasonNames, reason),
  direction: readDirection(direction),
})
