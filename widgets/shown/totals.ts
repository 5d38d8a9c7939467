import { read, type Shop } from '../api.ts'
import { cached } from '../cached.ts'
import { loadSummary } from '../stars/summaries.ts'
import type { Subject } from '../subject.ts'
import type { Config, StoreSummary } from '../wire.ts'

export type Pool = string | null | undefined

export const loadTotals = (shop: Shop, { platformProductId, subject }: Subject, pool: Pool): Promise<StoreSummary> => {
  const path = `${subject ?? 'store'}-summary`
  return platformProductId
    ? loadSummary(shop, platformProductId, pool || 'own')
    : cached(path + shop.store, () => read<StoreSummary>(shop, path, {}))
}

/** Other reviews to add: the element's `pool`, or else the store's setting. Lists without a product add none. */
export const choosePool = (of: Subject, pool: Pool, { reviews }: Config): Pool =>
  of.platformProductId && (pool || reviews.pool)
