import assert from 'node:assert/strict'
import test from 'node:test'
import { addByClock } from '#test/queue.ts'
import { provideService, type Shop } from '#test/service.ts'
import type { StoreTx } from '../db/db.ts'
import { sql } from '../db/query.ts'
import { perform } from './jobs.ts'
import schedule, { scheduleWakeUp } from './schedule.ts'

let shop: Shop
const service = provideService({ now: new Date('2026-11-21T10:00:20Z') }, async () => {
  shop = await service.shop()
})

const write = (work: (tx: StoreTx) => Promise<void>) => service.service.db.store(shop, 'write', work)
const wakeUps = () =>
  service.service.db.system('read', (tx) =>
    tx.all<{ due_at: string }>(sql`select due_at from wake_ups order by due_at`),
  )
const waiting = async () => {
  const { rows } = await service.service.db.workerPool.query(
    `select t.identifier, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`,
  )
  return rows
}
const soon = (ms: number) => new Date(service.service.clock.now().getTime() + ms)

test('a store gets its job once, however often it was scheduled', async () => {
  const due = new Date('2026-11-21T10:10:20Z')
  await Promise.all(Array.from({ length: 20 }, () => write((tx) => scheduleWakeUp(tx, 'events.clean', due))))
  assert.deepEqual(await wakeUps(), [{ due_at: '2026-11-21T10:11:00.000Z' }])
  await tick()
  assert.deepEqual(await waiting(), [])
  service.advance(700_000)
  await tick()
  const { storeEnvId, organizationId } = shop
  assert.deepEqual(await waiting(), [{ identifier: 'events.clean', payload: { storeEnvId, organizationId } }])
  assert.deepEqual(await wakeUps(), [])
})

test('a wake-up that is already due is scheduled for the next minute', async () => {
  await write((tx) => scheduleWakeUp(tx, 'events.clean', soon(-86_400_000)))
  const [wakeUp] = await wakeUps()
  assert.ok(new Date(wakeUp?.due_at ?? 0) > soon(0))
})

test('a failed transaction schedules no wake-up', async () => {
  const before = await wakeUps()
  await assert.rejects(
    write(async (tx) => {
      await scheduleWakeUp(tx, 'events.clean', soon(5_000_000))
      throw new Error('no')
    }),
  )
  assert.deepEqual(await wakeUps(), before)
})

test('a queued job of the former id still wakes the stores that are due', async () => {
  await write((tx) => scheduleWakeUp(tx, 'events.clean', soon(0)))
  service.advance(180_000)
  await addByClock(service.service, 'agenda.tick')
  await service.runJobs()
  assert.deepEqual(await wakeUps(), [])
})

async function tick() {
  const { db, services } = service.service
  const clock = schedule.filter((job) => job.schedule)
  for (const job of clock) await perform(job, { db, services, stopping: new AbortController().signal }, {})
}
