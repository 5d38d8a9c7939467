import { read, type Shop } from '../api.ts'
import { cached } from '../cached.ts'
import { summaryOf } from '../stars/summaries.ts'
import type { StoreSummary } from '../wire.ts'

export const totalsOf = (shop: Shop, product: string | null): Promise<StoreSummary> =>
  product
    ? summaryOf(shop, product)
    : cached(`totals ${shop.store}`, () => read<StoreSummary>(shop, 'store-summary', {}))
