// The version with the platform's latest change time wins, even if it does not arrive last.
import type { ShopOrder } from '#integrations/shops/shop.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { isCurrency } from '#platform/values/money.ts'
import type { ShopHearer } from '#resources/connectors/shop-reading/commands.ts'
import { upsertOrders } from './commands.ts'
import { resolveLineItems } from './line-item-commands.ts'
import { recordOrderChanges } from './record.ts'
import type { OrderRow } from './rules.ts'
import { maxLineItems } from './schema.ts'
import * as store from './store.ts'

export async function recordShopOrders(
  tx: StoreTx,
  _shop: { connectionId: string; connectedAt: Date },
  orders: readonly ShopOrder[],
) {
  const ids = orders.map(({ platformOrderId }) => platformOrderId)
  await store.lockShopTimes(tx, ids)
  const known = await store.listShopTimes(tx, ids)
  const isStale = ({ platformOrderId, updatedAt }: ShopOrder) =>
    updatedAt !== null && updatedAt.getTime() < (known.get(platformOrderId) ?? Number.NEGATIVE_INFINITY)
  const fresh = [
    ...new Map(orders.filter((order) => !isStale(order)).map((order) => [order.platformOrderId, order])).values(),
  ]
  const { created, updated, unchanged, failed, errors } = await upsertOrders(tx, fresh.map(buildRow))
  const dated = fresh.flatMap(({ platformOrderId: id, updatedAt: at }) => (at === null ? [] : [{ id, at }]))
  if (dated.length > 0) await store.upsertShopTimes(tx, dated)
  const warnings = errors.map(({ code, message, platformOrderId }) => ({ code, message, platformId: platformOrderId }))
  return { created, updated, unchanged: unchanged + orders.length - fresh.length, failed, warnings }
}

/**
 * Cancels an order that the shop deleted, so no review is requested. A fulfilled or delivered order stays unchanged.
 */
export async function cancelShopOrder(tx: StoreTx, platformOrderId: string): Promise<boolean> {
  const order = await store.updateCancelled(tx, platformOrderId)
  if (!order) return false
  recordOrderChanges(tx, [{ type: 'received', ...order }])
  return true
}

export const shopOrders: ShopHearer = { recordOrders: recordShopOrders, catalogueRead: resolveLineItems }

/** Drops only the invalid fields and accepts the order. */
const buildRow = ({ updatedAt: _, ...order }: ShopOrder): OrderRow => ({
  ...order,
  orderNumber: text(order.orderNumber, 100),
  email: /^[^\s@]+@[^\s@]+$/.test(order.email ?? '') ? text(order.email, 320) : null,
  customerName: text(order.customerName, 200),
  currency: order.currency !== null && isCurrency(order.currency) ? order.currency : null,
  total: amount(order.total),
  refundedTotal: amount(order.refundedTotal),
  locale: text(order.locale, 35),
  country: /^[A-Z]{2}$/.test(order.country ?? '') ? order.country : null,
  placedAt: order.placedAt.toISOString(),
  fulfilledAt: order.fulfilledAt?.toISOString() ?? null,
  deliveredAt: order.deliveredAt?.toISOString() ?? null,
  cancelledAt: order.cancelledAt?.toISOString() ?? null,
  lineItems: order.lineItems.slice(0, maxLineItems).map((line) => ({
    platformProductId: text(line.platformProductId, 255),
    platformVariantId: text(line.platformVariantId, 255),
    sku: text(line.sku, 255),
    title: text(line.title, 500),
    quantity: Math.min(Math.max(1, Math.trunc(line.quantity)), 1_000_000),
    unitPrice: amount(line.unitPrice),
  })),
})

const text = (value: string | null, max: number): string | null =>
  value === null || value.length > max || value.includes('\0') || !value.isWellFormed() ? null : value

function amount(value: string | null): string | null {
  const [whole = '', fraction = ''] = value?.split('.') ?? []
  const cut = fraction === '' ? whole : `${whole}.${fraction.slice(0, 6)}`
  return /^\d{1,15}(\.\d{1,6})?$/.test(cut) ? cut : null
}
