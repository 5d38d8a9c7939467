import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freePort } from '#test/free-port.ts'
import { type Api, startService, type TestService } from '#test/service.ts'
import { demoOperator } from '../../server/entry/commands/demo-operator.ts'
import { loadDemo } from '../load.ts'

const now = new Date('2026-11-21T10:00:00Z')
// biome-ignore lint/suspicious/noExplicitAny: a test reads any shape of answer
type Row = any

let service: TestService
let owner: Api

before(async () => {
  // The service listens, because its jobs call the outlet's shop, which the service itself serves.
  const port = await freePort()
  service = await startService({ now, env: { PORT: String(port) } })
  await service.app.listen({ host: '127.0.0.1', port })
  const size = { orders: 300, reviews: 100 }
  const made = await loadDemo(service.service, demoOperator(service.service), () => {}, size)
  const cookies = (await service.service.services.users.signIn(made.ownerEmail, made.password)) ?? []
  owner = service.with({
    cookie: cookies.map((each) => each.split(';')[0]).join('; '),
    'x-store-env-id': made.storeEnvId,
  })
})

after(() => service?.close())

async function list(path: string): Promise<Row[]> {
  const { status, body } = await owner.get(path)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

test('the sequence is live, with runs in every state and mails of the last four weeks', async () => {
  const [sequence] = await list('/email-sequences')
  assert.equal(sequence.status, 'live')
  const { active, completed, exited } = sequence.runs
  assert.ok(active > 0 && completed + exited > 0, JSON.stringify(sequence.runs))
  const mails = await list('/email/messages?category=sequences&limit=100')
  assert.ok(mails.length > 5)
  for (const { state, sentAt } of mails) {
    assert.equal(state, 'sent')
    assert.ok(sentAt < now.toISOString() && sentAt > '2026-10-22', sentAt)
  }
  const before = mails.length
  await service.runJobs()
  assert.equal((await list('/email/messages?category=sequences&limit=100')).length, before, 'none is late')
})

test('members have points and tiers, and some have redeemed a reward', async () => {
  const members = await list('/loyalty/members?limit=100')
  assert.ok(new Set(members.map(({ tier }) => tier)).size >= 2)
  assert.ok((await list('/loyalty/redemptions')).length >= 4)
  assert.equal((await list('/loyalty/rewards')).length, 2)
})

test('the incentive has granted points for reviews', async () => {
  const [incentive] = await list('/review-incentives')
  assert.equal(incentive.status, 'active')
  const rewards = await list(`/review-incentives/${incentive.id}/rewards`)
  assert.ok(
    rewards.some(({ state }) => state === 'given'),
    JSON.stringify(rewards[0]),
  )
})

test('gallery, questions, page and placements are published', async () => {
  const [gallery] = await list('/galleries')
  assert.ok(gallery.itemCount >= 6)
  assert.ok((await list('/faqs')).every(({ status }) => status === 'published'))
  const [group] = await list('/products/groups')
  assert.deepEqual([group.name, group.source, group.productIds.length], ['Drumlin tents', 'manual', 2])
  const [page] = await list('/web-pages')
  const { pathname } = new URL(page.url)
  const shown = await service.app.inject(pathname)
  assert.equal(shown.statusCode, 200)
  assert.match(shown.body, /From our customers/)
  assert.equal((await list('/placements')).filter(({ status }) => status === 'published').length, 2)
})

test('the import names its failed rows, and the backup is verified', async () => {
  const [done] = await list('/imports')
  assert.equal(done.status, 'completed')
  const rows = await list(`/imports/${done.id}/rows`)
  assert.equal(rows.filter(({ outcome }) => outcome === 'failed').length, 2, JSON.stringify(rows))
  const [backup] = await list('/backups')
  assert.equal(backup.status, 'completed', JSON.stringify(backup))
})

test('the file for Meta has the approved reviews, and waits for its first fetch', async () => {
  const [file] = await list('/connectors/destinations')
  assert.deepEqual([file.kind, file.status], ['meta_csv', 'active'])
  assert.ok(file.counts.queued > 20, String(file.counts.queued))
})

test('a second store shows copies of the reviews, and some wait for its decision', async () => {
  const grants = await list('/reviews/grants')
  assert.deepEqual(grants.map(({ state }) => state).sort(), ['active', 'offered'])
  const [{ copies, store }] = grants.filter(({ state }) => state === 'active')
  assert.equal(store.name, 'Larkmoor Outlet')
  const at = { 'x-store-env-id': store.id }
  const found = (await owner.get('/reviews?origin=shared&limit=100', at)).body.data as Row[]
  assert.ok(copies >= 8 && found.length === Math.min(copies, 100), `${copies} copies`)
  assert.equal(found.filter(({ status }) => status === 'pending').length > 0, true)
  const [shown] = found.filter(({ status }) => status === 'approved')
  assert.equal(shown.origin.storeName, 'Larkmoor')
  const product = (await owner.get(`/products/${shown.productId}`, at)).body
  const query = `platformProductId=${product.platformProductId}&pool=shared`
  const headers = { 'x-store-env-id': store.id, origin: service.service.origin }
  const page = await service.anonymous.get(`/storefront/reviews?${query}`, headers)
  assert.ok(
    page.body.data.some((review: Row) => review.origin?.storeName === 'Larkmoor'),
    page.text,
  )
  const [shop] = (await owner.get('/connectors/shops', at)).body.data
  assert.deepEqual([shop.platform, shop.status], ['woocommerce', 'active'])
  const [destination] = (await owner.get('/connectors/destinations', at)).body.data
  assert.deepEqual(
    [destination.kind, destination.status],
    ['woocommerce_rating', 'active'],
    JSON.stringify(destination),
  )
  const items = (await owner.get(`/connectors/destinations/${destination.id}/items`, at)).body.data as Row[]
  assert.deepEqual(items.map(({ state }) => state).sort(), ['live', 'live', 'live', 'refused', 'removed'])
  const [incentive] = (await owner.get('/review-incentives', at)).body.data
  assert.deepEqual([incentive.codes, incentive.status], ['platform', 'active'])
})

test("the webhook's receiver accepts an event, and the demo shop is connected", async () => {
  const [webhook] = await list('/outbound-webhooks')
  assert.equal(new URL(webhook.url).pathname, '/demo-store/webhooks')
  const sent = await service.app.inject({
    method: 'POST',
    url: '/demo-store/webhooks',
    headers: { 'content-type': 'application/json' },
    payload: { event: 'review.created', data: {} },
  })
  assert.deepEqual([sent.statusCode, sent.json()], [200, { received: 'review.created' }])
  for (const payload of ['', 'no JSON', '{}', '[]', 'null'])
    assert.equal((await service.app.inject({ method: 'POST', url: '/demo-store/webhooks', payload })).statusCode, 400)
  const [shop] = await list('/connectors/shops')
  assert.equal(shop.platform, 'custom')
})
