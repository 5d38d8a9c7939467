import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { erasePerson } from '#resources/erasure/commands.ts'
import { deleteOrder, deleteOrders, upsertOrders } from '#resources/orders/commands.ts'
import { day, type Shop } from '#test/service.ts'
import { areas } from '../../entry/areas.ts'
import { cancelRequest, recordFormOpened, sendRequest } from './commands.ts'
import { maintainStore } from './maintenance-commands.ts'
import { reschedule } from './planning/commands.ts'
import { daysAgo, findOrder, openShop, order, push, startRequests } from './requests.testing.ts'
import { sendDueRequests } from './sending/commands.ts'
import { settleRequest } from './sending/kinds.ts'

const { service, rewind } = await startRequests()
const { db, services, clock } = service.service
const inShop = <T>(shop: Shop, work: (tx: StoreTx) => Promise<T>) => db.store(shop, 'write', work)
const context = () => ({ db, services, now: clock.now(), stopping: new AbortController().signal }) as never
const minute = 60_000

const changedSince = async (shop: Shop, since: string): Promise<string[]> => {
  const { status, body, text } = await shop.api.get(`/orders?sort=updatedAt&updatedAfter=${since}`)
  assert.equal(status, 200, text)
  return body.data.map((each: { platformOrderId: string }) => each.platformOrderId).sort()
}

async function moved(shop: Shop, act: () => Promise<unknown>): Promise<string[]> {
  const read = async () => (await shop.api.get('/orders?limit=100')).body.data
  const before = new Map((await read()).map((each: { id: string }) => [each.id, each]))
  const since = clock.now().toISOString()
  service.advance(minute)
  await act()
  const differing = []
  for (const each of await read()) {
    const { updatedAt: _, ...now } = each
    const { updatedAt: __, ...then } = (before.get(each.id) ?? {}) as { updatedAt?: string }
    if (JSON.stringify(now) !== JSON.stringify(then)) differing.push(each.platformOrderId)
  }
  assert.deepEqual(await changedSince(shop, since), differing.sort())
  return differing
}

test("an order's updatedAt changes with every visible change of its request, and only then", async () => {
  const shop = await openShop(service)
  await shop.api.put('/email/settings', { reminders: 1, reminderDelayDays: 5 })
  const early = { deliveredAt: daysAgo(1) }
  await push(
    shop,
    order('due'),
    order('early', early),
    order('stop', early),
    order('now', early),
    order('other', early),
  )
  await push(shop, order('cancelled', { cancelledAt: daysAgo(1) }), order('unknown', { lineItems: [] }))
  const ids = new Map<string, string>()
  for (const id of ['due', 'early', 'stop', 'now', 'other']) ids.set(id, (await findOrder(shop, id)).id)
  const findOrderId = (id: string) => ids.get(id) ?? ''
  const does = (id: string, what: string) => shop.api.post(`/orders/${findOrderId(id)}/review-request/${what}`)

  assert.deepEqual(await moved(shop, () => does('stop', 'cancel')), ['stop'])
  assert.deepEqual(await moved(shop, () => does('stop', 'cancel')), [], 'cancelled already')
  assert.deepEqual(await moved(shop, () => does('now', 'send')), ['now'])
  assert.deepEqual(await moved(shop, () => service.tick()), ['due', 'now'], 'sent')
  assert.deepEqual(
    await moved(shop, () => inShop(shop, (tx) => recordFormOpened(tx, { orderId: findOrderId('due') }))),
    ['due'],
    'opened',
  )
  assert.deepEqual(
    await moved(shop, () => inShop(shop, (tx) => recordFormOpened(tx, { orderId: findOrderId('due'), rating: 4 }))),
    ['due'],
    'by a star',
  )
  assert.equal((await findOrder(shop, 'due')).clickedRating, 4)
  service.advance(5 * day)
  assert.deepEqual(await moved(shop, () => service.tick()), ['now'], 'reminded')
  assert.deepEqual(
    await moved(shop, async () => {
      await shop.api.put('/email/settings', { reminders: 1, reminderDelayDays: 5, delayDays: 30 })
      await service.runJobs()
    }),
    ['early', 'other'],
    'another delay',
  )
  assert.deepEqual(await moved(shop, () => sendDueRequests(context(), shop)), [], 'nothing is due')
  assert.deepEqual(
    await moved(shop, async () => {
      await does('early', 'send')
      const { data } = (await shop.api.get(`/email/messages?orderId=${findOrderId('early')}`)).body
      assert.equal(data.length, 1)
      const requestId = await findRequestId(shop, findOrderId('early'))
      await inShop(shop, (tx) =>
        settleRequest(tx, requestId, { state: 'failed', reason: 'mailbox_unavailable', at: tx.now }),
      )
    }),
    ['early'],
    'failed',
  )
  await inShop(shop, (tx) =>
    tx.run(sql`update review_requests set queued_at = ${new Date(tx.now.getTime() - 11 * day)}
                where store_env_id = ${tx.storeEnvId} and order_id = ${findOrderId('other')}`),
  )
  assert.deepEqual(await moved(shop, () => maintainStore(context(), shop)), ['other'], 'lost')
  assert.equal((await findOrder(shop, 'other')).reviewRequest.reason, 'outcome_unknown')
  await inShop(shop, (tx) =>
    tx.run(
      sql`delete from review_requests where store_env_id = ${tx.storeEnvId} and order_id = ${findOrderId('stop')}`,
    ),
  )
  assert.deepEqual(await moved(shop, () => maintainStore(context(), shop)), ['stop'], 'planned late')
  rewind()
})

