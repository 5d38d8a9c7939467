// Measures a long delivery log: plans and times of its pages, of the sender's reads, and of the daily deletion.
// Run: node bench/jobs/webhook-log.ts [rows, default 3000000]
import { Client } from 'pg'
import type { StoreTx } from '#platform/db/db.ts'
import { compile, type Query } from '#platform/db/query.ts'
import { parseConnection } from '#platform/db/roles.ts'
import { computeFirstId } from '#platform/values/ids.ts'
import * as deliveries from '#resources/outbound-webhooks/deliveries/store.ts'
import { median, startBenchService } from '../support/bench-service.ts'

const rows = Number(process.argv[2] ?? 3_000_000)
const endpoints = 5
const store = '00000002-0000-7000-8000-000000000000'
const buildEndpointId = (n: number) => `00000003-0000-7000-8000-00000000000${n}`
const newest = Date.parse('2026-11-21T00:00:00Z')

let taken: { text: string; values: readonly unknown[] } | undefined

const bench = await startBenchService()
const client = new Client(parseConnection(bench.url))
await client.connect()
try {
  console.log(`filling ${rows} deliveries of one store …`)
  await fill()
  const now = new Date(newest)
  const middle = new Date(newest - (rows / 2) * 1000).toISOString()
  const cursor = Buffer.from(`${middle}|00000000-0000-7000-8000-000000000000`).toString('base64url')
  const tx = recorder(now)
  const subjects: [string, () => Promise<unknown>][] = [
    ['first page', () => deliveries.list(tx, buildEndpointId(1), {})],
    ['page in the middle', () => deliveries.list(tx, buildEndpointId(1), { cursor })],
    ['failed', () => deliveries.list(tx, buildEndpointId(1), { state: ['failed'] })],
    ['pending', () => deliveries.list(tx, buildEndpointId(1), { state: ['pending'] })],
    ['an event that never came', () => deliveries.list(tx, buildEndpointId(1), { event: ['gallery.lead_submitted'] })],
    ['what the sender reads', () => deliveries.listDue(tx, buildEndpointId(1), undefined, 250)],
    ['what an endpoint has waiting', () => deliveries.findWaiting(tx, buildEndpointId(1))],
    ['5,000 removed', () => deliveries.deleteBefore(tx, computeFirstId(newest - rows * 990), 5000)],
  ]
  for (const [name, run] of subjects) await explain(name, run)
} finally {
  await client.end()
  await bench.stop()
}

function recorder(now: Date): StoreTx {
  const take = async (query: Query<unknown>) => {
    const { text, values = [] } = compile(query)
    taken = { text, values }
    return []
  }
  return { storeEnvId: store, organizationId: store, now, all: take, first: take, run: take } as unknown as StoreTx
}

async function explain(name: string, run: () => Promise<unknown>): Promise<void> {
  await run()
  const { text = '', values = [] } = taken ?? {}
  const times: number[] = []
  let plan: string[] = []
  for (let i = 0; i < 5; i++) {
    await client.query('begin')
    const answer = await client.query(`explain (analyze, costs off, timing off) ${text}`, [...values])
    await client.query('rollback')
    plan = answer.rows.map((row) => row['QUERY PLAN'] as string)
    times.push(Number(/Execution Time: ([\d.]+)/.exec(plan.at(-1) ?? '')?.[1]))
  }
  const scans = plan
    .filter((line) => /Scan|Sort/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^-> +/, '')
        .replace(/ \(actual.*/, ''),
    )
  console.log(`${name.padEnd(26)} ${median(times).toFixed(2).padStart(8)} ms   ${[...new Set(scans)].join(' ← ')}`)
}

async function fill(): Promise<void> {
  await client.query(
    `insert into webhook_deliveries (store_env_id, id, endpoint_id, cause, event, firing_id, state, attempt, due_at, attempts, created_at, finished_at)
     select $1, (lpad(to_hex(ms >> 16), 8, '0') || '-' || lpad(to_hex(ms & 65535), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
            ('00000003-0000-7000-8000-00000000000' || n % ${endpoints})::uuid, 'event', 'review.created', gen_random_uuid(),
            case when n % 200 = 0 then 'failed' when n % 10000 = 1 then 'pending' else 'delivered' end, 1, at,
            '[{"at":"2026-11-20T09:00:00.000Z","status":200,"error":null,"durationMs":12,"answer":"ok"}]', at, at
       from (select n, $2::bigint - (${rows} - n) * 1000::bigint as ms, to_timestamp(($2::bigint - (${rows} - n) * 1000::bigint) / 1000.0) as at
               from generate_series(1, ${rows}) n) numbered`,
    [store, newest],
  )
  await client.query('vacuum analyze webhook_deliveries')
}
