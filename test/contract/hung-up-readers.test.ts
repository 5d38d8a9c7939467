import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'

type Line = { level: string; message: string }
const lines: Line[] = []
const at = (level: string) => (_fields: object, message: string) => void lines.push({ level, message })

let service: TestService
let shop: Shop
let feed: string
before(async () => {
  service = await startService({ log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } })
  shop = await service.shop()
  const productId = await addProduct(shop)
  await addReviews(service, shop, [{ productId, status: 'approved' }])
  await service.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`
      insert into reviews (store_env_id, id, product_id, rating, body, author_name, status, source, submitted_at, created_at, updated_at)
      select r.store_env_id, gen_random_uuid(), r.product_id, 5, repeat(md5(g::text), 125), 'Ana', 'approved', 'api', ${tx.now}, ${tx.now}, ${tx.now}
        from reviews r, generate_series(1, 6000) g
       where r.store_env_id = ${tx.storeEnvId}
      returning 1`),
  )
  feed = new URL((await shop.api.post('/products/review-feed', {})).body.url).pathname
  await service.app.listen({ port: 0, host: '127.0.0.1' })
})
after(() => service.close())

async function hangUp(path: string, headers: readonly string[]): Promise<void> {
  const { port } = service.app.server.address() as { port: number }
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.write([`GET ${path} HTTP/1.1`, 'host: x', ...headers, '', ''].join('\r\n'))
  const first = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))))
  assert.match(first, /^HTTP\/1\.1 200 /, path)
  socket.resetAndDestroy()
}

test('a client that disconnects from a stream causes no service error', async () => {
  const admin = [`authorization: Bearer ${shop.adminKey}`, `x-store-env-id: ${shop.storeEnvId}`]
  const answers = [
    ['/api/v1/reviews/export?format=csv', admin],
    ['/api/v1/reviews/export?format=jsonl', [...admin, 'accept-encoding: gzip']],
    ['/api/v1/backups/archive', admin],
    [feed, []],
    [feed, ['accept-encoding: gzip']],
  ] as const
  for (const [path, headers] of answers) {
    const before = lines.length
    await hangUp(path, headers)
    await until(async () => lines.slice(before).some(({ message }) => /hung up|broke off/.test(message)), path)
  }
  assert.deepEqual(
    lines.filter(({ level }) => level === 'error' || level === 'warn'),
    [],
  )
})
