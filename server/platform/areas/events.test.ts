import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { reviewCreated } from '#resources/reviews/events.ts'
import { provideService, type Shop } from '#test/service.ts'
import type { StoreTx } from '../db/db.ts'
import { job } from '../jobs/jobs.ts'
import { newId } from '../values/ids.ts'
import { afterCommit, beforeCommit, createEvents, internalEvent, publish, type Subscriber } from './events.ts'

const service = provideService()
let shop: Shop

const say = (tx: StoreTx, title: string) => publish(tx, reviewCreated, { ...reviewCreated.example, id: newId(), title })
const write = (work: (tx: StoreTx) => Promise<unknown>) => service.service.db.store(shop, 'write', work)
const log = async (): Promise<{ data: { title: string; sequence: number } }[]> =>
  (await shop.api.get('/events')).body.data

test('a published event is stored if its transaction commits, and only then', async () => {
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

test("a savepoint's rollback also discards its published events", async () => {
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

test('event numbers have no gaps, even when some of many parallel writers fail', async () => {
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

type Payload = { id: string; note: string }
const first = internalEvent<Payload>('first.happened')
const second = internalEvent<Payload>('second.happened')

async function bringing(subscribers: readonly Subscriber[], work: (tx: StoreTx) => void) {
  await write(async (tx) => {
    work(tx)
    await createEvents(subscribers)(tx)
    tx.outbox.length = 0
  })
}

test('before the commit, subscribers get their events in order, including those that subscribers publish', async () => {
  shop = await service.shop()
  const heard: string[] = []
  const hear = (name: string) => (_: StoreTx, events: readonly { data: Payload }[]) =>
    void heard.push(`${name}: ${events.map(({ data }) => data.note)}`)
  const subscribers = [
    beforeCommit([second], hear('a')),
    beforeCommit([first], (tx, [event]) => publish(tx, second, { id: event?.data.id ?? '', note: 'in turn' })),
    beforeCommit([first, second], hear('b')),
  ]
  await bringing(subscribers, (tx) => {
    publish(tx, first, { id: newId(), note: 'one' })
    publish(tx, first, { id: newId(), note: 'two' })
  })
  assert.deepEqual(heard, ['b: one,two', 'a: in turn', 'b: in turn'])
})

test('events that endlessly publish further events roll back the transaction', async () => {
  shop = await service.shop()
  const echo = beforeCommit([first], (tx, [event]) => publish(tx, first, event?.data as Payload))
  await assert.rejects(
    bringing([echo], (tx) => publish(tx, first, { id: newId(), note: 'again' })),
    /Endless chain of events: first.happened/,
  )
})

test("a subscriber's job is added only on commit, per event or only for the newest", async () => {
  shop = await service.shop()
  const payload = Type.Object({ storeEnvId: Type.String(), event: Type.Object({ id: Type.String() }) })
  const each = job({ id: 'test.each', payload, run: async () => {} })
  const newest = job({ id: 'test.newest', payload, run: async () => {} })
  const subscribers = [afterCommit([first], each), afterCommit([first], newest, { newestOnly: true })]
  const say = (tx: StoreTx) => {
    publish(tx, first, { id: newId(), note: 'one' })
    publish(tx, first, { id: newId(), note: 'two' })
  }
  await bringing(subscribers, say)
  await bringing(subscribers, say)
  await assert.rejects(
    write(async (tx) => {
      say(tx)
      await createEvents(subscribers)(tx)
      throw new Error('no')
    }),
  )
  const { rows } = await service.service.db.workerPool.query(
    `select t.identifier as id, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier like 'test.%' order by j.id`,
  )
  const notes = (id: string) =>
    rows.filter((row) => row.id === id).map(({ payload: { event } }) => (event as { data: Payload }).data.note)
  assert.deepEqual([notes('test.each'), notes('test.newest')], [['one', 'two', 'one', 'two'], ['two']])
  assert.ok(rows.every(({ payload: { storeEnvId } }) => storeEnvId === shop.storeEnvId))
  assert.equal(new Set(rows.map(({ payload: { event } }) => event.id)).size, 4, 'an event keeps its id')
  await service.service.db.workerPool.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`,
  )
})
