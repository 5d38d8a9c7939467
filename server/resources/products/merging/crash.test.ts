import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { provideService, type Shop } from '#test/service.ts'
import { until } from '#test/until.ts'
import { addPair, merge } from './merging.testing.ts'

const many = 100_000

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

const fill = (productId: string) =>
  service.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`
      insert into reviews (store_env_id, id, product_id, rating, body, author_name, status, source, submitted_at, created_at, updated_at)
      select ${tx.storeEnvId}, gen_random_uuid(), ${productId}, 1 + i % 5, 'Fine.', 'Ann', 'approved', 'api',
             ${tx.now}::timestamptz - i * interval '1 minute', ${tx.now}, ${tx.now}
        from generate_series(1, ${many}::integer) i
      returning 1`),
  )

const countRows = async (table: string, where: string, values: unknown[] = []): Promise<number> =>
  Number((await service.query(`select count(*) as count from ${table} where ${where}`, values)).rows[0]?.count)

async function killAt(from: string, into: string, moved: number): Promise<void> {
  const headers = { authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId }
  const now = service.service.clock.now().toISOString()
  const work = { databaseUrl: service.databaseUrl, now, headers, from, into }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'merger.testing.ts'), JSON.stringify(work)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = once(child, 'exit')
  await until(async () => (await countRows('reviews', 'product_id = $1', [into])) >= moved, `${moved} have moved`)
  child.kill('SIGKILL')
  await gone
}

test('a merge of 100,000 reviews moves each review once, wherever it is killed', { timeout: 600_000 }, async () => {
  const { from, into } = await addPair(shop)
  await fill(from)
  for (const moved of [500, 2_000, 5_000]) {
    await killAt(from, into, moved)
    assert.ok((await countRows('reviews', 'product_id = $1', [from])) > 0)
  }
  const again = await merge(shop.api, from, into)
  assert.equal(again.status, 200, again.text)
  await service.query(`update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null`)
  await service.runJobs()
  const reviews = `product_id = $1`
  assert.deepEqual(
    [await countRows('reviews', reviews, [from]), await countRows('reviews', reviews, [into])],
    [0, many],
  )
  assert.equal(await countRows('evidence_entries', `type = 'moved'`), many)
  assert.equal(await countRows('(select distinct review_id from evidence_entries) e', 'true'), many)
  assert.equal((await shop.api.get(`/reviews/summary?productId=${into}`)).body.count, many)
})
