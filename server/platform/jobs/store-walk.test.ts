import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { provideService, type Shop } from '#test/service.ts'
import { enqueue, perform } from './jobs.ts'
import { storeWalk, type Walk } from './store-walk.ts'

const service = provideService()
let walks = 0

const makeWalk = (visit: Walk['visit']) => {
  const jobs = storeWalk({ id: `test.walk_${++walks}`, schedule: '0 0 * * *', visit })
  const [main, page] = jobs
  assert.ok(main && page)
  const { db, services } = service.service
  const ctx = (stopping = new AbortController().signal) => ({ db, services, stopping })
  const pages = async () => {
    const { rows } = await db.workerPool.query(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = $1 returning j.payload`,
      [page.id],
    )
    return rows.map(({ payload }) => payload)
  }
  return {
    page: (payload: object, stopping?: AbortSignal) => perform(page, ctx(stopping), payload),
    async run() {
      await perform(main, ctx(), {})
      for (const payload of await pages()) await perform(page, ctx(), payload)
    },
  }
}

const change = (shop: Shop, isUpkeep = false) =>
  service.service.db.store(
    shop,
    'write',
    (tx) =>
      tx.run(sql`update stores set name = name where id = ${tx.storeEnvId}`).then(() => enqueue(tx, 'test.none', {})),
    { isUpkeep },
  )

const record = (due: (storeEnvId: string) => Date | undefined = () => undefined) => {
  const visited: string[] = []
  const walk = makeWalk(async (_ctx, { storeEnvId }) => {
    visited.push(storeEnvId)
    return due(storeEnvId)
  })
  const night = async () => {
    visited.length = 0
    await walk.run()
    return visited.toSorted()
  }
  return { ...walk, visited, night }
}

test('a store is visited once, and again only after a change in it', async () => {
  const [one, two] = [await service.shop(), await service.shop()]
  const { night } = record()
  const first = await night()
  assert.ok([one, two].every(({ storeEnvId }) => first.includes(storeEnvId)))
  assert.deepEqual(await night(), [])
  await change(two)
  assert.deepEqual(await night(), [two.storeEnvId])
  assert.deepEqual(await night(), [])
})

test('a store with a due time is visited although nothing was written in it', async () => {
  const shop = await service.shop()
  const { clock } = service.service
  const dueAt = new Date(clock.now().getTime() + 86_400_000)
  let isDone = false
  const { night } = record((id) => (id === shop.storeEnvId && !isDone ? dueAt : undefined))
  await night()
  assert.deepEqual(await night(), [])
  service.advance(86_400_000)
  isDone = true
  assert.deepEqual(await night(), [shop.storeEnvId])
  assert.deepEqual(await night(), [])
})

test('a write marked isUpkeep causes no visit, and does not hide a change before or after it', async () => {
  const shop = await service.shop()
  const { night } = record()
  await night()
  await change(shop, true)
  assert.deepEqual(await night(), [])
  await change(shop)
  await change(shop, true)
  await change(shop, true)
  assert.deepEqual(await night(), [shop.storeEnvId])
  await change(shop, true)
  await change(shop)
  assert.deepEqual(await night(), [shop.storeEnvId])
  assert.deepEqual(await night(), [])
})

test('a change during a visit causes another visit', async () => {
  const shop = await service.shop()
  let visits = 0
  const walk = makeWalk(async (_ctx, { storeEnvId }) => {
    if (storeEnvId === shop.storeEnvId && ++visits === 1) await change(shop)
    return undefined
  })
  await walk.run()
  await walk.run()
  await walk.run()
  assert.equal(visits, 2)
})

test('a failed visit is retried, and does not prevent the others', async () => {
  const [bad, good] = [await service.shop(), await service.shop()]
  const visited: string[] = []
  let isBroken = true
  const walk = makeWalk(async (_ctx, { storeEnvId }) => {
    visited.push(storeEnvId)
    if (storeEnvId === bad.storeEnvId && isBroken) throw new Error('broken')
    return undefined
  })
  await assert.rejects(walk.run(), /broken/)
  assert.ok(visited.includes(good.storeEnvId))
  visited.length = 0
  isBroken = false
  await walk.run()
  assert.deepEqual(visited, [bad.storeEnvId])
})

test('after a kill, the retried page visits only the stores that were not visited', async () => {
  const shops = [await service.shop(), await service.shop()]
  const { page, run, visited } = record()
  const stopped = new AbortController()
  stopped.abort()
  const ids = shops.map(({ storeEnvId }) => storeEnvId)
  await assert.rejects(page({ stores: ids }, stopped.signal), /is stopping/)
  assert.equal(visited.length, 0)
  await page({ stores: ids.slice(0, 1) })
  await page({ stores: ids })
  await run()
  // The store is visited once, by one of the two jobs.
  assert.equal(new Set(visited).size, visited.length)
  assert.ok(ids.every((id) => visited.includes(id)))
})
