import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archiveRestored } from '#platform/areas/archive.ts'
import { publish } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { newId } from '#platform/values/ids.ts'
import { deleteOrder, upsertOrders } from '#resources/orders/commands.ts'
import { recordFormOpened, recordHistories } from '#resources/review-requests/commands.ts'
import { daysAgo, openShop, order, start } from '#resources/review-requests/requests.testing.ts'
import { reviewRequestMails } from '#resources/review-requests/sending/kinds.ts'
import { deleteReviews, eraseAuthor } from '#resources/reviews/commands.ts'
import { createReview } from '#resources/reviews/create-review.ts'
import { importReviews } from '#resources/reviews/files/import-commands.ts'
import { confirm } from '#resources/reviews/submissions/confirmation-commands.ts'
import { listWaiting } from '#test/locks.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { until } from '#test/until.ts'
import { jobs } from '../../../entry/areas.ts'
import { recountReports } from '../../../entry/commands/analytics.ts'
import { requireSameCounted } from '../engine/counted-days.testing.ts'
import { createRandom, type Random } from '../engine/walk.testing.ts'
import { countRequestDays } from './commands.ts'

const service = provideService({ now: start })
const now = () => service.service.clock.now()
const inStore = <T>(shop: Shop, work: (tx: StoreTx) => Promise<T>) => service.service.db.store(shop, 'write', work)
const count = async (shop: Shop) => {
  while (await inStore(shop, countRequestDays));
}
const job = async (id: string) => {
  const found = jobs.find((each) => each.id === id)
  assert.ok(found)
  await perform(found, { ...service.service, stopping: new AbortController().signal }, {})
}

const makeEmail = (name: string) => `${name}@customer.example`
const orderRow = (name: string, email = makeEmail(name)) => order(name, { email, placedAt: daysAgo(300) })

async function askedShop(random: Random, orders: number) {
  const shop = await openShop(service)
  const names = Array.from({ length: orders }, (_, i) => `o${i}`)
  await inStore(shop, async (tx) => {
    await upsertOrders(
      tx,
      names.map((name, i) => orderRow(name, makeEmail(`b${i % Math.ceil(orders / 2)}`))),
    )
    await recordHistories(
      tx,
      names.slice(names.length / 8).map((name) => makeHistory(name, random)),
    )
  })
  await service.query(
    `update review_requests q
        set provider = case when hashtext(o.platform_order_id) % 3 = 0 then 'klaviyo' else 'evident' end,
            reminded_at = case when hashtext(o.platform_order_id) % 5 = 0 then array[q.sent_at] else '{}' end
       from orders o where o.store_env_id = $1 and q.store_env_id = $1 and o.id = q.order_id and q.sent_at is not null`,
    [shop.storeEnvId],
  )
  const { rows } = await service.query(
    `select id from products where store_env_id = $1 and platform_product_id = 'mug'`,
    [shop.storeEnvId],
  )
  return { shop, names, productId: rows[0].id as string }
}

function makeHistory(platformOrderId: string, random: Random) {
  const sentAt = new Date(now().getTime() - random.below(200 * day)).toISOString()
  const openedAt = random.next() < 0.3 ? sentAt : null
  const nothing = { reason: null, clickedRating: null }
  return { platformOrderId, state: 'sent' as const, sentAt, openedAt, views: openedAt ? 1 : 0, ...nothing }
}

const findRequest = async (shop: Shop, name: string) => {
  const { rows } = await service.query(
    `select q.id, q.order_id as "orderId", q.sent_at as "sentAt", o.email
       from review_requests q join orders o on o.store_env_id = $1 and o.id = q.order_id
      where q.store_env_id = $1 and o.platform_order_id = $2`,
    [shop.storeEnvId, name],
  )
  return rows[0] as { id: string; orderId: string; sentAt: Date | null; email: string } | undefined
}

