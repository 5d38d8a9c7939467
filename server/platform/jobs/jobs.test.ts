import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { enqueue, job, perform, startWorkers } from './jobs.ts'

test('bulk jobs run one at a time and delay no job added after them', async () => {
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

test("a job can open only its payload's store, unless it works across stores", async (t) => {
  const service = await startService()
  t.after(() => service.close())
  const [ours, theirs] = [await service.shop(), await service.shop()]
  const payload = Type.Object({ storeEnvId: Type.String(), organizationId: Type.String() })
  const { db, services } = service.service
  const ctx = { db, services, stopping: new AbortController().signal }
  const scopeOf = ({ storeEnvId, organizationId }: typeof ours) => ({ storeEnvId, organizationId })
  const reads = (store: typeof ours) =>
    job({
      id: 'test.reads',
      payload,
      run: async ({ db }) => void (await db.store(scopeOf(store), 'read', async () => {})),
    })
  await perform(reads(ours), ctx, scopeOf(ours))
  await assert.rejects(perform(reads(theirs), ctx, scopeOf(ours)), /transaction of another/)
  const mixed = { ...scopeOf(ours), organizationId: theirs.organizationId }
  await assert.rejects(perform(reads(ours), ctx, mixed), /transaction of another/)
  const across = job({
    ...{ id: 'test.across', payload: Type.Object({}), across: true },
    run: async ({ db }) => void (await db.store(scopeOf(theirs), 'read', async () => {})),
  })
  await perform(across, ctx, {})
})
