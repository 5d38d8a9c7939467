import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/archive.ts'

export const archive = [
  { table: 'review_incentives', type: 'review_incentive' },
  { table: 'review_incentive_versions' },
  { table: 'review_incentive_products' },
  { table: 'review_incentive_categories' },
  { table: 'review_incentive_codes' },
  { table: 'review_incentive_promises' },
  { table: 'review_rewards', addresses: ['email'], type: 'review_reward', restored: rewardOf },
] satisfies readonly ArchivedTable[]

/** The store it comes from has mailed what it gave: nobody gets their code twice. */
function rewardOf(row: ArchivedRow, { idOf, now }: Restoring): ArchivedRow {
  const { review_id: reviewId, product_id: productId, state, code, mailed_at: mailedAt } = row
  return {
    review_id: idOf(String(reviewId)),
    product_id: idOf(String(productId)),
    mailed_at: state === 'given' && code !== null ? (mailedAt ?? now.toISOString()) : mailedAt,
  }
}
