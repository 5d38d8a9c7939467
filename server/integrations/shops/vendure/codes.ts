// Vendure allows two promotions with the same code, so each attempt looks for the code before and after creating it. We
// refuse codes for a single free item, because a promotion for a product discounts every piece of it.
import { toMinorUnits } from '#platform/values/money.ts'
import { readId, readText, toRecord, toRecords } from '../fields.ts'
import { type CodeWorth, refuseCurrency, type ShopCode, ShopFailure } from '../shop.ts'
import type { Client } from './client.ts'
import { codesDocument, makeCodeDocument, removeCodeDocument } from './documents.ts'
import { readSettings } from './settings.ts'

export const codeKinds = ['fixed_amount', 'percent', 'free_shipping'] as const

async function find({ query }: Client, code: string) {
  const options = { take: 10, sort: { id: 'ASC' }, filter: { couponCode: { eq: code } } }
  const { activeChannel, promotions } = await query(codesDocument, { options })
  const channel = toRecord(activeChannel)
  return {
    ids: toRecords(toRecord(promotions).items).flatMap(({ id }) => readId(id) ?? []),
    language: readText(channel.defaultLanguageCode) ?? 'en',
    currency: readText(channel.defaultCurrencyCode),
  }
}

export async function issueCode(wanted: ShopCode, client: Client): Promise<void> {
  const { query } = client
  const { code, title, worth, startsAt, endsAt, minimum } = wanted
  const { ids, language, currency } = await find(client, code)
  if (ids.length === 0) {
    refuseCurrency(wanted, currency)
    const input = {
      ...{ enabled: true, couponCode: code, usageLimit: 1, perCustomerUsageLimit: 1 },
      ...{ startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null },
      conditions: minimum ? [await buildMinimum(minimum, client)] : [],
      actions: [await buildAction(worth, client)],
      translations: [{ languageCode: language, name: title, description: '' }],
    }
    const { createPromotion: made } = await query(makeCodeDocument, { input })
    if (toRecord(made).__typename !== 'Promotion')
      throw new ShopFailure('refused', 'Vendure refused to create the code.')
  }
  const [, ...repeated] = (await find(client, code)).ids
  for (const id of repeated) await query(removeCodeDocument, { id })
}

async function buildMinimum(minimum: NonNullable<ShopCode['minimum']>, client: Client) {
  const amount = toUnits(minimum, (await readSettings(client)).precision)
  return {
    code: 'minimum_order_amount',
    arguments: [
      { name: 'amount', value: amount },
      { name: 'taxInclusive', value: 'true' },
    ],
  }
}

async function buildAction(worth: CodeWorth, client: Client) {
  const action = (code: string, value?: string) => ({
    code,
    arguments: value === undefined ? [] : [{ name: 'discount', value }],
  })
  if (worth.kind === 'free_shipping') return action('free_shipping')
  if (worth.kind === 'percent') return action('order_percentage_discount', worth.percent)
  if (worth.kind === 'product') throw new ShopFailure('refused', 'Vendure promotions cannot make a single item free.')
  const { precision } = await readSettings(client)
  return action('order_fixed_discount', toUnits(worth, precision))
}

/**
 * The reverse of `amountIn`: a shop with its own precision counts in units of that precision, not in the currency's
 * smallest unit.
 */
function toUnits({ amount, currency }: { amount: string; currency: string }, precision: number): string {
  if (precision === 2) return String(toMinorUnits(amount, currency))
  const [whole = '0', fraction = ''] = amount.split('.')
  return String(BigInt(whole + fraction.slice(0, precision).padEnd(precision, '0')))
}

export async function withdrawCode(code: string, client: Client): Promise<void> {
  const { query } = client
  const { ids } = await find(client, code)
  for (const id of ids) await query(removeCodeDocument, { id })
}
