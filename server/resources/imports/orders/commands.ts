import { attempt } from '#platform/calls/paging/batch.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { importOrders, type OrderOutcome } from '#resources/orders/import-commands.ts'
import { forecastRequests } from '#resources/review-requests/asking/forecast.ts'
import type * as store from '../store.ts'
import type { OrderFileRow } from './order-file.ts'

type Target = { isDryRun: boolean; oneByOne: boolean; services: Pick<Services, 'secrets' | 'config'> }
type Readable = Extract<OrderFileRow, { order: unknown }>

export async function writeOrders(tx: StoreTx, target: Target, rows: readonly OrderFileRow[]): Promise<store.NewRow[]> {
  const readable = rows.filter((row) => 'order' in row)
  const settled = rows.flatMap((row): store.NewRow[] => {
    if ('problem' in row) return [buildRow(row.line, 'failed', row.problem)]
    return 'skipped' in row ? [buildRow(row.line, 'skipped', row.skipped)] : []
  })
  const isSlow = target.oneByOne && !target.isDryRun
  return [...settled, ...(isSlow ? await writeOneByOne(tx, target, readable) : await write(tx, target, readable))]
}

async function write(tx: StoreTx, { isDryRun, services }: Target, rows: readonly Readable[]): Promise<store.NewRow[]> {
  const orders = rows.map(({ order }) => order)
  // Forecasts the review requests before the orders are written, because afterwards their buyers would count as asked.
  const reasons = await forecastRequests(tx, services, orders)
  const outcomes = await importOrders(tx, orders, isDryRun)
  return rows.map(({ line }, i) => toRow(line, outcomes[i] ?? { outcome: 'known' }, reasons[i]))
}

function toRow(line: number, done: OrderOutcome, reason: string | undefined): store.NewRow {
  switch (done.outcome) {
    case 'imported':
      return buildRow(line, 'imported', reason ? { code: reason, message: noRequest(reason) } : undefined)
    case 'known':
      return buildRow(line, 'skipped', {
        code: 'already_there',
        message: 'The store already has an order with this id. It was not changed.',
      })
    case 'repeated':
      return buildRow(line, 'skipped', { code: 'repeated_order', message: 'An earlier row has the same id.' })
    case 'failed':
      return buildRow(line, 'failed', { code: 'storage_error', message: done.message })
  }
}

const words: Record<string, string> = {
  already_asked: 'the customer was asked a short time ago',
  already_reviewed: 'the customer has reviewed the products',
  before_connection: 'the order is older than the connection of your shop',
  customer_suppressed: 'the address bounced, complained or was suppressed',
  customer_unsubscribed: 'the customer unsubscribed',
  no_consent: 'the customer did not agree to marketing emails',
  no_email: 'the order has no email address',
  no_products: 'no product of the order is in your catalogue',
  order_cancelled: 'the order was cancelled',
  order_refunded: 'the order was refunded',
  product_excluded: 'the products are excluded from requests',
  requests_off: 'review requests are switched off',
  subscription_expired: 'the subscription expired',
  too_old: 'the order is too old',
}

const noRequest = (reason: string) => `No review request: ${words[reason] ?? reason.replaceAll('_', ' ')}.`

const buildRow = (
  line: number,
  outcome: store.NewRow['outcome'],
  remark: { code: string; message: string } | undefined,
): store.NewRow => ({ line, outcome, code: remark?.code ?? null, message: remark?.message ?? null, reviewId: null })

async function writeOneByOne(tx: StoreTx, target: Target, rows: readonly Readable[]): Promise<store.NewRow[]> {
  const done: store.NewRow[] = []
  for (const row of rows) {
    const written = await attempt(tx, () => write(tx, target, [row]))
    if ('fault' in written)
      done.push(
        buildRow(row.line, 'failed', {
          code: 'storage_error',
          message: 'The row could not be stored. Other rows are not affected.',
        }),
      )
    else done.push(...written)
  }
  return done
}
