// Orders are limited per visitor, because each order mails an address that anybody may have typed.
import { randomInt } from 'node:crypto'
import type { StoreScope } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { parseRateLimits } from '#platform/values/windows.ts'
import { emailPattern } from '#platform/values/wire.ts'
import { findOrder, upsertOrders } from '#resources/orders/commands.ts'
import { sendRequest } from '#resources/review-requests/commands.ts'
import type { Host } from '../host.ts'
import { findGood } from './store.ts'

export type OrderForm = { name: string; email: string; locale: string }
export type Trouble = OrderForm & { problem: 'name' | 'email' }

const isEmail = new RegExp(emailPattern)
const ordersOfVisitor = parseRateLimits('3/10m,10/24h')
const ordersOfAll = parseRateLimits('60/1h')

/** Language of the page, its widgets, its order and the mails about the order. */
export const readLocale = (said: unknown): string => (typeof said === 'string' && /^[a-z]{2}$/.test(said) ? said : 'en')

export function readOrderForm(body: unknown): OrderForm | Trouble {
  const sent = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '')
  const [name, email] = ['name', 'email'].map((field) => sent.get(field)?.trim().slice(0, 320) ?? '') as [
    string,
    string,
  ]
  const locale = readLocale(sent.get('locale'))
  if (name === '' || name.length > 80 || name.includes('\0')) return { name, email, locale, problem: 'name' }
  if (!isEmail.test(email) || email.includes('\0')) return { name, email, locale, problem: 'email' }
  return { name, email, locale }
}

/** Undefined when the shop does not sell the product. */
export async function placeOrder(
  { db, services, clock }: Host,
  shop: StoreScope,
  address: string,
  { name, email, locale, productId }: OrderForm & { productId: string },
): Promise<{ number: string } | undefined> {
  const good = await db.store(shop, 'read', (tx) => findGood(tx, productId))
  if (!good?.isSold) return undefined
  await services.actionLimits.spend('demo orders', shop.storeEnvId, address, ordersOfVisitor)
  await services.actionLimits.spend('demo orders of all', shop.storeEnvId, '0.0.0.0', ordersOfAll)
  const now = clock.now().toISOString()
  const number = `D-${randomInt(10_000, 100_000)}`
  const platformOrderId = `demo-${newId(clock.nowMs())}`
  const price = good.price ?? '0'
  await db.store(shop, 'write', async (tx) => {
    await upsertOrders(tx, [
      {
        ...{
          platformOrderId,
          orderNumber: number,
          email,
          customerName: name,
          locale,
          currency: good.currency,
          total: price,
        },
        ...{ placedAt: now, fulfilledAt: now, deliveredAt: now },
        lineItems: [{ platformProductId: productId, title: good.title, quantity: 1, unitPrice: price }],
      },
    ])
    const order = await findOrder(tx, platformOrderId)
    if (order) await sendRequest(tx, services, order.id)
  })
  return { number }
}
