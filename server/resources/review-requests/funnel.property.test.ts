import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { openShop, order, push, start } from './requests.testing.ts'
import { computeFunnel } from './rules.ts'
import { countByProvider } from './store.ts'

let shop: Shop
const count = 24
const service = provideService({ now: start }, async () => {
  shop = await openShop(service)
  await push(shop, ...Array.from({ length: count }, (_, i) => order(`f${i}`)))
  await push(await openShop(service), order('f0'))
})

const now = start.getTime()
/** Times at the edges of the windows of 30 and 90 days, and anywhere in between. */
const moment = fc.oneof(
  fc.constantFrom(...[0, 30, 90].flatMap((days) => [-1, 0, 1].map((ms) => now - days * day + ms))),
  fc.integer({ min: now - 100 * day, max: now + day }),
)
const request = fc.record({
  state: fc.constantFrom('sent', 'sent', 'sent', 'scheduled', 'skipped', 'failed'),
  provider: fc.constantFrom('evident', 'klaviyo', 'omnisend'),
  sentAt: moment,
  isOpened: fc.boolean(),
  clicked: fc.option(fc.integer({ min: 1, max: 5 })),
  reviewsAfterMs: fc.array(fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -40 * day, max: 40 * day })), {
    maxLength: 2,
  }),
})
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never

test('for any history, the funnel equals a count over the individual requests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: count }), async (requests) => {
      await write(requests)
      for (const days of [30, 90]) assert.deepEqual(await funnel(days), expected(requests, days))
    }),
    { numRuns: 40 },
  )
})

async function funnel(days: number) {
  const [from, to] = [new Date(now - days * day), new Date(now)]
  const counts = await service.service.db.store(shop, 'read', (tx) => countByProvider(tx, from, to))
  const { from: _from, to: _to, ...body } = computeFunnel({ days, from, to }, counts)
  return body
}

function expected(requests: readonly Request[], days: number) {
  const counted = requests.filter(({ state, sentAt }) => state === 'sent' && sentAt > now - days * day && sentAt <= now)
  const countRequests = (some: readonly Request[]) => {
    const wrote = ({ reviewsAfterMs }: Request) => reviewsAfterMs.some((ms) => ms >= 0)
    const opened = some.filter(({ isOpened }) => isOpened)
    const openedAndLeft = opened.filter((each) => !wrote(each)).length
    const clicked = Object.fromEntries(
      [1, 2, 3, 4, 5].map((star) => [star, some.filter((each) => each.clicked === star).length]),
    )
    return { clicked, sent: some.length, opened: opened.length, reviewed: some.filter(wrote).length, openedAndLeft }
  }
  const providers = [...new Set(counted.map(({ provider }) => provider))].sort()
  const byProvider = providers.map((provider) => ({
    provider,
    ...countRequests(counted.filter((each) => each.provider === provider)),
  }))
  return { days, ...countRequests(counted), byProvider }
}

const write = (requests: readonly Request[]) =>
  service.service.db.store(shop, 'write', async (tx) => {
    await tx.run(sql`delete from reviews where store_env_id = ${tx.storeEnvId}`)
    await tx.run(sql`
      update review_requests set state = 'scheduled', sent_at = null, form_first_viewed_at = null, clicked_rating = null
       where store_env_id = ${tx.storeEnvId}`)
    for (const [i, { state, provider, sentAt, isOpened, clicked, reviewsAfterMs }] of requests.entries()) {
      const at = new Date(sentAt)
      await tx.run(sql`
        update review_requests q
           set state = ${state}, provider = ${provider}, sent_at = ${state === 'sent' ? at : null},
               form_first_viewed_at = ${isOpened ? at : null}, clicked_rating = ${clicked}
          from orders o
         where q.store_env_id = ${tx.storeEnvId} and o.store_env_id = ${tx.storeEnvId} and o.id = q.order_id
           and o.platform_order_id = ${`f${i}`}`)
      for (const [n, ms] of reviewsAfterMs.entries())
        await tx.run(sql`
          insert into reviews (store_env_id, id, product_id, order_id, rating, body, author_name, source, submitted_at, created_at, updated_at)
          select ${tx.storeEnvId}, ${newId()}, p.id, o.id, 5, 'x', 'J', 'api', ${new Date(sentAt + ms)}, ${at}, ${at}
            from orders o join products p on p.store_env_id = ${tx.storeEnvId} and p.platform_product_id = ${['mug', 'tea'][n]}
           where o.store_env_id = ${tx.storeEnvId} and o.platform_order_id = ${`f${i}`}
          returning 1`)
    }
  })
