import { readId, readText } from '../fields.ts'
import { type CodeWorth, type ShopCode, ShopFailure } from '../shop.ts'
import type { Client } from './client.ts'

export const codeKinds = ['fixed_amount', 'percent', 'free_shipping', 'product'] as const

async function findRow(client: Client, code: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await client.list('/admin/promotions', 'promotions', {
    code,
    fields: 'id,code,campaign_id',
    limit: 10,
  })
  return rows.find((row) => readText(row.code) === code)
}

const find = async (client: Client, code: string) => readId((await findRow(client, code))?.id)

export async function issueCode(
  { code, title, worth, startsAt, endsAt, minimum }: ShopCode,
  client: Client,
): Promise<void> {
  if (await find(client, code)) return
  const application_method = buildDiscount(worth)
  try {
    const once = { type: 'standard', status: 'active', is_automatic: false, limit: 1 }
    await client.make('/admin/promotions', {
      ...{ code, ...once, application_method },
      // Promotions have no dates of their own. Those of their campaign apply.
      ...(endsAt && { campaign: { name: title, campaign_identifier: code, starts_at: startsAt, ends_at: endsAt } }),
      ...(minimum && { rules: buildRules(minimum) }),
    })
  } catch (error) {
    // An earlier attempt, whose response was lost, created the code.
    const isRefused = error instanceof ShopFailure && error.code === 'refused'
    if (!isRefused || !(await find(client, code))) throw error
  }
}

function buildDiscount(worth: CodeWorth): Record<string, unknown> {
  if (worth.kind === 'fixed_amount')
    return {
      ...{ type: 'fixed', target_type: 'order', allocation: 'across' },
      ...{ value: Number(worth.amount), currency_code: worth.currency.toLowerCase() },
    }
  if (worth.kind === 'percent')
    return { type: 'percentage', target_type: 'order', allocation: 'across', value: Number(worth.percent) }
  if (worth.kind === 'free_shipping')
    return { type: 'percentage', target_type: 'shipping_methods', allocation: 'across', value: 100 }
  return {
    ...{ type: 'percentage', target_type: 'items', allocation: 'each', max_quantity: 1, value: 100 },
    target_rules: [{ attribute: 'items.product.id', operator: 'eq', values: [worth.platformProductId] }],
  }
}

/**
 * The minimum applies to the total before discounts. Otherwise the code's own discount could take the cart
 * below the minimum.
 */
const buildRules = ({ amount, currency }: NonNullable<ShopCode['minimum']>) => [
  { attribute: 'original_item_total', operator: 'gte', values: [amount] },
  { attribute: 'currency_code', operator: 'eq', values: [currency.toLowerCase()] },
]

/** The campaign is deleted first, because it is found only through its promotion. */
export async function withdrawCode(code: string, client: Client): Promise<void> {
  const row = await findRow(client, code)
  const [id, campaign] = [readId(row?.id), readId(row?.campaign_id)]
  if (campaign) await client.remove(`/admin/campaigns/${campaign}`)
  if (id) await client.remove(`/admin/promotions/${id}`)
}
