import type { SuppressionFilters } from '../../api/suppressions.ts'
import { oneOf } from '../../shell/search-values.ts'
import { reasonNames, scopeNames } from './words.ts'

export type SuppressionSearch = Pick<SuppressionFilters, 'scope' | 'reason'>

export const readSuppressionSearch = ({ scope, reason }: Record<string, unknown>): SuppressionSearch => ({
  scope: oneOf(scopeNames, scope),
  reason: oneOf(reasonNames, reason),
})
