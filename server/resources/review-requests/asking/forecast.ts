// Predicts whether the buyers of a file's orders will be asked, by the rules that plan and send requests.
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { findSuppressed } from '#resources/email-suppressions/commands.ts'
import type { OrderRow } from '#resources/orders/rules.ts'
import { readPlanningTerms } from '../planning/commands.ts'
import { planRequest } from '../planning/rules.ts'
import { readTerms } from '../sending/facts.ts'
import { judge } from '../sending/rules.ts'
import * as store from './forecast-store.ts'

/**
 * Returns one reason per order, in the same sequence. Undefined for an order whose buyer will be asked, as far as known
 * today.
 */
export async function forecastRequests(
  tx: StoreTx,
  services: Pick<Services, 'secrets' | 'config'>,
  orders: readonly OrderRow[],
): Promise<(string | undefined)[]> {
  const terms = await readTerms(tx, services, { hold: false })
  if (orders.length === 0 || !terms) return orders.map(() => undefined)
  const { settings, connectedAt } = await readPlanningTerms(tx)
  const emails = orders.map(({ email }) => email?.trim().toLowerCase() || null)
  const suppressed = await findSuppressed(
    tx,
    services.secrets,
    [...new Set(emails.flatMap((email) => email ?? []))],
    'review_requests',
  )
  const products = Map.groupBy(await store.listProducts(tx, toLines(orders, emails)), ({ order }) => order)
  return orders.map((order, i) => {
    const facts = {
      ...{ email: emails[i] ?? null, placedAt: order.placedAt, fulfilledAt: order.fulfilledAt ?? null },
      ...{ deliveredAt: order.deliveredAt ?? null, cancelledAt: order.cancelledAt ?? null },
      ...{ total: order.total ?? null, refundedTotal: order.refundedTotal ?? '0' },
    }
    const plan = planRequest({ ...facts, hasLines: (order.lineItems ?? []).length > 0 }, settings, tx.now, connectedAt)
    if (plan.reason !== null) return plan.reason
    const verdict = judge(
      {
        ...facts,
        acceptsMarketing: order.acceptsMarketing ?? null,
        country: null,
        products: (products.get(i) ?? []).map((product) => ({ ...product, title: '', imageUrl: null })),
      },
      terms,
      tx.now,
    )
    if ('skip' in verdict) return verdict.skip
    return facts.email === null ? undefined : suppressed.get(facts.email)
  })
}

const toLines = (orders: readonly OrderRow[], emails: readonly (string | null)[]): store.FileLine[] =>
  orders.flatMap(({ lineItems }, order) =>
    (lineItems ?? []).map(({ platformProductId = null, sku = null }) => ({
      order,
      email: emails[order] ?? null,
      platformProductId,
      sku,
    })),
  )
