// Calls every operation successfully once. The responses are checked against the served document and become the examples of
// the reference.

import { startProviders } from './fakes/email-marketing.ts'
import { startGoogle } from './fakes/google-merchant.ts'
import { startLibreTranslate } from './fakes/libretranslate.ts'
import { startShopify } from './fakes/shops/shopify.ts'
import { buyPlan, payByStripe } from './filled-shop/billing.ts'
import { sellGoods } from './filled-shop/catalogue.ts'
import { answerQuestions } from './filled-shop/content.ts'
import { leaveOutside, showOutside } from './filled-shop/destinations.ts'
import { answerObjection, lookAtEvidence } from './filled-shop/evidence.ts'
import { makeFirstAccount, runOrganization, signInAndOut, signOnByProvider } from './filled-shop/people.ts'
import { askBuyers, collectReviews, lookAtNumbers } from './filled-shop/reviews.ts'
import { offerIncentives, rewardLoyalty } from './filled-shop/rewards.ts'
import { writeSequences } from './filled-shop/sequences.ts'
import { buildAppEnv, connectShop, connectSystems } from './filled-shop/shops.ts'
import type { As, Call, Step, Walk } from './filled-shop/walk.ts'
import { freezeClock } from './frozen-clock.ts'
import { type Api, type Shop, startService, type TestService } from './service.ts'

export type FilledShop = { service: TestService; shop: Shop; steps: Step[]; close(): Promise<void> }

const startedAtMs = Date.parse('2026-11-20T09:00:00Z')

/** `tidy: false` omits the last calls, which delete many rows and sign everybody out. */
export async function fillShop({
  tidy = true,
  env: others = {},
}: {
  tidy?: boolean
  env?: Record<string, string>
} = {}): Promise<FilledShop> {
  const fakes = await startProviders()
  let nowMs = startedAtMs
  const shopify = await startShopify({ now: () => nowMs })
  const google = await startGoogle({ now: () => nowMs })
  const engine = await startLibreTranslate()
  const ofGoogle = { GOOGLE_MERCHANT_ORIGIN: google.origin }
  const env = { ...fakes.env, SIGN_UP: 'open', ...buildAppEnv(shopify), ...ofGoogle, ...engine.env, ...others }
  const service = await startService({ env, now: new Date(startedAtMs) })
  freezeClock(service, nowMs)
  // The first account can be created only in an empty service.
  const steps = [await makeFirstAccount(service.anonymous)]
  const shop = await service.shop('Acme')
  const callers: Record<As, Api> = {
    key: shop.api,
    session: await shop.signedIn(),
    page: shop.storefront,
    nobody: service.anonymous,
  }
  const callAt =
    (elsewhere?: Api): Call =>
    async (as, method, path, body, headers) => {
      // Each call takes one second of the frozen clock, so that order and timestamps are the same on every machine.
      nowMs += 1_000
      freezeClock(service, nowMs)
      const answer = await (elsewhere ?? callers[as]).call(method, path, body, headers)
      if (answer.status >= 400) throw new Error(`${method} ${path} as ${as}: ${answer.status} ${answer.text}`)
      steps.push({ as, method, path, answer })
      return answer
    }
  const call = callAt()
  const jobs = async () => void (await service.runJobs())
  const walk = { service, shop, fakes, shopify, google, call, callAt, jobs }
  const close = async () => {
    await service.close()
    await fakes.close()
    await shopify.close()
    await google.close()
    await engine.close()
  }
  try {
    for (const chapter of tidy ? [...chapters, ...lastChapters] : chapters) await chapter(walk)
  } catch (error) {
    await close()
    throw error
  }
  return { service, shop, steps, close }
}

const chapters = [
  sellGoods,
  askBuyers,
  collectReviews,
  answerQuestions,
  answerObjection,
  lookAtNumbers,
  lookAtEvidence,
  offerIncentives,
  rewardLoyalty,
  writeSequences,
  connectShop,
  connectSystems,
  showOutside,
  runOrganization,
  buyPlan,
  payByStripe,
  signOnByProvider,
  readEverything,
]

const lastChapters = [leaveOutside, tidyUp, signInAndOut]

/** Calls every list and read operation as a key and as a person. Every operation already has content to return. */
async function readEverything({ call }: Walk): Promise<void> {
  // The newest product is the first one in the example of the list, so it has every field.
  await call('key', 'PUT', '/products', [
    {
      platformProductId: 'teapot-01',
      title: 'Stoneware teapot',
      handle: 'stoneware-teapot',
      url: 'https://acme.example/p/teapot',
      imageUrl: 'https://acme.example/teapot.jpg',
      description: 'Holds 1.2 litres. Dishwasher safe.',
      categories: ['Kitchen'],
      groupKey: 'teapot',
      variants: [{ platformVariantId: 'teapot-01-blue', title: 'Blue', gtin: '4006381333931', price: '49.00' }],
    },
  ])
  const ofBoth = [
    '/account/stores',
    '/account/organizations',
    '/features/first-run',
    '/orgs/current',
    '/billing/plans',
    '/billing/subscription',
    '/billing/usage',
    '/connectors',
    '/customers',
    '/customers/erasure-settings',
    '/customers/by-email/ida.lund@customer.example/activity',
    '/customers/by-email/ida.lund@customer.example/export',
    '/email/messages',
    '/email-suppressions',
    '/events',
    '/features',
    '/imports',
    '/orders',
    '/orders/review-request-funnel?days=30',
    '/outbound-webhooks',
    '/placements/settings',
    '/products',
    '/products/identifier-coverage',
    '/products/identifier-gaps',
    '/reviews',
    '/reviews/summary',
    '/reviews/export?format=jsonl',
    '/reviews/export?format=csv',
    '/backups/archive',
  ]
  for (const path of ofBoth) {
    await call('key', 'GET', path)
    await call('session', 'GET', path)
  }
  await call('session', 'GET', '/account/users')
  await call('session', 'GET', '/customers/export')
  const [customer] = (await call('key', 'GET', '/customers')).body.data
  await call('key', 'GET', `/customers/${customer.id}`)
  await call('session', 'GET', `/customers/${customer.id}`)
  await call('nobody', 'GET', '/health')
  await call('nobody', 'GET', '/health/ready')
  await call('nobody', 'GET', '/openapi.json')
  await call('nobody', 'GET', '/openapi.yaml')
  await call('nobody', 'GET', '/postman.json')
}

async function tidyUp({ call }: Walk): Promise<void> {
  const first = async (path: string) => `${path}/${(await call('key', 'GET', path)).body.data[0].id}`
  await call('key', 'PUT', '/customers/erasure-settings', { mode: 'anonymize' })
  await call('key', 'POST', '/customers/erase', { email: 'bo.berg@customer.example' })
  await call('key', 'DELETE', await first('/reviews'))
  await call('key', 'DELETE', await first('/email-suppressions'))
  await call('key', 'DELETE', await first('/outbound-webhooks'))
  await call('key', 'DELETE', await first('/connectors'))
  await call('key', 'DELETE', '/products/review-feed')
  await call('key', 'POST', '/sending-domain/verify')
  await call('key', 'DELETE', '/sending-domain')
  await call('session', 'DELETE', '/email/mailbox')
  await call('key', 'DELETE', '/orders/by-platform-id/1003')
  await call('key', 'DELETE', '/products/by-platform-id/tee-01')
  await call('key', 'POST', '/orders/clear', {})
}
