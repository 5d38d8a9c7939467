// The order in the body of a webhook. It has the shape of Shopify's older REST API, whatever API the rest is spoken by.
import type { ShopOrder } from '../shop.ts'
import { latest } from './orders.ts'
import { amountOf, text, timeOf } from './products.ts'
import { idOf } from './webhook-body.ts'

type Body = Record<string, unknown>

const recordOf = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {})
const listOf = (value: unknown): Body[] => (Array.isArray(value) ? value.map(recordOf) : [])

/** Undefined where the body does not say all of it, and the order has to be read back. */
export function orderOfBody(body: Body): ShopOrder | undefined {
  const platformOrderId = idOf(body)
  const placedAt = timeOf(body.processed_at) ?? timeOf(body.created_at)
  const currency = text(body.currency)
  const total = amountOf(body.total_price)
  const refundedTotal = refundedOf(body, currency)
  if (!platformOrderId || !placedAt || !currency || total === null || refundedTotal === undefined) return undefined
  if (!Array.isArray(body.line_items)) return undefined
  const isFulfilled = body.fulfillment_status === 'fulfilled'
  const shipped = isFulfilled ? listOf(body.fulfillments).filter(({ status }) => status === 'success') : []
  const billing = recordOf(body.billing_address)
  const shipping = recordOf(body.shipping_address)
  return {
    platformOrderId,
    orderNumber: text(body.name),
    email: text(body.email) ?? text(body.contact_email),
    customerName: text(billing.name) ?? text(shipping.name),
    currency,
    total,
    refundedTotal,
    placedAt,
    fulfilledAt: latest(shipped.map(({ created_at }) => timeOf(created_at))),
    deliveredAt: latest(
      shipped.map(({ shipment_status, updated_at }) => (shipment_status === 'delivered' ? timeOf(updated_at) : null)),
    ),
    cancelledAt: timeOf(body.cancelled_at),
    locale: text(body.customer_locale),
    country: text(shipping.country_code) ?? text(billing.country_code),
    acceptsMarketing: typeof body.buyer_accepts_marketing === 'boolean' ? body.buyer_accepts_marketing : null,
    lineItems: listOf(body.line_items).map((item) => ({
      platformProductId: plainId(item.product_id),
      platformVariantId: plainId(item.variant_id),
      sku: text(item.sku),
      title: text(item.title),
      quantity: Number.isSafeInteger(item.quantity) ? (item.quantity as number) : 1,
      unitPrice: amountOf(item.price),
    })),
    updatedAt: timeOf(body.updated_at),
  }
}

/** Money that went back. In a shop of several currencies a transaction may name another than the order's: then it is not known here. */
function refundedOf(body: Body, currency: string | null): string | undefined {
  const returned = listOf(body.refunds)
    .flatMap(({ transactions }) => listOf(transactions))
    .filter(({ kind, status }) => kind === 'refund' && status === 'success')
  if (returned.some((each) => text(each.currency) !== currency || amountOf(each.amount) === null)) return undefined
  return sum(returned.map(({ amount }) => String(amountOf(amount))))
}

function sum(amounts: readonly string[]): string {
  const digits = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  const units = amounts.reduce((total, amount) => {
    const [whole = '', fraction = ''] = amount.split('.')
    return total + BigInt(whole + fraction.padEnd(digits, '0'))
  }, 0n)
  const text = String(units).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

const plainId = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : Number.isSafeInteger(value) ? String(value) : null
