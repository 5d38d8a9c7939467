// Amounts are in the shop's currency, so orders can be added up. `currentTotalPriceSet` subtracts returned goods, not
// returned money.

import { readPrice, readText, readTime } from '../fields.ts'
import type { Page, Position, ShopOrder } from '../shop.ts'
import { boughtUnits } from './bought.ts'
import type { BulkPosition, createBulkReader } from './bulk.ts'
import { type Connection, toItsEnd } from './catalogue.ts'
import { bulkOrders, changedOrders, moreLineItems, oneOrder } from './documents.ts'
import type { Client } from './graphql/client.ts'
import { isNumber, parseGid, toGid } from './graphql/ids.ts'
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

/**
 * Data that the app was not approved for, such as addresses, is null, and the response also contains an error. The order
 * can be read without that data.
 */
const mayLack = { mayLack: true }

/**
 * Reads placed orders by a bulk operation, because there may be fifty thousand. Reads the changes of one night in pages.
 */
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
  const isShort =
    node.test !== true && !node.cancelledAt && items.some((item) => readCurrentQuantity(item) < readQuantity(item))
  return toOrder(node, items, isShort ? await findTakenOut(String(node.id), client) : undefined)
}

const readQuantity = ({ quantity }: LineItemNode): number =>
  Number.isSafeInteger(quantity) && (quantity as number) >= 0 ? (quantity as number) : 1

const readCurrentQuantity = (item: LineItemNode): number =>
  Number.isSafeInteger(item.currentQuantity) ? (item.currentQuantity as number) : readQuantity(item)

function toOrder(node: OrderNode, items: readonly LineItemNode[], takenOut?: TakenOut): ShopOrder | undefined {
  const platformOrderId = parseGid(node.id)
  // An imported order has its original processing time and a later creation time.
  const placedAt = readTime(node.processedAt) ?? readTime(node.createdAt)
  if (!platformOrderId || !placedAt || node.test === true) return undefined
  const { fulfilledAt, deliveredAt } = shippedAt(node)
  return {
    platformOrderId,
    orderNumber: readText(node.name),
    email: readText(node.email),
    customerName: readText(node.billingAddress?.name) ?? readText(node.shippingAddress?.name),
    currency: readText(node.totalPriceSet?.shopMoney?.currencyCode) ?? readText(node.currencyCode),
    total: readPrice(node.totalPriceSet?.shopMoney?.amount),
    refundedTotal: readPrice(node.totalRefundedSet?.shopMoney?.amount) ?? '0',
    placedAt,
    fulfilledAt,
    deliveredAt,
    cancelledAt: readTime(node.cancelledAt),
    locale: readText(node.customerLocale),
    country: readText(node.shippingAddress?.countryCodeV2) ?? readText(node.billingAddress?.countryCodeV2),
    acceptsMarketing: typeof node.customerAcceptsMarketing === 'boolean' ? node.customerAcceptsMarketing : null,
    lineItems: items.flatMap((item) => {
      const quantity = takenOut
        ? boughtUnits(
            { id: String(item.id), quantity: readQuantity(item), currentQuantity: readCurrentQuantity(item) },
            takenOut.refunded,
            takenOut.shipments,
          )
        : readQuantity(item)
      return quantity === 0 ? [] : { ...toLineItem(item), quantity }
    }),
    updatedAt: readTime(node.updatedAt),
  }
}

const toLineItem = (item: LineItemNode) => ({
  platformProductId: parseGid(item.product?.id) ?? null,
  platformVariantId: parseGid(item.variant?.id) ?? null,
  sku: readText(item.sku),
  title: readText(item.title),
  unitPrice: readPrice(item.originalUnitPriceSet?.shopMoney?.amount),
})

/**
 * `fulfilledAt` is set once all parcels were sent, and `deliveredAt` once all arrived: we cannot request reviews for a
 * part of an order.
 */
function shippedAt(node: OrderNode): { fulfilledAt: Date | null; deliveredAt: Date | null } {
  if (node.displayFulfillmentStatus !== 'FULFILLED') return { fulfilledAt: null, deliveredAt: null }
  const good = (node.fulfillments ?? []).filter(({ status }) => status === 'SUCCESS')
  return {
    fulfilledAt: latest(good.map(({ createdAt }) => readTime(createdAt))),
    deliveredAt: latest(good.map(({ deliveredAt }) => readTime(deliveredAt))),
  }
}

export function latest(times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null)
  if (known.length === 0 || known.length < times.length) return null
  return new Date(Math.max(...known.map((time) => time.getTime())))
}
