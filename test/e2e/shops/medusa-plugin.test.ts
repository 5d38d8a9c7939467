// The plugin as merchants get it: built, packed, installed into a real shop, and connected to a real Evident.
import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { rmSync, statSync, symlinkSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { encodeConnection } from '#resources/connectors/plugins/rules.ts'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { type Api, type Shop, startService, type TestService } from '#test/service.ts'
import { copyOf, type Packed, pack, run } from '../../plugins/packed.ts'
import { installPackages, skip } from './installed.ts'
import { type RealMedusa, startMedusa } from './real-medusa.ts'

const name = 'medusa-plugin-evident'
const page = 'https://shop.example.com'

describe('the plugin in a real Medusa', { skip }, () => {
  let packed: Packed
  let service: TestService
  let store: Shop
  let owner: Api
  let connection: { id: string; toShop: string }
  let database: TestDatabase
  let real: RealMedusa
  let productId: string
  let variantId: string

  before(async () => {
    const folder = copyOf('medusa')
    const tools = await installPackages('medusa-plugin')
    symlinkSync(join(tools, 'node_modules'), join(folder, 'package/node_modules'))
    const build = ['node_modules/@medusajs/cli/cli.js', 'plugin:build']
    const env = { NODE_ENV: 'production', MEDUSA_DISABLE_TELEMETRY: '1' }
    await run(join(folder, 'package'), process.execPath, build, env)
    packed = await pack(folder, name)

    service = await startService()
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    store = await service.shop()
    owner = await store.signedIn()
    const made = await owner.post('/connectors/shops/connection-string', { platform: 'medusa', page, reply: true })
    assert.equal(made.status, 201, made.text)
    const { v: _, ...facts } = JSON.parse(Buffer.from(made.body.connectionString.slice(5, -9), 'base64url').toString())
    connection = { id: made.body.id, toShop: facts.toShop }
    database = await createEmptyDatabase()
    real = await startMedusa({
      databaseUrl: database.url,
      plugin: { name, files: join(packed.folder, 'node_modules', name) },
      env: { EVIDENT_CONNECTION: encodeConnection({ ...facts, origin }) },
    })
    const product = await real.addProduct({ title: 'Teapot', variants: [{ sku: 'T-1' }] })
    productId = product.id
    variantId = product.variants[0].id
  })
  after(async () => {
    await real?.stop()
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
  const decide = (id: string, status: string) => store.api.put(`/reviews/${id}`, { status })

  test('the tarball has built files, README and licence, and a small admin entry', () => {
    const outside = packed.files.filter((file) => !file.startsWith('.medusa/server/src/'))
    assert.deepEqual(outside, ['LICENSE', 'README.md', 'package.json'])
    const built = packed.files.filter((file) => file.endsWith('.mjs'))
    assert.deepEqual(built, ['.medusa/server/src/admin/index.mjs'])
    const { size } = statSync(join(packed.folder, 'node_modules', name, '.medusa/server/src/admin/index.mjs'))
    assert.ok(size <= 10_000, `${size} bytes`)
    assert.ok(packed.files.every((file) => !/\.(ts|tsx|map|test\.js)$/.test(file)))
  })

  test('admin routes need the session of the shop', async () => {
    for (const path of ['', `/products/${productId}`, '/orders/order_1'])
      assert.equal((await fetch(`${real.address}/admin/evident${path}`)).status, 401, path)
    const connect = await fetch(`${real.address}/admin/evident/connect`, { method: 'POST' })
    assert.equal(connect.status, 401)
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
    // One of them was created by the test and has the same name.
    assert.equal(ours.length, 2)
    assert.equal((await store.api.get(`/products/by-platform-id/${productId}`)).body.title, 'Teapot')
  })

  test('the store API has an approved review within seconds, and drops a rejected one', async () => {
    const id = await review('jane@customer.example', 4, '<script>alert(1)</script>')
    assert.equal((await decide(id, 'approved')).status, 200)
    const startedAt = performance.now()
    const found = await eventually(rating, (value) => value?.count === 1)
    assert.deepEqual([found.average, found.by_star['4']], [4, 1])
    assert.ok(performance.now() - startedAt < 10_000)
    const list = await real.shopper(`/store/evident/reviews?product_id=${productId}`)
    assert.deepEqual([list.is_loaded, list.reviews[0].body], [true, '<script>alert(1)</script>'])
    assert.ok(!JSON.stringify(list).includes('customer.example'))
    const { reviews } = await real.admin('GET', `/admin/evident/products/${productId}`)
    assert.equal(reviews.length, 1)
    await real.admin('POST', `/admin/evident/reviews/${id}/reply`, { body: 'Thank you' })
    assert.equal((await store.api.get(`/reviews/${id}`)).body.reply.body, 'Thank you')
    await decide(id, 'rejected')
    await eventually(rating, (value) => value.count === 0)
  })

  test('changes are reported, also those that a crash interrupted', async () => {
    await real.admin('POST', `/admin/products/${productId}`, { title: 'Large teapot' })
    await real.crash()
    await eventually(
      async () => (await store.api.get(`/products/by-platform-id/${productId}`)).body.title,
      (title) => title === 'Large teapot',
    )
    const order = await real.placeOrder(variantId)
    await eventually(
      async () => (await store.api.get(`/orders/by-platform-id/${order.id}`)).status,
      (status) => status === 200,
    )
    const { is_loaded } = await real.admin('GET', `/admin/evident/orders/${order.id}`)
    assert.equal(is_loaded, true)
  })

  test('forged, old and repeated messages change nothing', async () => {
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
    const now = new Date()
    assert.equal(await hook('whsec_AAAA', now), 401)
    assert.equal(await hook(connection.toShop, new Date(now.getTime() - 301_000)), 401)
    assert.equal((await fetch(`${real.address}/hooks/evident`, { method: 'POST' })).status, 401)
    const id = `msg_${randomUUID()}`
    assert.deepEqual([await hook(connection.toShop, now, id), await hook(connection.toShop, now, id)], [200, 200])
  })

  test('the shop works while Evident is unavailable, with the last stars', async () => {
    const id = await review('john@customer.example', 5)
    await decide(id, 'approved')
    await eventually(rating, (value) => value.count === 1)
    await service.app.close()
    const startedAt = performance.now()
    const list = await real.shopper(`/store/evident/reviews?product_id=${productId}`)
    assert.deepEqual([list.is_loaded, list.reviews], [false, []])
    assert.equal((await rating()).count, 1)
    await real.placeOrder(variantId)
    const away = await real.admin('GET', `/admin/evident/products/${productId}`)
    assert.deepEqual([away.reviews, away.rating.count], [null, 1])
    assert.ok(performance.now() - startedAt < 30_000)
  })
})
