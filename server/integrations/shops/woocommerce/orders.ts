// An order as WooCommerce says it, in the shape of ours. `total` is gross and no refund changes it; refunds stand below it as
// negative texts.
import { amountOf, idOf, plainTextOf, priceOf, recordOf, recordsOf, sumOf, textOf } from '../fields.ts'
import type { ShopOrder } from '../shop.ts'
import { gmtOf } from './products.ts'

export const orderFields =
  'id,number,status,currency,total,refunds,billing,shipping,line_items,date_created_gmt,date_modified_gmt,date_completed_gmt'

/** Not paid and not agreed upon, or thrown away. */
const noOrders = new Set(['pending', 'failed', 'checkout-draft', 'draft', 'auto-draft', 'trash'])

/** Undefined for what is no order yet, or no more. */
export function toOrder(node: Record<string, unknown>): ShopOrder | undefined {
  const platformOrderId = idOf(node.id)
  const placedAt = gmtOf(node.date_created_gmt)
  const status = textOf(node.status) ?? ''
  if (platformOrderId === undefined || placedAt === null || noOrders.has(status)) return undefined
  const billing = recordOf(node.billing)
  const updatedAt = gmtOf(node.date_modified_gmt)
  return {
    platformOrderId,
    orderNumber: textOf(node.number),
    email: textOf(billing.email),
    customerName: textOf([textOf(billing.first_name), textOf(billing.last_name)].filter(Boolean).join(' ')),
    currency: textOf(node.currency),
    total: priceOf(node.total),
    refundedTotal: refundedOf(node),
    placedAt,
    fulfilledAt: gmtOf(node.date_completed_gmt),
    deliveredAt: null,
    cancelledAt: status === 'cancelled' ? (updatedAt ?? placedAt) : null,
    locale: null,
    country: textOf(billing.country) ?? textOf(recordOf(node.shipping).country),
    acceptsMarketing: null,
    lineItems: recordsOf(node.line_items).map((item) => {
      const product = idOf(item.product_id) ?? null
      return {
        platformProductId: product,
        // 0 stands for none: a product without variations is its own variant.
        platformVariantId: idOf(item.variation_id) ?? product,
        sku: textOf(item.sku),
        title: plainTextOf(item.name),
        quantity: quantityOf(item.quantity),
        unitPrice: priceOf(item.price),
      }
    }),
    updatedAt,
  }
}

function refundedOf(node: Record<string, unknown>): string {
  const amounts = recordsOf(node.refunds).flatMap(({ total }) => amountOf(total) ?? [])
  return sumOf(amounts.map((amount) => amount.replace(/^-/, '')))
}

/** Some shops sell by weight: what is less than one is one line all the same. */
const quantityOf = (value: unknown): number => Math.max(1, Math.round(Number(value)) || 1)
