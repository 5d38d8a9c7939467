// The plugin as merchants get it: built, packed, installed into a real shop, and connected to a real Evident.
import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { encodeConnection } from '#resources/connectors/plugins/rules.ts'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { type Api, type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import type { Packed } from '../../plugins/packed.ts'
import { createAway } from './away.ts'
import { buildPlugin } from './built.ts'
import { type Front, startFront } from './front.ts'
import { skip } from './installed.ts'
import { type RealMedusa, startMedusa } from './real-medusa.ts'
import { assertTypes } from './typed.ts'

const name = 'medusa-plugin-evident'
const page = 'https://shop.example.com'
const evidentRoute = (file: string) => `api/admin/evident/${file}`

describe('the plugin in a real Medusa', { skip }, () => {
  let packed: Packed
  let service: TestService
  let store: Shop
  let owner: Api
  let connection: { id: string; toShop: string; text: string }
  let database: TestDatabase
  let front: Front
  let real: RealMedusa
  let productId: string
  let variantId: string

  const readString = (text: string) => {
    const { v: _, ...facts } = JSON.parse(Buffer.from(text.slice(5, -9), 'base64url').toString())
    return { facts, connectionString: encodeConnection({ ...facts, origin: front.origin }) }
  }

  before(async () => {
    packed = await buildPlugin('medusa')

    service = await startService()
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const trusted = join(packed.folder, 'front.pem')
    front = await startFront(`http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`, trusted)
    store = await service.shop()
    owner = await store.signedIn()
    const made = await owner.post('/connectors/shops/connection-string', { platform: 'medusa', page, reply: true })
    assert.equal(made.status, 201, made.text)
    const { facts, connectionString } = readString(made.body.connectionString)
    connection = { id: made.body.id, toShop: facts.toShop, text: connectionString }
    database = await createEmptyDatabase()
    real = await startMedusa({
      databaseUrl: database.url,
      plugin: { name, tarball: packed.tarball },
      node: 20,
      env: {
        EVIDENT_CONNECTION: connectionString,
        NODE_EXTRA_CA_CERTS: trusted,
      },
    })
    const product = await real.addProduct({ title: 'Teapot', variants: [{ sku: 'T-1' }] })
    productId = product.id
    variantId = product.variants[0].id
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
      assert.ok(performance.now() < endsAt, `still ${JSON.stringify(value)}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const rating = async () =>
    (await real.shopper(`/store/products/${productId}?fields=id,*evident_rating`)).product.evident_rating
  const review = async (email: string, rating: number, body = 'Holds tea.') => {
    const answer = await store.api.post('/reviews', {
      ...{ platformProductId: productId, rating, body, authorName: 'Jane D.', authorEmail: email },
    })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.id as string
  }
  const isInEvident = async (id: string) => (await store.api.get(`/orders/by-platform-id/${id}`)).status === 200
  const decide = (id: string, status: string) => store.api.put(`/reviews/${id}`, { status })

  const hook = async (secret: string, at: Date, id = `msg_${randomUUID()}`) => {
    const body = JSON.stringify({ event: 'review.approved', data: { id: 'r', platformProductId: productId } })
    const timestamp = String(Math.floor(at.getTime() / 1000))
    const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    }
    return (await fetch(`${real.address}/hooks/evident`, { method: 'POST', headers, body })).status
  }

  test('the tarball holds built files, README and licence, and a small admin entry', () => {
    const built = [
      ...['admin/index.js', 'admin/index.mjs', 'api/middlewares.js', 'api/hooks/evident/route.js'],
      ...['route.js', 'connect/route.js', 'orders/[id]/route.js', 'products/[id]/route.js'].map(evidentRoute),
      ...[evidentRoute('reviews/[id]/reply/route.js'), 'api/store/evident/reviews/route.js', 'jobs/evident-nightly.js'],
      ...[
        'connection',
        'evident',
        'gate',
        'product-pages',
        'refusal',
        'request-reasons',
        'shop-version',
        'signing',
      ].map((file) => `lib/${file}.js`),
      'lib/texts.js',
      'links/product-rating.js',
      ...['index', 'migrations/Migration20261129000000', 'models/evident-rating', 'service', 'table', 'worker'].map(
        (file) => `modules/evident/${file}.js`,
      ),
      'subscribers/evident-changes.js',
    ].map((file) => `.medusa/server/src/${file}`)
    // Medusa bundles the admin pages without types.
    const types = built.filter((file) => !file.includes('/src/admin/')).map((file) => file.replace(/\.js$/, '.d.ts'))
    assert.deepEqual(packed.files, [...built, ...types, 'LICENSE', 'README.md', 'package.json'].sort())
    const { size } = statSync(join(packed.folder, 'node_modules', name, '.medusa/server/src/admin/index.mjs'))
    assert.ok(size <= 10_000, `${size} bytes`)
  })

  test('the code of a shop that uses the plugin is checked against its types', () => assertTypes(real.folder, 'medusa'))

  test('admin routes need the session of the shop', async () => {
    for (const path of ['', `/products/${productId}`, '/orders/order_1'])
      assert.equal((await fetch(`${real.address}/admin/evident${path}`)).status, 401, path)
    for (const method of ['POST', 'DELETE'])
      assert.equal((await fetch(`${real.address}/admin/evident/connect`, { method })).status, 401, method)
  })

  test('the log of a shop that is not connected says where to choose Connect', () => {
    assert.match(real.printed(), /Open the page Evident in Medusa's admin and choose Connect/)
  })

  test('an unreachable shop stays unconnected, the error names its address, and no key remains', async () => {
    const address = `http://127.0.0.1:${await freePort()}`
    const refused = real.admin('POST', '/admin/evident/connect', { address })
    await assert.rejects(refused, new RegExp(`502.*Address tried: ${address}`))
    const inGerman = real.admin('POST', '/admin/evident/connect?lang=de', { address })
    await assert.rejects(inGerman, new RegExp(`502.*Evident erreicht diesen Shop nicht.*${address}`))
    const insecure = { address: 'http://shop.example.com' }
    await assert.rejects(
      real.admin('POST', '/admin/evident/connect?lang=de', insecure),
      /502.*muss mit https:.*http:\/\/shop\.example\.com/,
    )
    assert.equal((await owner.get(`/connectors/shops/${connection.id}`)).body.status, 'installing')
    assert.equal((await real.admin('GET', '/admin/evident')).is_connected, false)
    const { api_keys } = await real.admin('GET', '/admin/api-keys?type=secret')
    // The only key is the one that the test created.
    assert.equal(api_keys.length, 1)
  })

  test('a damaged connection string is refused with the reason, in the language of staff', async () => {
    await real.restart({ EVIDENT_CONNECTION: connection.text.slice(0, -3) })
    for (const [language, fault] of [
      ['en', /does not work: it is cut off/],
      ['de', /funktioniert nicht: Sie ist abgeschnitten/],
    ] as const) {
      const { status, text } = await real.admin('GET', `/admin/evident?lang=${language}`)
      assert.equal(status, 'refused')
      assert.match(text, fault)
    }
    await real.restart({ EVIDENT_CONNECTION: connection.text })
  })

  test('Connect sends a key of the shop, and Evident reads the catalogue', async () => {
    assert.deepEqual(
      await real.admin('GET', '/admin/evident').then(({ status, is_connected }) => [status, is_connected]),
      ['ready', false],
    )
    await real.admin('POST', '/admin/evident/connect', { address: real.address })
    await real.admin('POST', '/admin/evident/connect', { address: real.address })
    const shop = await eventually(
      async () => (await owner.get(`/connectors/shops/${connection.id}`)).body,
      ({ lastSync }) => lastSync?.status === 'completed',
    )
    assert.deepEqual([shop.status, shop.address, shop.plugin.version], ['active', real.address, '1.0.0'])
    const { api_keys } = await real.admin('GET', '/admin/api-keys?type=secret')
    const ours = api_keys.filter(({ title, revoked_at }: { title: string; revoked_at: string | null }) => {
      return title === 'Evident' && revoked_at === null
    })
    // The test created one of these two keys, with the same name.
    assert.equal(ours.length, 2)
    assert.equal((await store.api.get(`/products/by-platform-id/${productId}`)).body.title, 'Teapot')
  })

  test('an approved review is in the store API within seconds, and a rejected one leaves it', async () => {
    const id = await review('script@customer.example', 4, '<script>alert(1)</script>')
    assert.equal((await decide(id, 'approved')).status, 200)
    const startedAt = performance.now()
    const found = await eventually(rating, (value) => value?.count === 1)
    assert.deepEqual([found.average, found.by_star['4']], [4, 1])
    assert.ok(performance.now() - startedAt < 10_000)
    const { product } = await real.admin('GET', `/admin/products/${productId}?fields=*evident_rating`)
    assert.equal(product.evident_rating.average, 4)
    const list = await real.shopper(`/store/evident/reviews?product_id=${productId}`)
    assert.deepEqual([list.is_loaded, list.reviews[0].body], [true, '<script>alert(1)</script>'])
    assert.ok(!JSON.stringify(list).includes('customer.example'))
    const { reviews, may_reply } = await real.admin('GET', `/admin/evident/products/${productId}`)
    assert.deepEqual([reviews.length, may_reply], [1, true])
    await real.admin('POST', `/admin/evident/reviews/${id}/reply`, { body: 'Thank you' })
    assert.equal((await store.api.get(`/reviews/${id}`)).body.reply.body, 'Thank you')
    await decide(id, 'rejected')
    await eventually(rating, (value) => value.count === 0)
  })

  test('a deleted review, and one of an erased person, leave the store API within seconds', async () => {
    const deleted = await review('deleted@customer.example', 5)
    const erased = await review('erased@customer.example', 4)
    for (const id of [deleted, erased]) assert.equal((await decide(id, 'approved')).status, 200)
    await eventually(rating, (value) => value?.count === 2, 10_000)
    assert.equal((await store.api.delete(`/reviews/${deleted}`)).status, 204)
    const { status } = await store.api.post('/customers/erase', { email: 'erased@customer.example' })
    assert.equal(status, 200)
    await eventually(rating, (value) => value.count === 0, 10_000)
  })

  test('changes are reported, also those that a crash interrupted', async () => {
    await real.admin('POST', `/admin/products/${productId}`, { title: 'Large teapot' })
    await real.crash()
    await eventually(
      async () => (await store.api.get(`/products/by-platform-id/${productId}`)).body.title,
      (title) => title === 'Large teapot',
    )
    const order = await real.placeOrder(variantId)
    await eventually(() => isInEvident(order.id), Boolean)
    const { is_loaded } = await real.admin('GET', `/admin/evident/orders/${order.id}`)
    assert.equal(is_loaded, true)
  })

  test('replacing the connection string loses no order and no stars, and the new string may forbid replies', async () => {
    const id = await review('rotation@customer.example', 5)
    const path = `/connectors/shops/${connection.id}/connection-string`
    const made = await owner.post(path, { endOld: true, reply: false })
    assert.equal(made.status, 201, made.text)
    const order = await real.placeOrder(variantId)
    assert.equal((await decide(id, 'approved')).status, 200)
    await service.runJobs()
    assert.notEqual((await rating())?.count, 1)
    // The shop refused the message, which is signed with the new secret. The retry is paused, so the stars can only
    // come from the shop's read at its start.
    await service.query("update webhook_lanes set paused_until = now() + interval '1 hour'")
    const { facts, connectionString } = readString(made.body.connectionString)
    Object.assign(connection, { toShop: facts.toShop, text: connectionString })
    await real.restart({ EVIDENT_CONNECTION: connectionString })
    assert.doesNotMatch(real.printed(), /choose Connect/)
    await eventually(rating, (value) => value?.count === 1, 10_000)
    await eventually(() => isInEvident(order.id), Boolean)

    const { reviews, may_reply } = await real.admin('GET', `/admin/evident/products/${productId}`)
    assert.deepEqual([reviews.length, may_reply], [1, false])
    const replied = real.admin('POST', `/admin/evident/reviews/${id}/reply`, { body: 'Thank you' })
    await assert.rejects(replied, /403.*does not allow answers/)
    await service.query('update webhook_lanes set paused_until = null')
    await decide(id, 'rejected')
    await eventually(rating, (value) => value.count === 0)
  })

  const openDatabase = async () => {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    return client
  }
  /** Blocks writes of notes until `end`, which first terminates the connections that wait. */
  async function blockNotes() {
    // A transaction sees only its first snapshot of pg_stat_activity, so a second connection reads this view.
    const [holder, observer] = [await openDatabase(), await openDatabase()]
    await holder.query('begin')
    await holder.query('lock table evident_note in exclusive mode')
    const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const isAwaited = async (query = '%') =>
      (await observer.query(`select 1 ${waiting} and query like $1`, [query])).rows.length > 0
    return {
      isAwaited: () => isAwaited('%insert into evident_note%'),
      async end(): Promise<void> {
        await observer.query(`select pg_terminate_backend(pid) ${waiting}`)
        await until(async () => !(await isAwaited()), 'the connections of the killed shop end')
        await Promise.all([holder.end(), observer.end()])
      },
    }
  }
  async function countRows(text: string): Promise<number> {
    const client = await openDatabase()
    try {
      return (await client.query(text)).rows.length
    } finally {
      await client.end()
    }
  }
  const countNotes = () => countRows('select 1 from evident_note')

  test('an order whose report was lost in a crash arrives once, by the nightly sync', async () => {
    const notes = await blockNotes()
    const lost = await real.checkOut({ id: productId, variantId })
    await until(notes.isAwaited, 'the subscriber of the placed order')
    await real.crash(notes.end)
    await real.shopper(`/store/products/${productId}?fields=id`)
    await until(async () => {
      await service.runJobs()
      return (await countNotes()) === 0
    }, 'the shop has nothing to send')
    assert.equal(await isInEvident(lost.id), false)

    const { rowCount } = await service.query("update wake_ups set due_at = now() where task = 'shops.night'")
    assert.equal(rowCount, 1)
    await service.query('update shop_connections set next_sync_at = now()')
    await service.tick()
    assert.equal(await isInEvident(lost.id), true)
    const { lastSync } = (await owner.get(`/connectors/shops/${connection.id}`)).body
    assert.deepEqual([lastSync.trigger, lastSync.status], ['nightly', 'completed'])
    const { rows } = await service.query('select 1 from orders where platform_order_id = $1', [lost.id])
    assert.equal(rows.length, 1)
  })

  test('the nightly job corrects stars whose message was lost', async () => {
    const readAllStars = () =>
      real.execute(`({ container }) => require('${name}/jobs/evident-nightly').default(container)`)
    const id = await review('lost@customer.example', 5)
    await real.crash(async () => {
      await decide(id, 'approved')
      // The delivery fails, and is not tried again below.
      await service.runJobs()
    })
    assert.notEqual((await rating())?.count, 1)
    await readAllStars()
    assert.equal((await rating()).count, 1)
    await decide(id, 'rejected')
    await readAllStars()
    assert.equal((await rating()).count, 0)
  })

  test('forged, old and repeated messages change nothing', async () => {
    const now = new Date()
    assert.equal(await hook('whsec_AAAA', now), 401)
    assert.equal(await hook(connection.toShop, new Date(now.getTime() - 301_000)), 401)
    assert.equal((await fetch(`${real.address}/hooks/evident`, { method: 'POST' })).status, 401)
    const id = `msg_${randomUUID()}`
    assert.deepEqual([await hook(connection.toShop, now, id), await hook(connection.toShop, now, id)], [200, 200])
  })

  test("with another store's connection string, the shop shows and changes nothing of that store", async () => {
    const mine = await review('own@customer.example', 4, 'Of this store.')
    await decide(mine, 'approved')
    await eventually(rating, (value) => value?.count === 1)
    const other = await service.shop()
    const made = await (await other.signedIn()).post('/connectors/shops/connection-string', {
      platform: 'medusa',
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
      (await real.shopper(`/store/evident/reviews?product_id=${productId}`)).reviews.map(
        ({ body }: { body: string }) => body,
      )

    await real.restart({ EVIDENT_CONNECTION: theirs.connectionString })
    assert.equal((await real.admin('GET', '/admin/evident')).status, 'moved')
    assert.deepEqual(await reviewsOf(), [])
    assert.equal(await hook(theirs.facts.toShop, new Date()), 401)
    await real.admin('POST', `/admin/products/${productId}`, { title: 'Teapot of none' })
    await service.runJobs()
    assert.equal((await other.api.get(`/products/by-platform-id/${productId}`)).body.title, 'Kettle')
    // The shop's own stars stay.
    assert.equal((await rating()).count, 1)
    assert.ok(!real.printed().includes(theirs.facts.key))

    await real.restart({ EVIDENT_CONNECTION: connection.text })
    // A busy machine may not answer within 300 ms, and five such answers stop the calls for 30 seconds.
    const shown = await eventually(reviewsOf, ({ length }) => length > 0, 60_000)
    assert.deepEqual(shown, ['Of this store.'])
    assert.equal((await rating()).count, 1)
    await decide(mine, 'rejected')
    await eventually(rating, ({ count }) => count === 0)
  })

  describe('while Evident is down', () => {
    const away = createAway({
      ...{ front: () => front, service: () => service, store: () => store, databaseUrl: () => database.url },
      shop: () => ({
        productId,
        walk: async () => (await real.checkOut({ id: productId, variantId }, 'id,*evident_rating')).id,
        rename: (title) => real.admin('POST', `/admin/products/${productId}`, { title }),
        countStars: async () => (await rating()).count,
        areReviewsLoaded: async () => (await real.shopper(`/store/evident/reviews?product_id=${productId}`)).is_loaded,
        doStaffSeeReviews: async () =>
          (await real.admin('GET', `/admin/evident/products/${productId}`)).reviews !== null,
        ...{ crash: real.crash, printed: real.printed },
      }),
    })

    before(async () => {
      await decide(await review('john@customer.example', 5), 'approved')
      await eventually(rating, (value) => value?.count === 1)
    })
    for (const trouble of away.troubles)
      test(`${trouble}: shoppers can buy, the last stars stay, and all changes arrive afterwards`, () =>
        away.assertShopWorksWhile(trouble))
    test('a requested wait of an hour is respected, and a kill loses no change', () =>
      away.assertHourIsObeyed("update evident_note set due_at = due_at - interval '1 hour'"))
    test('all orders arrived once', () => away.assertOnce())
  })

  test('Disconnect deletes the key that Connect made', async () => {
    assert.deepEqual(await real.admin('DELETE', '/admin/evident/connect'), { is_connected: false })
    const { is_connected, text } = await real.admin('GET', '/admin/evident')
    assert.equal(is_connected, false)
    assert.match(text, /^Connect makes a secret API key/)
    const { api_keys } = await real.admin('GET', '/admin/api-keys?type=secret')
    // The only key is the one that the test created.
    assert.equal(api_keys.length, 1)
    assert.deepEqual(await real.admin('DELETE', '/admin/evident/connect'), { is_connected: false })
  })

  test('the shop starts without the package and its tables, with all its data', async () => {
    await real.restart({ EVIDENT_CONNECTION: '' }, async () => {
      await real.rollBack()
      await real.removePlugin()
    })
    assert.equal(await countRows("select 1 from pg_tables where tablename like 'evident%'"), 0)
    const { product } = await real.shopper(`/store/products/${productId}?fields=id,title`)
    assert.match(product.title, /^Teapot beside/)
    await real.checkOut({ id: productId, variantId })
    assert.equal((await fetch(`${real.address}/hooks/evident`, { method: 'POST' })).status, 404)
  })
})
