// Measures sequence runs that are due together. The job itself reads, checks, queues and records the runs. The floor
// (the least possible work) writes the same rows by plain statements for each batch. Also prints memory and the plans of the job's statements. Run:
// node bin/run.mjs bench/jobs/email-sequences.ts [runs, default 100000]
import { Client } from 'pg'
import { parseConnection } from '#platform/db/roles.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { createClock } from '#platform/process/clock.ts'
import { loadConfig } from '#platform/process/config.ts'
import { jobs } from '../../server/entry/areas.ts'
import { setup } from '../../server/entry/commands/setup.ts'
import { composeService } from '../../server/entry/service.ts'
import { startBenchService } from '../support/bench-service.ts'
import { explain, recordStatements } from '../support/plans.ts'

const runs = Number(process.argv[2] ?? 100_000)
/**
 * Number of runs of a small, separate sequence. They are processed first, for the warm-up and for the statements' plans.
 */
const first = 2_000
const batch = 200
const now = new Date('2026-11-23T12:00:00Z')

const rates = { ours: 0 }

const bench = await startBenchService()
const client = new Client(parseConnection(bench.url))
await client.connect()
const sql = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows
const service = composeService(
  loadConfig({ DATA_DIR: bench.dataDir, SECRET_KEY: bench.secretKey, LOG_LEVEL: 'warn' }),
  bench.url,
  { clock: createClock(now) },
)
try {
  const scope = await setup(service, {
    ...{ org: 'Sequences', owner: 'sequences@example.com', password: 'correct horse battery', store: 'Sequences' },
    origins: [],
  })
  await fill(scope.storeEnvId)
  await showPlans(scope)
  await workOff(scope)
  await writeAlone(scope.storeEnvId)
} finally {
  await service.close()
  await client.end()
  await bench.stop()
}

type Scope = { storeEnvId: string; organizationId: string }

/**
 * Each person has two orders and a run of the large sequence, which is paused at first. The first people also have a run of
 * the small sequence.
 */
async function fill(store: string): Promise<void> {
  const startedAt = performance.now()
  const id = (kind: number, n: string) =>
    `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
  const steps = JSON.stringify([
    { type: 'condition', fact: 'has_reviewed', value: false, otherwise: 'exit' },
    {
      type: 'mail',
      subject: 'Thank you, {{ customer.firstName }}',
      body: 'It is on its way.',
      heading: null,
      button: null,
    },
    { type: 'wait', days: 7, hours: 0, minutes: 0 },
    { type: 'mail', subject: 'How is it?', body: 'Tell us.', heading: null, button: null },
  ])
  await sql(`update subscriptions set status = 'active', plan = 'growth' where store_env_id = '${store}'`)
  await sql(`
    insert into products (store_env_id, id, platform_product_id, title, created_at, updated_at)
      select '${store}', ${id(1, 'p')}, 'p' || p, 'Product ' || p, now(), now() from generate_series(0, 999) p;
    insert into customers (store_env_id, id, email, name, created_at, updated_at)
      select '${store}', ${id(2, 'n')}, 'buyer' || n || '@customer.example', 'Jane Doe', now(), now() from generate_series(0, ${runs - 1}) n;
    insert into orders (store_env_id, id, platform_order_id, email, customer_name, currency, total, placed_at, accepts_marketing, created_at, updated_at)
      select '${store}', ${id(3, 'n * 2 + o')}, 'o' || n * 2 + o, 'buyer' || n || '@customer.example', 'Jane Doe', 'EUR', 30,
             timestamptz '${now.toISOString()}' - o * interval '40 days' - interval '1 hour', true, now(), now()
        from generate_series(0, ${runs - 1}) n, generate_series(0, 1) o;
    insert into order_line_items (store_env_id, id, order_id, position, product_id, title, quantity)
      select '${store}', ${id(3, 'n * 2 + o')}, ${id(3, 'n * 2 + o')}, 0, ${id(1, '(n + o) % 1000')}, 'Product', 1 from generate_series(0, ${runs - 1}) n, generate_series(0, 1) o`)
  await sql(`
    insert into reviews (store_env_id, id, product_id, rating, body, author_name, author_email, verified, status, source, submitted_at, created_at, updated_at)
      select '${store}', ${id(8, 'n')}, ${id(1, '(n + 7) % 1000')}, 5, 'Fine.', 'Jane Doe', 'buyer' || n || '@customer.example', true, 'approved', 'api',
             '2026-01-01Z', '2026-01-01Z', '2026-01-01Z' from generate_series(0, ${runs - 1}, 2) n;
    insert into loyalty_members (store_env_id, id, email, balance, tier_points, revision, folded_at, created_at, updated_at)
      select '${store}', ${id(9, 'n')}, 'buyer' || n || '@customer.example', 0, 0, 1, now(), now(), now() from generate_series(0, ${runs - 1}, 2) n;
    insert into email_suppressions (store_env_id, id, email, email_hash, scope, reason, source, created_at, updated_at)
      select '${store}', ${id(10, 'n')}, 'other' || n || '@customer.example', sha256(n::text::bytea), 'all', 'manual', 'api', now(), now()
        from generate_series(1, ${runs / 5}) n`)
  for (const [sequence, count] of [
    [1, first],
    [2, runs],
  ] as const)
    await sql(`
      insert into email_sequences (store_env_id, id, name, status, version, published_at, created_at, updated_at)
        values ('${store}', ${id(4, String(sequence))}, 'Sequence', '${sequence === 1 ? 'live' : 'paused'}', 1, '2026-11-01Z', now(), now());
      insert into email_sequence_versions (store_env_id, sequence_id, version, trigger_event, filter, steps, exit_on, goal, consent, created_at)
        values ('${store}', ${id(4, String(sequence))}, 1, 'order.placed',
                '{"productIds":[],"categoryIds":[],"minimumTotal":null,"firstOrder":null,"tier":null}', '${steps}',
                '{order.refunded}', '{review.created}', 'opted_in_only', now());
      insert into email_sequence_runs (store_env_id, id, sequence_id, version, email, fact, fact_at, platform_order_id, state, step, base_at, due_at, started_at)
        select '${store}', ${id(4 + sequence, 'n')}, ${id(4, String(sequence))}, 1, 'buyer' || n || '@customer.example', 'order.placed o' || n * 2,
               t.at, 'o' || n * 2, 'active', 0, t.at, t.at, t.at
          from generate_series(0, ${count - 1}) n, lateral (select timestamptz '${now.toISOString()}' - interval '1 hour' as at) t`)
  await sql('vacuum analyze')
  console.log(`${runs} runs due at the same time, filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
}

