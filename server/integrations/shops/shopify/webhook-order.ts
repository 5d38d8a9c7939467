// The order in the body of a webhook. It has the shape of Shopify's older REST API, whatever API the rest is spoken by.

import { priceOf, recordOf, recordsOf, sumOf, textOf, timeOf } from '../fields.ts'
import type { ShopOrder } from '../shop.ts'
import { latest } from './orders.ts'
import { idOf } from './webhook-body.ts'

type Body = Record<string, unknown>

/** Undefined where the body does not say all of it, and the order has to be read back. */
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
    lineItems: recordsOf(body.line_items).map((item) => ({
      platformProductId: plainId(item.product_id),
      platformVariantId: plainId(item.variant_id),
      sku: textOf(item.sku),
      title: textOf(item.title),
      quantity: Number.isSafeInteger(item.quantity) ? (item.quantity as number) : 1,
      unitPrice: priceOf(item.price),
    })),
    updatedAt: timeOf(body.updated_at),
  }
}

/** Money that went back. In a shop of several currencies a transaction may name another than the order's: then it is not known here. */
function refundedOf(body: Body, currency: string | null): string | undefined {
  const returned = recordsOf(body.refunds)
    .flatMap(({ transactions }) => recordsOf(transactions))
    .filter(({ kind, status }) => kind === 'refund' && status === 'success')
  if (returned.some((each) => textOf(each.currency) !== currency || priceOf(each.amount) === null)) return undefined
  return sumOf(returned.map(({ amount }) => String(priceOf(amount))))
}

const plainId = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : Number.isSafeInteger(value) ? String(value) : null
