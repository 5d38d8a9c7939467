import { readPrice, readText, readTime, sumAmounts, toRecord, toRecords } from '../fields.ts'
import type { ShopOrder } from '../shop.ts'
import { boughtUnits, type RefundedUnits, type Shipment } from './bought.ts'
import { latest } from './orders.ts'
import { readId } from './webhook-body.ts'

type Body = Record<string, unknown>

/** Undefined when the body is incomplete and the order must be read from the API. */
export function orderOfBody(body: Body): ShopOrder | undefined {
  const platformOrderId = readId(body)
  const placedAt = readTime(body.processed_at) ?? readTime(body.created_at)
  const currency = readText(body.currency)
  const total = readPrice(body.total_price)
  const refundedTotal = sumRefunded(body, currency)
  if (!platformOrderId || !placedAt || !currency || total === null || refundedTotal === undefined) return undefined
  if (!Array.isArray(body.line_items)) return undefined
  const isFulfilled = body.fulfillment_status === 'fulfilled'
  const shipped = isFulfilled ? toRecords(body.fulfillments).filter(({ status }) => status === 'success') : []
  const billing = toRecord(body.billing_address)
  const shipping = toRecord(body.shipping_address)
  return {
    platformOrderId,
    orderNumber: readText(body.name),
    email: readText(body.email) ?? readText(body.contact_email),
    customerName: readText(billing.name) ?? readText(shipping.name),
    currency,
    total,
    refundedTotal,
    placedAt,
    fulfilledAt: latest(shipped.map(({ created_at }) => readTime(created_at))),
    deliveredAt: latest(
      shipped.map(({ shipment_status, updated_at }) => (shipment_status === 'delivered' ? readTime(updated_at) : null)),
    ),
    cancelledAt: readTime(body.cancelled_at),
    locale: readText(body.customer_locale),
    country: readText(shipping.country_code) ?? readText(billing.country_code),
    acceptsMarketing: typeof body.buyer_accepts_marketing === 'boolean' ? body.buyer_accepts_marketing : null,
    lineItems: toLineItems(body),
    updatedAt: readTime(body.updated_at),
  }
}

/** A cancelled order is marked as such, and its lines stay as ordered. */
function toLineItems(body: Body): ShopOrder['lineItems'] {
  const refunded = body.cancelled_at ? [] : readRefundedUnits(body)
  return toRecords(body.line_items).flatMap((item) => {
    const ordered = readWhole(item.quantity) ?? 1
    const currentQuantity = body.cancelled_at ? ordered : readWhole(item.current_quantity)
    const shipments = readShipments(body, item)
    const quantity = boughtUnits(
      { id: plainId(item.id) ?? undefined, quantity: ordered, currentQuantity },
      refunded,
      shipments,
    )
    if (quantity === 0) return []
    return {
      platformProductId: plainId(item.product_id),
      platformVariantId: plainId(item.variant_id),
      sku: readText(item.sku),
      title: readText(item.title),
      quantity,
      unitPrice: readPrice(item.price),
    }
  })
}

const readRefundedUnits = (body: Body): RefundedUnits[] =>
  toRecords(body.refunds).flatMap(({ created_at, refund_line_items }) =>
    toRecords(refund_line_items).map((line) => ({
      lineId: plainId(line.line_item_id) ?? '',
      quantity: readWhole(line.quantity) ?? 0,
      restockType: String(line.restock_type),
      at: readTime(created_at),
    })),
  )

function readShipments(body: Body, item: Body): Shipment[] {
  const shipments = toRecords(body.fulfillments)
    .filter(({ status }) => status === 'success')
    .map(({ created_at, line_items }) => ({
      at: readTime(created_at),
      lineIds: Array.isArray(line_items) ? new Set(toRecords(line_items).flatMap(({ id }) => plainId(id) ?? [])) : null,
    }))
  if (shipments.length > 0 || item.fulfillment_status !== 'fulfilled') return shipments
  return [{ at: null, lineIds: null }]
}

const readWhole = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined

/**
 * In a shop with several currencies, a transaction's currency may differ from the order's. The refunded amount is then
 * unknown.
 */
function sumRefunded(body: Body, currency: string | null): string | undefined {
  const returned = toRecords(body.refunds)
    .flatMap(({ transactions }) => toRecords(transactions))
    .filter(({ kind, status }) => kind === 'refund' && status === 'success')
  if (returned.some((each) => readText(each.currency) !== currency || readPrice(each.amount) === null)) return undefined
  return sumAmounts(returned.map(({ amount }) => String(readPrice(amount))))
}

const plainId = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : Number.isSafeInteger(value) ? String(value) : null
