import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { limitConcurrency } from '#platform/process/concurrency-limit.ts'
import { newId } from '#platform/values/ids.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import {
  addProduct,
  addReview,
  listDeliveries,
  ok,
  register,
  startReceiver,
  status,
  type TestReceiver,
} from '../webhooks.testing.ts'
import { type Sender, startSender } from './sender.ts'

/** The timeout is ten seconds in production. A busy test machine also answers within this shorter time. */
const timeoutMs = 8_000

let service: TestService
let sender: Sender
let good: TestReceiver
const logged: string[] = []
before(async () => {
  service = await startService({ now: new Date('2026-11-21T10:00:00.000Z') })
  const { log } = service.service.services
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    log[level] = (fields, message) => void logged.push(JSON.stringify([fields, message]))
  sender = startSender(service.service, { timeoutMs })
  good = await startReceiver()
})
after(async () => {
  await sender.stop()
  await good.close()
  await service.close()
})

async function newShop(): Promise<Shop> {
  const shop = await service.shop()
  await addProduct(shop)
  good.received.length = 0
  return shop
}

async function firstAttempt(shop: Shop, webhookId: string) {
  const look = async () => (await listDeliveries(shop, webhookId))[0]?.attempts[0]
  await until(async () => Boolean(await look()), 'a first attempt')
  return look()
}

const haveArrived = (shop: Shop, webhookId: string, count: number) =>
  until(
    async () => (await listDeliveries(shop, webhookId, '?state=delivered&limit=100'))?.length === count,
    `${count} deliveries`,
  )

const bad: [string, Parameters<typeof startReceiver>[0], object][] = [
  ['accepts and never answers', () => {}, { status: null, error: 'This address did not answer in time.' }],
  [
    'answers 100 MB',
    (_request, response) => {
      const chunk = Buffer.alloc(1 << 20, 'x')
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', more).on('error', () => {})
      more()
    },
    { status: 200, error: null },
  ],
  [
    'answers byte by byte',
    (_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    },
    { status: null, error: 'This address did not answer in time.' },
  ],
  [
    'closes early',
    (request) => void request.socket.destroy(),
    { status: null, error: 'The response broke off or was not valid HTTP.' },
  ],
  ['redirects', status(302, { location: 'http://169.254.169.254/' }), { status: 302, error: null }],
]

for (const [what, respond, expected] of bad) {
  test(`a receiver that ${what} costs bounded time and storage, and delays no other receiver`, async () => {
    const shop = await newShop()
    const receiver = await startReceiver(respond)
    const webhook = await register(shop, receiver.url)
    const other = await register(shop, good.url)
    await addReview(shop)
    await service.runJobs()
    await Promise.all([good.has(1), receiver.has(1)])
    const [arrivedAt = 0, othersAt = 0] = [good, receiver].map(({ received }) => received[0]?.at)
    assert.ok(arrivedAt - othersAt < timeoutMs, 'before the other was given up')
    const { status, error, durationMs, answer } = await firstAttempt(shop, webhook.id)
    assert.deepEqual({ status, error }, expected)
    assert.ok(durationMs < 2 * timeoutMs)
    assert.ok((answer ?? '').length <= 4096)
    assert.equal((await firstAttempt(shop, other.id)).status, 200)
    // The webhook is deleted, because another test may reuse the port.
    assert.equal((await shop.api.delete(`/outbound-webhooks/${webhook.id}`)).status, 204)
    await receiver.close()
  })
}

test('a failing endpoint is only probed, and gets all deliveries after its recovery', async () => {
  const shop = await newShop()
  const receiver = await startReceiver(status(500))
  await register(shop, receiver.url)
  for (let i = 0; i < 40; i++) await addReview(shop, { authorEmail: `c${i}@customer.example` })
  await service.runJobs()
  await receiver.has(20)
  await sleep(300)
  const probed = receiver.received.length
  assert.ok(probed >= 20 && probed <= 30, String(probed))
  receiver.answers(ok)
  const arrived = () => new Set(receiver.received.slice(probed).map(({ body }) => body.data.id))
  await until(async () => {
    service.advance(5_000)
    await sleep(100)
    return arrived().size === 40
  })
  await receiver.close()
})

