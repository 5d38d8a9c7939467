// A cancelled line loses its quantity and the order's total shrinks, so the gross total is computed from the placed order.
// Money is in the smallest unit.
import { readId, readText, readTime, toRecord, toRecords } from '../fields.ts'
import type { ShopOrder } from '../shop.ts'
import { amountIn } from './products.ts'

type Node = Record<string, unknown>

export function toOrder(node: Node, precision: number): ShopOrder | undefined {
  const platformOrderId = readId(node.id)
  const placedAt = readTime(node.orderPlacedAt)
  if (platformOrderId === undefined || placedAt === null || node.active === true) return undefined
  const currency = readText(node.currencyCode)
  const lines = toRecords(node.lines)
  const customer = toRecord(node.customer)
  const shipping = toRecord(node.shippingAddress)
  const billing = toRecord(node.billingAddress)
  const state = readText(node.state) ?? ''
  const reached = (...states: readonly string[]) => reachedAt(node, states)
  return {
    platformOrderId,
    orderNumber: readText(node.code),
    email: readText(customer.emailAddress),
    customerName:
      readText([readText(customer.firstName), readText(customer.lastName)].filter(Boolean).join(' ')) ??
      readText(shipping.fullName) ??
      readText(billing.fullName),
    currency,
    total: amountIn(computeGross(node, lines), currency, precision),
    refundedTotal: amountIn(sumRefunded(node), currency, precision) ?? '0',
    placedAt,
    fulfilledAt: reached('Shipped', 'PartiallyShipped', 'Delivered', 'PartiallyDelivered'),
    deliveredAt: state === 'Delivered' ? reached('Delivered') : null,
    cancelledAt: state === 'Cancelled' ? (reached('Cancelled') ?? readTime(node.updatedAt)) : null,
    locale: null,
    country: readText(shipping.countryCode) ?? readText(billing.countryCode),
    acceptsMarketing: null,
    lineItems: lines.flatMap((line) => {
      // A cancelled order is marked as such, and its lines stay as ordered.
      const quantity = state === 'Cancelled' ? countOrdered(line) : countBought(line)
      if (quantity === 0) return []
      return {
        platformProductId: readId(toRecord(line.productVariant).productId) ?? null,
        platformVariantId: readId(toRecord(line.productVariant).id) ?? null,
        sku: readText(toRecord(line.productVariant).sku),
        title: readText(toRecord(line.productVariant).name),
        quantity,
        unitPrice: amountIn(line.discountedUnitPriceWithTax, currency, precision),
      }
    }),
    updatedAt: readTime(node.updatedAt),
  }
}

const readUnits = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0)

/** A line that was added to a placed order has an `orderPlacedQuantity` of 0. */
const countOrdered = ({ orderPlacedQuantity, quantity }: Node): number =>
  Math.max(readUnits(orderPlacedQuantity), readUnits(quantity))

/**
 * Cancellations, modifications and returns lower `quantity`. Only units in a fulfillment were sent
 * (`OrderLine.fulfillmentLines`, Vendure 3.7). Units that were sent and then cancelled were returned.
 */
function countBought(line: Node): number {
  const sent = toRecords(line.fulfillmentLines)
    .filter(({ fulfillment }) => toRecord(fulfillment).state !== 'Cancelled')
    .reduce((sum, { quantity }) => sum + readUnits(quantity), 0)
  return Math.max(readUnits(line.quantity), Math.min(sent, countOrdered(line)))
}

/**
 * Adds units that were removed later, at their line's price, and cancelled shipping. If nothing was removed or cancelled,
 * this is `totalWithTax`.
 */
function computeGross(node: Node, lines: readonly Node[]): number {
  const lost = lines.map(
    (line) => (countOrdered(line) - readUnits(line.quantity)) * readUnits(line.proratedUnitPriceWithTax),
  )
  const cancelledShipping = toRecords(node.shippingLines)
    .flatMap(({ discounts }) => toRecords(discounts))
    .filter(({ adjustmentSource }) => adjustmentSource === 'CANCEL_ORDER')
    .map(({ amountWithTax }) => -readUnits(amountWithTax))
  return [...lost, ...cancelledShipping].reduce((sum, each) => sum + each, readUnits(node.totalWithTax))
}

const sumRefunded = (node: Node): number =>
  toRecords(node.payments)
    .flatMap(({ refunds }) => toRecords(refunds))
    .filter(({ state }) => state === 'Settled')
    .reduce((sum, { total }) => sum + readUnits(total), 0)

function reachedAt(node: Node, states: readonly string[]): Date | null {
  const entry = toRecords(toRecord(node.history).items).find(({ data }) =>
    states.includes(readText(toRecord(data).to) ?? ''),
  )
  return readTime(entry?.createdAt)
}
