import type { StoreTx } from '#platform/db/db.ts'
import { listAnswerCounts } from '#resources/reviews/attributes/commands.ts'
import { toFilters } from './filters-rules.ts'
import * as store from './filters-store.ts'
import type { ReviewFilters } from './schema.ts'

export const readFilters = async (tx: StoreTx, platformProductId: string): Promise<ReviewFilters> =>
  toFilters({
    counts: await store.countByFilters(tx, platformProductId),
    ...(await listAnswerCounts(tx, platformProductId)),
    variants: await store.countVariants(tx, platformProductId),
  })
