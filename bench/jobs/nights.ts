// Processor time and wall of a night with idle stores: every scheduled walk, with the jobs that it queues. The first night visits
// every store, and the second is an idle night.
//   bench/jobs/nights.ts [stores]     ROOT=<other checkout> measures that checkout
import { join } from 'node:path'
import type { Job } from '#platform/jobs/jobs.ts'
import { insertStores } from '../support/many-stores.ts'

const size = Number(process.argv[2] ?? 10_000)
const root = process.env.ROOT ?? join(import.meta.dirname, '../..')
const load = (path: string) => import(join(root, path))
const { startService } = await load('test/support/service.ts')
const { jobs } = await load('server/entry/areas.ts')
const { runQueue, addByClock } = await load('test/support/queue.ts')
const { Client } = await load('node_modules/pg/esm/index.mjs')

/** Walks that visit stores. Other scheduled jobs do not depend on the number of stores. */
const walks = (jobs as Job[]).filter(
  ({ schedule, operatorName, id }) => schedule && (operatorName || /sweep|clean/.test(id)),
)
const skipped = new Set([
  'stripe-reconciliation',
  'sign-on-domains',
  'billing',
  'organization-deletion',
  'webhook-sweep',
])

const service = await startService()
const client = new Client({ connectionString: service.databaseUrl })
await client.connect()
await insertStores(client, size)
await client.query('analyze stores')
for (const night of ['first', 'idle']) {
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const slow: string[] = []
  for (const { id, operatorName } of walks) {
    if (operatorName && skipped.has(operatorName)) continue
    const from = performance.now()
    await addByClock(service.service, id)
    await runQueue(service.service)
    const ms = performance.now() - from
    if (ms > 500) slow.push(`${id} ${(ms / 1000).toFixed(1)} s`)
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  const wall = (performance.now() - startedAt) / 1000
  console.log(
    `${night} night, ${size} stores: ${wall.toFixed(1)} s wall, ${((user + system) / 1e6).toFixed(1)} s of Node`,
  )
  console.log(`  ${slow.join(', ')}`)
}
await client.end()
await service.close()
