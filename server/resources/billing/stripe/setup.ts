import { isTestKey } from '#integrations/stripe/client.ts'
import { buildLookupKey, findPrices, makeOffers, type PriceOffer } from '#integrations/stripe/prices.ts'
import type { Services } from '#platform/calls/services.ts'
import { plans } from '../schema.ts'
import { offers } from './offers.ts'
import { asking, requireSettings } from './session.ts'

export const setUpStripe = (services: Services): Promise<PriceOffer[]> =>
  asking(services, (stripe) => makeOffers(stripe, offers))

/** Returns one line for `evident doctor`. Throws an error that names the fault. */
export async function checkStripe(services: Services): Promise<string> {
  const settings = requireSettings(services)
  const prices = await asking(services, (stripe) => findPrices(stripe, plans))
  const missing = plans.filter((plan) => !prices.has(plan)).map(buildLookupKey)
  if (missing.length > 0)
    throw new Error(`Stripe has no price for ${missing.join(', ')}. Run \`evident billing stripe-setup\`.`)
  const mode = isTestKey(settings.secretKey) ? 'test mode: nothing is charged' : 'live mode'
  const form = settings.publishableKey === undefined ? '; no STRIPE_PUBLISHABLE_KEY, so no client-token' : ''
  return `Stripe in ${mode}; enter ${services.origin}/api/v1/billing/webhooks/stripe there as the webhook${form}`
}
