// Loyalty at two million members with ten million orders, in stores of a hundred thousand: a balance that is read, an order that is
// refunded, points that lapse, and a store that is counted anew, each against a floor of the same run.
// Run: node --expose-gc bench/loyalty.ts [members, default 2000000]
import { Client } from 'pg'
import { digestOf, newKey } from '#platform/auth/keys.ts'
import { createClock } from '#platform/clock.ts'
import { loadConfig } from '#platform/config.ts'
import { connectionOf } from '#platform/db/roles.ts'
import { perform } from '#platform/jobs.ts'
import { jobs } from '../server/entry/areas.ts'
import { composeService } from '../server/entry/service.ts'
import { load, median, startBenchService, startServer } from './support/bench-service.ts'

const members = Number(process.argv[2] ?? 2_000_000)
const inStore = Math.min(100_000, members)
const stores = Math.ceil(members / inStore)
const ordersEach = 5
const duePart = 100
const rounds = 5
const ms = 2_000
/** Points lapse a year after they were earned, and those of the oldest order of some fell due a second ago. */
const now = new Date('2026-11-23T00:00:01Z')
const storeId = (s: number | string) =>
  `(lpad(to_hex(2), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${s}), 12, '0'))::uuid`
const rowId = (kind: number, n: string) =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const bench = await startBenchService()
const client = new Client(connectionOf(bench.url))
await client.connect()
const key = newKey()
const sql = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows
const seconds = (from: number) => (performance.now() - from) / 1000

async function fill(): Promise<void> {
  const organization = rowId(1, '0')
  await sql(`
    insert into organizations (id, name, created_at) select ${organization}, 'Bench', now();
    insert into stores (id, organization_id, name, created_at) select ${storeId('s')}, ${organization}, 'Store ' || s, now() from generate_series(1, ${stores}) s;
    insert into subscriptions (store_env_id, organization_id, plan, status, created_at, updated_at)
      select id, organization_id, 'scale', 'active', now(), now() from stores;
    insert into loyalty_programs (store_env_id, enabled, timezone, starts_at, expiry_enabled, expiry_days, revision, created_at, updated_at)
      select id, true, 'UTC', '2025-01-01Z', true, 365, 1, '2025-01-01Z', '2025-01-01Z' from stores;
    insert into loyalty_rates (store_env_id, version, valid_from, points_per_unit, hold_days) select id, 1, '2025-01-01Z', 1, 0 from stores;
    insert into loyalty_rewards (store_env_id, id, name, kind, cost, codes, active, created_at, updated_at)
      select id, id, 'A mug', 'custom', 50, 'none', true, now(), now() from stores`)
  await sql(
    `insert into api_keys (id, organization_id, name, digest, last4, role, created_at, first_used_at, last_used_at)
     values (gen_random_uuid(), ${organization}, 'bench', $1, 'xxxx', 'ADMIN', now(), now(), now())`,
    [digestOf(key)],
  )
  // Each member has five orders of 30.00 in the last year; of every hundredth the oldest was placed a year ago and lapses today.
  const placed = (m: string, o: string) =>
    `case when ${o} = 0 and ${m} % ${duePart} = 0 then timestamptz '2025-11-22T12:00:00Z'
          else timestamptz '2025-12-10T12:00:00Z' + (${o} * 60 + ${m} % 50) * interval '1 day' end`
  for (let s = 1; s <= stores; s++) {
    const rows = `generate_series(${(s - 1) * inStore}, ${s * inStore - 1}) m`
    await sql(`
      insert into loyalty_members (store_env_id, id, email, balance, tier_points, next_expiry_at, next_expiry_points, next_change_at,
                                   folded_at, revision, created_at, updated_at)
        select ${storeId(s)}, ${rowId(5, 'm')}, 'buyer' || m || '@customer.example', 150, 150,
               e.at, 30, e.at + interval '1 millisecond', '2026-11-22T10:00:00Z', 1, now(), now()
          from ${rows}, lateral (select date_trunc('day', ${placed('m', '0')}) + interval '366 days' - interval '1 millisecond' as at) e;
      insert into loyalty_order_points (store_env_id, order_id, member_id, earned_at, matures_at, points, rate_version)
        select ${storeId(s)}, ${rowId(6, `m * ${ordersEach} + o`)}, ${rowId(5, 'm')}, p.at, p.at, 30, 1
          from ${rows}, generate_series(0, ${ordersEach - 1}) o, lateral (select ${placed('m', 'o')} as at) p`)
  }
  // The orders themselves, of the store whose orders change and which is counted anew.
  await sql(`
    insert into orders (store_env_id, id, platform_order_id, email, currency, total, refunded_total, placed_at, created_at, updated_at)
      select ${storeId(1)}, ${rowId(6, `m * ${ordersEach} + o`)}, 'o' || m * ${ordersEach} + o, 'buyer' || m || '@customer.example', 'EUR',
             30, 0, ${placed('m', 'o')}, now(), now()
        from generate_series(0, ${inStore - 1}) m, generate_series(0, ${ordersEach - 1}) o`)
  await sql('vacuum analyze')
}

