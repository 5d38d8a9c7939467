import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { freePort } from '#test/free-port.ts'
import { type Api, startService, type TestService } from '#test/service.ts'
import { createApi } from '../server/entry/api.ts'
import { demoOperator } from '../server/entry/commands/demo-operator.ts'
import { loadDemo } from './load.ts'

const now = new Date('2026-11-21T10:00:00Z')
// biome-ignore lint/suspicious/noExplicitAny: a test reads any shape of answer
type Row = any

let service: TestService
let made: Awaited<ReturnType<typeof loadDemo>>
let api: Api
let owner: Api
const said: string[] = []

before(async () => {
  // The service listens, because its jobs call the outlet's shop, which the service itself serves.
  const port = await freePort()
  service = await startService({ now, env: { PORT: String(port) } })
  await service.app.listen({ host: '127.0.0.1', port })
  made = await loadDemo(service.service, demoOperator(service.service), (line) => said.push(line), {
    orders: 400,
    reviews: 120,
  })
  const store = { 'x-store-env-id': made.storeEnvId }
  api = service.with({ authorization: `Bearer ${made.apiKey}`, ...store })
  const cookies = (await service.service.services.users.signIn(made.ownerEmail, made.password)) ?? []
  owner = service.with({ cookie: cookies.map((each) => each.split(';')[0]).join('; '), ...store })
})

after(() => service?.close())

const isFirstStore = ({ name }: Row) => name === 'Larkmoor'

