// Measures loyalty at two million members with ten million orders, in stores of a hundred thousand members: reading a
// balance, refunding an order, expiring points, and recounting a store. Each has a floor of the same run. Run: node
// --expose-gc bench/loyalty.ts [members, default 2000000] [parts, default reads,plans,refunds,liability,jobs] With
// BENCH_DATA_DIR the filled database is stored there for the next run.
import { Client } from 'pg'
import { hashSecret, newKey } from '#platform/auth/keys.ts'
import { parseConnection } from '#platform/db/roles.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { createClock } from '#platform/process/clock.ts'
import { loadConfig } from '#platform/process/config.ts'
import { createApi } from '../server/entry/api.ts'
import { jobs } from '../server/entry/areas.ts'
import { composeService } from '../server/entry/service.ts'
import { load, median, nodeMs, startBenchService, startServer } from './support/bench-service.ts'
import { explain, recordStatements } from './support/plans.ts'
import { postgresMs } from './support/postgres-time.ts'

const members = Number(process.argv[2] ?? 2_000_000)
const parts = (process.argv[3] ?? 'reads,plans,refunds,liability,jobs').split(',')
const inStore = Math.min(100_000, members)
const stores = Math.ceil(members / inStore)
const ordersEach = 5
const linesEach = 30
const duePart = 100
const rounds = 5
const refundRounds = 8
const refundsInRound = 50
/** A route reaches its full speed only after a few hundred calls. */
const warmUpRounds = 10
const ms = 2_000
/** Points expire a year after they were earned. The points of some members' oldest orders expired a second ago. */
const now = new Date('2026-11-23T00:00:01Z')
const storeId = (s: number | string) =>
  `(lpad(to_hex(2), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${s}), 12, '0'))::uuid`
const rowId = (kind: number, n: string) =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const bench = await startBenchService(process.env.BENCH_DATA_DIR)
const client = new Client(parseConnection(bench.url))
await client.connect()
const key = newKey()
const sql = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows
const seconds = (from: number) => (performance.now() - from) / 1000

const organization = rowId(1, '0')