test('a lost database connection loses no delivery, and sending resumes automatically', async () => {
  const shop = await newShop()
  const webhook = await register(shop, good.url)
  good.answers((_request, response) => void setTimeout(() => response.end('ok'), 60))
  for (let i = 0; i < 30; i++) await addReview(shop, { authorEmail: `c${i}@customer.example` })
  await service.runJobs()
  await good.has(4)
  const name = new URL(service.databaseUrl).pathname.slice(1)
  const server = new Client({ connectionString: process.env.TEST_DATABASE_URL })
  await server.connect()
  await server.query(`alter database ${name} with allow_connections false`)
  await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [name])
  await sleep(1_500)
  await server.query(`alter database ${name} with allow_connections true`)
  await server.end()
  await haveArrived(shop, webhook.id, 30)
  assert.equal(new Set(good.received.map(({ body }) => body.data.id)).size, 30)
  good.answers(ok)
})

test('setting the clock back delays only scheduled attempts; setting it forward makes them due', async () => {
  const shop = await newShop()
  const webhook = await register(shop, good.url)
  good.answers(status(500))
  await addReview(shop)
  await service.runJobs()
  await firstAttempt(shop, webhook.id)
  service.advance(-6 * 3_600_000)
  good.answers(ok)
  await addReview(shop, { authorEmail: 'b@customer.example' })
  await service.runJobs()
  await good.has(2)
  const { headers } = good.received[1] ?? assert.fail()
  const t = Number(/t=(\d+)/.exec(headers['x-service-signature-v2'] ?? '')?.[1])
  assert.ok(Math.abs(t - service.service.clock.nowMs() / 1000) < 120)
  service.advance(9 * 3_600_000)
  await good.has(3)
  assert.equal(good.received[2]?.body.data.id, good.received[0]?.body.data.id)
})

test('the deprecated signature is sent until 15 January 2027, to the second', async () => {
  const shop = await newShop()
  await register(shop, good.url)
  const end = Date.parse('2027-01-15T00:00:00Z')
  service.advance(end - 120_000 - service.service.clock.nowMs())
  await addReview(shop)
  await service.runJobs()
  await good.has(1)
  service.advance(end - service.service.clock.nowMs())
  await addReview(shop, { authorEmail: 'b@customer.example' })
  await service.runJobs()
  await good.has(2)
  const has = good.received.map(({ headers }) => [
    'x-service-signature' in headers,
    'x-service-signature-v2' in headers,
  ])
  assert.deepEqual(has, [
    [true, true],
    [false, true],
  ])
})

test('only one process at a time sends to an endpoint', async () => {
  const shop = await newShop()
  const second = await startService({ beside: service })
  const other = startSender(second.service, { timeoutMs })
  const webhook = await register(shop, good.url)
  const reviews = Array.from({ length: 60 }, (_, i) => ({
    platformProductId: 'mug',
    rating: 5,
    body: 'Holds tea.',
    authorName: 'Jane D.',
    authorEmail: `c${i}-${newId()}@customer.example`,
  }))
  // Sends eight requests concurrently, one per pool connection, because waiting for a connection fails after five seconds.
  const post = limitConcurrency(8)
  const posted = await Promise.all(reviews.map((review) => post(() => shop.api.post('/reviews', review))))
  assert.ok(posted.every((answer) => answer.status === 201))
  sender.wake()
  other.wake()
  await haveArrived(shop, webhook.id, 60)
  assert.equal(good.received.length, 60)
  await other.stop()
  await second.close()
})

test('logs during these tests contain no secret, address or payload', () => {
  assert.ok(logged.some((line) => line.includes('webhook')))
  for (const line of logged) assert.ok(!/whsec_|127\.0\.0\.1:|\/hook|Holds tea|@customer/.test(line), line)
})
