import type { Call, OpenedShop, Operator } from '../host.ts'
import { outletProductIds, shopKey, shopPath } from '../store/shop-api.ts'

type Created = { id: string }
type Opened = { operator: Operator; shop: OpenedShop; password: string; origin: string }
type Copy = { id: string; rating: number }

/** Copies that wait for the second store's decision. */
const waiting = 6

/** A second store of the organization has a shop of its own, sends its ratings there, and shows copies of the first one's reviews. */
export async function openSecondStore(call: Call, { operator, shop, password, origin }: Opened): Promise<void> {
  const { id: storeEnvId } = await call<Created>('POST', '/account/stores', {
    name: 'Larkmoor Outlet',
    origins: [origin],
  })
  const { organizationId } = shop
  const scope = { storeEnvId, organizationId }
  const { call: callOutlet, close } = await operator.signIn({ ...shop, storeEnvId }, password)
  const run = (job: string) => operator.runJob(job, scope)
  try {
    await operator.serveShop(async () => {
      const address = `${origin}${shopPath}`
      await callOutlet('POST', '/connectors/shops', { platform: 'woocommerce', address, credentials: shopKey })
      await run('shops.read')
      await sendRatings(callOutlet, run)
    })
    await offerCode(callOutlet)
    const { code } = await call<{ code: string }>('POST', '/reviews/grants', { match: ['gtin'] })
    await callOutlet('POST', '/reviews/grants/accept', { code })
    await run('shared_reviews.copy')
    const { data } = await callOutlet<{ data: Copy[] }>('GET', '/reviews?origin=shared&limit=100')
    const updates = data.slice(waiting).map(({ id }) => ({ id, status: 'approved' }))
    if (updates.length > 0) await callOutlet('POST', '/reviews/bulk-update', { updates })
    await callOutlet('PUT', '/placements/settings', { reviews: { pool: 'shared' } })
    // Another offer waits for a third store.
    await call('POST', '/reviews/grants', { match: ['gtin'] })
  } finally {
    await close()
  }
}

const words = ['Cheaper than new, and I cannot find the flaw.', 'A scratch on the buckle, otherwise perfect.']

/** One rating is removed because its review is rejected, and the shop refuses that of the last product. */
async function sendRatings(call: Call, run: (job: string) => Promise<void>): Promise<void> {
  const ids: string[] = []
  for (const [place, platformProductId] of outletProductIds.entries()) {
    const { id } = await call<Created>('POST', '/reviews', {
      ...{ platformProductId, rating: 4 + (place % 2), body: words[place % 2], authorName: 'Mara K.' },
      authorEmail: `mara.k${place}@post.example`,
    })
    await call('PUT', `/reviews/${id}`, { status: 'approved' })
    ids.push(id)
  }
  await call('POST', '/connectors/destinations', { kind: 'woocommerce_rating' })
  await run('destinations.compare')
  await run('destinations.send')
  await call('PUT', `/reviews/${ids[1]}`, { status: 'rejected', reason: 'off_topic' })
  await run('destinations.send')
}

/** The shop makes one code for each reward. */
const offerCode = (call: Call) =>
  call('POST', '/review-incentives', {
    ...{ kind: 'coupon', text: '10 % off your next order', terms: 'For praise and criticism alike.', status: 'active' },
    ...{ codes: 'platform', value: { type: 'percent', amount: '10', validDays: 90 } },
  })
