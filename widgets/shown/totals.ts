import { read, type Shop } from '../api.ts'
import { cached } from '../cached.ts'
import { loadSummary } from '../stars/summaries.ts'
import type { StoreSummary } from '../wire.ts'

export const loadTotals = (shop: Shop, product: string | null): Promise<StoreSummary> =>
  product
    ? loadSummary(shop, product)
    : cached(`totals ${shop.store}`, () => read<StoreSummary>(shop, 'store-summary', {}))
