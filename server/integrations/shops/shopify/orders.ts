// Amounts are in the shop's currency, in which all its orders add up. `currentTotalPriceSet` counts goods, not returned
// money.

import { priceOf, textOf, timeOf } from '../fields.ts'
import type { Page, Position, ShopOrder } from '../shop.ts'
import { boughtUnits } from './bought.ts'
import type { BulkPosition, createBulkReader } from './bulk.ts'
import { type Connection, toItsEnd } from './catalogue.ts'
import type { Client } from './client.ts'
import { bulkOrders, changedOrders, moreLineItems, oneOrder } from './documents.ts'
import { isNumber, numberOf, toGid } from './ids.ts'
import { findTakenOut, type TakenOut } from './taken-out.ts'

type MoneyBag = { shopMoney?: { amount?: unknown; currencyCode?: unknown } | null } | null
type Address = { name?: unknown; countryCodeV2?: unknown } | null
export type LineItemNode = {
  id?: unknown
  title?: unknown
  sku?: unknown
  quantity?: unknown
  currentQuantity?: unknown
  originalUnitPriceSet?: MoneyBag
  product?: { id?: unknown } | null
  variant?: { id?: unknown } | null
}
export type OrderNode = {
  id?: unknown
  name?: unknown
  email?: unknown
  test?: unknown
  createdAt?: unknown
  processedAt?: unknown
  updatedAt?: unknown
  cancelledAt?: unknown
  currencyCode?: unknown
  customerLocale?: unknown
  customerAcceptsMarketing?: unknown
  displayFulfillmentStatus?: unknown
  totalPriceSet?: MoneyBag
  totalRefundedSet?: MoneyBag
  billingAddress?: Address
  shippingAddress?: Address
  fulfillments?: readonly { status?: unknown; createdAt?: unknown; deliveredAt?: unknown }[] | null
}
type PagedOrder = OrderNode & { lineItems: Connection<LineItemNode> }

/** Data that the app was not approved for, such as addresses, is null beside an error. The order exists without it. */
const mayLack = { mayLack: true }

/** Placed orders by a bulk operation, because there may be fifty thousand; a night's changes by pages. */
export async function readOrders(
  since: { placed: Date } | { changed: Date },
  from: Position | null,
  client: Client,
  bulk: ReturnType<typeof createBulkReader>,
): Promise<Page<ShopOrder>> {
  if ('changed' in since) return await readChanged(since.changed, from, client)
  const query = bulkOrders(since.placed)
  const page = from === null ? await bulk.start(query) : await bulk.read(from as BulkPosition, query)
  const items: ShopOrder[] = []
  for (const { node, children } of page.roots) {
    const order = await withTakenOut(node, children, client)
    if (order) items.push(order)
  }
  return { items, next: page.next, total: page.total }
}

async function readChanged(since: Date, from: Position | null, client: Client): Promise<Page<ShopOrder>> {
  const after = typeof from?.after === 'string' ? from.after : null
  const query = `updated_at:>='${since.toISOString()}'`
  const { orders } = await client.ask<{ orders: Connection<PagedOrder> }>(changedOrders, { query, after }, mayLack)
  const items: ShopOrder[] = []
  for (const node of orders.nodes) {
    const order = await withAllItems(node, client)
    if (order) items.push(order)
  }
  const { hasNextPage, endCursor } = orders.pageInfo
  return { items, next: hasNextPage && endCursor && endCursor !== after ? { after: endCursor } : null, total: null }
}

export async function findOrder(id: string, client: Client): Promise<ShopOrder | undefined> {
  if (!isNumber(id)) return undefined
  const { order } = await client.ask<{ order: PagedOrder | null }>(oneOrder, { id: toGid('Order', id) }, mayLack)
  return order ? await withAllItems(order, client) : undefined
}

