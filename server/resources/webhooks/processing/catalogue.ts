import type { ShopOrder } from '#integrations/shops/shop.ts'
import {
  listKnownCategories,
  readCategories,
  retireShopProduct,
  writeProduct,
} from '#resources/connectors/shop-reading/one-product.ts'
import { cancelShopOrder, recordShopOrders } from '#resources/orders/shop-orders.ts'
import type { Group, Work } from './work.ts'

export async function applyOrder(
  work: Work,
  { rows }: Group,
  { resourceId, order }: { resourceId: string; order?: ShopOrder | undefined },
): Promise<void> {
  const found = order ?? (await (await work.shop()).findOrder(resourceId))
  if (!found)
    return work.settle({ rows, state: 'ignored', error: 'The shop has no such order, or the order was never placed.' })
  const { connectionId, connectedAt } = work
  await work.settle({ rows, state: 'processed' }, (tx) => recordShopOrders(tx, { connectionId, connectedAt }, [found]))
}

/** A platform may report a deletion late or after its reversal, so the order is read from the shop. */
export async function applyOrderDeletion(work: Work, { rows }: Group, resourceId: string): Promise<void> {
  const found = await (await work.shop()).findOrder(resourceId)
  const { connectionId, connectedAt } = work
  await work.settle({ rows, state: 'processed' }, (tx) =>
    found ? recordShopOrders(tx, { connectionId, connectedAt }, [found]) : cancelShopOrder(tx, resourceId),
  )
}

export async function applyProduct(work: Work, { rows }: Group, resourceId: string): Promise<void> {
  const shop = await work.shop()
  const [product] = await shop.findProducts([resourceId])
  if (!product)
    return work.settle({ rows, state: 'processed' }, (tx) => retireShopProduct(tx, work.connectionId, resourceId))
  const { ctx, scope, connectionId, hearers } = work
  const known = await ctx.db.store(scope, 'read', (tx) => listKnownCategories(tx, product, hearers))
  const categories = await readCategories(shop, product, known)
  await work.settle({ rows, state: 'processed' }, (tx) =>
    writeProduct(tx, connectionId, product, { known, categories }, hearers),
  )
}
