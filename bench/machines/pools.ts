// Measures a product's summary over its group of 100 products, against the summary of its own reviews, and the summaries of
// 24 products in 24 such groups, as the page of a category requests them. Every URL is new, so nothing is cached. Prints
// processor milliseconds of Node and PostgreSQL per request.
// Run: node bench/machines/pools.ts [reviews, default 100000]
import { Client } from 'pg'
import { compile } from '#platform/db/query.ts'
import { parseConnection } from '#platform/db/roles.ts'
import { recount } from '#resources/reviews/changes/product-counts-commands.ts'
import { load, median, nodeMs, startBenchService, startServer } from '../support/bench-service.ts'
import { capture } from '../support/plans.ts'
import { postgresMs } from '../support/postgres-time.ts'
import { fillStorefronts } from '../support/storefront-data.ts'

const reviews = Number(process.argv[2] ?? 100_000)
const products = 14_000
const half = products / 2
const grouped = 100
const rounds = 9
const warmUps = 3
const ms = 200
/** Number of URLs prepared for one round: more than a server can answer in it, and few enough that no URL repeats. */
const most = Math.floor(half / (rounds + warmUps))

type Kind = { urls: number; queryAt(turn: number): string }

/** Products of one group are mostly pushed together, so their ids are neighbors in the index. */
const kinds: Record<string, Kind> = {
  'own reviews': { urls: most, queryAt: (turn) => `platformProductIds=p${turn}` },
  'group, pushed together': { urls: most, queryAt: (turn) => `platformProductIds=p${turn}&pool=group` },
  'group, pushed apart': { urls: most, queryAt: (turn) => `platformProductIds=p${half + turn}&pool=group` },
  '24 groups, pushed apart': {
    urls: 200,
    queryAt: (turn) => `platformProductIds=${listFrom(half + turn, 24)}&pool=group`,
  },
}

/** Neighboring products of the second half are in different groups. */
const listFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => `p${first + at}`).join(',')

const bench = await startBenchService()
try {
  const shop = await fillStorefronts(bench.url, { reviews, products })
  await fillGroups(shop.storeEnvId)
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const { origin, child, stop } = await startServer('service-server.ts', env)
  const headers = [{ 'x-store-env-id': shop.storeEnvId, origin: shop.origin, 'accept-encoding': 'gzip, deflate, br' }]
  try {
    const costs = new Map(Object.keys(kinds).map((kind) => [kind, [] as { node: number; postgres: number }[]]))
    for (let round = 0; round < warmUps + rounds; round++)
      for (const [kind, { urls, queryAt }] of Object.entries(kinds)) {
        const paths = Array.from({ length: urls }, (_, n) => `/api/v1/storefront/summary?${queryAt(round * urls + n)}`)
        const before = [await nodeMs(child), postgresMs(bench.dataDir)] as const
        const { requests, errors } = await load({ origin, connections: 4, ms, paths, headers })
        if (errors > 0 || requests > urls) throw new Error(`${kind}: ${errors} errors, ${requests} of ${urls} URLs`)
        if (round < warmUps) continue
        const node = ((await nodeMs(child)) - before[0]) / requests
        costs.get(kind)?.push({ node, postgres: (postgresMs(bench.dataDir) - before[1]) / requests })
      }
    const total = (kind: string) => median(costs.get(kind)?.map(({ node, postgres }) => node + postgres) ?? [])
    console.table(
      [...costs].map(([kind, each]) => ({
        kind,
        'Node ms': median(each.map(({ node }) => node)).toFixed(3),
        'PostgreSQL ms': median(each.map(({ postgres }) => postgres)).toFixed(3),
        'of own reviews': (total(kind) / total('own reviews')).toFixed(2),
      })),
    )
  } finally {
    await stop()
  }
} finally {
  await bench.stop()
}

/** Puts each product into one group of 100: neighbors in the first half, and products far apart in the second. */
async function fillGroups(storeEnvId: string): Promise<void> {
  const client = new Client(parseConnection(bench.url))
  await client.connect()
  await client.query(
    `with numbered as (select id, case when row_number() over (order by id) <= ${half} then (row_number() over (order by id) - 1) / ${grouped}
                                  else ${half} + row_number() over (order by id) % ${half / grouped} end as n from products where store_env_id = $1),
          made as (
            insert into product_groups (store_env_id, id, name, source, created_at, updated_at)
            select $1, gen_random_uuid(), 'Group ' || n, 'manual', now(), now() from numbered group by n returning id, name)
     insert into product_group_members (store_env_id, product_id, group_id)
     select $1, p.id, g.id from numbered p join made g on g.name = 'Group ' || p.n`,
    [storeEnvId],
  )
  // Runs the store's job first, which counts the products, as in production.
  for (const query of await capture(storeEnvId, recount)) {
    const { text, values } = compile(query)
    await client.query(text, [...(values ?? [])])
  }
  await client.query('vacuum analyze')
  await client.end()
}
