import type { SuppressionFilters } from '../../api/mail/suppressions.ts'
import { oneOf } from '../../shell/search-values.ts'
import { readDirection, type Sorting } from '../../shell/sorting.ts'
import { reasonNames, scopeNames } from './labels.ts'

export type SuppressionSearch = Pick<SuppressionFilters, 'scope' | 'reason' | 'direction'>

export const sorting: Sorting<'createdAt'> = { first: 'createdAt', ways: { createdAt: 'desc' } }

export const readSuppressionSearch = ({ scope, reason, direction }: Record<string, unknown>): SuppressionSearch => ({
  scope: oneOf(scopeNames, scope),
  reason: oneOf(reasonNames, reason),
  direction: readDirection(direction),
})
