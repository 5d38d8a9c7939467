import { Type } from 'typebox'
import type { ArchivedRow, ArchivedTable } from '#platform/areas/archive.ts'
import { LineItemInput, OrderInput } from './schema.ts'
import { folded } from './store.ts'

const order = OrderInput.properties
const line = LineItemInput.properties
const Amount = Type.Number({ minimum: 0 })

const orderColumns = {
  ...{ platform_order_id: order.platformOrderId, order_number: order.orderNumber, email: order.email },
  ...{ customer_name: order.customerName, currency: order.currency, total: Amount, refunded_total: Amount },
  ...{ locale: order.locale, country: order.country, referral_code: order.referralCode },
}

const lineColumns = {
  ...{ platform_product_id: line.platformProductId, platform_variant_id: line.platformVariantId, sku: line.sku },
  ...{ title: line.title, quantity: line.quantity, unit_price: Amount },
}

export const archive = [
  { table: 'orders', columns: orderColumns, made: folded, addresses: ['email'], type: 'order' },
  { table: 'order_line_items', columns: lineColumns },
  { table: 'review_requests', restored: withoutRequest },
  { table: 'asked_orders' },
] satisfies readonly ArchivedTable[]

/** Restored requests are not sent, because the exported store may still be sending requests to the same people. */
function withoutRequest({ state }: ArchivedRow): ArchivedRow {
  const nothingDue = { queued_at: null, reminder_due_at: null, reminder_queued_at: null }
  return state === 'scheduled'
    ? { ...nothingDue, state: 'skipped', reason: 'restored', scheduled_for: null }
    : nothingDue
}
