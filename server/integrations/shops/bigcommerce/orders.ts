// Each page starts at the last time of the previous page, so that an order that changes during paging hides no other.

import { readPrice, readText, readTime, sumAmounts, toRecord, toRecords } from '../fields.ts'
import { type Page, type Position, ShopFailure, type ShopOrder } from '../shop.ts'
import type { Client } from './client.ts'
import { type Fields, readId } from './values.ts'

const statuses = {
  incomplete: 0,
  shipped: 2,
  refunded: 4,
  cancelled: 5,
  declined: 6,
  completed: 10,
  partlyRefunded: 14,
}
const pageSize = 50
/** Includes an order's lines: otherwise each order would cost another call of the quota. */
const whole = { include: 'consignments.line_items', consignment_structure: 'object' }

export async function readOrders(
  since: { placed: Date } | { changed: Date },
  from: Position | null,
  client: Client,
): Promise<Page<ShopOrder>> {
  const field = 'placed' in since ? 'date_created' : 'date_modified'
  const start = readText(from?.since) ?? ('placed' in since ? since.placed : since.changed).toISOString()
  const page = Number(from?.page ?? 1)
  const query = { [`min_${field}`]: start, sort: `${field}:asc`, page, limit: pageSize, ...whole }
  const rows = toRecords(await client.get('/v2/orders', query))
  const items: ShopOrder[] = []
  for (const row of rows) {
    const order = await toOrder(row, client)
    if (order) items.push(order)
  }
  const last = readTime(rows.at(-1)?.[field])
  if (rows.length < pageSize || !last) return { items, next: null, total: null }
  // If a whole page has the same second, there is no later time to start at, so the next page is requested by number.
  const hasMoved = last.getTime() > Date.parse(start)
  return {
    items,
    next: hasMoved ? { since: last.toISOString(), page: 1 } : { since: start, page: page + 1 },
    total: null,
  }
}

export async function findOrder(id: string, client: Client): Promise<ShopOrder | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined
  const row = await client.get(`/v2/orders/${id}`, whole)
  return row ? await toOrder(toRecord(row), client) : undefined
}

/** Undefined while the checkout is unfinished. */
async function toOrder(row: Fields, client: Client): Promise<ShopOrder | undefined> {
  const platformOrderId = readId(row.id)
  const placedAt = readTime(row.date_created)
  const status = Number(row.status_id)
  if (!platformOrderId || !placedAt || status === statuses.incomplete) return undefined
  const billing = toRecord(row.billing_address)
  const updatedAt = readTime(row.date_modified)
  const isShipped = status === statuses.shipped || status === statuses.completed
  const isCancelled = status === statuses.cancelled || status === statuses.declined
  return {
    platformOrderId,
    orderNumber: platformOrderId,
    email: readText(billing.email),
    customerName: readText(`${readText(billing.first_name) ?? ''} ${readText(billing.last_name) ?? ''}`),
    currency: readText(row.currency_code) ?? readText(row.default_currency_code),
    total: readPrice(row.total_inc_tax),
    refundedTotal: await fetchRefunded(row, platformOrderId, status, client),
    placedAt,
    fulfilledAt: isShipped ? (readTime(row.date_shipped) ?? updatedAt) : null,
    deliveredAt: null,
    cancelledAt: isCancelled ? updatedAt : null,
    locale: readText(row.customer_locale),
    country: readText(billing.country_iso2),
    acceptsMarketing: null,
    lineItems: (await fetchLines(row, platformOrderId, client)).flatMap((line) => {
      const ordered = readUnits(line.quantity) ?? 1
      const wasShipped = isShipped || readTime(row.date_shipped) !== null
      const quantity = isCancelled ? ordered : boughtUnits(line, ordered, wasShipped)
      if (quantity === 0) return []
      return {
        platformProductId: readId(line.product_id),
        platformVariantId: readId(line.variant_id),
        sku: readText(line.sku),
        title: readText(line.name),
        quantity,
        unitPrice: readPrice(line.price_inc_tax) ?? readPrice(line.base_price),
      }
    }),
    updatedAt,
  }
}

/**
 * Units refunded before shipment were removed from the order. Units refunded after shipment were returned (orders.v2:
 * `quantity_refunded`, `quantity_shipped`). A download counts as shipped. So does every unit of an order that was marked
 * as shipped by hand, because such an order has no shipments.
 */
function boughtUnits(line: Fields, ordered: number, wasShipped: boolean): number {
  const refunded = readUnits(line.quantity_refunded) ?? 0
  const isDelivered = wasShipped || line.type === 'digital'
  const shipped = Math.min(ordered, isDelivered ? ordered : (readUnits(line.quantity_shipped) ?? 0))
  return Math.max(ordered - refunded, shipped)
}

function readUnits(value: unknown): number | undefined {
  const units = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN
  return units >= 0 && Number.isFinite(units) ? Math.trunc(units) : undefined
}

/** The order contains its refunds, except those created through V3. */
async function fetchRefunded(row: Fields, id: string, status: number, client: Client): Promise<string> {
  const said = readPrice(row.refunded_amount)
  if (said !== null && /[1-9]/.test(said)) return said
  if (status !== statuses.refunded && status !== statuses.partlyRefunded) return '0'
  const { data } = toRecord(await client.get(`/v3/orders/${id}/payment_actions/refunds`))
  return sumAmounts(toRecords(data).flatMap((refund) => readPrice(refund.total_amount) ?? []))
}

async function fetchLines(row: Fields, id: string, client: Client): Promise<Fields[]> {
  const { shipping, pickups, downloads } = toRecord(row.consignments)
  const kinds = [shipping, pickups, downloads]
  if (kinds.some(Array.isArray)) {
    const lines = kinds.flatMap(toRecords).flatMap(({ line_items: lines }) => toRecords(lines))
    // If the store ignores the parameters of `whole`, these rows are addresses instead of lines.
    if (lines.every((line) => line.product_id !== undefined)) return lines
  }
  const lines: Fields[] = []
  for (let page = 1; page <= 100; page += 1) {
    const rows = toRecords(await client.get(`/v2/orders/${id}/products`, { page, limit: 250 }))
    lines.push(...rows)
    if (rows.length < 250) return lines
  }
  throw new ShopFailure('answer_unreadable', 'An order of BigCommerce has too many pages of lines.')
}
