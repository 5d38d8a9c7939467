import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enqueue, startWorkers } from '#platform/jobs/jobs.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { jobs } from '../../entry/areas.ts'
import { runCommand } from './operator.testing.ts'
import { daysAgo, fate, openShop, order, push, recipients, start } from './requests.testing.ts'

const service = provideService({ now: start })

const run = () => runCommand(service, {}, 'jobs', 'run', 'review-requests', '--json')
const dueIn = async (shops: Shop[], count: number) => {
  for (const shop of shops) await push(shop, ...Array.from({ length: count }, (_, i) => order(`r${i}`)))
}

test('with the service stopped, the command sends all due requests of every store', async () => {
  const shops = [await openShop(service), await openShop(service)]
  await dueIn(shops, 3)
  // Runs a waiting job too, even one that was added before the command started.
  const [first] = shops as [Shop]
  await service.service.db.store(first, 'write', (tx) =>
    enqueue(
      tx,
      'email.send',
      { storeEnvId: first.storeEnvId, organizationId: first.organizationId },
      { key: `email.send:${first.storeEnvId}` },
    ),
  )
  const { started, ...rest } = JSON.parse(await run())
  assert.deepEqual(rest, { job: 'review-requests', status: 'done' })
  assert.ok(started >= shops.length, `${started} jobs`)
  for (const shop of shops) assert.equal((await recipients(shop)).length, 3)
  assert.equal(await fate(first, 'r0'), 'sent')
})

test('with the service running, the command sends too, and returns after the mail is out', async () => {
  const shops = [await openShop(service), await openShop(service)]
  await dueIn(shops, 5)
  const { db, services } = service.service
  const workers = await startWorkers({ jobs, db, services })
  try {
    await Promise.all([run(), run()])
    for (const shop of shops) assert.equal(new Set(await recipients(shop)).size, 5)
    for (const shop of shops) assert.equal((await recipients(shop)).length, 5)
  } finally {
    await workers.stop()
  }
})

test("a running service whose clock is behind the command's does not block the command", async () => {
  const shop = await openShop(service)
  await push(shop, order('tomorrow', { deliveredAt: daysAgo(13) }))
  const { db, services } = service.service
  const workers = await startWorkers({ jobs, db, services })
  try {
    const printed = await runCommand(service, { aheadMs: 2 * day }, 'jobs', 'run', 'review-requests')
    assert.match(printed, /^Ran review-requests, which started [1-9]\d* further jobs?\./)
    assert.equal(await fate(shop, 'tomorrow'), 'sent')
    assert.equal((await recipients(shop)).length, 1)
  } finally {
    await workers.stop()
  }
})