const paths = (random: Random) => {
  const dayAgo = (ago: number) => new Date(now().getTime() - ago * day).toISOString().slice(0, 10)
  const to = 1 + random.below(60)
  const span = `from=${dayAgo(to + random.below(200))}&to=${dayAgo(to)}`
  return [
    `/analytics/requests?from=${dayAgo(600)}&to=${dayAgo(1)}&interval=day`,
    ...['cohort', 'template', 'provider'].map(
      (groupBy) => `/analytics/requests?${span}&groupBy=${groupBy}&interval=${random.one(['day', 'week', 'month'])}`,
    ),
  ]
}

const requireRight = (shop: Shop, random: Random, at: string): Promise<void> =>
  requireSameCounted(service, shop, { coverage: 'analytics_request_coverage', paths: paths(random), at })

const settledBy = (template: string) => {
  const kind = reviewRequestMails.find((each) => each.template === template)
  assert.ok(kind?.settled)
  return kind.settled
}

const settle = (shop: Shop, template: string, requestId: string, at: Date) =>
  inStore(shop, async (tx) =>
    settledBy(template)(tx, { requestId } as never, { state: 'sent', reason: null, at } as never),
  )

const review = (productId: string, orderId: string | null, authorEmail: string, submittedAt: Date) => ({
  ...{
    product: { productId },
    orderId,
    rating: 4,
    title: null,
    body: `Good ${newId()}`,
    authorName: 'Jo',
    authorEmail,
  },
  ...{ locale: null, source: 'api' as const, submittedAt },
})

const importedReview = (productId: string, key: string, orderId: string | null, submittedAt: Date) => ({
  ...{ key, productId, orderId, rating: 3, title: null, body: `Fine ${newId()}`, authorName: 'Al', authorEmail: null },
  ...{ status: 'approved' as const, claimedVerified: false, incentive: null, replyBody: null, repliedAt: null },
  ...{ locale: null, country: null, photoUrls: [], submittedAt: submittedAt.toISOString() },
})
const fromFile = { importId: newId(), importedFrom: 'loox' }
const makeKey = (n: number) => n.toString(16).padStart(64, '0')

