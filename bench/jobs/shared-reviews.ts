// Copies 100,000 reviews from one store to another and prints rows a second. It also approves reviews of the first
// store before and during the copying. It prints the ratio of the median latency during the copying to the median
// before it, and the same ratio of the 95th percentiles. Then it revokes the grant and prints how long the deletion of
// the copies takes.
// Run: node bench/jobs/shared-reviews.ts [rows]
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '#platform/db/query.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { newId } from '#platform/values/ids.ts'
import { sharedReviewJobs } from '#resources/shared-reviews/jobs.ts'
import { makePair, type Pair, pushProducts } from '#resources/shared-reviews/sharing.testing.ts'
import { startTestCluster } from '#test/cluster.ts'
import { startService, type TestService } from '#test/service.ts'

const insertedAtOnce = 5_000
const words =
  'Holds its warmth for an hour and still looks new after a winter of daily use in a house with three children. '

async function bench(rows: number): Promise<void> {
  const cluster = await startTestCluster(undefined)
  Object.assign(process.env, cluster.environment)
  const service = await startService()
  try {
    const pair = await makePair(service, 'Bench')
    await pushProducts(pair.giver.api)
    await insertReviews(service, pair, rows, 'approved')
    const pending = await insertReviews(service, pair, 4_000, 'pending')
    const offered = (await pair.giver.person.post('/reviews/grants', {})).body
    // While nobody has accepted the grant, the giving store's changes are recorded, and nothing is copied.
    const before = await approveFor(service, pair, pending, () => false, 10_000)
    await pair.receiver.person.post('/reviews/grants/accept', { code: offered.code })
    let isCopying = true
    let startedAt = performance.now()
    const copying = workWhile(service, pair, isUnfilled).finally(() => {
      isCopying = false
    })
    const beside = await approveFor(service, pair, pending, () => !isCopying, 600_000)
    await copying
    const ms = performance.now() - startedAt
    const [{ copies }] = (await pair.giver.api.get('/reviews/grants')).body.data
    console.log(`${copies} copies in ${Math.round(ms)} ms, ${Math.round((copies / ms) * 1000)} rows/s beside approvals`)
    const ratio = (at: number) => (percentile(beside, at) / percentile(before, at)).toFixed(2)
    console.log(
      `approval at the giver: ${percentile(before, 0.5).toFixed(1)} ms without, ${percentile(beside, 0.5).toFixed(1)} ms beside; ratio of medians ${ratio(0.5)}, of p95 ${ratio(0.95)} (${before.length} and ${beside.length} calls)`,
    )
    await pair.giver.person.delete(`/reviews/grants/${offered.id}`)
    startedAt = performance.now()
    await workWhile(service, pair, 'select exists (select from shared_reviews where store_env_id = $1) as due')
    console.log(`${copies} copies deleted in ${Math.round(performance.now() - startedAt)} ms after the revocation`)
  } finally {
    await service.close()
    await cluster.stop()
  }
}

async function insertReviews(service: TestService, { shop, giver }: Pair, rows: number, status: string) {
  const { id: productId } = (await giver.api.get('/products/by-platform-id/mug')).body
  const ids: string[] = []
  for (let from = 0; from < rows; from += insertedAtOnce) {
    const some = Array.from({ length: Math.min(insertedAtOnce, rows - from) }, () => newId())
    ids.push(...some)
    await service.service.db.store(shop, 'write', (tx) =>
      tx.run(sql`
        insert into reviews (store_env_id, id, product_id, rating, body, author_name, author_email, status, source, submitted_at, approved_at,
                             created_at, updated_at)
        select ${shop.storeEnvId}::uuid, n.id, ${productId}::uuid, 1 + n.at % 5, ${words} || n.at, 'Person ' || n.at,
               'person' || n.at || '@example.com', ${status}, 'api', ${tx.now}::timestamptz - n.at * interval '1 minute',
               case when ${status} = 'approved' then ${tx.now}::timestamptz end, ${tx.now}, ${tx.now}
          from unnest(${some}::uuid[]) with ordinality as n(id, at)
        returning 1`),
    )
  }
  await service.query('analyze reviews')
  return ids
}

const isUnfilled =
  'select exists (select from shared_products where store_env_id = $1 and not is_filled) or not exists (select from shared_products where store_env_id = $1) as due'

/** Each job ends after its time slice, because other organizations take turns. */
async function workWhile(service: TestService, { shop, receiver }: Pair, due: string): Promise<void> {
  const copy = sharedReviewJobs.find(({ id }) => id === 'shared_reviews.copy')
  if (!copy) throw new Error('The job that copies is missing.')
  const { db, services } = service.service
  const scope = { storeEnvId: receiver.storeEnvId, organizationId: shop.organizationId }
  const ctx = { db, services, stopping: new AbortController().signal }
  for (;;) {
    await perform(copy, ctx, scope)
    const { rows } = await service.query(due, [receiver.storeEnvId])
    if (!rows[0]?.due) return
  }
}

async function approveFor(
  _: TestService,
  { giver }: Pair,
  pending: string[],
  isOver: () => boolean,
  mostMs: number,
): Promise<number[]> {
  const found: number[] = []
  const until = performance.now() + mostMs
  while (!isOver() && performance.now() < until && pending.length > 500) {
    const id = pending.pop() as string
    const startedAt = performance.now()
    const { status, text } = await giver.api.put(`/reviews/${id}`, { status: 'approved' })
    if (status !== 200) throw new Error(text)
    found.push(performance.now() - startedAt)
    await sleep(15)
  }
  return found
}

function percentile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? Number.NaN
}

await bench(Number(process.argv[2] ?? 100_000))