async function fill(): Promise<void> {
  // Filling is not measured, so it skips foreign keys and does not wait for the disk.
  await sql('set session_replication_role = replica; set synchronous_commit = off')
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
  // Every hundredth member's oldest order is a year old, so its points expire today.
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
          from ${rows}, generate_series(0, ${ordersEach - 1}) o, lateral (select ${placed('m', 'o')} as at) p;
      insert into loyalty_grants (store_env_id, id, member_id, kind, ref, points, granted_at, matures_at, created_at)
        select ${storeId(s)}, ${rowId(7, 'm')}, ${rowId(5, 'm')}, 'birthday', 'm' || m || ':2026', 0, now(), now(), now() from ${rows} where m % 4 = 0;
      insert into loyalty_redemptions (store_env_id, id, member_id, reward_id, points, idempotency_key, created_at, reversed_at)
        select ${storeId(s)}, ${rowId(8, 'm')}, ${rowId(5, 'm')}, ${storeId(s)}, 50, 'm' || m, '2026-08-01Z', '2026-08-01Z' from ${rows} where m % 10 = 0;
      insert into loyalty_referrals (store_env_id, id, advocate_id, friend_email, code, state, created_at, updated_at)
        select ${storeId(s)}, ${rowId(9, 'm')}, ${rowId(5, 'm')}, 'friend' || m || '@customer.example', 'CODE' || m, 'pending', now(), now()
          from ${rows} where m % 20 = 0`)
  }
  await sql(`
    insert into orders (store_env_id, id, platform_order_id, email, currency, total, refunded_total, placed_at, created_at, updated_at)
      select ${storeId(1)}, ${rowId(6, `m * ${ordersEach} + o`)}, 'o' || m * ${ordersEach} + o, 'buyer' || m || '@customer.example', 'EUR',
             30, 0, ${placed('m', 'o')}, now(), now()
        from generate_series(0, ${inStore - 1}) m, generate_series(0, ${ordersEach - 1}) o;
    insert into loyalty_journal (store_env_id, id, member_id, kind, ref, delta, balance, rate_version, at, created_at)
      select p.store_env_id, p.order_id, p.member_id, 'order', p.order_id::text, 30, 30, 1, p.earned_at, p.earned_at
        from loyalty_order_points p where p.store_env_id = ${storeId(1)}`)
  await sql(`
    insert into loyalty_journal (store_env_id, id, member_id, kind, ref, delta, balance, rate_version, at, created_at)
      select ${storeId(stores)}, ${rowId(10, 'l')}, ${rowId(5, `${inStore * (stores - 1)} + l % ${inStore}`)},
             case when l % 4 = 0 then 'redemption' when l % 9 = 0 then 'expiry' else 'order' end, l::text,
             case when l % 4 = 0 or l % 9 = 0 then -30 else 30 end, 30, 1, a.at, a.at
        from generate_series(0, ${linesEach} * ${inStore} - 1) l,
             lateral (select timestamptz '2024-11-23Z' + l * interval '2 years' / (${linesEach} * ${inStore}) as at) a`)
  await sql('reset session_replication_role; reset synchronous_commit')
  await sql('vacuum analyze')
}

const enter = () =>
  sql(
    `insert into api_keys (id, organization_id, name, digest, last4, role, created_at, first_used_at, last_used_at)
     values (gen_random_uuid(), ${organization}, 'bench', $1, 'xxxx', 'ADMIN', now(), now(), now())`,
    [hashSecret(key)],
  )

try {
  const begun = performance.now()
  const isFilled = (await sql('select from stores limit 1')).length > 0
  if (!isFilled) await fill()
  await enter()
  const [{ size }] = (await sql('select pg_size_pretty(pg_database_size(current_database())) as size')) as [
    { size: string },
  ]
  console.log(
    `${members} members in ${stores} stores, ${members * ordersEach} orders that earned: ${size}, ${isFilled ? 'filled before' : `filled in ${seconds(begun).toFixed(0)} s`}`,
  )
  const [{ id: store }] = (await sql(`select ${storeId(1)} as id`)) as [{ id: string }]
  const measures = {
    ...{ reads: measureReads, plans: showPlans, refunds: measureRefunds },
    ...{ liability: measureLiability, jobs: measureJobs },
  }
  for (const [name, measure] of Object.entries(measures)) if (parts.includes(name)) await measure(store)
} finally {
  await client.end()
  await bench.stop()
}

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

/** Prints the statements of each call and job of the area with the indexes they use. Rolled back, so nothing changes. */
async function showPlans(store: string): Promise<void> {
  const { service, close } = open()
  const app = await createApi(service)
  const headers = { authorization: `Bearer ${key}`, 'x-store-env-id': store, 'content-type': 'application/json' }
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) => {
    const answer = await app.inject({ method, url: `/api/v1${path}`, headers, ...(body && { payload: body }) })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }
  const job = (id: string) => runJob(service, id, store)
  const [member, friend] = ['buyer7@customer.example', 'friend@customer.example']
  const work = async () => {
    const { id } = await call('GET', `/loyalty/members/by-email/${member}`)
    await call('GET', `/loyalty/members/${id}`)
    for (const path of ['?includeTotal=true', '?tier=Gold', `/${id}/journal`])
      await call('GET', `/loyalty/members${path}`)
    const grant = { points: 5, reason: 'A gesture', idempotencyKey: 'plans' }
    await call('POST', `/loyalty/members/${id}/grants`, grant)
    const { id: redemption } = await call('POST', '/loyalty/redemptions', {
      ...{ memberId: id, rewardId: store, idempotencyKey: 'plans' },
    })
    await call('GET', '/loyalty/redemptions')
    await call('GET', `/loyalty/redemptions?memberId=${id}`)
    await call('POST', `/loyalty/redemptions/${redemption}/reverse`)
    const { code } = await call('POST', '/loyalty/referrals', { advocateMemberId: id, friendEmail: friend })
    await call('GET', '/loyalty/referrals')
    const placedAt = now.toISOString()
    const order = { platformOrderId: 'plans', email: friend, currency: 'EUR', total: '30.00', placedAt }
    for (const more of [{ referralCode: code }, { refundedTotal: '10.00' }, { email: member }])
      await call('PUT', '/orders', [{ ...order, ...more }])
    await call('GET', '/loyalty/rewards')
    await call('GET', '/loyalty/liability')
    await call('GET', '/loyalty/program/expiry-preview')
    await call('POST', '/customers/erase', { email: friend })
    for (const id of ['loyalty.complete_referrals', 'loyalty.birthdays', 'loyalty.issue_codes']) await job(id)
  }
  try {
    // Pure inserts use no index, so their plans are left out.
    const looksUp = ({ text }: { text: string }) => /loyalty_/.test(text) && !/^\s*insert/.test(text)
    const statements = (await recordStatements(work)).filter(looksUp)
    const plans = []
    for (const statement of statements) plans.push(await explain(client, statement))
    console.log(`${plans.length} statements of the area:`)
    console.table(plans.toSorted((a, b) => b.ms - a.ms).map((plan) => ({ ...plan, ms: plan.ms.toFixed(2) })))
  } finally {
    await app.close()
    await close()
  }
}

/** The floor only writes the row. Processor time of Node and PostgreSQL is comparable even on a busy machine. */
async function measureRefunds(store: string): Promise<void> {
  const server = await serve()
  const headers = { authorization: `Bearer ${key}`, 'x-store-env-id': store, 'content-type': 'application/json' }
  // Each run uses a different amount, because the database may be reused.
  const [{ runs }] = await sql('select count(*)::int as runs from api_keys')
  const refunded = 1 + 2 * (runs % 10)
  const countLines = async () =>
    (await sql(`select count(*)::int as n from loyalty_journal where store_env_id = $1 and kind = 'order'`, [store]))[0]
      .n
  const linesBefore = await countLines()
  const put = (amount: number) => async (i: number) => {
    const m = 1 + ((i * 7919) % (inStore - 1))
    const at = new Date(Date.parse('2025-12-10T12:00:00Z') + (60 + (m % 50)) * 86_400_000).toISOString()
    const order = {
      ...{ platformOrderId: `o${m * ordersEach + 1}`, email: `buyer${m}@customer.example`, currency: 'EUR' },
      ...{ total: '30.00', refundedTotal: `${amount}.00`, placedAt: at },
    }
    const body = JSON.stringify([order])
    const response = await fetch(`${server.origin}/api/v1/orders`, { method: 'PUT', headers, body })
    const { updated, unchanged } = (await response.json()) as { updated: number; unchanged: number }
    if (updated + unchanged !== 1) throw new Error(`An order was refused: ${response.status}.`)
  }
  const work = {
    'refund, folded anew': put(refunded),
    'the same order again': put(refunded),
    'refund of what was read before': put(refunded + 1),
    'an update of the row, the floor': (i: number) =>
      sql('update orders set order_number = 7, updated_at = now() where store_env_id = $1 and platform_order_id = $2', [
        store,
        `o${(1 + ((i * 7919) % (inStore - 1))) * ordersEach + 2}`,
      ]),
  }
  try {
    const spent = Object.keys(work).map((what) => ({ what, times: [] as number[], node: 0, postgres: 0 }))
    for (let round = -warmUpRounds; round < refundRounds; round++)
      for (const each of spent) {
        const [node, postgres] = [await nodeMs(server.child), postgresMs(bench.dataDir)]
        for (let i = 0; i < refundsInRound; i++) {
          const began = performance.now()
          await work[each.what as keyof typeof work]((round + warmUpRounds) * refundsInRound + i)
          if (round >= 0) each.times.push(performance.now() - began)
        }
        if (round < 0) continue
        each.node += (await nodeMs(server.child)) - node
        each.postgres += postgresMs(bench.dataDir) - postgres
      }
    const folded = (await countLines()) - linesBefore
    if (folded < 2 * (warmUpRounds + refundRounds) * refundsInRound)
      throw new Error(`Only ${folded} refunds reached the journal.`)
    const floor = median(spent.at(-1)?.times ?? [])
    console.table(
      spent.map(({ what, times, node, postgres }) => ({
        ...{ what, 'median ms': median(times).toFixed(2), ratio: (median(times) / floor).toFixed(1) },
        'Node ms each': (node / times.length).toFixed(2),
        'PostgreSQL ms each': (postgres / times.length).toFixed(2),
      })),
    )
  } finally {
    server.child.kill()
  }
}

async function measureLiability(): Promise<void> {
  const [{ id: store }] = (await sql(`select ${storeId(stores)} as id`)) as [{ id: string }]
  const [{ n }] = await sql('select count(*)::int as n from loyalty_journal where store_env_id = $1', [store])
  for (const table of ['loyalty_journal_days', 'loyalty_journal_months', 'loyalty_journal_counts'])
    await sql(`delete from ${table} where store_env_id = $1`, [store])
  const server = await serve()
  const { service, close } = open()
  const headers = { authorization: `Bearer ${key}`, 'x-store-env-id': store }
  const read = async (times: number) => {
    const taken: number[] = []
    let text = ''
    for (let i = 0; i < times; i++) {
      const began = performance.now()
      const response = await fetch(`${server.origin}/api/v1/loyalty/liability`, { headers })
      text = await response.text()
      if (response.status !== 200) throw new Error(`The report failed: ${text}`)
      taken.push(performance.now() - began)
    }
    return { text, ms: median(taken) }
  }
  try {
    const whole = await read(3)
    const counting = await runJob(service, 'loyalty.count_months', store)
    const kept = await read(21)
    if (kept.text !== whole.text) throw new Error('The report changes after lines are counted.')
    console.log(
      `liability of a store with ${n} lines: ${whole.ms.toFixed(0)} ms with every line read, ${kept.ms.toFixed(1)} ms with them counted, ` +
        `which took ${counting.toFixed(1)} s; the same report`,
    )
  } finally {
    server.child.kill()
    await close()
  }
}

async function runJob(service: ReturnType<typeof open>['service'], id: string, store: string): Promise<number> {
  const found = jobs.find((each) => each.id === id)
  if (!found) throw new Error(`The job ${id} is missing.`)
  const scope = { storeEnvId: store, organizationId: (await sql('select id from organizations'))[0].id }
  const { db, services } = service
  const began = performance.now()
  await perform(found, { db, services, stopping: new AbortController().signal }, scope)
  return seconds(began)
}

async function measureJobs(store: string): Promise<void> {
  const { service, close } = open()
  const { gc } = globalThis
  const heapMb = () => {
    gc?.()
    return process.memoryUsage().heapUsed / 1_048_576
  }
  try {
    const run = (id: string) => runJob(service, id, store)
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
      throw new Error(`The rebuild returned ${after[0].sum} instead of ${before[0].sum}.`)
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
  const config = loadConfig({
    DATA_DIR: bench.dataDir,
    SECRET_KEY: bench.secretKey,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
  })
  const service = composeService(config, bench.url, { clock: createClock(now) })
  return { service, close: service.close }
}
