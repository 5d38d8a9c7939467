import { Type } from 'typebox'
import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/areas/archive.ts'
import { limits, NewIncentive } from './schema.ts'

const { kind, text, terms, points, lowAt, fulfil, status } = NewIncentive.properties
const Code = Type.String({ minLength: 1, maxLength: limits.code, pattern: '\\S' })
const Points = Type.Integer({ minimum: 1, maximum: limits.points })
const incentiveColumns = { kind, text, terms, points, code: Code, low_at: lowAt, fulfil, status }

export const archive = [
  { table: 'review_incentives', type: 'review_incentive', columns: incentiveColumns },
  { table: 'review_incentive_versions', columns: { kind, text, terms, points, code: Code } },
  { table: 'review_incentive_products' },
  { table: 'review_incentive_categories' },
  { table: 'review_incentive_codes', columns: { code: Code } },
  { table: 'review_incentive_promises', columns: { points: Points } },
  {
    table: 'review_rewards',
    columns: { points: Points, code: Code },
    addresses: ['email'],
    type: 'review_reward',
    restored: restoreReward,
  },
] satisfies readonly ArchivedTable[]

/** The exported store has already mailed its codes, so the restored store mails none of them again. */
function restoreReward(row: ArchivedRow, { idOf, now }: Restoring): ArchivedRow {
  const { review_id: reviewId, product_id: productId, state, code, mailed_at: mailedAt } = row
  return {
    review_id: idOf(String(reviewId)),
    product_id: idOf(String(productId)),
    mailed_at: state === 'given' && code !== null ? (mailedAt ?? now.toISOString()) : mailedAt,
  }
}
