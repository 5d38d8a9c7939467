// Orders that a connected shop brings: rows of `PUT /orders`.
import type { ShopOrder } from '#integrations/shops/shop.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { ShopHearer } from '#resources/connectors/shops/reading/commands.ts'
import { upsertOrders } from './commands.ts'
import { resolveLineItems } from './line-items/commands.ts'

export async function recordShopOrders(
  tx: StoreTx,
  _shop: { connectionId: string; connectedAt: Date },
  orders: readonly ShopOrder[],
) {
  const rows = orders.map(({ updatedAt: _, placedAt, fulfilledAt, deliveredAt, cancelledAt, lineItems, ...order }) => ({
    ...order,
    placedAt: placedAt.toISOString(),
    fulfilledAt: fulfilledAt?.toISOString() ?? null,
    deliveredAt: deliveredAt?.toISOString() ?? null,
    cancelledAt: cancelledAt?.toISOString() ?? null,
    lineItems: [...lineItems],
  }))
  const { created, updated, unchanged, failed, errors } = await upsertOrders(tx, rows)
  const warnings = errors.map(({ code, message, platformOrderId }) => ({ code, message, platformId: platformOrderId }))
  return { created, updated, unchanged, failed, warnings }
}

export const shopOrders: ShopHearer = { recordOrders: recordShopOrders, catalogueRead: resolveLineItems }
