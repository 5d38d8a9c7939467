// The reports of a store with a million reviews in two years, through the dispatcher as a key calls it. Beside each the floor of
// the same run: the database counts the same days and does nothing else. Run: node bin/run.mjs bench/analytics.ts [reviews]
import { Client } from 'pg'
import { sql } from '#platform/db/query.ts'
import { startTestCluster } from '#test/cluster.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'

const products = 2_000
const days = 731
const rounds = 5
const now = '2026-11-22T12:00:00Z'
const words =
  'The handle is sturdy and the lid is tight, it holds its warmth for an hour and looks new after a winter. '

async function bench(reviews: number): Promise<void> {
  const cluster = await startTestCluster(undefined)
  Object.assign(process.env, cluster.environment)
  const service = await startService({ now: new Date(now) })
  try {
    const shop = await service.shop()
    await fill(service, shop, reviews)
    for (const span of [30, 92, days]) {
      const query = `from=${dayAgo(span - 1)}&interval=${span > 92 ? 'month' : 'day'}`
      const floorMs = await median(() => count(service, shop, span))
      console.log(`${span} days of ${reviews}: floor ${floorMs.toFixed(1)} ms`)
      for (const report of ['reviews', 'moderation', 'products', 'themes']) {
        const ms = await median(async () => {
          const { status, text } = await shop.api.get(
            `/analytics/${report}?${report === 'products' || report === 'themes' ? query.replace(/&interval=\w+/, '') : query}`,
          )
          if (status !== 200) throw new Error(text)
        })
        console.log(`  ${report.padEnd(10)} ${ms.toFixed(1).padStart(8)} ms  ${(ms / floorMs).toFixed(2)} x the floor`)
      }
    }
  } finally {
    await service.close()
    await cluster.stop()
  }
}

const dayAgo = (ago: number) =>
  new Date(Date.parse('2026-11-22T00:00:00Z') - ago * 86_400_000).toISOString().slice(0, 10)

/** As a superuser, whose statements may take as long as they take. */
async function fill({ databaseUrl }: TestService, { storeEnvId }: Shop, reviews: number): Promise<void> {
  const superuser = new Client({ connectionString: databaseUrl })
  await superuser.connect()
  await superuser.query(`
    insert into products (store_env_id, id, platform_product_id, title, status, created_at, updated_at)
    select '${storeEnvId}', gen_random_uuid(), 'p' || i, 'Product ' || i, 'active', '${now}', '${now}'
      from generate_series(1, ${products}) i;
    with numbered as materialized (
      select id, row_number() over (order by id) - 1 as n from products where store_env_id = '${storeEnvId}')
    insert into reviews (store_env_id, id, product_id, rating, body, author_name, status, source, submitted_at, approved_at,
                         created_at, updated_at)
    select '${storeEnvId}', gen_random_uuid(), p.id, 1 + i % 5, '${words}', 'Ana',
           case when i % 10 = 0 then 'pending' else 'approved' end, 'api', a.at, a.at, a.at, a.at
      from generate_series(1, ${reviews}) i
      join numbered p on p.n = i % ${products},
           lateral (select '${now}'::timestamptz - make_interval(secs => i::float8 / ${reviews} * ${(days - 1) * 86_400}) as at) a;
    insert into analytics_first_acts (store_env_id, review_id, decided_at)
    select store_env_id, id, submitted_at + interval '1 hour' from reviews where store_env_id = '${storeEnvId}' and status = 'approved'`)
  // As the server does by itself some time later: reads then need the index alone.
  await superuser.query('vacuum analyze reviews, analytics_first_acts, products')
  await superuser.end()
}

const count = ({ service }: TestService, shop: Shop, span: number) =>
  service.db.store(shop, 'read', (tx) =>
    tx.first(sql`
      select count(*) from reviews where store_env_id = ${tx.storeEnvId} and submitted_at >= ${new Date(`${dayAgo(span - 1)}T00:00:00Z`)}`),
  )

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < rounds; i++) {
    const startedMs = performance.now()
    await work()
    times.push(performance.now() - startedMs)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}

await bench(Number(process.argv[2] ?? 1_000_000))
