// GET /reviews, a page of 20, through the whole chain (key, limits off, tenant, schema) against the floor of
// support/bare-server.ts, alternated in one run. Run: node bench/reviews.ts [reviews, default 1000000]
import { load, median, startGround, startServer } from './support/ground.ts'
import { fillReviews } from './support/reviews-data.ts'

const reviews = Number(process.argv[2] ?? 1_000_000)
const rounds = 7
const ms = 2000
const connections = 16

const ground = await startGround()
try {
  console.log(`filling ${reviews} reviews in 200 stores …`)
  const stores = await fillReviews(ground.url, { reviews, stores: 200, large: reviews / 5 })
  const env = { BENCH_DATABASE_URL: ground.url, SECRET_KEY: ground.secretKey, DATA_DIR: ground.dataDir }
  const bare = await startServer('bare-server.ts', env)
  const service = await startServer('service-server.ts', env)
  const headers = stores.map(({ key, storeEnvId }) => ({
    authorization: `Bearer ${key}`,
    'x-store-env-id': storeEnvId,
  }))
  const subjects = [
    {
      name: 'bare Fastify + pg',
      origin: bare.origin,
      paths: ['/reviews'],
      headers,
      rates: [] as number[],
      p50: [] as number[],
      cpu: [] as number[],
    },
    {
      name: 'GET /reviews',
      origin: service.origin,
      paths: ['/api/v1/reviews'],
      headers,
      rates: [] as number[],
      p50: [] as number[],
      cpu: [] as number[],
    },
  ]
  for (let round = -1; round < rounds; round++) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const measured = await load({
        origin: subject.origin,
        connections,
        ms,
        paths: subject.paths,
        headers: subject.headers,
      })
      if (measured.errors > 0) throw new Error(`${subject.name}: ${measured.errors} answers were not 200`)
      if (round < 0) continue
      subject.rates.push((measured.requests / measured.ms) * 1000)
      subject.p50.push(measured.p50Ms)
    }
  }
  const [floor, ours] = subjects.map((subject) => median(subject.rates)) as [number, number]
  console.table(
    subjects.map((subject) => ({
      what: subject.name,
      'req/s': Math.round(median(subject.rates)),
      'p50 ms': median(subject.p50).toFixed(2),
      ratio: (median(subject.rates) / floor).toFixed(2),
    })),
  )
  const pairs = subjects[0]?.rates.map((rate, i) => (subjects[1]?.rates[i] ?? 0) / rate) ?? []
  console.log(
    `ratio to the floor: ${(ours / floor).toFixed(2)} (median of pairs ${median(pairs).toFixed(2)}; goal at least 0.75, wanted 0.85)`,
  )
  await deepPages(service.origin, headers[0] ?? {})
  await Promise.all([bare.stop(), service.stop()])
} finally {
  await ground.stop()
}

/** Walks the largest store by its cursors, then compares a page far down with the first. */
async function deepPages(origin: string, headers: Record<string, string>): Promise<void> {
  const page = 5000
  let path = '/api/v1/reviews?limit=20'
  for (let walked = 0; walked < page / 5; walked++) {
    const answer = await fetch(
      `${origin}/api/v1/reviews?limit=100${path.includes('cursor') ? `&cursor=${path.split('cursor=')[1]}` : ''}`,
      { headers },
    )
    const { pagination } = (await answer.json()) as { pagination: { nextCursor: string | null } }
    if (!pagination.nextCursor) break
    path = `/api/v1/reviews?limit=20&cursor=${pagination.nextCursor}`
  }
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < 7; round++) {
    for (const [i, each] of ['/api/v1/reviews?limit=20', path].entries()) {
      const { requests, ms: tookMs } = await load({
        origin,
        connections: 1,
        ms: 700,
        paths: [each],
        headers: [headers],
      })
      times[i as 0 | 1].push(tookMs / requests)
    }
  }
  const [first, far] = times.map(median) as [number, number]
  console.log(
    `page ${page} costs ${(far / first).toFixed(2)} × page 1 (${far.toFixed(2)} ms against ${first.toFixed(2)} ms; goal at most 1.3)`,
  )
}
