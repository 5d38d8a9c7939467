// Converts a Medusa order to ours. Medusa's `total` shrinks and ours is gross, so these are added:
//
// | | in Medusa (`@medusajs/utils` 2.21.2, totals/line-item) |
// |---|---|
// | `credit_line_total` | a refund without a return makes a credit line |
// | `return_received_total` | of each item: units that came back |
// | `return_dismissed_total` | of each item: units that came back damaged |
//
// An edit of the order lowers `total` without any of them. An item's `quantity` includes returned units but not those that
// an edit removed: a removed item stays with 0. `original_total` would ignore discounts.
import { amountOf, idOf, priceOf, recordOf, recordsOf, sumOf, textOf, timeOf } from '../fields.ts'
import type { ShopOrder } from '../shop.ts'

export const orderFields = [
  ...['id', 'display_id', 'email', 'currency_code', 'status', 'is_draft_order', 'locale'],
  ...['total', 'credit_line_total', 'summary', 'created_at', 'updated_at', 'canceled_at', 'metadata'],
  ...['first_name', 'last_name'].map((field) => `customer.${field}`),
  ...['first_name', 'last_name', 'country_code'].flatMap((field) => [
    `shipping_address.${field}`,
    `billing_address.${field}`,
  ]),
  'items.*',
  ...['packed_at', 'shipped_at', 'delivered_at', 'canceled_at'].map((field) => `fulfillments.${field}`),
].join(',')

/** Undefined for a draft. */
export function toOrder(node: Record<string, unknown>): ShopOrder | undefined {
  const platformOrderId = idOf(node.id)
  const placedAt = timeOf(node.created_at)
  if (platformOrderId === undefined || placedAt === null || node.is_draft_order === true || node.status === 'draft')
    return undefined
  const items = recordsOf(node.items)
  const fulfillments = recordsOf(node.fulfillments).filter(({ canceled_at }) => !canceled_at)
  const shipping = recordOf(node.shipping_address)
  const billing = recordOf(node.billing_address)
  return {
    platformOrderId,
    orderNumber: textOf(node.display_id),
    email: textOf(node.email),
    customerName: nameIn(shipping) ?? nameIn(billing) ?? nameIn(recordOf(node.customer)),
    currency: textOf(node.currency_code)?.toUpperCase() ?? null,
    total: grossOf(node, items),
    refundedTotal: priceOf(recordOf(node.summary).refunded_total) ?? '0',
    placedAt,
    fulfilledAt: firstOf(fulfillments.map(({ shipped_at, packed_at }) => timeOf(shipped_at) ?? timeOf(packed_at))),
    deliveredAt: lastOf(fulfillments.map(({ delivered_at }) => timeOf(delivered_at))),
    cancelledAt: timeOf(node.canceled_at),
    locale: textOf(node.locale),
    country: (textOf(shipping.country_code) ?? textOf(billing.country_code))?.toUpperCase() ?? null,
    acceptsMarketing: null,
    lineItems: items.flatMap((item) => {
      const quantity = quantityOf(item.quantity)
      if (quantity === 0) return []
      return {
        platformProductId: idOf(item.product_id) ?? null,
        platformVariantId: idOf(item.variant_id) ?? null,
        sku: textOf(item.variant_sku),
        title: textOf(item.product_title) ?? textOf(item.title),
        quantity,
        unitPrice: priceOf(item.unit_price),
      }
    }),
    updatedAt: timeOf(node.updated_at),
  }
}

function grossOf(node: Record<string, unknown>, items: readonly Record<string, unknown>[]): string | null {
  const total = amountOf(node.total)
  if (total === null) return null
  const cameBack = items.flatMap((item) => [
    amountOf(item.return_received_total) ?? '0',
    amountOf(item.return_dismissed_total) ?? '0',
  ])
  const gross = sumOf([total, amountOf(node.credit_line_total) ?? '0', ...cameBack])
  // Items removed by an edit were paid and refunded. Their sum is in neither field above, and never exceeds the payment.
  const { paid_total, refunded_total } = recordOf(node.summary)
  const paid = priceOf(paid_total) ?? '0'
  const owedAndRefunded = sumOf([total, priceOf(refunded_total) ?? '0'])
  return priceOf(largerOf(gross, largerOf(owedAndRefunded, paid) === paid ? owedAndRefunded : paid))
}

const largerOf = (one: string, other: string): string => (sumOf([one, negated(other)]).startsWith('-') ? other : one)
const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

const nameIn = ({ first_name, last_name }: Record<string, unknown>): string | null =>
  textOf([textOf(first_name), textOf(last_name)].filter(Boolean).join(' '))

function quantityOf(value: unknown): number {
  const quantity = Number(amountOf(value) ?? Number.NaN)
  return Number.isFinite(quantity) && quantity >= 0 ? Math.ceil(quantity) : 1
}

/** Nothing is fulfilled before the first parcel left. */
const firstOf = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((first, time) => (time !== null && (first === null || time < first) ? time : first), null)

/** Nothing is delivered before the last parcel arrived. */
const lastOf = (times: readonly (Date | null)[]): Date | null =>
  times.length === 0 || times.includes(null)
    ? null
    : times.reduce((last, time) => (last === null || (time !== null && time > last) ? time : last), null)