test('after random changes of requests and reviews, the report is correct in any time zone', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  const random = createRandom(seed)
  const { shop, names, productId } = await askedShop(random, 240)
  const owner = await shop.signedIn()
  const reviews: string[] = []
  const moment = () => new Date(now().getTime() - random.below(250 * day))
  const one = () => findRequest(shop, random.one(names))
  const take = (from: string[]) => from.splice(random.below(from.length), 1)

  const acts = {
    async open() {
      const request = await one()
      if (request) await inStore(shop, (tx) => recordFormOpened(tx, { orderId: request.orderId }))
    },
    async send() {
      const request = await one()
      if (request) await settle(shop, 'review_request', request.id, random.one([now(), moment()]))
    },
    async remind() {
      const request = await one()
      if (!request?.sentAt) return
      await service.query('update review_requests set reminder_queued_at = $2 where id = $1', [request.id, now()])
      await settle(shop, 'review_reminder', request.id, now())
    },
    async remove() {
      await inStore(shop, (tx) => deleteOrder(tx, random.one(names)))
    },
    async push() {
      await inStore(shop, (tx) =>
        upsertOrders(
          tx,
          Array.from({ length: 6 }, () => orderRow(random.one(names), makeEmail(`b${random.below(120)}`))),
        ),
      )
    },
    async bring() {
      await inStore(shop, (tx) => recordHistories(tx, [makeHistory(random.one(names), random)]))
    },
    async write() {
      const request = await one()
      if (!request) return
      const written = review(productId, request.orderId, request.email, random.one([now(), moment()]))
      const addressProven = true
      const made = await inStore(shop, (tx) => createReview(tx, { ...written, addressProven })).catch(isConflict)
      if (made) reviews.push(made.id)
    },
    async confirm() {
      const request = await one()
      if (!request) return
      const written = review(productId, null, request.email, random.one([now(), moment()]))
      const addressProven = false
      const made = await inStore(shop, (tx) => createReview(tx, { ...written, addressProven })).catch(isConflict)
      if (!made) return
      reviews.push(made.id)
      if (random.next() < 0.3) await count(shop)
      await inStore(shop, (tx) => confirm(tx, made.id))
    },
    async import() {
      const wanted = new Set(Array.from({ length: 3 }, () => random.below(25)))
      const rows = await Promise.all(
        [...wanted].map(async (n) => {
          const orderId = random.next() < 0.7 ? ((await one())?.orderId ?? null) : null
          return importedReview(productId, makeKey(n), orderId, moment())
        }),
      )
      for (const { outcome, reviewId } of await inStore(shop, (tx) => importReviews(tx, fromFile, rows)))
        if (outcome === 'imported') reviews.push(reviewId)
    },
    async delete() {
      if (reviews.length > 0) await inStore(shop, (tx) => deleteReviews(tx, take(reviews)))
    },
    async erase() {
      await inStore(shop, (tx) =>
        eraseAuthor(tx, makeEmail(`b${random.below(120)}`), random.one(['delete', 'anonymize'])),
      )
    },
    count: () => count(shop),
    async move() {
      const timezone = random.one(['UTC', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu'])
      assert.equal((await owner.patch(`/account/stores/${shop.storeEnvId}`, { timezone })).status, 200)
    },
  }
  const { move, ...others } = acts
  await count(shop)
  for (let i = 1; i <= 320; i++) {
    await (random.next() < 0.04 ? move : random.one(Object.values(others)))()
    if (i % 40 === 0) service.advance(random.below(3 * day))
    if (i % 8 === 0) await requireRight(shop, random, `SEED=${seed}, step ${i}`)
  }
  await count(shop)
  await requireRight(shop, random, `SEED=${seed}, in the end`)
})

/** Ignores the 409 of a second review, because an order has at most one review of a product. */
function isConflict(error: { status?: number }): undefined {
  if (error.status !== 409) throw error
}

test('counted days are read, and changed days are counted again within ten minutes', async () => {
  const random = createRandom(5)
  const { shop, names, productId } = await askedShop(random, 160)
  const total = async () => {
    const from = new Date(now().getTime() - 600 * day).toISOString().slice(0, 10)
    const { status, body, text } = await shop.api.get(`/analytics/requests?from=${from}&interval=month`)
    assert.equal(status, 200, text)
    return body.total
  }
  const marks = async () =>
    (await service.query('select from analytics_request_changes where store_env_id = $1', [shop.storeEnvId])).rowCount
  await job('analytics.recount')
  const { sent } = await total()
  // The count is falsified, because only then does the test prove that the report reads counted days.
  const { rowCount: rows } = await service.query(
    'update analytics_request_days set sent = sent + 1000 where store_env_id = $1',
    [shop.storeEnvId],
  )
  assert.ok(rows && rows > 80)
  assert.equal((await total()).sent, sent + 1000 * rows)
  const { differences } = await recountReports(service.service, shop.storeEnvId)
  assert.equal(differences.filter(({ field }) => field.endsWith(': sent')).length, rows)
  await job('analytics.recount')
  assert.equal((await total()).sent, sent)

  const { reviewed } = await total()
  const asked = await findRequest(shop, names.at(-1) as string)
  assert.ok(asked)
  assert.equal(await marks(), 0)
  await inStore(shop, (tx) =>
    createReview(tx, { ...review(productId, asked.orderId, asked.email, now()), addressProven: true }),
  )
  assert.deepEqual([await marks(), (await total()).reviewed], [1, reviewed + 1])
  await job('analytics.sum')
  await service.runJobs()
  assert.deepEqual([await marks(), (await total()).reviewed], [0, reviewed + 1])
  await requireRight(shop, random, 'reviewed')
})

test('reviews of a store without requests mark no day as changed', async () => {
  const shop = await openShop(service)
  await inStore(shop, (tx) => upsertOrders(tx, [orderRow('o1')]))
  const asked = await findRequest(shop, 'o1')
  const { rows } = await service.query('select id from products where store_env_id = $1 limit 1', [shop.storeEnvId])
  await inStore(shop, (tx) =>
    createReview(tx, {
      ...review(rows[0].id, asked?.orderId ?? null, makeEmail('o1'), now()),
      addressProven: true,
    }),
  )
  await job('analytics.sum')
  await service.runJobs()
  const marks = await service.query('select from analytics_request_changes where store_env_id = $1', [shop.storeEnvId])
  assert.equal(marks.rowCount, 0)
})

test('a day stays marked as changed if its requests change during its count', async () => {
  const random = createRandom(11)
  const { shop, names, productId } = await askedShop(random, 40)
  await count(shop)
  const asked = await findRequest(shop, names.at(-1) as string)
  assert.ok(asked)
  await inStore(shop, async (tx) => {
    await recordFormOpened(tx, { orderId: asked.orderId })
    await createReview(tx, { ...review(productId, asked.orderId, asked.email, now()), addressProven: true })
    // A second count runs here, and sees neither the changes nor their marks.
    await count(shop)
  })
  await requireRight(shop, random, 'changed')
  await count(shop)
  await requireRight(shop, random, 'counted')
})

test('a request counts as reviewed even if its sending is recorded while the review is saved', async () => {
  const random = createRandom(13)
  const { shop, names, productId } = await askedShop(random, 40)
  await count(shop)
  const asked = await findRequest(shop, names[0] as string)
  assert.ok(asked && asked.sentAt === null)
  await inStore(shop, async (tx) => {
    await createReview(tx, { ...review(productId, asked.orderId, asked.email, now()), addressProven: true })
    // Neither transaction sees the other, and the day is counted between their commits.
    await settle(shop, 'review_request', asked.id, new Date(now().getTime() - 40 * day))
    await count(shop)
  })
  await requireRight(shop, random, 'sent and reviewed')
  await count(shop)
  await requireRight(shop, random, 'counted')
})

test('after parallel imports of one review for two orders, both days are correct', async () => {
  const random = createRandom(17)
  const { shop, names, productId } = await askedShop(random, 40)
  await count(shop)
  const [first, second] = [
    await findRequest(shop, names.at(-1) as string),
    await findRequest(shop, names.at(-2) as string),
  ]
  const bring = (tx: StoreTx, orderId: string | undefined) =>
    importReviews(tx, fromFile, [importedReview(productId, makeKey(1), orderId ?? null, now())])
  const [written, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let other: Promise<unknown> | undefined
  await inStore(shop, async (tx) => {
    await bring(tx, first?.orderId)
    other = inStore(shop, async (later) => {
      await bring(later, second?.orderId)
      written.resolve()
      await mayEnd.promise
    })
    await until(async () => (await listWaiting(service)).length === 1)
  })
  await Promise.race([written.promise, other])
  await count(shop)
  await requireRight(shop, random, 'the first one')
  mayEnd.resolve()
  await other
  await requireRight(shop, random, 'both')
  await count(shop)
  await requireRight(shop, random, 'counted')
})

test('restored requests are counted', async () => {
  const random = createRandom(19)
  const { shop } = await askedShop(random, 40)
  await count(shop)
  // Writes without events, as a restore does until all its rows exist.
  await service.query('update review_requests set form_first_viewed_at = sent_at where store_env_id = $1', [
    shop.storeEnvId,
  ])
  await inStore(shop, async (tx) => publish(tx, archiveRestored, { id: shop.storeEnvId, store: null }))
  await requireRight(shop, random, 'restored')
  await count(shop)
  await requireRight(shop, random, 'counted')
})
