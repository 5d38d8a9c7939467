// Starts all runners together. One connection listens for new jobs, and the others must stay free to claim jobs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enqueue, startWorkers } from '#platform/jobs/jobs.ts'
import { startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { jobs } from '../../server/entry/areas.ts'

test('after all runners start, a job is claimed immediately, without waiting for a connection', async () => {
  const complaints: string[] = []
  const complain = (fields: object, message: string) => void complaints.push(`${message} ${JSON.stringify(fields)}`)
  const quiet = () => {}
  const service = await startService({ log: { debug: quiet, info: quiet, warn: complain, error: complain } })
  const { db, services } = service.service
  const workers = await startWorkers({ jobs, db, services })
  try {
    await until(() => db.workerPool.totalCount > 0)
    await db.system('write', (tx) => enqueue(tx, 'schedule.wake', {}))
    const waiting = `select id from graphile_worker.jobs where task_identifier = 'schedule.wake'`
    await until(async () => (await db.workerPool.query(waiting)).rows.length === 0)
    // A job wakes several workers. They request connections together, so some workers wait briefly for the others.
    await until(() => db.workerPool.waitingCount === 0, 'nobody waits for a connection')
  } finally {
    await workers.stop()
    await service.close()
  }
  assert.deepEqual(complaints, [])
})
