// The order in a webhook's body. It has the shape of Shopify's older REST API, whichever API we otherwise use.

import { priceOf, recordOf, recordsOf, sumOf, textOf, timeOf } from '../fields.ts'
import type { ShopOrder } from '../shop.ts'
import { boughtUnits, type RefundedUnits, type Shipment } from './bought.ts'
import { latest } from './orders.ts'
import { idOf } from './webhook-body.ts'

type Body = Record<string, unknown>

/** Undefined when the body is incomplete and the order must be read from the API. */
export function orderOfBody(body: Body): ShopOrder | undefined {
  const platformOrderId = idOf(body)
  const placedAt = timeOf(body.processed_at) ?? timeOf(body.created_at)
  const currency = textOf(body.currency)
  const total = priceOf(body.total_price)
  const refundedTotal = refundedOf(body, currency)
  if (!platformOrderId || !placedAt || !currency || total === null || refundedTotal === undefined) return undefined
  if (!Array.isArray(body.line_items)) return undefined
  const isFulfilled = body.fulfillment_status === 'fulfilled'
  const shipped = isFulfilled ? recordsOf(body.fulfillments).filter(({ status }) => status === 'success') : []
  const billing = recordOf(body.billing_address)
  const shipping = recordOf(body.shipping_address)
  return {
    platformOrderId,
    orderNumber: textOf(body.name),
    email: textOf(body.email) ?? textOf(body.contact_email),
    customerName: textOf(billing.name) ?? textOf(shipping.name),
    currency,
    total,
    refundedTotal,
    placedAt,
    fulfilledAt: latest(shipped.map(({ created_at }) => timeOf(created_at))),
    deliveredAt: latest(
      shipped.map(({ shipment_status, updated_at }) => (shipment_status === 'delivered' ? timeOf(updated_at) : null)),
    ),
    cancelledAt: timeOf(body.cancelled_at),
    locale: textOf(body.customer_locale),
    country: textOf(shipping.country_code) ?? textOf(billing.country_code),
    acceptsMarketing: typeof body.buyer_accepts_marketing === 'boolean' ? body.buyer_accepts_marketing : null,
    lineItems: linesOf(body),
    updatedAt: timeOf(body.updated_at),
  }
}

/** A cancelled order is marked as such, and its lines stay as ordered. */
function linesOf(body: Body): ShopOrder['lineItems'] {
  const refunded = body.cancelled_at ? [] : refundedUnitsOf(body)
  return recordsOf(body.line_items).flatMap((item) => {
    const ordered = wholeOf(item.quantity) ?? 1
    const currentQuantity = body.cancelled_at ? ordered : wholeOf(item.current_quantity)
    const shipments = shipmentsOf(body, item)
    const quantity = boughtUnits(
      { id: plainId(item.id) ?? undefined, quantity: ordered, currentQuantity },
      refunded,
      shipments,
    )
    if (quantity === 0) return []
    return {
      platformProductId: plainId(item.product_id),
      platformVariantId: plainId(item.variant_id),
      sku: textOf(item.sku),
      title: textOf(item.title),
      quantity,
      unitPrice: priceOf(item.price),
    }
  })
}

const refundedUnitsOf = (body: Body): RefundedUnits[] =>
  recordsOf(body.refunds).flatMap(({ created_at, refund_line_items }) =>
    recordsOf(refund_line_items).map((line) => ({
      lineId: plainId(line.line_item_id) ?? '',
      quantity: wholeOf(line.quantity) ?? 0,
      restockType: String(line.restock_type),
      at: timeOf(created_at),
    })),
  )

function shipmentsOf(body: Body, item: Body): Shipment[] {
  const shipments = recordsOf(body.fulfillments)
    .filter(({ status }) => status === 'success')
    .map(({ created_at, line_items }) => ({
      at: timeOf(created_at),
      lineIds: Array.isArray(line_items) ? new Set(recordsOf(line_items).flatMap(({ id }) => plainId(id) ?? [])) : null,
    }))
  if (shipments.length > 0 || item.fulfillment_status !== 'fulfilled') return shipments
  return [{ at: null, lineIds: null }]
}

const wholeOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined

/**
 * In a shop with several currencies a transaction may have another than the order's; then the returned money is unknown.
 */
function refundedOf(body: Body, currency: string | null): string | undefined {
  const returned = recordsOf(body.refunds)
    .flatMap(({ transactions }) => recordsOf(transactions))
    .filter(({ kind, status }) => kind === 'refund' && status === 'success')
  if (returned.some((each) => textOf(each.currency) !== currency || priceOf(each.amount) === null)) return undefined
  return sumOf(returned.map(({ amount }) => String(priceOf(amount))))
}

const plainId = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : Number.isSafeInteger(value) ? String(value) : null
