import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addByClock } from '#test/queue.ts'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
})
let count = 0
async function write(more: object): Promise<{ id: string; language: string | null; languageSource: string | null }> {
  const { status, body, text } = await shop.api.post('/reviews', {
    platformProductId: 'mug',
    rating: 5,
    authorName: 'Ada',
    authorEmail: `ada${++count}@customer.example`,
    ...more,
  })
  assert.equal(status, 201, text)
  return body
}
const languageOf = ({ language, languageSource }: { language: string | null; languageSource: string | null }) => [
  language,
  languageSource,
]
const german = 'Der Becher hält den Tee lange warm und liegt gut in der Hand.'
const english = 'Keeps my tea hot for an hour and feels good in the hand.'

test("the author's locale takes precedence over detection in the text", async () => {
  assert.deepEqual(languageOf(await write({ body: english, locale: 'de-AT' })), ['de', 'author'])
  assert.deepEqual(languageOf(await write({ body: english, locale: 'pt_BR' })), ['pt', 'author'])
})

test('without a locale the language is detected in the text, if the text is long enough', async () => {
  assert.deepEqual(languageOf(await write({ body: german })), ['de', 'detected'])
  assert.deepEqual(languageOf(await write({ body: english, locale: null })), ['en', 'detected'])
  assert.deepEqual(languageOf(await write({ body: german, locale: 'und' })), ['de', 'detected'])
  assert.deepEqual(languageOf(await write({ body: 'とても使いやすいマグカップです。' })), ['ja', 'detected'])
  for (const body of ['Super', '12345 67', '👍👍', 'xq zv'])
    assert.deepEqual(languageOf(await write({ body })), [null, null], body)
})

test("a changed text's language is detected again; changed stars do not matter", async () => {
  const { id } = await write({ body: german })
  // Only imported reviews can be edited.
  await service.query("update reviews set source = 'import' where id = $1", [id])
  const edit = async (changes: object) => {
    const { status, text } = await shop.api.put(`/reviews/${id}`, changes)
    assert.equal(status, 200, text)
    return languageOf((await shop.api.get(`/reviews/${id}`)).body)
  }
  assert.deepEqual(await edit({ body: english }), ['en', 'detected'])
  assert.deepEqual(await edit({ rating: 3 }), ['en', 'detected'])
  assert.deepEqual(await edit({ status: 'approved' }), ['en', 'detected'])
})

test('the locale filter, its counts and the admin filter compare the language', async () => {
  await shop.api.put('/products', [{ platformProductId: 'cup', title: 'Cup' }])
  const ids: Record<string, string> = {}
  for (const [name, more] of Object.entries({
    stated: { body: english, locale: 'de' },
    detected: { body: german },
    english: { body: english },
    unknown: { body: 'Super' },
  })) {
    ids[name] = (await write({ platformProductId: 'cup', ...more })).id
    await shop.api.put(`/reviews/${ids[name]}`, { status: 'approved' })
  }
  const find = async (query: string) =>
    new Set(
      (await shop.storefront.get(`/storefront/reviews?platformProductId=cup&${query}`)).body.data.map(
        (each: { id: string }) => each.id,
      ),
    )
  assert.deepEqual(await find('locale=de'), new Set([ids.stated, ids.detected]))
  assert.deepEqual(await find('locale=und'), new Set([ids.unknown]))
  assert.deepEqual(await find('locale=en,und'), new Set([ids.english, ids.unknown]))
  assert.deepEqual(await find('locale=de&q=Becher'), new Set([ids.detected]))
  const filters = (await shop.storefront.get('/storefront/review-filters?platformProductId=cup')).body
  assert.deepEqual(filters.locales, [
    { locale: 'de', count: 2 },
    { locale: 'en', count: 1 },
    { locale: 'und', count: 1 },
  ])
  const shown = (await shop.storefront.get('/storefront/reviews?platformProductId=cup&locale=und')).body.data[0]
  assert.deepEqual(languageOf(shown), [null, null])
  const german_ = (await shop.api.get('/reviews?platformProductId=cup&language=de')).body.data
  assert.deepEqual(new Set(german_.map((each: { id: string }) => each.id)), new Set([ids.stated, ids.detected]))
  const { text } = await shop.api.get('/reviews/export?format=jsonl&platformProductId=cup')
  const exported = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    new Set(exported.map((each) => `${languageOf(each)}`)),
    new Set(['de,author', 'de,detected', 'en,detected', ',']),
  )
})

test('a job detects the language of old reviews, in batches that any run continues', async () => {
  const rows = await Promise.all([...Array(4)].map((_, i) => write({ body: i % 2 ? german : english })))
  const ids = rows.map(({ id }) => id)
  const forget = `update reviews set detected_language = null where id = any($1)`
  await service.query(forget, [ids])
  // Inserts more reviews than one batch. Most have no language that can be detected.
  await service.query(
    `insert into reviews (store_env_id, id, product_id, rating, body, author_name, author_email, status, source, submitted_at, created_at, updated_at)
     select r.store_env_id, gen_random_uuid(), r.product_id, 5, 'Super', 'Ada', 'old' || n || '@customer.example', 'pending', 'api', now(), now(), now()
       from reviews r, generate_series(1, 1100) n where r.id = $1`,
    [ids[0]],
  )
  await addByClock(service.service, 'reviews.detect_languages')
  await service.runJobs()
  const found = await Promise.all(ids.map(async (id) => (await shop.api.get(`/reviews/${id}`)).body))
  assert.deepEqual(
    found.map(({ language }) => language),
    ['en', 'de', 'en', 'de'],
  )
  const left = await service.query(
    'select count(*)::int as count from reviews where detected_language is null and locale is null',
  )
  assert.equal(left.rows[0].count, 0)
})
