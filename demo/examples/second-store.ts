import { setTimeout as pause } from 'node:timers/promises'
import type { Call, OpenedShop, Operator } from '../host.ts'
import { outletProductIds, shopKey, shopPath } from '../store/shop-api.ts'

type Created = { id: string }
type Sync = { finishedAt: string | null }
type Counts = { queued: number; accepted: number; live: number; refused: number; removing: number }
type Opened = { operator: Operator; shop: OpenedShop; password: string; origin: string }
type Copy = { id: string; rating: number }
/** Runs the job repeatedly until `isDone` returns true, for a minute at most. */
type RunUntil = (job: string, isDone: () => Promise<boolean>) => Promise<void>

/** Number of copies that the second store leaves undecided. */
const waiting = 6

/**
 * Opens a second store of the organization. It has a shop of its own, sends its ratings there, and shows copies of
 * the first store's reviews.
 */
export async function openSecondStore(call: Call, { operator, shop, password, origin }: Opened): Promise<void> {
  const { id: storeEnvId } = await call<Created>('POST', '/account/stores', {
    name: 'Larkmoor Outlet',
    origins: [origin],
  })
  const { organizationId } = shop
  const scope = { storeEnvId, organizationId }
  const { call: callOutlet, close } = await operator.signIn({ ...shop, storeEnvId }, password)
  // A running service may have claimed the job first. The loop then waits until that service has completed it.
  const runUntil: RunUntil = async (job, isDone) => {
    for (let tries = 0; tries < 240; tries++) {
      await operator.runJob(job, scope)
      if (await isDone()) return
      await pause(250)
    }
    throw new Error(`The job ${job} of the second store did not finish within a minute.`)
  }
  try {
    await operator.serveShop(async () => {
      const address = `${origin}${shopPath}`
      const body = { platform: 'woocommerce', address, credentials: shopKey }
      const { id } = await callOutlet<Created>('POST', '/connectors/shops', body)
      await runUntil('shops.read', async () => {
        const { lastSync } = await callOutlet<{ lastSync: Sync | null }>('GET', `/connectors/shops/${id}`)
        return lastSync?.finishedAt != null
      })
      await sendRatings(callOutlet, runUntil)
    })
    await offerCode(callOutlet)
    const { code } = await call<{ code: string }>('POST', '/reviews/grants', { match: ['gtin'] })
    await callOutlet('POST', '/reviews/grants/accept', { code })
    const listCopies = () => callOutlet<{ data: Copy[] }>('GET', '/reviews?origin=shared&limit=100')
    await runUntil('shared_reviews.copy', async () => (await listCopies()).data.length > 0)
    const { data } = await listCopies()
    const updates = data.slice(waiting).map(({ id }) => ({ id, status: 'approved' }))
    if (updates.length > 0) await callOutlet('POST', '/reviews/bulk-update', { updates })
    await callOutlet('PUT', '/placements/settings', { reviews: { pool: 'shared' } })
    // Creates another grant, which no store has accepted.
    await call('POST', '/reviews/grants', { match: ['gtin'] })
  } finally {
    await close()
  }
}

const words = ['Cheaper than new, and I cannot find the flaw.', 'A scratch on the buckle, otherwise perfect.']

/** One rating is removed because its review is rejected. The shop refuses the rating of the last product. */
async function sendRatings(call: Call, runUntil: RunUntil): Promise<void> {
  const ids: string[] = []
  for (const [place, platformProductId] of outletProductIds.entries()) {
    const { id } = await call<Created>('POST', '/reviews', {
      ...{ platformProductId, rating: 4 + (place % 2), body: words[place % 2], authorName: 'Mara K.' },
      authorEmail: `mara.k${place}@post.example`,
    })
    await call('PUT', `/reviews/${id}`, { status: 'approved' })
    ids.push(id)
  }
  const { id } = await call<Created>('POST', '/connectors/destinations', { kind: 'woocommerce_rating' })
  const count = async () => (await call<{ counts: Counts }>('GET', `/connectors/destinations/${id}`)).counts
  await runUntil('destinations.compare', async () => {
    const { queued, accepted, live, refused } = await count()
    return queued + accepted + live + refused === ids.length
  })
  await runUntil('destinations.send', async () => (await count()).queued === 0)
  await call('PUT', `/reviews/${ids[1]}`, { status: 'rejected', reason: 'off_topic' })
  await runUntil('destinations.send', async () => (await count()).removing === 0)
}

/** The shop makes one code for each reward. */
const offerCode = (call: Call) =>
  call('POST', '/review-incentives', {
    ...{ kind: 'coupon', text: '10% off your next order', terms: 'For praise and criticism alike.', status: 'active' },
    ...{ codes: 'platform', value: { type: 'percent', amount: '10', validDays: 90 } },
  })
