import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { provideService } from '#test/service.ts'
import { wake } from './store-queue.ts'

const service = provideService()
const jobId = 'email.send'

const countJobs = async (storeEnvId: string) => {
  const { rows } = await service.query(
    `select count(*)::int as n, coalesce(sum(revision), 0)::int as changes from graphile_worker._private_jobs where key = $1`,
    [`${jobId}:${storeEnvId}`],
  )
  return rows[0] as { n: number; changes: number }
}

test('a transaction that wakes a queue several times adds its job once', async () => {
  const shop = await service.shop()
  await service.service.db.store(shop, 'write', async (tx) => {
    for (let i = 0; i < 3; i++) await wake(tx, jobId)
  })
  assert.deepEqual(await countJobs(shop.storeEnvId), { n: 1, changes: 0 })
})

test('a queue that a rolled-back savepoint woke can be woken again', async () => {
  const shop = await service.shop()
  await service.service.db.store(shop, 'write', async (tx) => {
    const failing = tx.savepoint(async () => {
      await wake(tx, jobId)
      await tx.all(sql`select 1 as one`)
      throw new Error('rolled back')
    })
    await assert.rejects(failing, /rolled back/)
    await wake(tx, jobId)
  })
  assert.equal((await countJobs(shop.storeEnvId)).n, 1)
})
