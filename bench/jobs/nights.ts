// Measures the processor time and the duration of a night with idle stores: every scheduled job that visits
// stores, with the jobs that it queues. The first night visits every store, the second finishes the day on which the
// stores were created, and the third has nothing to do.
//
// Run: bench/jobs/nights.ts [stores]. ROOT=<other checkout> CONFIG=<its config.ts> measures that checkout.
import { join } from 'node:path'
import { Client } from 'pg'
import type { Job } from '#platform/jobs/jobs.ts'
import { insertStores } from '../support/many-stores.ts'

const size = Number(process.argv[2] ?? 10_000)
const root = process.env.ROOT ?? join(import.meta.dirname, '../..')
const load = (path: string) => import(join(root, path))
const { startBenchService } = await load('bench/support/bench-service.ts')
const { composeService } = await load('server/entry/service.ts')
const { jobs } = await load('server/entry/areas.ts')
const { runQueue } = await load('test/support/queue.ts')

/** Scheduled jobs that visit stores. The cost of all others does not depend on the number of stores. */
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

const bench = await startBenchService()
process.env.SECRET_KEY = bench.secretKey
process.env.DATA_DIR = bench.dataDir
process.env.LOG_LEVEL = 'silent'
const { loadConfig } = await load(process.env.CONFIG ?? 'server/platform/process/config.ts')
const service = composeService(loadConfig(), bench.url)
const client = new Client({ connectionString: bench.url })
await client.connect()
await insertStores(client, size)
await client.query(`
  insert into subscriptions (store_env_id, organization_id, plan, status, created_at, updated_at)
  select id, organization_id, 'scale', 'active', now(), now() from stores`)
await client.query('analyze stores, subscriptions')
for (const night of ['first', 'second', 'idle']) {
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const slow: string[] = []
  const failed = new Set<string>()
  for (const { id, operatorName } of walks) {
    if (operatorName && skipped.has(operatorName)) continue
    const from = performance.now()
    await service.db.workerPool.query('select graphile_worker.add_job($1, max_attempts => 5)', [id])
    await runQueue(service, 2 * 3600_000).catch((error: Error) => failed.add(`${id}: ${error.message}`))
    const ms = performance.now() - from
    if (ms > 500) slow.push(`${id} ${(ms / 1000).toFixed(1)} s`)
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  const wall = (performance.now() - startedAt) / 1000
  console.log(
    `${night} night, ${size} stores: ${wall.toFixed(1)} s wall, ${((user + system) / 1e6).toFixed(1)} s of Node`,
  )
  console.log(`  ${[...slow, ...failed].join(', ')}`)
}
await client.end()
await service.close()
await bench.stop()
