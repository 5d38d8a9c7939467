import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { enqueue, job, startWorkers } from './jobs.ts'

test('work in bulk is done one at a time, and holds up nothing that was added after it', async () => {
  const service = await startService()
  const { db, services } = service.service
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const [started, done]: string[][] = [[], []]
  const payload = Type.Object({ name: Type.String() })
  const jobs = [
    job({
      ...{ id: 'test.bulk', payload, bulk: 'photos' },
      async run(_ctx, { name }) {
        started?.push(name)
        await released
        done?.push(name)
      },
    }),
    job({ id: 'test.small', payload, run: async (_ctx, { name }) => void done?.push(name) }),
  ]
  await db.system('write', async (tx) => {
    for (let i = 0; i < 12; i++) await enqueue(tx, 'test.bulk', { name: `photos ${i}` })
    await enqueue(tx, 'test.small', { name: 'a mail' })
  })
  const workers = await startWorkers({ jobs, db, services })
  try {
    await until(() => done?.includes('a mail') === true && started?.length === 1)
    assert.deepEqual(done, ['a mail'])
    release()
    await until(() => done?.length === 13)
  } finally {
    release()
    await workers.stop()
    await service.close()
  }
})
