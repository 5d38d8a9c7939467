import { hash } from 'node:crypto'
import type { Static } from 'typebox'
import { AppError } from '#platform/values/errors.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { normalizeAmount } from '#platform/values/money.ts'
import type { LineItemInput, OrderInput, UpsertResult } from './schema.ts'

export type OrderRow = Static<typeof OrderInput>
export type Failure = Static<typeof UpsertResult>['errors'][number]

/** Normal form of a row: every field is present, and blank text is null. */
export type Item = ReturnType<typeof normalise>
export type ItemLine = Item['lineItems'][number]

export function prepare(rows: readonly OrderRow[]): { items: Item[]; failures: Failure[] } {
  const items: Item[] = []
  const failures: Failure[] = []
  const seen = new Set<string>()
  for (const [index, row] of rows.entries()) {
    if (seen.has(row.platformOrderId)) {
      failures.push(
        failure(
          { index, ...row },
          'duplicate_in_request',
          'This id is in the request twice; only the first row counts.',
        ),
      )
      continue
    }
    seen.add(row.platformOrderId)
    items.push(normalise(row, index))
  }
  return { items, failures }
}

export const failure = (
  { index, platformOrderId }: Pick<Item, 'index' | 'platformOrderId'>,
  code: Failure['code'],
  message: string,
): Failure => ({
  index,
  platformOrderId,
  code,
  message,
})

function normalise(row: OrderRow, index: number) {
  const email = text(row.email)
  const currency = row.currency ?? null
  const content = {
    platformOrderId: row.platformOrderId,
    orderNumber: text(row.orderNumber),
    email: email && normalizeEmail(email),
    customerName: text(row.customerName),
    currency,
    total: amount(row.total, currency),
    refundedTotal: amount(row.refundedTotal, currency) ?? '0',
    placedAt: instant(row.placedAt),
    fulfilledAt: row.fulfilledAt ? instant(row.fulfilledAt) : null,
    deliveredAt: row.deliveredAt ? instant(row.deliveredAt) : null,
    cancelledAt: row.cancelledAt ? instant(row.cancelledAt) : null,
    locale: text(row.locale),
    country: text(row.country),
    referralCode: text(row.referralCode),
    acceptsMarketing: row.acceptsMarketing ?? null,
    lineItems: (row.lineItems ?? []).map((line) => normaliseLine(line, currency)),
  }
  return { ...content, index, fingerprint: computeFingerprint(content) }
}

const normaliseLine = (line: Static<typeof LineItemInput>, currency: string | null) => ({
  platformProductId: text(line.platformProductId),
  platformVariantId: text(line.platformVariantId),
  sku: text(line.sku),
  title: text(line.title),
  quantity: line.quantity ?? 1,
  unitPrice: amount(line.unitPrice, currency),
})

const amount = (value: string | null | undefined, currency: string | null): string | null =>
  value == null ? null : normalizeAmount(value, currency)

/** Money is compared by value: `10.5` is `10.50`. */
export function isWhollyRefunded({ total, refundedTotal }: { total: string | null; refundedTotal: string }): boolean {
  if (total === null) return false
  const [whole, refunded] = alignedUnits(total, refundedTotal)
  return whole > 0n && refunded >= whole
}

function alignedUnits(...amounts: [string, string]): [bigint, bigint] {
  const digits = Math.max(...amounts.map((each) => each.split('.')[1]?.length ?? 0))
  const units = (each: string) => {
    const [integer = '0', fraction = ''] = each.split('.')
    return BigInt(integer + fraction.padEnd(digits, '0'))
  }
  return [units(amounts[0]), units(amounts[1])]
}

const text = (value: string | null | undefined): string | null => (value != null && /\S/.test(value) ? value : null)

/** Formats a time in UTC and stored precision (milliseconds), so the same instant in another zone is no change. */
const instant = (value: string): string => new Date(value).toISOString()

/** Increment this number when the stored form of a row changes. Every row then counts as changed in its next push. */
const storedForm = 3

/** Length of each half of a fingerprint. The first half covers everything except the amounts, the second the amounts. */
export const halfOfFingerprint = 16

const computeFingerprint = ({
  total,
  refundedTotal,
  ...others
}: {
  total: string | null
  refundedTotal: string
}): Buffer => Buffer.concat([hashContent({ storedForm, ...others }), hashContent({ total, refundedTotal })])

const hashContent = (content: object) =>
  hash('sha256', JSON.stringify(content), 'buffer').subarray(0, halfOfFingerprint)

export const haveSameFacts = (stored: Buffer | null | undefined, pushed: Buffer): boolean =>
  stored?.subarray(0, halfOfFingerprint).equals(pushed.subarray(0, halfOfFingerprint)) ?? false

/** The header determines the store. A body that names another store is an error. */
export function requireSameStore(named: string | undefined, storeEnvId: string): void {
  if (named === undefined || named.toLowerCase() === storeEnvId) return
  throw new AppError(
    400,
    'store_env_mismatch',
    'The storeEnvId of the body differs from the header x-store-env-id. Nothing was written.',
  )
}
