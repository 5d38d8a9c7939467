// A fake Stripe with many subscriptions runs in its own process, so that its memory is not counted as ours.

import { makeItem, makePrice, makeSubscription } from '#test/fakes/stripe/objects.ts'
import { startStripe } from '#test/fakes/stripe.ts'

const { SUBSCRIPTIONS = '0', CHANGED = '0', NOW = '0' } = process.env
const fake = await startStripe(() => new Date(Number(NOW)))
const { account } = fake
const created = Math.floor(Number(NOW) / 1000) - 20 * 86_400
for (const [plan, amount] of Object.entries({ starter: 4900, growth: 9900, scale: 29900 }))
  account.keep(
    makePrice(
      `price_${plan}`,
      { created },
      {
        product: `prod_${plan}`,
        currency: 'usd',
        amount,
        lookupKey: `evident_${plan}_monthly`,
        metadata: { evident_plan: plan },
      },
    ),
  )
for (let i = 1; i <= Number(SUBSCRIPTIONS); i++) {
  const id = `sub_${i}`
  const period = { start: created, end: created + 30 * 86_400 }
  const item = makeItem(`si_${i}`, { created }, { subscription: id, price: account.price('price_growth'), ...period })
  const tail = String(i).padStart(12, '0')
  const subscription = makeSubscription(
    id,
    { created: created + i },
    {
      customer: `cus_${i}`,
      item,
      trialEnd: null,
      anchor: created,
      paymentMethod: null,
      metadata: {
        evident_store: `00000002-0000-7000-8000-${tail}`,
        evident_organization: `00000001-0000-7000-8000-${tail}`,
      },
    },
  )
  subscription.status = 'active'
  if (i <= Number(CHANGED)) subscription.cancel_at = subscription.canceled_at = period.end
  account.keep(subscription)
}
process.send?.(Number(new URL(fake.origin).port))
process.on('SIGTERM', () => process.exit(0))
