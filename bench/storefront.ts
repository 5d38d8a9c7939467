// Measures visitors' requests: cached responses, unchanged responses, and the stars of a page of 100 products. The floor is
// a plain Fastify handler that sends the same bytes. Run: node bench/storefront.ts [reviews, default 1000000]
import { startBenchService, startServer } from './support/bench-service.ts'
import { keptAgainstPlain, measureCpu, type Server } from './support/kept-answers.ts'
import { fillStorefronts } from './support/storefront-data.ts'

const reviews = Number(process.argv[2] ?? 1_000_000)
const products = 5_000
const rounds = 7
const list = '/api/v1/storefront/reviews?platformProductId=p0'

const bench = await startBenchService()
try {
  console.log(`filling ${reviews} reviews, most of them in one store …`)
  const shop = await fillStorefronts(bench.url, { reviews, products })
  const page = { 'x-store-env-id': shop.storeEnvId, origin: shop.origin }
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const plain = await startServer('plain-server.ts', env)
  const full = await startServer('plain-server.ts', env)
  const service = await startServer('service-server.ts', env)
  await keptAgainstPlain({ plain, full, service }, { what: 'reviews', path: list, page, rounds })
  await stars(service, page)
  await Promise.all([plain.stop(), full.stop(), service.stop()])
} finally {
  await bench.stop()
}

async function stars({ origin, child }: Server, page: Record<string, string>) {
  const busiest = Array.from({ length: 100 }, (_, i) => `p${i}`)
  const usual = Array.from({ length: 100 }, (_, i) => `p${1000 + 7 * i}`)
  const cases: [string, string[], boolean][] = [
    ['100 products, kept', busiest, true],
    ['100 usual products, read anew', usual, false],
    ['the 100 with most reviews, read anew', busiest, false],
  ]
  const rows = []
  for (const [what, ids, isKept] of cases) {
    for (let i = 0; i < 20; i++) await ask(origin, page, ids, isKept ? 0 : i)
    const [calls, before, at] = [200, await measureCpu(child), performance.now()]
    for (let i = 0; i < calls; i++) await ask(origin, page, ids, isKept ? 0 : 20 + i)
    const took = performance.now() - at
    const after = await measureCpu(child)
    const cpuMs = (after.user + after.system - before.user - before.system) / 1000 / calls
    rows.push({ what, 'server CPU ms': cpuMs.toFixed(2), 'ms a call': (took / calls).toFixed(2) })
  }
  console.table(rows)
}

/** `turn` changes the order of the ids, because each order is a new cache key. */
async function ask(origin: string, headers: Record<string, string>, ids: string[], turn: number): Promise<void> {
  const turned = [...ids.slice(turn % 100), ...ids.slice(0, turn % 100)]
  if (turn >= 100) turned.reverse()
  if (turn >= 200) turned.push(turned.shift() ?? '', turned.shift() ?? '')
  const answer = await fetch(`${origin}/api/v1/storefront/summary?platformProductIds=${turned.join(',')}`, { headers })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  await answer.text()
}