try {
  const begun = performance.now()
  await fill()
  const [{ size }] = (await sql('select pg_size_pretty(pg_database_size(current_database())) as size')) as [
    { size: string },
  ]
  console.log(
    `${members} members in ${stores} stores, ${members * ordersEach} orders that earned: ${size}, filled in ${seconds(begun).toFixed(0)} s`,
  )
  const [{ id: store }] = (await sql(`select ${storeId(1)} as id`)) as [{ id: string }]
  await measureReads(store)
  await measureRefunds(store)
  await measureJobs(store)
} finally {
  await client.end()
  await bench.stop()
}

/** A member by id, a member whose points lapsed a second ago, and another row by its primary key: all through the whole chain. */
async function measureReads(store: string): Promise<void> {
  const server = await serve()
  const ids = async (isDue: boolean) =>
    (
      await sql(
        `select id from loyalty_members where store_env_id = $1 and (next_change_at <= $2) = $3 order by id limit 500`,
        [store, now, isDue],
      )
    ).map(({ id }) => `/api/v1/loyalty/members/${id}`)
  const paths = {
    'a reward by its key, the floor': [`/api/v1/loyalty/rewards/${store}`],
    'a member': await ids(false),
    'a member whose points lapsed a second ago': await ids(true),
  }
  const headers = [{ authorization: `Bearer ${key}`, 'x-store-env-id': store }]
  const medians: Record<string, number[]> = {}
  for (let round = -1; round < rounds; round++) {
    const order = Object.entries(paths)
    for (const [name, chosen] of round % 2 === 0 ? order : order.reverse()) {
      const measured = await load({ origin: server.origin, connections: 1, ms, paths: chosen, headers })
      if (measured.errors > 0) throw new Error(`${name}: ${measured.errors} answers were not 200`)
      if (round < 0) continue
      medians[name] ??= []
      medians[name].push(measured.p50Ms)
    }
  }
  server.child.kill()
  const floor = median(medians['a reward by its key, the floor'] ?? [])
  console.table(
    Object.entries(medians).map(([what, all]) => ({
      ...{ what, 'median ms': median(all).toFixed(2), ratio: (median(all) / floor).toFixed(2) },
    })),
  )
}

