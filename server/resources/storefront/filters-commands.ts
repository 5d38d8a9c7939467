import type { StoreTx } from '#platform/db/db.ts'
import { listAnswerCounts } from '#resources/reviews/attributes/commands.ts'
import { toFilters } from './filters-rules.ts'
import * as store from './filters-store.ts'
import type { ReviewFilters } from './schema.ts'

/** Without a product, returns the filters for reviews of the shop. */
export const readFilters = async (tx: StoreTx, request: store.FiltersRequest): Promise<ReviewFilters> =>
  toFilters({
    counts: await store.countByFilters(tx, request),
    ...(await listAnswerCounts(tx, request.platformProductId, request.pool)),
    variants: await store.countVariants(tx, request),
  })