async function work(scope: Scope): Promise<void> {
  const found = jobs.find(({ id }) => id === 'email_sequences.work')
  if (!found) throw new Error('The job for email sequences is missing.')
  const { db, services } = service
  await perform(found, { db, services, stopping: new AbortController().signal }, scope)
}

async function handedOver(): Promise<number> {
  const [{ n }] = (await sql(`
    select count(*)::int as n from email_sequence_messages m
      join email_messages q on q.store_env_id = m.store_env_id and q.key = 'sequence:' || m.run_id || ':' || m.step
     where m.state = 'queued'`)) as [{ n: number }]
  return n
}

async function showPlans(scope: Scope): Promise<void> {
  const statements = await recordStatements(() => work(scope))
  await sql(`update email_sequences set status = 'live' where store_env_id = $1`, [scope.storeEnvId])
  const plans = []
  // Pure inserts use no index, so their plans are left out.
  for (const statement of statements.filter(({ text }) => /\b(from|update)\b/.test(text) && !/^\s*insert/.test(text)))
    plans.push(await explain(client, statement))
  console.table(plans.toSorted((a, b) => b.ms - a.ms).map((plan) => ({ ...plan, ms: plan.ms.toFixed(2) })))
}

async function workOff(scope: Scope): Promise<void> {
  const { gc } = globalThis
  const heapMb = () => process.memoryUsage().heapUsed / 1e6
  const before = await handedOver()
  gc?.()
  const [atRest, samples] = [heapMb(), [] as number[]]
  const sampler = setInterval(() => samples.push(heapMb()), 20)
  const startedAt = performance.now()
  await work(scope)
  const seconds = (performance.now() - startedAt) / 1000
  clearInterval(sampler)
  gc?.()
  const handed = (await handedOver()) - before
  if (handed !== runs) throw new Error(`${runs} were due, ${handed} are in the mail queue.`)
  rates.ours = runs / seconds
  console.log(
    `${runs} runs processed in ${seconds.toFixed(1)} s: ${Math.round(rates.ours)} a second; heap ${atRest.toFixed(0)} MB before,` +
      `${Math.max(...samples).toFixed(0)} MB at most, ${heapMb().toFixed(0)} MB after`,
  )
}

async function writeAlone(store: string): Promise<void> {
  await sql(`
    create table floor_queue (like email_messages including all);
    create table floor_messages (like email_sequence_messages including all);
    create table floor_runs (like email_sequence_runs including all);
    insert into floor_runs select * from email_sequence_runs;
    analyze floor_runs`)
  const found = await sql('select run_id as id, step from email_sequence_messages where store_env_id = $1', [store])
  const chosen = found.slice(0, runs) as { id: string; step: number }[]
  const readRows = async (table: string, column: string, wanted: readonly string[]) =>
    (
      await sql(`select json_agg(t)::text as rows from ${table} t where store_env_id = $1 and ${column} = any($2)`, [
        store,
        wanted,
      ])
    )[0].rows
  let ms = 0
  for (let from = 0; from < chosen.length; from += batch) {
    const some = chosen.slice(from, from + batch)
    const ids = some.map(({ id }) => id)
    const keys = some.map(({ id, step }) => `sequence:${id}:${step}`)
    const queue = await readRows('email_messages', 'key', keys)
    const messages = await readRows('email_sequence_messages', 'run_id', ids)
    const startedAt = performance.now()
    await client.query('begin')
    await client.query('insert into floor_queue select * from json_populate_recordset(null::floor_queue, $1)', [queue])
    await client.query('insert into floor_messages select * from json_populate_recordset(null::floor_messages, $1)', [
      messages,
    ])
    await client.query(
      `update floor_runs set step = step + 1, due_at = due_at + interval '7 days' where store_env_id = $1 and id = any($2::uuid[])`,
      [store, ids],
    )
    await client.query('commit')
    ms += performance.now() - startedAt
  }
  const alone = (chosen.length / ms) * 1000
  console.log(`the same rows alone: ${Math.round(alone)} runs a second; ratio ${(rates.ours / alone).toFixed(2)}`)
}
