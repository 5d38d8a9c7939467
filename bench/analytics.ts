// Measures the reports of a store with a million reviews in two years. Each report runs through the dispatcher, like an
// API key's call: without daily sums, with daily sums, and after fourteen days have changed since they were summed. The
// floor of the same run counts the same days in the database alone. Run: node bin/run.mjs bench/analytics.ts [reviews]
// [sums|themes] [plans]
import { Client } from 'pg'
import { sql } from '#platform/db/query.ts'
import { countMailDays, joinFinishedDays } from '#resources/analytics/activity/commands.ts'
import { widgets } from '#resources/analytics/activity/schema.ts'
import { sumStore } from '#resources/analytics/engine/commands.ts'
import { recountStore } from '#resources/analytics/engine/recount.ts'
import { createRandom } from '#resources/analytics/engine/walk.testing.ts'
import { countRequestDays } from '#resources/analytics/requests/commands.ts'
import { countMonths } from '#resources/loyalty/liability/commands.ts'
import { startTestCluster } from '#test/cluster.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { explainPlan, recordStatements } from './support/plans.ts'

const products = 2_000
const days = 731
const rounds = 5
const sentBefore = 5
const goalMs = 250
const filled =
  'reviews, review_acts, products, review_requests, email_messages, loyalty_journal, analytics_widget_counts'
const now = '2026-11-22T12:00:00Z'

async function bench(reviews: number): Promise<void> {
  const cluster = await startTestCluster(undefined)
  Object.assign(process.env, cluster.environment)
  const service = await startService({ now: new Date(now) })
  try {
    const shop = await service.shop()
    await fill(service, shop, reviews)
    if (!['sums', 'themes'].some((part) => process.argv.includes(part))) {
      console.log('nothing summed')
      await report(service, shop, [30, days])
    }
    const { db } = service.service
    const sum = async () => {
      await sumStore(db, shop, new AbortController().signal)
      while (await db.store(shop, 'write', countMailDays));
      while (await db.store(shop, 'write', countRequestDays));
      await db.store(shop, 'write', joinFinishedDays)
      while (await db.store(shop, 'write', (tx) => countMonths(tx)));
    }
    console.log(`all of it summed in ${((await timed(sum)) / 1000).toFixed(1)} s`)
    await asSuperuser(service, (superuser) =>
      superuser.query(`vacuum analyze analytics_sums, analytics_waits, ${filled}`),
    )
    await report(service, shop, [30, 92, days])
    await mark(service, shop, [2, 3, 4, 5, 6, 7, 9, 12, 40, 100, 200, 300, 500, 700])
    console.log('fourteen days changed')
    await report(service, shop, [30, 92, days])
    console.log(`summed once more in ${((await timed(sum)) / 1000).toFixed(1)} s`)
    if (process.argv.includes('themes')) return
    const before = process.memoryUsage().rss
    const recounted = await timed(async () => {
      const { differences } = await recountStore(db, shop)
      if (differences.length > 0) throw new Error(JSON.stringify(differences.slice(0, 5)))
    })
    const grown = (process.memoryUsage().rss - before) / 1024 ** 2
    console.log(
      `recounted in ${(recounted / 1000).toFixed(1)} s without a difference, memory grew by ${grown.toFixed(0)} MB`,
    )
    const attentionMs = await median(async () => {
      const { status, text } = await shop.api.get('/analytics/attention')
      if (status !== 200) throw new Error(text)
    })
    console.log(`what waits, of ${reviews}: ${attentionMs.toFixed(1)} ms`)
  } finally {
    await service.close()
    await cluster.stop()
  }
}

async function report(service: TestService, shop: Shop, spans: readonly number[]): Promise<void> {
  for (const span of spans) {
    const from = `from=${dayAgo(span - 1)}`
    const floorMs = await median(() => count(service, shop, span))
    console.log(`${span} days: the floor ${floorMs.toFixed(1)} ms`)
    const themes = [`/analytics/themes?${from}`, `/analytics/themes?${from}&words=2`]
    const others = [
      ...['reviews', 'moderation', 'requests', 'email', 'loyalty', 'widgets'].flatMap((name) => [
        `/analytics/${name}?${from}&interval=day`,
        `/analytics/${name}?${from}&interval=month`,
      ]),
      `/analytics/requests?${from}&groupBy=template`,
      `/analytics/requests?${from}&groupBy=provider`,
      `/analytics/products?${from}`,
      `/evidence/suppression?${from}`,
    ]
    for (const path of process.argv.includes('themes') ? themes : [...others, ...themes]) {
      const ask = async () => {
        const { status, text } = await shop.api.get(path)
        if (status !== 200) throw new Error(text)
      }
      const ms = await median(ask)
      const name = path.replace(/\?from=[^&]*&?/, ' ')
      console.log(`  ${name.padEnd(36)} ${ms.toFixed(1).padStart(8)} ms  ${(ms / floorMs).toFixed(2)} x the floor`)
      if (ms > goalMs && process.argv.includes('plans')) await printPlans(service, ask)
    }
  }
}

