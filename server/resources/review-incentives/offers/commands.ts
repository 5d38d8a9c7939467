// A shown offer is honoured. An offer in a mail is stored with its order. An offer in a form is part of the form's signed
// start.

import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import type { Config } from '#platform/process/config.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { decideSubscriptionState, includes } from '#resources/billing/rules.ts'
import type { Offer, OfferPromise } from './rules.ts'
import * as store from './store.ts'

type Billing = Config['billing']

export async function findOffers(
  tx: StoreReads,
  billing: Billing,
  productIds: readonly string[],
): Promise<Map<string, Offer>> {
  if (productIds.length === 0) return new Map()
  return new Map(
    included(tx, billing, await store.listOfProducts(tx, productIds)).map((each) => [each.productId, each]),
  )
}

export async function findOfferOn(
  tx: StoreReads,
  billing: Billing,
  platformProductId: string,
  customer: { email: string } | undefined,
): Promise<Offer | undefined> {
  const email = customer ? normalizeEmail(customer.email) : null
  return included(tx, billing, await store.listOfPlatformProduct(tx, platformProductId, email))[0]
}

const included = (tx: StoreReads, billing: Billing, found: readonly store.OfferFacts[]): store.OfferFacts[] =>
  found.filter((facts) => {
    const { plan, lapsed } = decideSubscriptionState(facts, tx.now, billing)
    return !lapsed && includes(plan, 'growth')
  })

/** Returns the offer as shown, even if it changed or ended since. Undefined for another store's offer. */
export async function findShown(tx: StoreReads, { points, ...shown }: OfferPromise): Promise<Offer | undefined> {
  const found = await store.findVersion(tx, shown)
  return found && { ...found, points }
}

export async function findOffersOfOrder(
  tx: StoreReads,
  billing: Billing,
  orderId: string,
  productIds: readonly string[],
): Promise<Map<string, Offer>> {
  const offers = await findOffers(tx, billing, productIds)
  for (const promised of await store.listPromised(tx, [orderId])) offers.set(promised.productId, promised)
  return offers
}

type OrderProducts = { orderId: string; productIds: readonly string[] }

/** Offers for request mails, by order and product. The transaction that queues the mails also stores the promises. */
export async function promiseOffers(
  tx: StoreTx,
  billing: Billing,
  asked: readonly OrderProducts[],
): Promise<Map<string, Map<string, Offer>>> {
  const current = await findOffers(tx, billing, [...new Set(asked.flatMap(({ productIds }) => productIds))])
  const promised = Map.groupBy(
    await store.listPromised(
      tx,
      asked.map(({ orderId }) => orderId),
    ),
    ({ orderId }) => orderId,
  )
  const shown = new Map<string, Map<string, Offer>>()
  const added: store.NewPromise[] = []
  for (const { orderId, productIds } of asked) {
    const before = new Map((promised.get(orderId) ?? []).map((each) => [each.productId, each as Offer]))
    for (const productId of productIds) {
      const offer = current.get(productId)
      if (!offer || before.has(productId)) continue
      before.set(productId, offer)
      added.push({ orderId, productId, incentiveId: offer.incentiveId, version: offer.version, points: offer.points })
    }
    shown.set(orderId, before)
  }
  if (added.length > 0) await store.insertPromises(tx, added)
  return shown
}
