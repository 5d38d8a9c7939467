import { readId, readText } from '../fields.ts'
import { type CodeWorth, refuseCurrency, type ShopCode, ShopFailure } from '../shop.ts'
import type { Client } from './client.ts'

export const codeKinds = ['fixed_amount', 'percent', 'free_shipping', 'product'] as const

async function find(client: Client, code: string): Promise<string | undefined> {
  const { rows } = await client.list('/coupons', { code, per_page: 10, _fields: 'id,code' })
  return readId(rows.find((row) => readText(row.code)?.toLowerCase() === code.toLowerCase())?.id)
}

export async function issueCode(wanted: ShopCode, client: Client): Promise<void> {
  const { code, title, worth, endsAt, minimum } = wanted
  if (await find(client, code)) return
  if (worth.kind === 'fixed_amount' || minimum)
    refuseCurrency(wanted, readText((await client.find('/data/currencies/current', {}))?.code))
  try {
    await client.make('/coupons', {
      ...{ code, description: title, usage_limit: 1, ...buildDiscount(worth) },
      // WooCommerce documents `date_expires_gmt` as writable but ignores it. `date_expires` accepts a time with a zone.
      ...(endsAt && { date_expires: `${endsAt.toISOString().slice(0, 19)}Z` }),
      ...(minimum && { minimum_amount: minimum.amount }),
    })
  } catch (error) {
    // An earlier attempt, whose response was lost, created the code.
    const isRefused = error instanceof ShopFailure && error.code === 'refused'
    if (!isRefused || !(await find(client, code))) throw error
  }
}

function buildDiscount(worth: CodeWorth): Record<string, unknown> {
  if (worth.kind === 'fixed_amount') return { discount_type: 'fixed_cart', amount: worth.amount }
  if (worth.kind === 'percent') return { discount_type: 'percent', amount: worth.percent }
  if (worth.kind === 'free_shipping') return { discount_type: 'fixed_cart', amount: '0', free_shipping: true }
  const product = Number(worth.platformProductId)
  if (!Number.isSafeInteger(product)) throw new ShopFailure('refused', 'The shop has no product with this id.')
  return { discount_type: 'percent', amount: '100', product_ids: [product], limit_usage_to_x_items: 1 }
}

export async function withdrawCode(code: string, client: Client): Promise<void> {
  const id = await find(client, code)
  if (id) await client.send('DELETE', `/coupons/${id}`)
}
