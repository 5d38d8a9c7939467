// Codes are BigCommerce's V2 coupons, each for one use. We refuse codes for a single free item, because a coupon for a
// product discounts every piece of it in the cart.
import { isRecord, readText, toRecords } from '../fields.ts'
import { refuseCurrency, type ShopCode, ShopFailure } from '../shop.ts'
import type { Answer, Client } from './client.ts'
import { readId } from './values.ts'

export const codeKinds = ['fixed_amount', 'percent', 'free_shipping'] as const

async function find(client: Client, code: string): Promise<string | undefined> {
  const rows = toRecords(await client.get('/v2/coupons', { code, limit: 10 }))
  return readId(rows.find((row) => readText(row.code) === code)?.id) ?? undefined
}

export async function issueCode(wanted: ShopCode, client: Client): Promise<void> {
  const { code, title, worth, endsAt, minimum } = wanted
  if (await find(client, code)) return
  if (worth.kind === 'product') throw new ShopFailure('refused', 'BigCommerce coupons cannot make a single item free.')
  if (worth.kind === 'fixed_amount' || minimum) {
    const store = await client.get('/v2/store')
    refuseCurrency(wanted, isRecord(store) ? readText(store.currency) : null)
  }
  const gives =
    worth.kind === 'fixed_amount'
      ? { type: 'per_total_discount', amount: worth.amount }
      : worth.kind === 'percent'
        ? { type: 'percentage_discount', amount: worth.percent }
        : { type: 'free_shipping', amount: '0' }
  const answer = await client.send('POST', '/v2/coupons', {
    // Coupon names must be unique too, and have a maximum length.
    name: `${title.slice(0, 80)} ${code}`,
    ...{ code, enabled: true, max_uses: 1, applies_to: { entity: 'categories', ids: [0] } },
    ...gives,
    ...(minimum && { min_purchase: minimum.amount }),
    ...(endsAt && { expires: endsAt.toUTCString().replace('GMT', '+0000') }),
  })
  if (answer.status < 400) return
  // An earlier attempt, whose response was lost, created the code.
  if (await find(client, code)) return
  throw buildRefusal(answer)
}

const buildRefusal = ({ status }: Answer): ShopFailure =>
  new ShopFailure(
    [400, 409, 422].includes(status) ? 'refused' : 'shop_failed',
    `BigCommerce refused to create the code, with the status ${status}.`,
  )

export async function withdrawCode(code: string, client: Client): Promise<void> {
  const id = await find(client, code)
  if (!id) return
  const { status } = await client.send('DELETE', `/v2/coupons/${id}`)
  if (status >= 400 && status !== 404)
    throw new ShopFailure('shop_failed', `BigCommerce returned the status ${status}.`)
}
