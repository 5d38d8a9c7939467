// PostgreSQL cancels statements after 30 seconds. The caller gets an error with a message, and the transaction is rolled
// back.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { listWaiting } from '#test/locks.ts'
import { assertErrorShape } from '#test/operations.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'

let service: TestService
let shop: Shop
let [holder, other]: Client[] = []
before(async () => {
  service = await startService()
  shop = await service.shop()
  ;[holder, other] = [await connected(), await connected()]
})
after(async () => {
  await Promise.all([holder?.end(), other?.end()])
  await service.close()
})

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: service.databaseUrl })
  await client.connect()
  return client
}

test('a statement that takes too long is rolled back and returns 503 with a message', async () => {
  const [first, second] = ['one', 'two'].map((id) => ({ platformProductId: id, title: 'Before' }))
  await shop.api.put('/products', [first, second])
  await holder?.query('begin')
  await holder?.query("select from products where store_env_id = $1 and platform_product_id = 'two' for update", [
    shop.storeEnvId,
  ])
  const changed = [first, second, { platformProductId: 'three' }].map((row) => ({ ...row, title: 'After' }))
  const answer = shop.api.put('/products', changed)
  // Ends the statement without waiting for the limit of 30 seconds. pg_cancel_backend cancels a statement in the same way.
  await until(async () => {
    const waiting = await listWaiting(service)
    for (const { pid } of waiting) await other?.query('select pg_cancel_backend($1::integer)', [pid])
    return waiting.length > 0
  }, 'the call waits')
  const refused = await answer
  await holder?.query('rollback')
  assert.deepEqual([refused.status, refused.body.code], [503, 'temporarily_unavailable'], refused.text)
  assertErrorShape(refused, 'a statement that was ended')
  assert.match(refused.body.message, /database query took too long .* Nothing was changed/)
  assert.match(String(refused.headers['retry-after']), /^\d+$/)
  const { data } = (await shop.api.get('/products')).body
  assert.deepEqual(
    data.map(({ title }: { title: string }) => title),
    ['Before', 'Before'],
  )
  assert.equal((await shop.api.put('/products', changed)).body.failed, 0, 'and can be made again')
})
