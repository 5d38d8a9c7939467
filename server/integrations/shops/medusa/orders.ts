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
import { readAmount, readId, readPrice, readText, readTime, sumAmounts, toRecord, toRecords } from '../fields.ts'
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

export function toOrder(node: Record<string, unknown>): ShopOrder | undefined {
  const platformOrderId = readId(node.id)
  const placedAt = readTime(node.created_at)
  if (platformOrderId === undefined || placedAt === null || node.is_draft_order === true || node.status === 'draft')
    return undefined
  const items = toRecords(node.items)
  const fulfillments = toRecords(node.fulfillments).filter(({ canceled_at }) => !canceled_at)
  const shipping = toRecord(node.shipping_address)
  const billing = toRecord(node.billing_address)
  return {
    platformOrderId,
    orderNumber: readText(node.display_id),
    email: readText(node.email),
    customerName: nameIn(shipping) ?? nameIn(billing) ?? nameIn(toRecord(node.customer)),
    currency: readText(node.currency_code)?.toUpperCase() ?? null,
    total: computeGross(node, items),
    refundedTotal: readPrice(toRecord(node.summary).refunded_total) ?? '0',
    placedAt,
    fulfilledAt: pickEarliest(
      fulfillments.map(({ shipped_at, packed_at }) => readTime(shipped_at) ?? readTime(packed_at)),
    ),
    deliveredAt: pickLatest(fulfillments.map(({ delivered_at }) => readTime(delivered_at))),
    cancelledAt: readTime(node.canceled_at),
    locale: readText(node.locale),
    country: (readText(shipping.country_code) ?? readText(billing.country_code))?.toUpperCase() ?? null,
    acceptsMarketing: null,
    lineItems: items.flatMap((item) => {
      const quantity = readQuantity(item.quantity)
      if (quantity === 0) return []
      return {
        platformProductId: readId(item.product_id) ?? null,
        platformVariantId: readId(item.variant_id) ?? null,
        sku: readText(item.variant_sku),
        title: readText(item.product_title) ?? readText(item.title),
        quantity,
        unitPrice: readPrice(item.unit_price),
      }
    }),
    updatedAt: readTime(node.updated_at),
  }
}

function computeGross(node: Record<string, unknown>, items: readonly Record<string, unknown>[]): string | null {
  const total = readAmount(node.total)
  if (total === null) return null
  const cameBack = items.flatMap((item) => [
    readAmount(item.return_received_total) ?? '0',
    readAmount(item.return_dismissed_total) ?? '0',
  ])
  const gross = sumAmounts([total, readAmount(node.credit_line_total) ?? '0', ...cameBack])
  // An edit can remove paid items, and none of the fields above contains their refund. So the gross total
  // is at least the remaining total plus all refunds, limited to the paid amount.
  const { paid_total, refunded_total } = toRecord(node.summary)
  const paid = readPrice(paid_total) ?? '0'
  const owedAndRefunded = sumAmounts([total, readPrice(refunded_total) ?? '0'])
  return readPrice(pickLarger(gross, pickLarger(owedAndRefunded, paid) === paid ? owedAndRefunded : paid))
}

const pickLarger = (one: string, other: string): string =>
  sumAmounts([one, negated(other)]).startsWith('-') ? other : one
const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

const nameIn = ({ first_name, last_name }: Record<string, unknown>): string | null =>
  readText([readText(first_name), readText(last_name)].filter(Boolean).join(' '))

function readQuantity(value: unknown): number {
  const quantity = Number(readAmount(value) ?? Number.NaN)
  return Number.isFinite(quantity) && quantity >= 0 ? Math.ceil(quantity) : 1
}

const pickEarliest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((first, time) => (time !== null && (first === null || time < first) ? time : first), null)

const pickLatest = (times: readonly (Date | null)[]): Date | null =>
  times.length === 0 || times.includes(null)
    ? null
    : times.reduce((last, time) => (last === null || (time !== null && time > last) ? time : last), null)