async function all(path: string, from = api): Promise<Row[]> {
  const found: Row[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await from.get(`${path}?limit=50${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    assert.equal(status, 200, JSON.stringify(body))
    found.push(...body.data)
    cursor = body.pagination.nextCursor ?? null
  }
  return found
}

test('the mailbox contains requests, reminders, confirmations and replies, each with its own time', async () => {
  const messages = await all('/email/messages')
  const mailbox = await all('/email/mailbox', owner)
  assert.equal(mailbox.length, messages.length)
  for (const template of ['review_request', 'review_reminder', 'review_confirmation', 'review_reply'])
    assert.ok(
      messages.some((each) => each.template === template),
      template,
    )
  for (const { state, sentAt, template } of messages) {
    assert.equal(state, 'sent', template)
    assert.ok(sentAt < now.toISOString() && sentAt > '2026-10-22', `${template} ${sentAt}`)
  }
  const days = new Set(messages.map(({ sentAt }) => sentAt.slice(0, 10)))
  assert.ok(days.size > 8, 'they went out over the weeks')
})

test('no job is late right after the demo shop is loaded', async () => {
  const { body } = await owner.get('/analytics/attention')
  const jobs = body.health.find(({ part }: Row) => part === 'jobs')
  assert.equal(jobs.state, 'working', JSON.stringify(body.health))
})

test('no mail is sent twice, and customers who opened the form early get no reminder', async () => {
  const before = (await all('/email/messages')).length
  await service.runJobs()
  const messages = await all('/email/messages')
  assert.equal(messages.length, before)
  const orders = await all('/orders')
  const asked = orders.filter(({ reviewFormFirstViewedAt }) => reviewFormFirstViewedAt)
  assert.ok(asked.length > 3)
  const reminded = messages.filter(({ template }) => template === 'review_reminder')
  for (const { orderId, sentAt } of reminded) {
    const opened = orders.find(({ id }) => id === orderId)?.reviewFormFirstViewedAt
    assert.ok(!opened || opened > sentAt)
  }
})

test('a mail is in the language of its order', async () => {
  const words = { de: /Bestellung|Bewertung|bewerten/, fr: /avis|commande/i, es: /pedido|opini|reseña/i, en: /your/i }
  const orders = new Map((await all('/orders')).map((order) => [order.id, order]))
  const mailbox = await all('/email/mailbox', owner)
  const seen = new Set<string>()
  for (const { id, template, orderId } of await all('/email/messages')) {
    const language = orders.get(orderId)?.locale?.slice(0, 2)
    if (template !== 'review_request' || !(language in words) || seen.has(language)) continue
    seen.add(language)
    const mail = (await owner.get(`/email/mailbox/${mailbox.find((each) => each.id === id)?.id}`)).body
    assert.match(mail.text, words[language as keyof typeof words])
  }
  assert.ok(seen.has('de') && seen.has('en'), [...seen].join())
})

test('every product has a demo page, and the store and its prices use one currency', async () => {
  const { origin } = service.service
  const products = await all('/products')
  assert.ok(products.some(({ status }) => status === 'archived'))
  for (const { url } of products) {
    assert.ok(url.startsWith(`${origin}/demo-store/products/`), url)
    assert.equal((await service.app.inject(url.slice(origin.length))).statusCode, 200, url)
  }
  const { body } = await owner.get('/account/stores')
  assert.equal(body.data.find(isFirstStore).currency, 'EUR')
})

test('goods are in their categories, and a category filter finds their reviews', async () => {
  const categories = await all('/categories')
  const products = await all('/products')
  assert.ok(categories.length >= 8, String(categories.length))
  for (const { id, name, productCount } of categories) {
    const within = products.filter(({ categoryIds }) => categoryIds.includes(id))
    assert.ok(productCount > 0 && productCount === within.length, name)
  }
  const kitchen = categories.find(({ name }) => name === 'Kitchen') ?? assert.fail('no kitchen')
  const { data } = (await api.get(`/reviews?limit=100&categoryId=${kitchen.id}`)).body
  const ids = new Set(products.filter(({ categoryIds }) => categoryIds.includes(kitchen.id)).map(({ id }) => id))
  assert.ok(data.length > 0 && data.every(({ productId }: Row) => ids.has(productId)))
})

test('the first visitor of a product list waits for no thumbnail', async () => {
  const scope = { storeEnvId: made.storeEnvId, organizationId: made.organizationId }
  const requested = await service.service.db.store(scope, 'read', (tx) =>
    tx.all<{ product: string }>(sql`select product_id as product from product_pictures`),
  )
  assert.equal(requested.length, (await all('/products')).length)
})

test("the goods' pictures are public, and no other file of the folder is public", async () => {
  const { origin } = service.service
  for (const { imageUrl } of await all('/products')) {
    const picture = await service.app.inject(imageUrl.slice(origin.length))
    assert.deepEqual([picture.statusCode, picture.headers['content-type']], [200, 'image/webp'], imageUrl)
    assert.ok(picture.rawPayload.length > 5_000)
  }
  for (const path of ['nothing.webp', '..%2FREADME.md', '..%2Fbuyers%2Fsway-hammock-rust-1.webp', '%00.webp'])
    assert.equal((await service.app.inject(`/demo-store/pictures/${path}`)).statusCode, 404, path)
})

test('reviews have photos of the bought item, stored like uploads', async () => {
  const withPhotos = (await all('/reviews')).filter(({ photos }) => photos.length > 0)
  assert.equal(withPhotos.length, Math.round(120 * 0.24))
  for (const { photos } of withPhotos) {
    for (const { width, height } of photos) assert.ok(width > 600 && height > 600)
  }
})

test('the last change of a customer is at the time of their review', async () => {
  const timesOf = (rows: Row[], name: string, key: string) =>
    rows.filter((each) => each[name] === 'Tina' || each[name] === 'Otto').map((each) => each[key])
  const changed = timesOf(await all('/customers', owner), 'name', 'updatedAt')
  const written = timesOf(await all('/reviews', owner), 'authorName', 'submittedAt')
  assert.equal(changed.length, 2)
  assert.deepEqual(new Set(changed.map((at) => at.slice(0, 16))), new Set(written.map((at) => at.slice(0, 16))))
})

test("a service with a new origin changes its shop's links, and a return to the old origin restores them", async () => {
  const here = service.service
  const listUrls = async () => (await all('/products')).flatMap(({ url, imageUrl }) => [url, imageUrl])
  const before = await listUrls()
  const elsewhere = 'https://demo.example:8444'
  for (const origin of [elsewhere, here.origin]) {
    const moved = await createApi({ ...here, origin })
    try {
      assert.equal((await moved.inject('/demo-store')).statusCode, 200)
    } finally {
      await moved.close()
    }
    const expected = before.map((url) => url.replace(here.origin, origin))
    assert.deepEqual((await listUrls()).sort(), expected.sort())
    const { body } = await owner.get('/account/stores')
    assert.equal(body.data.find(isFirstStore).origins[0], origin)
  }
})

test('the ledger is signed from the first day', async () => {
  const { body } = await api.get('/evidence/heads')
  const first = body.data.at(-1)
  assert.equal(first.date, '2026-11-20')
  assert.ok(first.size > 120)
})

test('loading prints its duration, and a second run reports the existing shop', async () => {
  assert.ok(said.some((line) => /half a minute/.test(line)))
  assert.ok(said.some((line) => /^100 of 120 reviews/.test(line)))
  const again: string[] = []
  const second = await loadDemo(service.service, demoOperator(service.service), (line) => again.push(line), {
    orders: 20,
    reviews: 0,
  })
  assert.notEqual(second.ownerEmail, 'demo@larkmoor.example')
  assert.match(again[0] ?? '', /opens another/)
})

test("no mail server gets mail for the shop's invented people", async () => {
  const own = await startService({ now, env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  try {
    const made = await loadDemo(own.service, demoOperator(own.service), () => {}, { orders: 120, reviews: 40 })
    const { body } = await own
      .with({ authorization: `Bearer ${made.apiKey}`, 'x-store-env-id': made.storeEnvId })
      .get('/email/messages')
    assert.deepEqual(body.data, [])
  } finally {
    await own.close()
  }
})

test('the shop has its own files for agents, and responds to agents', async () => {
  const llms = await service.app.inject('/demo-store/llms.txt')
  assert.equal(llms.statusCode, 200)
  const [, address = ''] = /\((\S+)\/llms\.txt\)/.exec(llms.body) ?? []
  const overview = await service.app.inject(new URL(address).pathname)
  assert.equal(overview.json().store.name, 'Larkmoor')
  const { statusCode, body } = await service.app.inject('/demo-store/.well-known/ucp')
  const isPublic = service.service.origin.startsWith('https:')
  assert.equal(statusCode, isPublic ? 200 : 409, body)
  assert.equal((await service.app.inject('/.well-known/ucp')).statusCode, 404)
})

test('the store has its website’s look, publishes moderation figures, and is over 30 days old', async () => {
  const { body: branding } = await owner.get('/email-branding')
  assert.equal(branding.colors.primary, '#43552f')
  assert.match(branding.logoUrl, /\.png$/)
  const { body: evidence } = await owner.get('/evidence/settings')
  assert.equal(evidence.publicMeter, true)
  const { createdAt } = (await all('/account/stores', owner)).find(({ id }) => id === made.storeEnvId)
  assert.ok(now.getTime() - Date.parse(createdAt) > 30 * 86_400_000, createdAt)
})
