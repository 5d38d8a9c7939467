// Makes the digest of a product with 10,000 reviews: claim, read, choose and write. Also prints the plan of the
// query that counts a product's reviews by rating and language.
// Run: node bin/run.mjs bench/jobs/digests.ts [reviews, default 10000]
import { makeDigests } from '#resources/digests/commands.ts'
import { startTestCluster } from '#test/cluster.ts'
import { startService } from '#test/service.ts'
import { median } from '../support/bench-service.ts'

const size = Number(process.argv[2] ?? 10_000)
const rounds = 15
const mostMs = 200

const cluster = await startTestCluster(undefined)
Object.assign(process.env, cluster.environment)
const service = await startService()
try {
  const shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
  await shop.api.put('/reviews/settings', { digest: true })
  await service.query(
    `insert into reviews (store_env_id, id, product_id, rating, title, body, author_name, author_email, status, source, detected_language,
                          submitted_at, approved_at, created_at, updated_at)
     select p.store_env_id, gen_random_uuid(), p.id, 1 + n % 5, 'Title ' || n,
            'The handle of mug ' || n % 97 || ' stays cool with boiling water. ' || repeat('It was worth the price of ' || n % 31 || ' and the lid closes. ', 1 + n % 20),
            'Ada', 'ada' || n || '@customer.example', 'approved', 'import', case when n % 2 = 0 then 'en' else 'und' end,
            now() - n * interval '1 minute', now(), now(), now()
       from products p, generate_series(1, $1::integer) n where p.store_env_id = $2`,
    [size, shop.storeEnvId],
  )
  await service.query('vacuum analyze reviews')
  const { db } = service.service
  const times: number[] = []
  for (let i = 0; i < rounds; i++) {
    await service.query(
      `insert into review_digests (store_env_id, product_id, due_at)
       select p.store_env_id, p.id, now() - interval '1 minute' from products p where p.store_env_id = $1
           on conflict (store_env_id, product_id) do update set due_at = excluded.due_at`,
      [shop.storeEnvId],
    )
    const from = performance.now()
    await makeDigests({ db, stopping: new AbortController().signal }, shop)
    times.push(performance.now() - from)
  }
  const { body } = await shop.storefront.get('/storefront/digest?platformProductId=mug')
  if (body.data.length !== 6) throw new Error(`the digest has ${body.data.length} sentences`)
  const ms = median(times.slice(2))
  console.log(
    `a digest of ${size} reviews: ${ms.toFixed(1)} ms (at most ${Math.max(...times.slice(2)).toFixed(1)}), goal ${mostMs} ms`,
  )
  const plan = await service.query(
    `explain (analyze, buffers, costs off)
     select r.rating, coalesce(nullif(lower(substring(r.locale from '^[A-Za-z]+')), 'und'), r.detected_language, 'und') as locale, count(*),
            count(*) filter (where r.verified), count(*) filter (where r.photo_count > 0)
       from reviews r where r.store_env_id = '${shop.storeEnvId}' and r.status = 'approved'
        and r.product_id = (select p.id from products p where p.store_env_id = '${shop.storeEnvId}') group by 1, 2`,
  )
  console.log(plan.rows.map((row) => row['QUERY PLAN']).join('\n'))
  process.exitCode = ms > mostMs ? 1 : 0
} finally {
  await service.close()
  await cluster.stop()
}
