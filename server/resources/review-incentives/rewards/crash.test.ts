import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { provideService } from '#test/service.ts'
import { addCodes, offered } from '../review-incentives.testing.ts'

const now = '2026-11-21T10:36:12Z'

const service = provideService({ now: new Date(now) })

test('wherever a run is killed, each review gets one reward and one mail, with a unique code', {
  timeout: 240_000,
}, async () => {
  const shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug', url: 'https://shop.example.com/mug' }])
  const { id } = await offered(shop.api)
  await addCodes(
    shop.api,
    id,
    Array.from({ length: 500 }, (_, i) => `CODE-${i}`),
  )
  const { secret } = (await (await shop.signedIn()).get(`/account/stores/${shop.storeEnvId}/storefront-secret`)).body
  const answered: string[] = []
  for (const [round, kill] of [1, 2, 3, 7, 11].entries()) {
    const work = { databaseUrl: service.databaseUrl, now, storeEnvId: shop.storeEnvId, secret, round }
    const child = spawn(process.execPath, [join(import.meta.dirname, 'rewarded.testing.ts'), JSON.stringify(work)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const gone = once(child, 'exit')
    let seen = 0
    for await (const line of createInterface(child.stdout)) {
      const { status, id: reviewId } = JSON.parse(line)
      assert.equal(status, 202, line)
      answered.push(reviewId)
      if (++seen === kill) child.kill('SIGKILL')
    }
    await gone
  }
  service.advance(5 * 60 * 60_000)
  await service.tick()
  await service.runJobs()
  const rows = await service.service.db.store(shop, 'read', (tx) =>
    tx.all<{ reviewId: string; state: string | null; code: string | null; mails: number }>(sql`
      select r.id as "reviewId", w.state, w.code,
             (select count(*) from email_messages m
               where m.store_env_id = ${shop.storeEnvId} and m.review_id = r.id and m.template = 'review_reward') as mails
        from reviews r
        left join review_rewards w on w.store_env_id = ${shop.storeEnvId} and w.review_id = r.id
       where r.store_env_id = ${shop.storeEnvId}`),
  )
  assert.ok(rows.length >= answered.length && answered.length >= 24, `${rows.length} of ${answered.length}`)
  assert.ok(rows.every(({ state, code }) => state === 'given' && code !== null))
  assert.equal(new Set(rows.map(({ code }) => code)).size, rows.length)
  assert.deepEqual(
    rows.filter(({ mails }) => mails !== 1),
    [],
  )
  const { pool } = (await shop.api.get(`/review-incentives/${id}`)).body
  assert.deepEqual(pool, { free: 500 - rows.length, given: rows.length })
})