const printPlans = (service: TestService, ask: () => Promise<void>) =>
  asSuperuser(service, async (superuser) => {
    const reads = (await recordStatements(ask)).filter(({ text }) => /^\s*(select|with)\b/i.test(text))
    for (const statement of reads) {
      const { ms, plan } = await explainPlan(superuser, statement)
      if (ms > 5) console.log(`    ${ms.toFixed(1)} ms\n${plan.replace(/^/gm, '      ')}`)
    }
  })

const dayAgo = (ago: number) =>
  new Date(Date.parse('2026-11-22T00:00:00Z') - ago * 86_400_000).toISOString().slice(0, 10)

const mark = (service: TestService, shop: Shop, daysAgo: readonly number[]) =>
  asSuperuser(service, async (superuser) => {
    for (const table of ['analytics_changes', 'analytics_request_changes'])
      await superuser.query(
        `insert into ${table} (store_env_id, day, id) select $1, d::date, gen_random_uuid() from unnest($2::text[]) d`,
        [shop.storeEnvId, daysAgo.map(dayAgo)],
      )
  })

async function asSuperuser({ databaseUrl }: TestService, work: (superuser: Client) => Promise<unknown>): Promise<void> {
  const superuser = new Client({ connectionString: databaseUrl })
  await superuser.connect()
  try {
    await work(superuser)
  } finally {
    await superuser.end()
  }
}

/**
 * Writes as many texts as thirty days have, so no text occurs twice in a theme. The nth word is drawn with a weight of 1/n.
 */
async function writeTexts(): Promise<string[]> {
  const { eng } = (await import('stopword')) as { eng: string[] }
  const random = createRandom(1)
  const syllables = Array.from({ length: 120 }, (_, i) => 'bdfgklmnprst'.charAt(i % 12) + 'aeiouyäöüé'.charAt(i % 10))
  const made = new Set<string>()
  while (made.size < 29_850)
    made.add(
      Array.from({ length: 2 + random.below(4) }, () => random.one(syllables)).join('') +
        random.one(['', 's', 'n', 'r']),
    )
  const vocabulary = [...eng.slice(0, 150), ...made]
  const upTo: number[] = []
  for (let n = 1; n <= vocabulary.length; n++) upTo.push((upTo.at(-1) ?? 0) + 1 / n)
  const word = () => {
    const at = random.next() * (upTo.at(-1) ?? 0)
    let [from, to] = [0, upTo.length - 1]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((upTo[middle] ?? 0) < at) from = middle + 1
      else to = middle
    }
    return vocabulary[from] ?? ''
  }
  return Array.from({ length: 50_000 }, () => {
    const sentences = Array.from({ length: 1 + random.below(5) }, () =>
      Array.from({ length: 5 + random.below(10) }, word).join(' '),
    )
    return `${sentences.join('. ')}.`
  })
}

