// When the amount changes, the lookup key moves to a new price. Earlier buyers still pay their old price. A price's plan
// never changes.
import type Stripe from 'stripe'

export type Offer = {
  plan: string
  name: string
  /** Per month, in the currency's smallest unit. */
  amount: bigint
  currency: string
}

export const buildLookupKey = (plan: string) => `evident_${plan}_monthly`
const buildProductId = (plan: string) => `evident_${plan}`

export async function findPrices(stripe: Stripe, plans: readonly string[]): Promise<Map<string, Stripe.Price>> {
  const { data } = await stripe.prices.list({ lookup_keys: plans.map(buildLookupKey), active: true, limit: 100 })
  return new Map(
    plans.flatMap((plan) => {
      const price = data.find((each) => each.lookup_key === buildLookupKey(plan))
      return price ? [[plan, price]] : []
    }),
  )
}

export const planOfPrice = (price: Pick<Stripe.Price, 'metadata' | 'lookup_key'>): string | undefined =>
  price.metadata.evident_plan ?? /^evident_([a-z]+)_monthly$/.exec(price.lookup_key ?? '')?.[1]

export type PriceOffer = { plan: string; price: string; isNew: boolean }

/** Safe to repeat, because products have our own ids and prices have lookup keys. */
export async function makeOffers(stripe: Stripe, offers: readonly Offer[]): Promise<PriceOffer[]> {
  const existing = await findPrices(
    stripe,
    offers.map(({ plan }) => plan),
  )
  const offered: PriceOffer[] = []
  for (const { plan, name, amount, currency } of offers) {
    const price = existing.get(plan)
    const isRight =
      price && price.unit_amount === Number(amount) && price.currency === currency && planOfPrice(price) === plan
    if (isRight && price.recurring?.interval === 'month' && price.recurring.interval_count === 1) {
      offered.push({ plan, price: price.id, isNew: false })
      continue
    }
    const product = await findProduct(stripe, plan, name)
    const made = await stripe.prices.create({
      product,
      currency,
      unit_amount: Number(amount),
      recurring: { interval: 'month' },
      lookup_key: buildLookupKey(plan),
      transfer_lookup_key: true,
      metadata: { evident_plan: plan },
    })
    offered.push({ plan, price: made.id, isNew: true })
  }
  return offered
}

async function findProduct(stripe: Stripe, plan: string, name: string): Promise<string> {
  try {
    return (await stripe.products.retrieve(buildProductId(plan))).id
  } catch (error) {
    if ((error as { code?: string }).code !== 'resource_missing') throw error
    const made = await stripe.products.create({
      id: buildProductId(plan),
      name: `Evident ${name}`,
      metadata: { evident_plan: plan },
    })
    return made.id
  }
}
