import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import sharp from 'sharp'
import { sql } from '#platform/db/query.ts'
import { type Api, day, type Shop, startService, type TestService } from '#test/service.ts'
import { maxPictures } from './rules.ts'

let service: TestService
let server: Server
let origin: string
let shop: Shop
let person: Api
let answers: Record<string, RequestListener>
let asked: string[]

before(async () => {
  service = await startService()
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const known = answers[request.url ?? '']
    if (known) known(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await service.close()
})
beforeEach(async () => {
  shop = await service.shop()
  person = await shop.signedIn()
  answers = {}
  asked = []
})

const picture = (width: number, height: number, background = '#a06030') =>
  sharp({ create: { width, height, channels: 3, background } })

const send =
  (bytes: Buffer, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status).end(bytes)

async function sell(platformProductId: string, more: object = {}): Promise<string> {
  await shop.api.put('/products', [{ platformProductId, title: platformProductId, ...more }])
  return (await shop.api.get(`/products/by-platform-id/${platformProductId}`)).body.id
}

const look = async (...ids: string[]) => {
  const { status, body } = await person.get(`/products/pictures?ids=${ids.join(',')}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data as { productId: string; url: string | null; pending: boolean }[]
}

const lookOnce = async (id: string) => (await look(id))[0]

const load = (url: string | null | undefined) => {
  const { pathname, search } = new URL(url ?? assert.fail('no picture'))
  return service.app.inject({ url: pathname + search })
}

const listFiles = () => service.service.services.storage.list(`catalogue/${shop.storeEnvId}/`, { limit: 100 })

test('the first request queues the download, and a later request gets a small square thumbnail', async () => {
  answers = { '/mug.jpg': send(await picture(1200, 900).jpeg().toBuffer()) }
  const id = await sell('mug', { imageUrl: `${origin}/mug.jpg` })
  assert.deepEqual(await look(id), [{ productId: id, url: null, pending: true }])
  assert.deepEqual(asked, [])
  await service.runJobs()
  const after = await lookOnce(id)
  assert.equal(after?.pending, false)
  const file = await load(after?.url)
  assert.deepEqual([file.statusCode, file.headers['content-type']], [200, 'image/webp'])
  const { width, height } = await sharp(file.rawPayload).metadata()
  assert.deepEqual([width, height], [160, 160])
  assert.ok(file.rawPayload.length < 20_000)
  await look(id)
  await service.runJobs()
  assert.deepEqual(asked, ['/mug.jpg'])
})

test('a product without a picture uses that of its first live variant; without both, nothing is pending', async () => {
  answers = { '/blue.png': send(await picture(20, 20).png().toBuffer()) }
  const withVariant = await sell('tee', {
    variants: [{ platformVariantId: 's' }, { platformVariantId: 'm', imageUrl: `${origin}/blue.png` }],
  })
  const without = await sell('plain')
  const pictures = await look(withVariant, without, '019a9f4f-8d11-7c20-b1a4-2f6b8f0c1d02')
  assert.deepEqual(pictures.map(({ productId, pending }) => [productId, pending]).sort(), [
    [withVariant, true],
    [without, false],
  ])
  await service.runJobs()
  assert.equal((await load((await lookOnce(withVariant))?.url)).statusCode, 200)
})

test('a changed address replaces the thumbnail and deletes the former file', async () => {
  answers = {
    '/old.png': send(await picture(9, 9, '#000').png().toBuffer()),
    '/new.png': send(await picture(9, 9, '#fff').png().toBuffer()),
  }
  const id = await sell('mug', { imageUrl: `${origin}/old.png` })
  await look(id)
  await service.runJobs()
  const former = await lookOnce(id)
  await sell('mug', { imageUrl: `${origin}/new.png` })
  assert.deepEqual(await lookOnce(id), { productId: id, url: former?.url, pending: true })
  await service.runJobs()
  const renewed = await lookOnce(id)
  assert.notEqual(renewed?.url, former?.url)
  assert.deepEqual([(await load(renewed?.url)).statusCode, (await load(former?.url)).statusCode], [200, 404])
  assert.equal((await listFiles()).length, 1)
  await sell('mug', { imageUrl: null })
  assert.deepEqual(await lookOnce(id), { productId: id, url: null, pending: false })
})

test('a file that is no picture is retried after a week, a failing shop after an hour', async () => {
  let isWell = false
  const well = await picture(9, 9).png().toBuffer()
  answers = {
    '/page.jpg': send(Buffer.from('<script>alert(1)</script>')),
    '/heavy.jpg': send(Buffer.alloc(11 * 1024 * 1024)),
    '/bomb.png': send(await picture(7000, 6000).png().toBuffer()),
    '/ill.png': (request, response) => send(isWell ? well : Buffer.alloc(0), isWell ? 200 : 503)(request, response),
  }
  const bad = [
    await sell('page', { imageUrl: `${origin}/page.jpg` }),
    await sell('heavy', { imageUrl: `${origin}/heavy.jpg` }),
    await sell('bomb', { imageUrl: `${origin}/bomb.png` }),
    await sell('inside', { imageUrl: 'http://169.254.169.254/latest/meta-data' }),
  ]
  const ill = await sell('ill', { imageUrl: `${origin}/ill.png` })
  await look(...bad, ill)
  await service.runJobs()
  for (const each of await look(...bad, ill)) assert.deepEqual([each.url, each.pending], [null, false])
  isWell = true
  service.advance(3_600_000)
  person = await shop.signedIn()
  assert.deepEqual(
    (await look(...bad, ill)).filter(({ pending }) => pending).map(({ productId }) => productId),
    [ill],
  )
  await service.runJobs()
  assert.equal((await load((await lookOnce(ill))?.url)).statusCode, 200)
  service.advance(7 * day)
  person = await shop.signedIn()
  assert.equal(
    (await look(...bad)).every(({ pending }) => pending),
    true,
  )
})

test("many pictures are fetched in several runs, and no store gets another store's pictures", async () => {
  const bytes = await picture(9, 9).png().toBuffer()
  const names = Array.from({ length: 45 }, (_, i) => `p${i}`)
  answers = Object.fromEntries(names.map((name) => [`/${name}.png`, send(bytes)]))
  await shop.api.put(
    '/products',
    names.map((name) => ({ platformProductId: name, title: name, imageUrl: `${origin}/${name}.png` })),
  )
  const { body } = await shop.api.get('/products?limit=100')
  const ids = body.data.map(({ id }: { id: string }) => id)
  await look(...ids)
  await service.runJobs()
  assert.equal((await look(...ids)).filter(({ url }) => url !== null).length, 45)
  const other = await service.shop()
  assert.deepEqual((await (await other.signedIn()).get(`/products/pictures?ids=${ids[0]}`)).body, { data: [] })
})

test('API keys and too many ids are refused; a store at its limit fetches no pictures', async () => {
  const id = await sell('mug', { imageUrl: `${origin}/mug.jpg` })
  assert.equal((await shop.api.get(`/products/pictures?ids=${id}`)).body.code, 'user_session_required')
  const many = Array.from({ length: 101 }, () => id).join(',')
  assert.equal((await person.get(`/products/pictures?ids=${many}`)).status, 400)
  assert.equal((await person.get('/products/pictures?ids=mug')).status, 400)
  assert.equal((await person.get('/products/pictures')).status, 400)
  await service.service.db.store(shop, 'write', async (tx) => {
    await tx.run(sql`
      insert into products (store_env_id, id, platform_product_id, id_key, title_folded, status, categories, created_at, updated_at)
      select ${tx.storeEnvId}, gen_random_uuid(), 'x' || n, 'x' || n, 'x', 'active', '{}', ${tx.now}, ${tx.now}
        from generate_series(1, ${maxPictures}::int) n
      returning 1`)
  })
  // Without new statistics, the planner would scan all products for each picture.
  await service.query('analyze products')
  await service.service.db.store(shop, 'write', async (tx) => {
    await tx.run(sql`
      insert into product_pictures (store_env_id, product_id, source_url, state, updated_at)
      select ${tx.storeEnvId}, p.id, 'https://shop.example.com/x.jpg', 'failed', ${tx.now}
        from products p where p.store_env_id = ${tx.storeEnvId} and p.title is null
      returning 1`)
  })
  assert.deepEqual(await look(id), [{ productId: id, url: null, pending: false }])
})