/** Runs as a superuser, who has no statement timeout. Omits orders and members, because no report reads them. */
const fill = (service: TestService, { storeEnvId }: Shop, reviews: number) =>
  asSuperuser(service, async (superuser) => {
    const texts = await writeTexts()
    await superuser.query(
      'create temp table texts as select n - 1 as n, body from unnest($1::text[]) with ordinality t(body, n)',
      [texts],
    )
    await superuser.query('create unique index on texts (n)')
    const characters = texts.reduce((sum, { length }) => sum + length, 0) / texts.length
    console.log(`texts of ${characters.toFixed(0)} characters each`)
    const requests = reviews * 1.5
    const others = reviews * 2
    const at = (i: string, of: number, daysBefore: number, as = 'a') =>
      `lateral (select '${now}'::timestamptz - make_interval(days => ${daysBefore}, secs => ${i}::float8 / ${of} * ${(days - 1) * 86_400}) as at) ${as}`
    await superuser.query(`
    set session_replication_role = replica;
    create function pg_temp.id_at(at timestamptz, n bigint) returns uuid language sql immutable as $$
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid $$;
    insert into products (store_env_id, id, platform_product_id, title, status, created_at, updated_at)
    select '${storeEnvId}', gen_random_uuid(), 'p' || i, 'Product ' || i, 'active', '${now}', '${now}'
      from generate_series(1, ${products}) i;
    with numbered as materialized (
      select id, row_number() over (order by id) - 1 as n from products where store_env_id = '${storeEnvId}')
    insert into reviews (store_env_id, id, product_id, order_id, rating, body, author_name, status, moderation_reason, source,
                         submitted_at, approved_at, created_at, updated_at)
    select '${storeEnvId}', pg_temp.id_at(a.at, i), p.id, case when i % 2 = 0 then pg_temp.id_at(o.at, i * 3 / 2) end, 1 + i % 5,
           t.body, 'Ana',
           case when i % 10 = 0 then 'pending' when i % 17 = 0 then 'rejected' else 'approved' end,
           case when i % 10 > 0 and i % 17 = 0 then 'offensive' end, 'api', a.at, a.at, a.at, a.at
      from generate_series(1, ${reviews}) i
      join numbered p on p.n = (i * 7919::bigint) % ${products}
      join texts t on t.n = i % 50000
     cross join ${at('i', reviews, 0)}
     cross join ${at('(i * 3 / 2)', requests, sentBefore, 'o')};
    insert into review_acts (store_env_id, id, review_id, submitted_at, at, kind, role, via, is_first_decision, is_first_reply)
    select r.store_env_id, gen_random_uuid(), r.id, r.submitted_at, w.at, 'changed', 'MEMBER', 'session', w.is_decision, not w.is_decision
      from reviews r
     cross join lateral (values
           (r.submitted_at + make_interval(secs => 60 * power(4320, random())), true),
           (case when random() < 0.3 then r.submitted_at + make_interval(secs => 600 * power(1000, random())) end, false)) as w(at, is_decision)
     where r.store_env_id = '${storeEnvId}' and r.status <> 'pending' and w.at is not null;
    insert into review_requests (store_env_id, id, order_id, state, provider, scheduled_for, sent_at, form_first_viewed_at, reminded_at,
                                 created_at, updated_at)
    select '${storeEnvId}', pg_temp.id_at(a.at, j), pg_temp.id_at(a.at, j), 'sent', case when j % 7 = 0 then 'klaviyo' else 'evident' end,
           a.at, a.at, case when j % 2 = 0 or j % 3 = 0 then a.at + interval '1 day' end,
           case when j % 4 = 0 then array[a.at + interval '5 days'] else '{}' end, a.at, a.at
      from generate_series(1, ${requests}) j cross join ${at('j', requests, sentBefore)};
    insert into email_messages (store_env_id, id, key, template, category, recipient, email, locale, state, priority, due_at, created_at,
                                settled_at, sent_at, bounced_at, bounce, complained_at)
    select '${storeEnvId}', pg_temp.id_at(a.at, j), 'k' || j, 'review_request', 'review_requests', 'c' || j || '@customer.example',
           'c' || j || '@customer.example', 'en', case when j % 50 = 0 then 'skipped' when j % 90 = 0 then 'failed' else 'sent' end, 1,
           a.at, a.at, a.at, a.at, case when j % 40 = 1 then a.at end, case when j % 40 = 1 then 'hard' end,
           case when j % 1000 = 1 then a.at end
      from generate_series(1, ${others}) j cross join ${at('j', others, 0)};
    insert into loyalty_journal (store_env_id, id, member_id, kind, delta, balance, at, created_at)
    select '${storeEnvId}', pg_temp.id_at(a.at, j), pg_temp.id_at('2024-01-01', j % 100000), 'order', j % 100 - 20, 100, a.at, a.at
      from generate_series(1, ${others}) j cross join ${at('j', others, 0)};
    insert into analytics_widget_counts (store_env_id, day, widget, kind, part, count)
    select '${storeEnvId}', '${now}'::date - d, w, k, p, 100 + d
      from generate_series(0, ${days - 1}) d, unnest('{${widgets.join()}}'::text[]) w, unnest('{impression,click}'::text[]) k,
           generate_series(0, 7) p`)
    // In production autovacuum does this later. Afterwards, reads need only the index.
    await superuser.query(`vacuum analyze ${filled}`)
  })

const count = ({ service }: TestService, shop: Shop, span: number) =>
  service.db.store(shop, 'read', (tx) =>
    tx.first(sql`
      select count(*) from reviews where store_env_id = ${tx.storeEnvId} and submitted_at >= ${new Date(`${dayAgo(span - 1)}T00:00:00Z`)}`),
  )

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < rounds; i++) times.push(await timed(work))
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}

await bench(Number(process.argv[2] ?? 1_000_000))
