// A cancelled line loses its quantity and the order's total shrinks, so the gross total is computed from the placed order.
// Money is in the smallest unit.
import { idOf, recordOf, recordsOf, textOf, timeOf } from '../fields.ts'
import type { ShopOrder } from '../shop.ts'
import { amountIn } from './products.ts'

type Node = Record<string, unknown>

/** Undefined for a basket, or a draft of the shop's staff. */
export function toOrder(node: Node, precision: number): ShopOrder | undefined {
  const platformOrderId = idOf(node.id)
  const placedAt = timeOf(node.orderPlacedAt)
  if (platformOrderId === undefined || placedAt === null || node.active === true) return undefined
  const currency = textOf(node.currencyCode)
  const lines = recordsOf(node.lines)
  const customer = recordOf(node.customer)
  const shipping = recordOf(node.shippingAddress)
  const billing = recordOf(node.billingAddress)
  const state = textOf(node.state) ?? ''
  const reached = (...states: readonly string[]) => reachedAt(node, states)
  return {
    platformOrderId,
    orderNumber: textOf(node.code),
    email: textOf(customer.emailAddress),
    customerName:
      textOf([textOf(customer.firstName), textOf(customer.lastName)].filter(Boolean).join(' ')) ??
      textOf(shipping.fullName) ??
      textOf(billing.fullName),
    currency,
    total: amountIn(grossOf(node, lines), currency, precision),
    refundedTotal: amountIn(refundedOf(node), currency, precision) ?? '0',
    placedAt,
    fulfilledAt: reached('Shipped', 'PartiallyShipped', 'Delivered', 'PartiallyDelivered'),
    deliveredAt: state === 'Delivered' ? reached('Delivered') : null,
    cancelledAt: state === 'Cancelled' ? (reached('Cancelled') ?? timeOf(node.updatedAt)) : null,
    locale: null,
    country: textOf(shipping.countryCode) ?? textOf(billing.countryCode),
    acceptsMarketing: null,
    lineItems: lines.flatMap((line) => {
      // A cancelled order is marked as such, and its lines stay as ordered.
      const quantity = state === 'Cancelled' ? orderedOf(line) : boughtOf(line)
      if (quantity === 0) return []
      return {
        platformProductId: idOf(recordOf(line.productVariant).productId) ?? null,
        platformVariantId: idOf(recordOf(line.productVariant).id) ?? null,
        sku: textOf(recordOf(line.productVariant).sku),
        title: textOf(recordOf(line.productVariant).name),
        quantity,
        unitPrice: amountIn(line.discountedUnitPriceWithTax, currency, precision),
      }
    }),
    updatedAt: timeOf(node.updatedAt),
  }
}

const unitsOf = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0)

/** A line added to a placed order has no quantity of that time. */
const orderedOf = ({ orderPlacedQuantity, quantity }: Node): number =>
  Math.max(unitsOf(orderPlacedQuantity), unitsOf(quantity))

/**
 * Cancellations, modifications and returns lower `quantity`. Only units in a fulfilment were sent
 * (`OrderLine.fulfillmentLines`, Vendure 3.7): if cancelled afterwards, they were returned.
 */
function boughtOf(line: Node): number {
  const sent = recordsOf(line.fulfillmentLines)
    .filter(({ fulfillment }) => recordOf(fulfillment).state !== 'Cancelled')
    .reduce((sum, { quantity }) => sum + unitsOf(quantity), 0)
  return Math.max(unitsOf(line.quantity), Math.min(sent, orderedOf(line)))
}

/** Adds units removed since at their line's price, and cancelled shipping. Without either this is `totalWithTax`. */
function grossOf(node: Node, lines: readonly Node[]): number {
  const lost = lines.map((line) => (orderedOf(line) - unitsOf(line.quantity)) * unitsOf(line.proratedUnitPriceWithTax))
  const cancelledShipping = recordsOf(node.shippingLines)
    .flatMap(({ discounts }) => recordsOf(discounts))
    .filter(({ adjustmentSource }) => adjustmentSource === 'CANCEL_ORDER')
    .map(({ amountWithTax }) => -unitsOf(amountWithTax))
  return [...lost, ...cancelledShipping].reduce((sum, each) => sum + each, unitsOf(node.totalWithTax))
}

const refundedOf = (node: Node): number =>
  recordsOf(node.payments)
    .flatMap(({ refunds }) => recordsOf(refunds))
    .filter(({ state }) => state === 'Settled')
    .reduce((sum, { total }) => sum + unitsOf(total), 0)

/** The time when the order first reached one of these states, by its history. */
function reachedAt(node: Node, states: readonly string[]): Date | null {
  const entry = recordsOf(recordOf(node.history).items).find(({ data }) =>
    states.includes(textOf(recordOf(data).to) ?? ''),
  )
  return timeOf(entry?.createdAt)
}
