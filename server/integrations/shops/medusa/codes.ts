import { readId, readText } from '../fields.ts'
import { type CodeWorth, type ShopCode, ShopFailure } from '../shop.ts'
import type { Client } from './client.ts'

export const codeKinds = ['fixed_amount', 'percent', 'free_shipping', 'product'] as const

async function find(client: Client, code: string): Promise<string | undefined> {
  const { rows } = await client.list('/admin/promotions', 'promotions', { code, fields: 'id,code', limit: 10 })
  return readId(rows.find((row) => readText(row.code) === code)?.id)
}

export async function issueCode({ code, worth }: ShopCode, client: Client): Promise<void> {
  if (await find(client, code)) return
  const application_method = buildDiscount(worth)
  try {
    const once = { type: 'standard', status: 'active', is_automatic: false, limit: 1 }
    await client.make('/admin/promotions', { code, ...once, application_method })
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

export async function withdrawCode(code: string, client: Client): Promise<void> {
  const id = await find(client, code)
  if (id) await client.remove(`/admin/promotions/${id}`)
}
