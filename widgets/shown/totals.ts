import { read, type Shop } from '../api.ts'
import { cached } from '../cached.ts'
import { loadSummary } from '../stars/summaries.ts'
import type { Config, StoreSummary } from '../wire.ts'

export const loadTotals = (shop: Shop, product: string | null, pool: string | null): Promise<StoreSummary> =>
  product
    ? loadSummary(shop, product, pool || 'own')
    : cached(`totals ${shop.store}`, () => read<StoreSummary>(shop, 'store-summary', {}))

/** The pool of the element or of the store. A list without a product has none. */
export const choosePool = (element: Element, { reviews }: Config): string | null =>
  element.getAttribute('product') && (element.getAttribute('pool') || reviews.pool)