async function withAllItems(node: PagedOrder, client: Client): Promise<ShopOrder | undefined> {
  if (node.test === true) return undefined
  const items = await toItsEnd(node.lineItems, async (after) => {
    const { order } = await client.ask<{ order: Pick<PagedOrder, 'lineItems'> | null }>(
      moreLineItems,
      { id: node.id, after },
      mayLack,
    )
    return order?.lineItems
  })
  return await withTakenOut(node, items, client)
}

/** A cancelled order is marked as such, and its lines stay as ordered. */
async function withTakenOut(
  node: OrderNode,
  items: readonly LineItemNode[],
  client: Client,
): Promise<ShopOrder | undefined> {
  const isShort = node.test !== true && !node.cancelledAt && items.some((item) => currentOf(item) < quantityOf(item))
  return toOrder(node, items, isShort ? await findTakenOut(String(node.id), client) : undefined)
}

const quantityOf = ({ quantity }: LineItemNode): number =>
  Number.isSafeInteger(quantity) && (quantity as number) >= 0 ? (quantity as number) : 1

const currentOf = (item: LineItemNode): number =>
  Number.isSafeInteger(item.currentQuantity) ? (item.currentQuantity as number) : quantityOf(item)

/** Undefined for a test order. */
function toOrder(node: OrderNode, items: readonly LineItemNode[], takenOut?: TakenOut): ShopOrder | undefined {
  const platformOrderId = numberOf(node.id)
  // An imported order has its original processing time and a later creation time.
  const placedAt = timeOf(node.processedAt) ?? timeOf(node.createdAt)
  if (!platformOrderId || !placedAt || node.test === true) return undefined
  const { fulfilledAt, deliveredAt } = shippedAt(node)
  return {
    platformOrderId,
    orderNumber: textOf(node.name),
    email: textOf(node.email),
    customerName: textOf(node.billingAddress?.name) ?? textOf(node.shippingAddress?.name),
    currency: textOf(node.totalPriceSet?.shopMoney?.currencyCode) ?? textOf(node.currencyCode),
    total: priceOf(node.totalPriceSet?.shopMoney?.amount),
    refundedTotal: priceOf(node.totalRefundedSet?.shopMoney?.amount) ?? '0',
    placedAt,
    fulfilledAt,
    deliveredAt,
    cancelledAt: timeOf(node.cancelledAt),
    locale: textOf(node.customerLocale),
    country: textOf(node.shippingAddress?.countryCodeV2) ?? textOf(node.billingAddress?.countryCodeV2),
    acceptsMarketing: typeof node.customerAcceptsMarketing === 'boolean' ? node.customerAcceptsMarketing : null,
    lineItems: items.flatMap((item) => {
      const quantity = takenOut
        ? boughtUnits(
            { id: String(item.id), quantity: quantityOf(item), currentQuantity: currentOf(item) },
            takenOut.refunded,
            takenOut.shipments,
          )
        : quantityOf(item)
      return quantity === 0 ? [] : { ...lineOf(item), quantity }
    }),
    updatedAt: timeOf(node.updatedAt),
  }
}

const lineOf = (item: LineItemNode) => ({
  platformProductId: numberOf(item.product?.id) ?? null,
  platformVariantId: numberOf(item.variant?.id) ?? null,
  sku: textOf(item.sku),
  title: textOf(item.title),
  unitPrice: priceOf(item.originalUnitPriceSet?.shopMoney?.amount),
})

/** Set only when everything is sent or has arrived: we cannot ask for reviews of a part. */
function shippedAt(node: OrderNode): { fulfilledAt: Date | null; deliveredAt: Date | null } {
  if (node.displayFulfillmentStatus !== 'FULFILLED') return { fulfilledAt: null, deliveredAt: null }
  const good = (node.fulfillments ?? []).filter(({ status }) => status === 'SUCCESS')
  return {
    fulfilledAt: latest(good.map(({ createdAt }) => timeOf(createdAt))),
    deliveredAt: latest(good.map(({ deliveredAt }) => timeOf(deliveredAt))),
  }
}

export function latest(times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null)
  if (known.length === 0 || known.length < times.length) return null
  return new Date(Math.max(...known.map((time) => time.getTime())))
}
