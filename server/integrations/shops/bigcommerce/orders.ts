// Each page starts at the last time of the previous one, so that an order changing in between hides no other.

import { priceOf, recordOf, recordsOf, sumOf, textOf, timeOf } from '../fields.ts'
import { type Page, type Position, ShopFailure, type ShopOrder } from '../shop.ts'
import type { Client } from './client.ts'
import { type Fields, idOf } from './values.ts'

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
/** Includes an order's lines: otherwise each order would cost a call of the quota. */
const whole = { include: 'consignments.line_items', consignment_structure: 'object' }

export async function readOrders(
  since: { placed: Date } | { changed: Date },
  from: Position | null,
  client: Client,
): Promise<Page<ShopOrder>> {
  const field = 'placed' in since ? 'date_created' : 'date_modified'
  const start = textOf(from?.since) ?? ('placed' in since ? since.placed : since.changed).toISOString()
  const page = Number(from?.page ?? 1)
  const query = { [`min_${field}`]: start, sort: `${field}:asc`, page, limit: pageSize, ...whole }
  const rows = recordsOf(await client.get('/v2/orders', query))
  const items: ShopOrder[] = []
  for (const row of rows) {
    const order = await toOrder(row, client)
    if (order) items.push(order)
  }
  const last = timeOf(rows.at(-1)?.[field])
  if (rows.length < pageSize || !last) return { items, next: null, total: null }
  // Fifty within one second leave no later time to start at.
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
  return row ? await toOrder(recordOf(row), client) : undefined
}

/** Undefined for an unfinished checkout. */
async function toOrder(row: Fields, client: Client): Promise<ShopOrder | undefined> {
  const platformOrderId = idOf(row.id)
  const placedAt = timeOf(row.date_created)
  const status = Number(row.status_id)
  if (!platformOrderId || !placedAt || status === statuses.incomplete) return undefined
  const billing = recordOf(row.billing_address)
  const updatedAt = timeOf(row.date_modified)
  const isShipped = status === statuses.shipped || status === statuses.completed
  const isCancelled = status === statuses.cancelled || status === statuses.declined
  return {
    platformOrderId,
    orderNumber: platformOrderId,
    email: textOf(billing.email),
    customerName: textOf(`${textOf(billing.first_name) ?? ''} ${textOf(billing.last_name) ?? ''}`),
    currency: textOf(row.currency_code) ?? textOf(row.default_currency_code),
    total: priceOf(row.total_inc_tax),
    refundedTotal: await refundedOf(row, platformOrderId, status, client),
    placedAt,
    fulfilledAt: isShipped ? (timeOf(row.date_shipped) ?? updatedAt) : null,
    deliveredAt: null,
    cancelledAt: isCancelled ? updatedAt : null,
    locale: textOf(row.customer_locale),
    country: textOf(billing.country_iso2),
    acceptsMarketing: null,
    lineItems: (await linesOf(row, platformOrderId, client)).flatMap((line) => {
      const ordered = unitsOf(line.quantity) ?? 1
      const wasShipped = isShipped || timeOf(row.date_shipped) !== null
      const quantity = isCancelled ? ordered : boughtUnits(line, ordered, wasShipped)
      if (quantity === 0) return []
      return {
        platformProductId: idOf(line.product_id),
        platformVariantId: idOf(line.variant_id),
        sku: textOf(line.sku),
        title: textOf(line.name),
        quantity,
        unitPrice: priceOf(line.price_inc_tax) ?? priceOf(line.base_price),
      }
    }),
    updatedAt,
  }
}

/**
 * Units refunded without shipment were removed, and shipped ones were returned (orders.v2: `quantity_refunded`,
 * `quantity_shipped`). An order marked as shipped by hand has no shipments, and payment delivers a download.
 */
function boughtUnits(line: Fields, ordered: number, wasShipped: boolean): number {
  const refunded = unitsOf(line.quantity_refunded) ?? 0
  const isDelivered = wasShipped || line.type === 'digital'
  const shipped = Math.min(ordered, isDelivered ? ordered : (unitsOf(line.quantity_shipped) ?? 0))
  return Math.max(ordered - refunded, shipped)
}

function unitsOf(value: unknown): number | undefined {
  const units = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN
  return units >= 0 && Number.isFinite(units) ? Math.trunc(units) : undefined
}

/** The order contains its refunds, except those made by V3's newer way. */
async function refundedOf(row: Fields, id: string, status: number, client: Client): Promise<string> {
  const said = priceOf(row.refunded_amount)
  if (said !== null && /[1-9]/.test(said)) return said
  if (status !== statuses.refunded && status !== statuses.partlyRefunded) return '0'
  const { data } = recordOf(await client.get(`/v3/orders/${id}/payment_actions/refunds`))
  return sumOf(recordsOf(data).flatMap((refund) => priceOf(refund.total_amount) ?? []))
}

async function linesOf(row: Fields, id: string, client: Client): Promise<Fields[]> {
  const { shipping, pickups, downloads } = recordOf(row.consignments)
  const kinds = [shipping, pickups, downloads]
  if (kinds.some(Array.isArray)) {
    const lines = kinds.flatMap(recordsOf).flatMap(({ line_items: lines }) => recordsOf(lines))
    // Without the newest parameters a store returns addresses instead of lines.
    if (lines.every((line) => line.product_id !== undefined)) return lines
  }
  const lines: Fields[] = []
  for (let page = 1; page <= 100; page += 1) {
    const rows = recordsOf(await client.get(`/v2/orders/${id}/products`, { page, limit: 250 }))
    lines.push(...rows)
    if (rows.length < 250) return lines
  }
  throw new ShopFailure('answer_unreadable', 'An order of BigCommerce has too many pages of lines.')
}
