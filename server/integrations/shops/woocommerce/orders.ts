// `total` is gross and refunds do not change it. Refunds are listed separately as negative strings.
import { readAmount, readId, readPlainText, readPrice, readText, sumAmounts, toRecord, toRecords } from '../fields.ts'
import type { ShopOrder } from '../shop.ts'
import type { Client } from './client.ts'
import { parseGmt } from './products.ts'

export const orderFields =
  'id,number,status,currency,total,refunds,billing,shipping,line_items,date_created_gmt,date_modified_gmt,date_completed_gmt'

/** Statuses of orders that are unpaid, unfinished or deleted. */
const noOrders = new Set(['pending', 'failed', 'checkout-draft', 'draft', 'auto-draft', 'trash'])

type Row = Record<string, unknown>

const refundFields = 'id,date_created_gmt,line_items'

/** An order lists its refunds without their lines, so the refunds are read separately. */
export async function readOrder(node: Row, client: Client): Promise<ShopOrder | undefined> {
  if (!mayHaveLess(node)) return toOrder(node)
  const refunds = await client.listIfThere(`/orders/${readId(node.id)}/refunds`, {
    per_page: 100,
    _fields: refundFields,
  })
  return toOrder(node, refunds)
}

/** True if refunds may have removed units. Lines of a cancelled order stay as ordered. */
export const mayHaveLess = ({ status, refunds }: Row): boolean =>
  status !== 'cancelled' && toRecords(refunds).length > 0

export function toOrder(node: Row, refunds: readonly Row[] = []): ShopOrder | undefined {
  const platformOrderId = readId(node.id)
  const placedAt = parseGmt(node.date_created_gmt)
  const status = readText(node.status) ?? ''
  if (platformOrderId === undefined || placedAt === null || noOrders.has(status)) return undefined
  const billing = toRecord(node.billing)
  const updatedAt = parseGmt(node.date_modified_gmt)
  const fulfilledAt = parseGmt(node.date_completed_gmt)
  // WooCommerce completes an order when it is fulfilled. A refund before the completion removed units, and a refund
  // after it is a return. In the REST documentation (wc/v3), a refund line refers to the order's line by
  // `_refunded_item_id`.
  const takenOut = refunds
    .filter(({ date_created_gmt: at }) => fulfilledAt === null || (parseGmt(at) ?? fulfilledAt) < fulfilledAt)
    .flatMap(({ line_items: lines }) => toRecords(lines))
  return {
    platformOrderId,
    orderNumber: readText(node.number),
    email: readText(billing.email),
    customerName: readText([readText(billing.first_name), readText(billing.last_name)].filter(Boolean).join(' ')),
    currency: readText(node.currency),
    total: readPrice(node.total),
    refundedTotal: sumRefunded(node),
    placedAt,
    fulfilledAt,
    deliveredAt: null,
    cancelledAt: status === 'cancelled' ? (updatedAt ?? placedAt) : null,
    locale: null,
    country: readText(billing.country) ?? readText(toRecord(node.shipping).country),
    acceptsMarketing: null,
    lineItems: toRecords(node.line_items).flatMap((item) => {
      const product = readId(item.product_id) ?? null
      const lost = takenOut
        .filter((line) => isSameItem(line, item))
        .map(({ quantity }) => Math.abs(Number(quantity) || 0))
      const left = amountLeft(item.quantity) - lost.reduce((sum, each) => sum + each, 0)
      if (left <= 0) return []
      return {
        platformProductId: product,
        // 0 means none: a product without variations is its own variant.
        platformVariantId: readId(item.variation_id) ?? product,
        sku: readText(item.sku),
        title: readPlainText(item.name),
        // Some shops sell by weight, so a quantity below one counts as one.
        quantity: Math.max(1, Math.round(left)),
        unitPrice: readPrice(item.price),
      }
    }),
    updatedAt,
  }
}

/** Compares lines, or products and variations if a plugin's refund does not refer to a line. */
function isSameItem(refunded: Row, item: Row): boolean {
  const meta = toRecords(refunded.meta_data).find(({ key }) => key === '_refunded_item_id')
  const line = readId(meta?.value)
  if (line !== undefined) return line === readId(item.id)
  return (
    readId(refunded.product_id) === readId(item.product_id) &&
    readId(refunded.variation_id) === readId(item.variation_id)
  )
}

/** A line set to 0 in the editor counts as 0. A line with an unreadable quantity counts as one. */
function amountLeft(value: unknown): number {
  const quantity = value === null || value === undefined || value === '' ? Number.NaN : Number(value)
  return Number.isFinite(quantity) ? quantity : 1
}

function sumRefunded(node: Record<string, unknown>): string {
  const amounts = toRecords(node.refunds).flatMap(({ total }) => readAmount(total) ?? [])
  return sumAmounts(amounts.map((amount) => amount.replace(/^-/, '')))
}
