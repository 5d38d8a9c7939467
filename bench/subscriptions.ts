// Processes ten thousand subscriptions whose month has ended: the hourly sweep finds them, and a real worker runs one job
// for each, which issues an invoice. Prints the time and whether memory is bounded.
// Run: node --expose-gc bench/subscriptions.ts [subscriptions, default 10000]
import { Client } from 'pg'
import { parseConnection } from '#platform/db/roles.ts'
import { perform, startWorkers } from '#platform/jobs/jobs.ts'
import { createClock } from '#platform/process/clock.ts'
import { loadConfig } from '#platform/process/config.ts'
import { jobs } from '../server/entry/areas.ts'
import { composeService } from '../server/entry/service.ts'
import { startBenchService } from './support/bench-service.ts'
import { heapMb } from './support/heap.ts'
import { idsOf, insertStores } from './support/many-stores.ts'
import { postgresMs } from './support/postgres-time.ts'

const size = Number(process.argv[2] ?? 10_000)
const maxGrowthMb = 40
const now = new Date('2027-03-10T03:23:00Z')

const bench = await startBenchService()
const client = new Client(parseConnection(bench.url))
await client.connect()
const config = loadConfig({
  DATA_DIR: bench.dataDir,
  SECRET_KEY: bench.secretKey,
  LOG_LEVEL: 'silent',
  BILLING: 'manual',
})
const { db, services, close } = composeService(config, bench.url, { clock: createClock(now) })
try {
  const rows = `generate_series(1, ${size}) i`
  await insertStores(client, size)
  await client.query(`
    insert into memberships (id, organization_id, user_id, email, name, role, created_at)
      select ${idsOf('3')}, ${idsOf('1')}, 'user-' || i, 'owner-' || i || '@example.com', 'Owner ' || i, 'OWNER', now() from ${rows};
    insert into subscriptions (store_env_id, organization_id, plan, status, anchor_at, current_period_starts_at, current_period_ends_at,
                               provider, created_at, updated_at)
      select ${idsOf('2')}, ${idsOf('1')}, 'growth', 'active', '2027-02-10Z', '2027-02-10Z', '2027-03-10Z', 'manual', now(), now() from ${rows}`)
  await client.query('vacuum analyze')
  const sweep = jobs.find(({ id }) => id === 'billing.sweep')
  if (!sweep) throw new Error('The sweep is missing.')
  const left = async (task: string) => {
    const { rows: counted } = await client.query(
      `select count(*)::int as n from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = $1`,
      [task],
    )
    return Number(counted[0].n)
  }
  const before = heapMb()
  const started = { at: performance.now(), cpu: process.cpuUsage(), postgres: postgresMs(bench.dataDir) }
  await perform(sweep, { db, services, stopping: new AbortController().signal }, {})
  const found = await left('billing.advance')
  console.log(`${found} found in ${((performance.now() - started.at) / 1000).toFixed(1)} s`)
  if (found !== size) throw new Error(`${size} were due.`)
  const workers = await startWorkers({ jobs, db, services })
  // A worker's constant memory does not count as growth.
  const quarters: number[] = []
  let peak = before
  for (let open = found; open > 0; open = await left('billing.advance')) {
    peak = Math.max(peak, heapMb())
    if (found - open >= ((quarters.length + 1) * size) / 4) quarters.push(heapMb())
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  quarters.push(heapMb())
  const cpu = process.cpuUsage(started.cpu)
  const seconds = (performance.now() - started.at) / 1000
  await workers.stop()
  const { rows: issued } = await client.query('select count(*)::int as n from invoices')
  const each = (ms: number) => (ms / size).toFixed(2)
  console.log(
    `${issued[0].n} invoices in ${seconds.toFixed(0)} s; processor time each: ${each((cpu.user + cpu.system) / 1000)} ms of Node, ` +
      `${each(postgresMs(bench.dataDir) - started.postgres)} ms of PostgreSQL; heap ${before.toFixed(0)} MB before, ` +
      `at most ${peak.toFixed(0)} MB, after each quarter ${quarters.map((mb) => mb.toFixed(0)).join(', ')} MB`,
  )
  if (issued[0].n !== size) throw new Error(`${size} were due, but ${issued[0].n} invoices were issued.`)
  if (peak - before > maxGrowthMb) throw new Error(`The heap grew by more than ${maxGrowthMb} MB.`)
} finally {
  await close()
  await client.end()
  await bench.stop()
}
