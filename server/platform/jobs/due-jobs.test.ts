import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { provideService } from '#test/service.ts'
import { until } from '#test/until.ts'
import type { DueTask } from '../db/due-jobs.ts'
import { DueJobs } from './due-jobs.ts'
import { enqueue, type Job, job, startWorkers } from './jobs.ts'

const service = provideService()
const lookEveryMs = 500
const payload = Type.Object({ name: Type.String() })

async function working(jobs: Job[], work: () => Promise<void>): Promise<void> {
  const { db, services } = service.service
  const workers = await startWorkers({ jobs, db, services, lookEveryMs })
  try {
    await work()
  } finally {
    await workers.stop()
  }
}

const collecting = (done: string[], options: { id?: string; bulk?: string } = {}) =>
  job({ id: 'test.due', ...options, payload, run: async (_ctx, { name }) => void done.push(name) })

const add = (name: string, options: { id?: string; key?: string; inMs?: number } = {}) =>
  service.service.db.system('write', (tx) => enqueue(tx, options.id ?? 'test.due', { name }, options))

test('a delayed job runs when it is due, although nothing announces it', async () => {
  const done: string[] = []
  await working([collecting(done)], async () => {
    await add('first')
    await until(() => done.length === 1)
    await add('delayed', { inMs: 300 })
    await add('a job that is due beyond the next poll', { inMs: 700 })
    await until(() => done.length === 3)
  })
  assert.deepEqual(done, ['first', 'delayed', 'a job that is due beyond the next poll'])
})

test('a failed job is retried without a new job', async () => {
  let runs = 0
  const fails = job({
    ...{ id: 'test.due', payload },
    async run() {
      if (++runs === 1) throw new Error('not yet')
    },
  })
  await working([fails], async () => {
    await add('fails once')
    await until(() => runs === 2)
  })
})

test('a delayed job that is replaced by a job without a delay runs immediately', async () => {
  const done: string[] = []
  await working([collecting(done)], async () => {
    await add('late', { key: 'replaced', inMs: 3_600_000 })
    await add('early', { key: 'replaced' })
    await until(() => done.length === 1)
  })
  assert.deepEqual(done, ['early'])
})

test('a job that another process had locked runs after it is freed', async () => {
  const done: string[] = []
  await add('freed', { key: 'freed' })
  await service.query(
    "update graphile_worker._private_jobs set locked_by = 'pool-gone', locked_at = now() where key = 'freed'",
  )
  await working([collecting(done)], async () => {
    await add('other')
    await until(() => done.includes('other'))
    await service.query("select graphile_worker.force_unlock_workers(array['pool-gone'])")
    await until(() => done.includes('freed'))
  })
})

test('only workers of classes with due jobs query the queue', async () => {
  const [nudged, announce]: [string[], { nudge(workers: number): void }[]] = [[], []]
  let found: DueTask[] = []
  let looks = 0
  const find = async () => {
    looks++
    return found
  }
  const due = new DueJobs(find, service.service.log, 60_000)
  for (const name of ['photos', 'imports']) {
    const pool = { nudge: (workers: number) => void nudged.push(`${name} ${workers}`) }
    announce.push(pool)
    due.add(pool, [`${name}.run`, `${name}.clean`])
  }
  await until(() => looks === 1)
  found = [
    { task: 'photos.run', due: 2, nextInMs: null },
    { task: 'photos.clean', due: 1, nextInMs: null },
    { task: 'imports.run', due: 0, nextInMs: 30_000 },
  ]
  for (const pool of announce) pool.nudge(1)
  await until(() => looks === 2)
  due.stop()
  assert.deepEqual(nudged, ['photos 3'])
})

test('a search that fails is repeated', async () => {
  let looks = 0
  const due = new DueJobs(
    async () => {
      if (++looks === 1) throw new Error('the connection ended')
      return []
    },
    service.service.log,
    lookEveryMs,
  )
  due.wake()
  await until(() => looks === 2)
  due.stop()
})