/** One order at a time by `PUT /orders`: refunded a bit more each time, its member folded anew; the floor writes the row alone. */
async function measureRefunds(store: string): Promise<void> {
  const server = await serve()
  const headers = { authorization: `Bearer ${key}`, 'x-store-env-id': store, 'content-type': 'application/json' }
  try {
    const times: Record<string, number[]> = {
      'refund, folded anew': [],
      'the same order again': [],
      'an update of the row, the floor': [],
    }
    for (let i = 0; i < 400; i++) {
      const m = 1 + ((i * 7919) % (inStore - 1))
      const number = m * ordersEach + 1
      const at = new Date(Date.parse('2025-12-10T12:00:00Z') + (60 + (m % 50)) * 86_400_000).toISOString()
      const order = {
        ...{ platformOrderId: `o${number}`, email: `buyer${m}@customer.example`, currency: 'EUR' },
        ...{ total: '30.00', refundedTotal: '10.00', placedAt: at },
      }
      for (const name of ['refund, folded anew', 'the same order again'] as const) {
        const began = performance.now()
        const response = await fetch(`${server.origin}/api/v1/orders`, {
          method: 'PUT',
          headers,
          body: JSON.stringify([order]),
        })
        const body = (await response.json()) as { updated: number; unchanged: number }
        times[name]?.push(performance.now() - began)
        if (body.updated + body.unchanged !== 1) throw new Error(JSON.stringify(body))
      }
      const began = performance.now()
      await sql(
        'update orders set order_number = 7, updated_at = now() where store_env_id = $1 and platform_order_id = $2',
        [store, `o${number + 1}`],
      )
      times['an update of the row, the floor']?.push(performance.now() - began)
    }
    const folded = await sql(
      `select count(*)::int as n from loyalty_journal where store_env_id = $1 and kind = 'order' and delta = -10`,
      [store],
    )
    if (folded[0].n < 390) throw new Error(`Only ${folded[0].n} refunds reached the journal.`)
    const floor = median(times['an update of the row, the floor'] ?? [])
    console.table(
      Object.entries(times).map(([what, all]) => ({
        ...{ what, 'median ms': median(all).toFixed(2), ratio: (median(all) / floor).toFixed(1) },
      })),
    )
  } finally {
    server.child.kill()
  }
}

/** What lapsed today in one store, and then all of it anew, as after a change of terms. */
async function measureJobs(store: string): Promise<void> {
  const { service, close } = open()
  const { gc } = globalThis
  const heapMb = () => {
    gc?.()
    return process.memoryUsage().heapUsed / 1_048_576
  }
  try {
    const scope = { storeEnvId: store, organizationId: (await sql('select id from organizations'))[0].id }
    const run = async (id: string) => {
      const found = jobs.find((each) => each.id === id)
      if (!found) throw new Error(`There is no job ${id}.`)
      const began = performance.now()
      await perform(
        found,
        { db: service.db, services: service.services, stopping: new AbortController().signal },
        scope,
      )
      return seconds(began)
    }
    const touched = async (since: Date) =>
      (
        await sql('select count(*)::int as n from loyalty_members where store_env_id = $1 and updated_at >= $2', [
          store,
          since,
        ])
      )[0].n
    const due = (
      await sql('select count(*)::int as n from loyalty_members where store_env_id = $1 and next_change_at <= $2', [
        store,
        now,
      ])
    )[0].n
    await sql('update loyalty_members set updated_at = $2 where store_env_id = $1', [store, '2025-01-01Z'])
    const sweep = await run('loyalty.settle')
    console.log(
      `expiry of a store: ${due} due of ${inStore}, ${await touched(now)} written, ${sweep.toFixed(1)} s; again with nothing due ${((await run('loyalty.settle')) * 1000).toFixed(0)} ms`,
    )
    const before = await sql('select sum(balance)::text as sum from loyalty_members where store_env_id = $1', [store])
    await sql('update loyalty_programs set revision = revision + 1 where store_env_id = $1', [store])
    const heapBefore = heapMb()
    let peak = heapBefore
    const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage().heapUsed / 1_048_576)), 100)
    const rebuild = await run('loyalty.recount')
    clearInterval(watching)
    const after = await sql('select sum(balance)::text as sum from loyalty_members where store_env_id = $1', [store])
    if (before[0].sum !== after[0].sum)
      throw new Error(`The rebuild came to ${after[0].sum} instead of ${before[0].sum}.`)
    console.log(
      `rebuild of a store: ${inStore} members and ${inStore * ordersEach} orders in ${rebuild.toFixed(0)} s, ${(inStore / rebuild).toFixed(0)} members/s, ` +
        `the same balances; heap ${heapBefore.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB, ${heapMb().toFixed(0)} MB after`,
    )
  } finally {
    await close()
  }
}

function serve() {
  return startServer('service-server.ts', {
    ...{ BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir },
    TEST_CLOCK: now.toISOString(),
  })
}

function open() {
  const config = loadConfig({ DATA_DIR: bench.dataDir, SECRET_KEY: bench.secretKey, LOG_LEVEL: 'silent' })
  const service = composeService(config, bench.url, { clock: createClock(now) })
  return { service, close: service.close }
}
