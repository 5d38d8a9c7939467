// Measures signals. First, how PostgreSQL finds the near copies of a new review among a store's texts: the time of the function,
// and its plan. Second, a decision on a review with the subscriber of signals and without it, alternated, by processor time of
// this process and PostgreSQL. Run: node bin/run.mjs bench/jobs/signals.ts [texts]
import { createEvents } from '#platform/areas/events.ts'
import { auditAs } from '#platform/audit/audit.ts'
import { createDb } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { updateReview } from '#resources/reviews/moderation/commands.ts'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { signalSubscribers } from '#resources/signals/subscribers.ts'
import { hashWords, splitWords } from '#resources/signals/text-rules.ts'
import { startTestCluster } from '#test/cluster.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { areas } from '../../server/entry/areas.ts'
import { createRandom } from '../../tools/signals/random.ts'
import { copyText, createShop, writeText } from '../../tools/signals/texts.ts'
import { median } from '../support/bench-service.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function bench(texts: number): Promise<void> {
  const cluster = await startTestCluster(undefined)
  Object.assign(process.env, cluster.environment)
  const service = await startService()
  try {
    await decide(service)
    const shop = await service.shop('Large')
    await fill(service, shop, texts)
    await search(service, shop)
  } finally {
    await service.close()
    await cluster.stop()
  }
}

/** Alternates single decisions, so that other work on the machine affects both variants. */
async function decide(service: TestService): Promise<void> {
  const shop = await service.shop('Small')
  const productId = await addProduct(shop)
  const rounds = 400
  const ids = await addReviews(
    service,
    shop,
    Array.from({ length: 2 * rounds }, () => ({ productId, status: 'pending' as const })),
  )
  const { config, clock, log } = service.service.services
  const dbWith = (subscribers: typeof areas.subscribers) =>
    createDb({
      ...{ url: service.databaseUrl, secretKey: config.secretKey, clock, log, constraints: areas.constraints },
      dispatchEvents: createEvents(subscribers),
    })
  const variants = {
    with: dbWith(areas.subscribers),
    without: dbWith(areas.subscribers.filter((each) => !signalSubscribers.includes(each))),
  }
  const times = { with: [] as number[], without: [] as number[] }
  for (let i = 0; i < rounds; i++)
    for (const name of i % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      const id = ids.pop() ?? ''
      const began = performance.now()
      await variants[name].store(shop, 'write', (tx) =>
        updateReview(tx, auditAs({ type: 'system' }), id, { status: 'approved' }),
      )
      times[name].push(performance.now() - began)
    }
  await Promise.all(Object.values(variants).map((db) => db.close()))
  const [one, other] = [median(times.with), median(times.without)]
  say(`decision with signals ${one.toFixed(2)} ms, without ${other.toFixed(2)} ms: ${(one / other).toFixed(3)}`)
}

const batch = 20_000
const known: string[] = []

/**
 * Number of texts with words from the corpus of tools/signals. The other texts get random hashes, because hashing a
 * million texts takes minutes.
 */
const mostWritten = 40_000

/** Inserts hashes alone. Nothing else of the texts matters here. */
async function fill(service: TestService, shop: Shop, texts: number): Promise<void> {
  const random = createRandom(1)
  const pickProduct = createShop(random)
  const write = () => writeText(random, pickProduct(random), 30)
  const productId = await addProduct(shop)
  await service.query('alter table review_texts drop constraint review_texts_review_fk')
  await service.query('drop index review_texts_hashes_idx')
  const began = performance.now()
  const ids = await addReviews(service, shop, [{ productId, body: write() }])
  const written = Math.min(texts, mostWritten)
  for (let done = 0; done < written; done += batch) {
    const rows = Array.from({ length: Math.min(batch, written - done) }, () => {
      const text = write()
      if (known.length < 300 && random.chance(0.01)) known.push(text)
      return `${newId()}\t{${hashWords(shop.storeEnvId, splitWords(text)).join(',')}}`
    })
    const [reviewIds, hashes] = [0, 1].map((at) => rows.map((row) => row.split('\t')[at]))
    await service.query(
      `insert into review_texts (store_env_id, review_id, hashes)
       select $1, t.id, t.hashes::bigint[] from unnest($2::uuid[], $3::text[]) as t(id, hashes)`,
      [shop.storeEnvId, reviewIds, hashes],
    )
  }
  await service.query(
    `insert into review_texts (store_env_id, review_id, hashes)
     select $1, gen_random_uuid(), array(select ((random() - 0.5) * 18e18 + i - i)::bigint from generate_series(1, 32) h)
       from generate_series(1, $2::int) i`,
    [shop.storeEnvId, texts - written],
  )
  say(
    `inserted the hashes of ${texts} texts, ${written} of them written, in ${((performance.now() - began) / 1000).toFixed(0)} s, ${ids.length} review`,
  )
  await service.query(`set maintenance_work_mem = '1GB'`)
  await service.query('create index review_texts_hashes_idx on review_texts using gin (hashes) with (fastupdate = off)')
  await service.query('analyze review_texts')
  const { rows } = await service.query(
    `select pg_size_pretty(pg_relation_size('review_texts')) as rows, pg_size_pretty(pg_relation_size('review_texts_hashes_idx')) as index`,
  )
  say(`table ${rows[0]?.rows}, index ${rows[0]?.index}`)
}

async function search(service: TestService, shop: Shop): Promise<void> {
  const random = createRandom(2)
  const pickProduct = createShop(random)
  const copies = known.map((text) => copyText(random, text, 0.05))
  const others = Array.from({ length: 300 }, () => writeText(random, pickProduct(random), 30))
  for (const [name, texts] of [
    ['copies', copies],
    ['others', others],
  ] as const) {
    const times: number[] = []
    let found = 0
    for (const text of texts) {
      const hashes = `{${hashWords(shop.storeEnvId, splitWords(text)).join(',')}}`
      await service.query('begin')
      await service.query(`select set_config('app.store_env_id', $1, true)`, [shop.storeEnvId])
      const { rows } = await service.query(
        'explain (analyze, format json) select app.reviews_sharing($1::bigint[], 200)',
        [hashes],
      )
      const result = await service.query('select app.reviews_sharing($1::bigint[], 200) as ids', [hashes])
      await service.query('commit')
      found += result.rows[0]?.ids.length > 0 ? 1 : 0
      times.push(rows[0]?.['QUERY PLAN'][0]['Execution Time'])
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(2)
    say(`${name}: ${texts.length}, with candidates ${found}; median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`)
  }
  const hashes = `{${hashWords(shop.storeEnvId, splitWords(copies[0] ?? others[0] ?? '')).join(',')}}`
  await service.query('set enable_seqscan = off')
  await service.query('set enable_indexscan = off')
  const { rows } = await service.query(
    `explain (analyze, buffers) select t.review_id from review_texts t where t.hashes && $1::bigint[] limit 200`,
    [hashes],
  )
  for (const row of rows) say(String(row['QUERY PLAN']).replaceAll(/'\{[^}]+\}'/g, "'{…}'"))
}

await bench(Number(process.argv[2] ?? 1_000_000))
