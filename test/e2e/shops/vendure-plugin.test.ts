// The plugin as merchants get it: built, packed, installed into a real shop, and connected to a real Evident.
import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { encodeConnection } from '#resources/connectors/plugins/rules.ts'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { type Api, type Shop, startService, type TestService } from '#test/service.ts'
import { findSnippet, readGuide } from '#test/snippets.ts'
import { until } from '#test/until.ts'
import type { Packed } from '../../plugins/packed.ts'
import { createAway } from './away.ts'
import { buildPlugin } from './built.ts'
import { type Front, startFront } from './front.ts'
import { skip } from './installed.ts'
import { type RealVendure, startVendure } from './real-vendure.ts'
import { assertTypes } from './typed.ts'
import { declareTableTests } from './vendure-tables.ts'

const name = 'vendure-plugin-evident'
const page = 'https://shop.example.com'

describe('the plugin in a real Vendure', { skip }, () => {
  let packed: Packed
  let service: TestService
  let store: Shop
  let owner: Api
  let front: Front
  let connection: { id: string; toShop: string; text: string }
  let database: TestDatabase
  let real: RealVendure
  let productId: string
  let variantId: string

  const readString = (text: string) => {
    const { v: _, ...facts } = JSON.parse(Buffer.from(text.slice(5, -9), 'base64url').toString())
    return { facts, connectionString: encodeConnection({ ...facts, origin: front.origin }) }
  }

  before(async () => {
    packed = await buildPlugin('vendure')

    service = await startService()
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const trusted = join(packed.folder, 'front.pem')
    front = await startFront(`http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`, trusted)
    store = await service.shop()
    owner = await store.signedIn()
    database = await createEmptyDatabase()
    real = await startVendure({
      ...{ databaseUrl: database.url, tarball: packed.tarball },
      env: { ENCODED_IDS: '1', WARN: '1', NODE_EXTRA_CA_CERTS: trusted },
    })
    const product = await real.addProduct({ name: 'Teapot', sku: 'T', price: 1_999 })
    productId = product.id
    variantId = product.variants[0] ?? assert.fail()
  })
  after(async () => {
    await real?.stop()
    await front?.close()
    await service?.close()
    await database?.drop()
    if (packed) rmSync(packed.folder, { recursive: true, force: true })
  })

  const eventually = async <T>(read: () => Promise<T>, isRight: (value: T) => boolean, ms = 20_000): Promise<T> => {
    const endsAt = performance.now() + ms
    for (;;) {
      await service.runJobs()
      const value = await read()
      if (isRight(value)) return value
      assert.ok(performance.now() < endsAt, `still ${JSON.stringify(value)}\n${real.printed()}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  async function query(text: string): Promise<Record<string, string>[]> {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const readProduct = async (fields: string) =>
    (await real.shopper(`query($id:ID!){product(id:$id){${fields}}}`, { id: productId })).product
  const rating = async () => (await readProduct('ratingSummary{average count byStar}')).ratingSummary
  const titleInEvident = async () => (await store.api.get(`/products/by-platform-id/${productId}`)).body.title
  const rename = (title: string) =>
    real.admin('mutation($input:UpdateProductInput!){updateProduct(input:$input){id}}', {
      input: { id: productId, translations: [{ languageCode: 'en', name: title }] },
    })
  const connect = async () =>
    (
      await real.admin('mutation($p:String!){connectEvident(page:$p){isSuccess code message address}}', {
        p: real.address,
      })
    ).connectEvident
  const status = async () => (await real.admin('{evidentStatus{status refusal isConnected}}')).evidentStatus
  const review = async (email: string, rating: number, body = 'Holds tea.') => {
    const answer = await store.api.post('/reviews', {
      ...{ platformProductId: productId, rating, body, authorName: 'Jane D.', authorEmail: email },
    })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.id as string
  }
  const decide = (id: string, status: string) => store.api.put(`/reviews/${id}`, { status })

  const hook = async (secret: string, at: Date, id = `msg_${randomUUID()}`, sign = (body: string) => body) => {
    const body = `{ "event":"review.approved",  "data":{"id":"r","platformProductId":"${productId}"}}`
    const timestamp = String(Math.floor(at.getTime() / 1000))
    const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`${id}.${timestamp}.${sign(body)}`)
      .digest('base64')
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    }
    return (await fetch(`${real.address}/hooks/evident`, { method: 'POST', headers, body })).status
  }

  test('the tarball holds built files, README and licence', () => {
    const compiled = [
      ...['api/admin.resolver', 'api/hook.controller', 'api/schema', 'api/shop.resolver'],
      ...['as-number', 'evident-fact', 'evident-message', 'evident-note', 'evident-rating'].map(
        (each) => `entities/${each}`,
      ),
      ...['connection', 'delay', 'evident', 'gate', 'night', 'refusal', 'reviews', 'signing', 'summaries'].map(
        (each) => `lib/${each}`,
      ),
      ...[
        'binding',
        'changes',
        'connect.service',
        'custom-fields',
        'evident.service',
        'facts',
        'index',
        'nightly',
        'options',
      ],
      ...['outbox', 'plugin', 'ratings', 'worker'],
    ].flatMap((each) => [`dist/${each}.js`, `dist/${each}.d.ts`])
    // Sources, which the shop's own build compiles.
    const dashboard = ['evident-page', 'index', 'order-request', 'product-reviews', 'request-reasons', 'stars', 'texts']
    const sources = dashboard.map((each) => `dist/dashboard/${each}.tsx`)
    assert.deepEqual(packed.files, [...compiled, ...sources, 'LICENSE', 'README.md', 'package.json'].sort())
  })

  test('the code of a shop that uses the plugin is checked against its types', () =>
    assertTypes(real.folder, 'vendure'))

  declareTableTests(() => real.folder)

  test('despite a damaged connection string or missing tables, the shop runs and logs the problem', async () => {
    const made = await owner.post('/connectors/shops/connection-string', { platform: 'vendure', page, reply: true })
    assert.equal(made.status, 201, made.text)
    const { facts, connectionString } = readString(made.body.connectionString)
    connection = { id: made.body.id, toShop: facts.toShop, text: connectionString }
    await real.restart({ PLUGIN: name, MIGRATED: '1', EVIDENT_CONNECTION: connectionString.slice(0, -3) })
    const { evidentStatus: refused } = await real.admin('{evidentStatus{status fault refusal}}')
    assert.deepEqual([refused.status, refused.fault], ['refused', 'cutOff'])
    assert.match(refused.refusal, /cut off/)
    await real.restart({ EVIDENT_CONNECTION: connectionString })
    assert.equal((await status()).status, 'unmigrated')
    assert.equal((await rating()).count, 0)
    assert.ok(!real.printed().includes(facts.key) && !real.printed().includes(facts.toShop))
    await real.restart({ INFO: '1' }, { migrate: true })
    assert.deepEqual(await status(), { status: 'ready', refusal: null, isConnected: false })
    assert.match(real.printed(), /Open Marketing → Evident in the dashboard and choose Connect/)
  })

  test('the API for staff needs a session of the shop', async () => {
    for (const query of ['{evidentStatus{status}}', `{evidentProduct(id:"${productId}"){evidentUrl}}`]) {
      const answer = await fetch(`${real.address}/admin-api`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      const { errors } = (await answer.json()) as { errors: { extensions: { code: string } }[] }
      assert.equal(errors[0]?.extensions.code, 'FORBIDDEN', query)
    }
  })

  test('an unreachable shop stays unconnected, the error names its address, and no administrator remains', async () => {
    const address = `http://127.0.0.1:${await freePort()}`
    await real.restart({ BACKEND_URL: address, INFO: '' })
    const refused = await connect()
    assert.deepEqual([refused.isSuccess, refused.code, refused.address], [false, 'shop_unreachable', address])
    assert.match(refused.message, new RegExp(`Address tried: ${address}`))
    assert.equal((await owner.get(`/connectors/shops/${connection.id}`)).body.status, 'installing')
    assert.equal((await status()).isConnected, false)
    const { administrators, roles } = await real.admin('{administrators{totalItems} roles{items{code}}}')
    assert.equal(administrators.totalItems, 1)
    assert.ok(roles.items.every(({ code }: { code: string }) => !code.startsWith('evident-')))
    await real.restart({ BACKEND_URL: '' })
  })

  test('Connect sends credentials of a read-only administrator, and replaces the earlier one', async () => {
    for (const time of ['first', 'second'])
      assert.deepEqual(await connect(), { isSuccess: true, code: null, message: null, address: real.address }, time)
    const shop = await eventually(
      async () => (await owner.get(`/connectors/shops/${connection.id}`)).body,
      ({ lastSync }) => lastSync?.status === 'completed',
    )
    assert.deepEqual([shop.status, shop.address, shop.plugin.version], ['active', real.address, '1.0.0'])
    const { administrators } = await real.admin(
      '{administrators{items{emailAddress user{roles{permissions channels{id}}}}}}',
    )
    const ours = administrators.items.filter(({ emailAddress }: { emailAddress: string }) =>
      emailAddress.startsWith('evident-'),
    )
    assert.equal(ours.length, 1)
    const [role] = ours[0].user.roles
    const rights = role.permissions.filter((each: string) => each !== 'Authenticated').sort()
    assert.deepEqual(rights, ['ReadCatalog', 'ReadCustomer', 'ReadOrder'])
    assert.equal(role.channels.length, 1)
    assert.equal(await titleInEvident(), 'Teapot')
  })

  test('an approved review is in the shop API within seconds, and a rejected one leaves it', async () => {
    const id = await review('jane@customer.example', 5)
    await decide(id, 'approved')
    const found = await eventually(rating, ({ count }) => count === 1, 10_000)
    assert.deepEqual([found.average, found.byStar], [5, { 1: 0, 2: 0, 3: 0, 4: 0, 5: 1 }])
    const { reviews } = await readProduct('reviews(options:{take:5,sort:newest}){items{body verified} isLoaded}')
    assert.deepEqual(reviews, { isLoaded: true, items: [{ body: 'Holds tea.', verified: false }] })
    await decide(id, 'rejected')
    await eventually(rating, ({ count }) => count === 0, 10_000)
  })

  test('a deleted review, and one of an erased person, leave the shop API within seconds', async () => {
    const deleted = await review('deleted@customer.example', 5)
    const erased = await review('erased@customer.example', 4)
    for (const id of [deleted, erased]) assert.equal((await decide(id, 'approved')).status, 200)
    await eventually(rating, ({ count }) => count === 2, 10_000)
    assert.equal((await store.api.delete(`/reviews/${deleted}`)).status, 204)
    const { status } = await store.api.post('/customers/erase', { email: 'erased@customer.example' })
    assert.equal(status, 200)
    await eventually(rating, ({ count }) => count === 0, 10_000)
  })

  test('staff read and answer reviews, and markup in a review is shown as text', async () => {
    const id = await review('script@customer.example', 4, '<script>alert(1)</script>')
    await decide(id, 'approved')
    await eventually(rating, ({ count }) => count === 1)
    const { evidentProduct } = await real.admin(
      'query($id:ID!){evidentProduct(id:$id){rating{count average} reviews{id body reply{body}} mayReply evidentUrl}}',
      { id: productId },
    )
    assert.equal(evidentProduct.mayReply, true)
    assert.deepEqual(evidentProduct.reviews, [{ id, body: '<script>alert(1)</script>', reply: null }])
    assert.deepEqual(evidentProduct.rating, { count: 1, average: 4 })
    assert.ok(evidentProduct.evidentUrl.startsWith(front.origin))
    const reply = (body: string) =>
      real.admin('mutation($id:String!,$b:String!){replyToEvidentReview(reviewId:$id,body:$b){isSuccess message}}', {
        id,
        b: body,
      })
    assert.equal((await reply(' ')).replyToEvidentReview.isSuccess, false)
    assert.deepEqual((await reply('Thank you')).replyToEvidentReview, { isSuccess: true, message: null })
    assert.equal((await store.api.get(`/reviews/${id}`)).body.reply.body, 'Thank you')
    const { reviews } = await readProduct('reviews{items{reply{body}}}')
    assert.equal(reviews.items[0].reply.body, 'Thank you')
  })

  test("the shop builds its dashboard with the package's blocks, without network access", async () => {
    await real.buildDashboard()
    const assets = join(real.dashboard, 'assets')
    const built = readdirSync(assets).filter((file) => file.endsWith('.js'))
    for (const text of ['Save the answer', 'There is no request for this order', 'Connect again'])
      assert.ok(
        built.some((file) => readFileSync(join(assets, file), 'utf8').includes(text)),
        text,
      )
  })

  test('the ratings of a page of 31 products cost one query', async () => {
    for (let at = 0; at < 30; at += 1) await real.addProduct({ name: `Cup ${at}`, sku: `C${at}`, price: 500 })
    await real.restart({ LOG_QUERIES: '1' })
    const { products } = await real.shopper('{products(options:{take:100}){items{id ratingSummary{count}}}}')
    assert.equal(products.items.length, 31)
    const asked = real.printed().match(/FROM "evident_rating"/g) ?? []
    assert.equal(asked.length, 1)
    await real.restart({ LOG_QUERIES: '', CUSTOM_FIELDS: '1' }, { migrate: true })
  })

  test('custom fields are filled if they are added later, and repaired if they differ from the stars', async () => {
    const fields = async () => (await readProduct('customFields{evidentRating evidentReviewCount}')).customFields
    const are = (rating: number | null, count: number) => (found: Record<string, number | null>) =>
      found.evidentRating === rating && found.evidentReviewCount === count
    await eventually(fields, are(4, 1), 10_000)
    // Simulates a crash between the two writes, after which the stars are newer than the custom fields.
    await query('update product set "customFieldsEvidentrating" = null, "customFieldsEvidentreviewcount" = 7')
    assert.equal((await connect()).isSuccess, true)
    await eventually(fields, are(4, 1))

    const id = await review('field@customer.example', 5)
    await decide(id, 'approved')
    await eventually(fields, are(4.5, 2), 10_000)
    await decide(id, 'rejected')
    await eventually(fields, are(4, 1), 10_000)
  })

  test('replacing the connection string loses no change, and the old string expires', async () => {
    const made = await owner.post(`/connectors/shops/${connection.id}/connection-string`, {
      endOld: true,
      reply: false,
    })
    assert.equal(made.status, 201, made.text)
    await rename('Teapot of today')
    const { facts, connectionString } = readString(made.body.connectionString)
    Object.assign(connection, { toShop: facts.toShop, text: connectionString })
    await real.restart({ EVIDENT_CONNECTION: connectionString })
    await eventually(titleInEvident, (title) => title === 'Teapot of today')
    const { evidentProduct } = await real.admin('query($id:ID!){evidentProduct(id:$id){reviews{id} mayReply}}', {
      id: productId,
    })
    assert.deepEqual([evidentProduct.reviews.length, evidentProduct.mayReply], [1, false])
  })

  test('changes that a crash interrupted are reported afterwards', async () => {
    await rename('Large teapot')
    await real.crash()
    await eventually(titleInEvident, (title) => title === 'Large teapot')
  })

  test('forged, old and repeated messages change nothing', async () => {
    const now = new Date()
    assert.equal(await hook('whsec_AAAA', now), 401)
    assert.equal(await hook(connection.toShop, new Date(now.getTime() - 301_000)), 401)
    assert.equal(await hook(connection.toShop, now, 'm', (body) => `${body} `), 401)
    assert.equal((await fetch(`${real.address}/hooks/evident`, { method: 'POST' })).status, 401)
    const large = await fetch(`${real.address}/hooks/evident`, { method: 'POST', body: 'x'.repeat(1_100_000) })
    assert.equal(large.status, 413)
    const id = `msg_${randomUUID()}`
    assert.deepEqual([await hook(connection.toShop, now, id), await hook(connection.toShop, now, id)], [200, 200])
  })

  test("with another store's connection string, the shop shows and changes nothing of that store", async () => {
    const mine = await review('own@customer.example', 4, 'Of this store.')
    await decide(mine, 'approved')
    await eventually(rating, ({ count }) => count === 2)
    const other = await service.shop()
    const made = await (await other.signedIn()).post('/connectors/shops/connection-string', {
      platform: 'vendure',
      page,
    })
    const theirs = readString(made.body.connectionString)
    await other.api.put('/products', [{ platformProductId: productId, title: 'Kettle' }])
    const { body } = await other.api.post('/reviews', {
      ...{ platformProductId: productId, rating: 1, body: 'Of the other store.', authorName: 'Eve' },
      authorEmail: 'eve@customer.example',
    })
    await other.api.put(`/reviews/${body.id}`, { status: 'approved' })
    const reviewsOf = async () =>
      (await readProduct('reviews{items{body}}')).reviews.items.map(({ body }: { body: string }) => body)

    await real.restart({ EVIDENT_CONNECTION: theirs.connectionString })
    assert.equal((await status()).status, 'moved')
    assert.deepEqual(await reviewsOf(), [])
    assert.equal(await hook(theirs.facts.toShop, new Date()), 401)
    await rename('Teapot of none')
    await service.runJobs()
    assert.equal((await other.api.get(`/products/by-platform-id/${productId}`)).body.title, 'Kettle')
    // The shop's own stars stay.
    assert.equal((await rating()).count, 2)
    assert.ok(!real.printed().includes(theirs.facts.key))

    await real.restart({ EVIDENT_CONNECTION: connection.text })
    // A busy machine may not answer within 300 ms, and five such answers stop the calls for 30 seconds.
    const shown = await eventually(reviewsOf, ({ length }) => length > 0, 60_000)
    assert.deepEqual(shown, ['Of this store.', '<script>alert(1)</script>'])
    assert.equal((await rating()).count, 2)
    await decide(mine, 'rejected')
    await eventually(rating, ({ count }) => count === 1)
  })

  describe('while Evident is down', () => {
    const away = createAway({
      ...{ front: () => front, service: () => service, store: () => store, databaseUrl: () => database.url },
      shop: () => ({
        productId,
        walk: async () => {
          await rating()
          return (await real.placeOrder(variantId)).id
        },
        rename,
        countStars: async () => (await rating()).count,
        areReviewsLoaded: async () => (await readProduct('reviews{isLoaded}')).reviews.isLoaded,
        doStaffSeeReviews: async () =>
          (await real.admin('query($id:ID!){evidentProduct(id:$id){reviews{body}}}', { id: productId })).evidentProduct
            .reviews !== null,
        ...{ crash: real.crash, printed: real.printed },
      }),
    })

    for (const trouble of away.troubles)
      test(`${trouble}: shoppers can buy, the last stars stay, and all changes arrive afterwards`, () =>
        away.assertShopWorksWhile(trouble))
    test('a requested wait of an hour is respected, and a kill loses no change', () =>
      away.assertHourIsObeyed('update evident_note set due_at = due_at - 3600000'))
    test('all orders arrived once', () => away.assertOnce())

    test('an outbox above ten thousand notes merges those about one object and deletes old ones', async () => {
      const insert = (subject: string, count: number, days: number) =>
        away.query(
          `insert into evident_note (type, subject, noted_at, due_at)
           select 'product.updated', ${subject}, noted, noted + ${days + 1} * 86400000
             from (select (extract(epoch from now()) * 1000)::bigint - ${days * 86_400_000} as noted) n,
                  generate_series(1, ${count}) g`,
        )
      await front.set('a closed port')
      await real.crash(async () => {
        await insert(`'T_' || (g % 7)`, 10_001, 0)
        await insert(`'old'`, 3, 3.01)
      })
      await until(async () => (await away.query('select 1 from evident_note')).length <= 8, 'the outbox is merged')
      const rows = await away.query<{ subject: string }>(
        "select subject from evident_note where type = 'product.updated' and subject like 'T_%' order by 1",
      )
      assert.equal(new Set(rows.map(({ subject }) => subject)).size, rows.length)
      assert.equal(rows.length, 7)
      assert.deepEqual(await away.query("select 1 from evident_note where subject = 'old'"), [])
      await front.set(undefined)
    })
  })

  test('Disconnect deletes the administrator and the role that Connect made', async () => {
    const disconnect = async () => (await real.admin('mutation{disconnectEvident{isSuccess code}}')).disconnectEvident
    assert.deepEqual(await disconnect(), { isSuccess: true, code: null })
    assert.equal((await status()).isConnected, false)
    const { administrators, roles } = await real.admin('{administrators{totalItems} roles{items{code}}}')
    assert.equal(administrators.totalItems, 1)
    assert.ok(roles.items.every(({ code }: { code: string }) => !code.startsWith('evident-')))
    assert.deepEqual(await disconnect(), { isSuccess: true, code: null })
  })

  test('the shop starts without the package, its columns and its tables, with all its data', async () => {
    await real.uninstall(name)
    await real.restart({ PLUGIN: '', CUSTOM_FIELDS: '', EVIDENT_CONNECTION: '' }, { migrate: true })
    const left = await query(
      `select column_name as name from information_schema.columns where column_name ilike 'customFieldsEvident%'
       union all select tablename from pg_tables where tablename like 'evident%' order by 1`,
    )
    const tables = ['evident_fact', 'evident_message', 'evident_note', 'evident_rating']
    assert.deepEqual(
      left.map(({ name }) => name),
      tables,
    )
    const sql = findSnippet(readGuide('connect-vendure'), ' *sql', /drop table/)
    await query(sql)
    assert.equal((await readProduct('name')).name, 'Teapot beside status 429 for an hour')
    await real.placeOrder(variantId)
  })
})
