import { Type } from 'typebox'
import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/areas/archive.ts'
import { checker } from '#platform/calls/validate.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { issueJob } from './rewards/issuing.ts'
import { isSoundPercent, toLanguages } from './rules.ts'
import { IncentiveValue, Languages, limits, NewIncentive } from './schema.ts'

const { kind, text, terms, points, lowAt, fulfil, status } = NewIncentive.properties
const Code = Type.String({ minLength: 1, maxLength: limits.code, pattern: '\\S' })
const Points = Type.Integer({ minimum: 1, maximum: limits.points })
const incentiveColumns = { kind, text, terms, points, code: Code, value: IncentiveValue, low_at: lowAt, fulfil, status }

export const archive = [
  { table: 'review_incentives', type: 'review_incentive', columns: incentiveColumns, restored: restoreIncentive },
  {
    table: 'review_incentive_versions',
    columns: { kind, text, terms, points, code: Code, value: IncentiveValue },
    restored: restoreLanguages,
  },
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
  {
    table: 'review_reward_codes',
    columns: { code: Code, value: IncentiveValue },
    // The exported store's own job deletes its codes, so the restored store deletes none. If the shop already made a
    // code, a repeated request returns the same code.
    restored: ({ state }) => ({ ...(state === 'deleting' && { state: 'left', after: null }) }),
    after: (tx) => scheduleWakeUp(tx, issueJob, tx.now),
  },
] satisfies readonly ArchivedTable[]

/** An older store may have an offer of less than one percent. It is restored, but shoppers do not see it. */
function restoreIncentive(row: ArchivedRow): ArchivedRow {
  const { value, status } = row
  const { type, amount } = (value ?? {}) as Partial<IncentiveValue>
  const isUnsound = status === 'active' && type === 'percent' && !isSoundPercent(amount)
  return { ...restoreLanguages(row), ...(isUnsound && { status: 'paused' }) }
}

let check: ReturnType<typeof checker> | undefined

/** An archive from before translations has none. */
function restoreLanguages({ locale, translations }: ArchivedRow): ArchivedRow {
  check ??= checker(Languages, 'incentive')
  return toLanguages(check({ locale, translations }) as Languages)
}

/** The exported store has already mailed its codes, so the restored store mails none of them again. */
function restoreReward(row: ArchivedRow, { idOf, now }: Restoring): ArchivedRow {
  const { review_id: reviewId, product_id: productId, state, code, mailed_at: mailedAt } = row
  return {
    review_id: idOf(String(reviewId)),
    product_id: idOf(String(productId)),
    mailed_at: state === 'given' && code !== null ? (mailedAt ?? now.toISOString()) : mailedAt,
  }
}