test("skipping or postponing a due request updates its order's updatedAt", async () => {
  const shop = await openShop(service)
  await push(shop, order('excluded'), order('night', { platformOrderId: 'night' }))
  const mug = (await shop.api.get('/products/by-platform-id/mug')).body
  await shop.api.patch(`/products/${mug.id}`, { requestsExcluded: true })
  service.advance(minute)
  assert.deepEqual((await moved(shop, () => sendDueRequests(context(), shop))).sort(), ['excluded', 'night'])
  assert.equal((await findOrder(shop, 'night')).reviewRequest.reason, 'product_excluded')
  rewind()
})

const findRequestId = (shop: Shop, orderId: string) =>
  inShop(shop, async (tx) => {
    const row = await tx.first<{ id: string }>(sql`
      select id from review_requests where store_env_id = ${tx.storeEnvId} and order_id = ${orderId}`)
    return row?.id ?? ''
  })

/** Runs as many concurrent calls as the pool has connections, without the dispatcher, which would retry deadlocks. */
async function crowd(calls: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (let from = 0; from < calls.length; from += 8)
    await Promise.all(calls.slice(from, from + 8).map((call) => call().catch(unlessRefused)))
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof Error && 'status' in error && (error.status === 409 || error.status === 404))) throw error
}

const erase = (tx: StoreTx, email: string) =>
  erasePerson(tx, { audit: (async () => {}) as never, secrets: services.secrets }, areas.personalData, email)

test('concurrent pushes, sweeps, forms, mails, settings, erasures and deletions never deadlock', async () => {
  const shop = await openShop(service)
  const count = 40
  const rows = (round: number) =>
    Array.from({ length: count }, (_, i) =>
      order(`o${i}`, { customerName: `Round ${round}`, email: `b${i % 3}@customer.example`, total: `${round}.00` }),
    )
  const write = (round: number, reversed: boolean) =>
    inShop(shop, (tx) => upsertOrders(tx, (reversed ? rows(round).reverse() : rows(round)) as never))
  await write(0, false)
  for (let round = 1; round <= 12; round++) {
    const orderIds: string[] = (await shop.api.get(`/orders?limit=${count}`)).body.data.map(
      ({ id }: { id: string }) => id,
    )
    const nth = (n: number) => orderIds[(round * 7 + n) % orderIds.length] ?? ''
    const requestIds = await Promise.all([0, 1, 2].map((n) => findRequestId(shop, nth(n))))
    const settle = (n: number) => () =>
      inShop(shop, (tx) =>
        settleRequest(tx, requestIds[n] ?? null, { state: n === 1 ? 'failed' : 'sent', reason: 'x', at: tx.now }),
      )
    await crowd([
      () => write(round, round % 2 === 1),
      () => sendDueRequests(context(), shop),
      () => inShop(shop, (tx) => erase(tx, `b${round % 3}@customer.example`)),
      () => inShop(shop, (tx) => recordFormOpened(tx, { orderId: nth(0), rating: 5 })),
      () => reschedule(context(), shop),
      () => inShop(shop, (tx) => sendRequest(tx, services, nth(2))),
      () => inShop(shop, (tx) => deleteOrder(tx, `o${(round * 5) % count}`)),
      settle(0),
      () => write(round + 100, round % 2 === 0),
      settle(1),
      () => maintainStore(context(), shop),
      () => inShop(shop, (tx) => cancelRequest(tx, nth(1))),
      settle(2),
      () => inShop(shop, (tx) => erase(tx, `b${(round + 1) % 3}@customer.example`)),
      () => sendDueRequests(context(), shop),
      () =>
        round % 4 === 0 ? deleteOrders(db, shop) : inShop(shop, (tx) => recordFormOpened(tx, { orderId: nth(3) })),
    ])
    await write(round + 200, false)
    service.advance(minute)
  }
  rewind()
})
