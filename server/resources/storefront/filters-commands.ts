import type { StoreTx } from '#platform/db/db.ts'
import { listAnswerCounts } from '#resources/reviews/attributes/commands.ts'
import { toFilters } from './filters-rules.ts'
import * as store from './filters-store.ts'
import type { ReviewFilters } from './schema.ts'

/** Without a product, the filters of the reviews of the shop. */
export const readFilters = async (tx: StoreTx, platformProductId: string | undefined): Promise<ReviewFilters> =>
  toFilters({
    counts: await store.countByFilters(tx, platformProductId),
    ...(await listAnswerCounts(tx, platformProductId)),
    variants: platformProductId === undefined ? [] : await store.countVariants(tx, platformProductId),
  })
