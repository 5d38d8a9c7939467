// Number and average of reviews, for a product or the store.
import { read, type Shop } from '../api.ts'
import { summaryOf } from '../stars/summaries.ts'
import type { StoreSummary } from '../wire.ts'

const known = new Map<string, Promise<StoreSummary>>()

export function totalsOf(shop: Shop, product: string | null): Promise<StoreSummary> {
  if (product) return summaryOf(shop, product)
  const asked = known.get(shop.store) ?? read<StoreSummary>(shop, 'store-summary', {})
  known.set(shop.store, asked)
  asked.catch(() => known.delete(shop.store))
  return asked
}
