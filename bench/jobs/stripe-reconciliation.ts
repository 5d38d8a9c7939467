// Measures the nightly job over many subscriptions, some of which changed without a webhook: the time of its calls and
// statements, and whether its memory is bounded.
// Run: node --expose-gc bench/jobs/stripe-reconciliation.ts [subscriptions, default 10000] [changed, default 100]
import { Client } from 'pg'
import { auditAs } from '#platform/audit/audit.ts'
import { parseConnection } from '#platform/db/roles.ts'
import { createClock } from '#platform/process/clock.ts'
import { loadConfig } from '#platform/process/config.ts'
import { reconcile } from '#resources/billing/stripe/reconciliation.ts'
import { syncSubscription } from '#resources/billing/stripe/sync.ts'
import { composeService } from '../../server/entry/service.ts'
import { startBenchService, startServer } from '../support/bench-service.ts'
import { heapMb } from '../support/heap.ts'
import { idsOf, insertStores } from '../support/many-stores.ts'

const size = Number(process.argv[2] ?? 10_000)
const moved = Number(process.argv[3] ?? 100)
const now = new Date('2027-03-10T03:23:00Z')
const created = new Date((Math.floor(now.getTime() / 1000) - 20 * 86_400) * 1000)
const maxGrowthMb = 40

const bench = await startBenchService()
const stripe = await startServer('./stripe-server.ts', {
  SUBSCRIPTIONS: String(size),
  CHANGED: String(moved),
  NOW: String(now.getTime()),
})
const client = new Client(parseConnection(bench.url))
await client.connect()
const config = loadConfig({
  DATA_DIR: bench.dataDir,
  SECRET_KEY: bench.secretKey,
  LOG_LEVEL: 'silent',
  BILLING: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_fakefakefakefakefakefake',
  STRIPE_WEBHOOK_SECRET: 'whsec_fakefakefakefakefakefakefakefake',
  STRIPE_ORIGIN: stripe.origin,
})
const { db, services, close } = composeService(config, bench.url, { clock: createClock(now) })
try {
  const rows = `generate_series(1, ${size}) i`
  await insertStores(client, size)
  await client.query(
    `insert into subscriptions (store_env_id, organization_id, plan, status, anchor_at, current_period_starts_at, current_period_ends_at,
                                provider, provider_customer, provider_subscription, created_at, updated_at)
     select ${idsOf('2')}, ${idsOf('1')}, 'growth', 'active', $1, $1, $1::timestamptz + interval '30 days', 'stripe', 'cus_' || i, 'sub_' || i, now(), now()
       from ${rows}`,
    [created],
  )
  await client.query(
    `insert into stripe_customers (organization_id, key, customer, created_at) select ${idsOf('1')}, ${idsOf('1')}, 'cus_' || i, now() from ${rows}`,
  )
  const context = { db, services, now, paceMs: 0, stopping: new AbortController().signal }
  await reconcile({ ...context, stopping: AbortSignal.abort() })
  const before = heapMb()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, heapMb())
  }, 250)
  const started = { at: performance.now(), cpu: process.cpuUsage() }
  const found = await reconcile(context)
  const cpu = process.cpuUsage(started.cpu)
  clearInterval(watch)
  peak = Math.max(peak, heapMb())
  const seconds = (performance.now() - started.at) / 1000
  console.log(
    `${size} subscriptions in ${seconds.toFixed(1)} s, ${((cpu.user + cpu.system) / 1e3 / (size / 1000)).toFixed(0)} ms of processor time a thousand; ` +
      `${found.subscriptions} had changed; heap ${before.toFixed(0)} MB, at most ${peak.toFixed(0)} MB`,
  )
  if (found.subscriptions !== moved) throw new Error(`${moved} had changed, but ${found.subscriptions} were found.`)
  if (peak - before > maxGrowthMb) throw new Error(`The heap grew by more than ${maxGrowthMb} MB.`)
  const { rows: jobs } = await client.query(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'billing.sync_stripe_subscription'`,
  )
  const audit = auditAs({ type: 'system', name: 'Stripe' })
  const healing = { at: performance.now(), cpu: process.cpuUsage() }
  for (const { payload } of jobs) {
    const { subscription, ...marks } = payload
    await syncSubscription({ db, services, audit }, marks, subscription, { source: 'reconciliation' })
  }
  const healed = process.cpuUsage(healing.cpu)
  const { rows: left } = await client.query(`select count(*)::int as n from subscriptions where status = 'cancelled'`)
  console.log(
    `${jobs.length} corrected in ${((performance.now() - healing.at) / 1000).toFixed(1)} s, ` +
      `${((healed.user + healed.system) / 1e3 / jobs.length).toFixed(1)} ms of processor time each`,
  )
  if (left[0].n !== moved) throw new Error(`${moved} had changed, but ${left[0].n} were corrected.`)
} finally {
  await close()
  await client.end()
  await stripe.stop()
  await bench.stop()
}
