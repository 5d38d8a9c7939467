import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/ids.ts'
import { reviewCreated } from '#resources/reviews/events.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { publish } from './outbox.ts'

let service: TestService
let shop: Shop
before(async () => {
  service = await startService()
})
after(() => service.close())

const say = (tx: StoreTx, title: string) => publish(tx, reviewCreated, { ...reviewCreated.example, id: newId(), title })
const write = (work: (tx: StoreTx) => Promise<unknown>) => service.service.db.store(shop, 'write', work)
const log = async (): Promise<{ data: { title: string; sequence: number } }[]> =>
  (await shop.api.get('/events')).body.data

test('what is published exists when the transaction commits, and not before or otherwise', async () => {
  shop = await service.shop()
  await write(async (tx) => {
    say(tx, 'kept')
    assert.deepEqual(await log(), [])
  })
  await assert.rejects(
    write(async (tx) => {
      say(tx, 'lost')
      throw new Error('no')
    }),
  )
  assert.deepEqual(
    (await log()).map(({ data }) => data.title),
    ['kept'],
  )
})

test('a savepoint that is rolled back takes what was published in it along', async () => {
  shop = await service.shop()
  await write(async (tx) => {
    say(tx, 'before')
    await tx
      .savepoint(async () => {
        say(tx, 'within')
        throw new Error('no')
      })
      .catch(() => {})
    say(tx, 'after')
  })
  assert.deepEqual((await log()).map(({ data }) => data.title).sort(), ['after', 'before'])
})

test('numbers follow the commits without a gap, however many write at once, and no two wait for each other', async () => {
  shop = await service.shop()
  const writers = Array.from({ length: 40 }, (_, i) =>
    write(async (tx) => {
      for (let n = 0; n <= i % 3; n++) say(tx, `${i}`)
      if (i % 7 === 0) throw new Error('no')
    }),
  )
  const results = await Promise.allSettled(writers)
  const committed = results.flatMap(({ status }, i) => (status === 'fulfilled' ? [(i % 3) + 1] : []))
  const { body } = await shop.api.get('/events?limit=100')
  const numbers = body.data.map((each: { data: { sequence: number } }) => each.data.sequence)
  const total = committed.reduce((sum, count) => sum + count, 0)
  assert.deepEqual(
    numbers.sort((a: number, b: number) => a - b),
    Array.from({ length: total }, (_, i) => i + 1),
  )
})
