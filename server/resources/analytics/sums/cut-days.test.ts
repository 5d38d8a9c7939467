// Texts are kept cut into words, as the rows say them: until a review changes, is erased, or they would be cut in another way.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { perform } from '#platform/jobs/jobs.ts'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'
import { recountReports } from '../../../entry/commands/analytics.ts'
import { themesOf } from '../themes/themes.testing.ts'
import type { Text } from '../words/rules.ts'
import { loadStopWords } from '../words/stop-words.ts'
import { isBehind, sumStore } from './commands.ts'

let service: TestService
let client: Client
const start = new Date('2026-10-20T12:00:00Z')
before(async () => {
  service = await startService({ now: start })
  client = new Client(service.databaseUrl)
  await client.connect()
})
after(async () => {
  await client.end()
  await service.close()
})

const sum = (shop: Shop) => sumStore(service.service.db, shop, new AbortController().signal)
const at = (daysAgo: number, seconds = 0) => new Date(start.getTime() - daysAgo * day - seconds * 1000).toISOString()
const dayAgo = (daysAgo: number) => at(daysAgo).slice(0, 10)
const differencesIn = async (shop: Shop) => (await recountReports(service.service, shop.storeEnvId)).differences
const job = (id: string) => {
  const found = jobs.find((each) => each.id === id)
  assert.ok(found)
  return perform(found, { ...service.service, stopping: new AbortController().signal }, {})
}
const query = (text: string, shop: Shop, ...more: unknown[]) => client.query(text, [shop.storeEnvId, ...more])
const daysWith = async (shop: Shop, word: string) =>
  (
    await query(
      `select day::text from analytics_words where store_env_id = $1 and $2 = any(string_to_array(dictionary, ' ')) order by 1`,
      shop,
      word,
    )
  ).rows.map(({ day }) => day)
const themesIn = async (shop: Shop, search = '') => {
  const { status, body, text } = await shop.api.get(`/analytics/themes?minReviews=1${search}`)
  assert.equal(status, 200, text)
  return body
}
const termsOf = async (shop: Shop): Promise<string[]> =>
  (await themesIn(shop)).data.map(({ term }: { term: string }) => term)

/** Three days of which texts are cut, and today's. */
async function summedShop() {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const wrote = (daysAgo: number, body: string, rating: number, more: object = {}) => ({
    ...{ productId, status: 'approved' as const, body, rating, submittedAt: at(daysAgo, rating) },
    ...more,
  })
  const texts = [
    wrote(0, 'Sturdy handle, tight lid', 5),
    wrote(1, 'The handle broke. Handle HANDLE!', 1),
    wrote(1, 'Überraschend großes Gefäß und ein Henkel', 3),
    wrote(2, 'Sturdy handle', 4, { authorEmail: 'ida@customer.example', authorName: 'Quetzalcoatlus Lund' }),
    wrote(2, 'Bought by Quetzalcoatlus Lund, tight lid', 2, {
      ...{ authorEmail: 'ida@customer.example', authorName: 'Quetzalcoatlus Lund' },
    }),
    wrote(5, 'tight lid', 5),
  ]
  const ids = await addReviews(service, shop, texts)
  await query(`update reviews set locale = 'de' where store_env_id = $1 and id = $2`, shop, ids[2])
  await sum(shop)
  return { shop, ids }
}

const themesOfRows = async (shop: Shop, words: 1 | 2) => {
  const { lists: stopWords } = await loadStopWords()
  const { rows } = await query(
    `select rating, title, body, locale from reviews where store_env_id = $1 and status = 'approved' order by submitted_at desc, id desc`,
    shop,
  )
  return themesOf(rows as Text[], { words, stopWords }, 1)
}

test('themes are read from texts as they were cut, and from those of changed days as they stand', async () => {
  const { shop, ids } = await summedShop()
  assert.deepEqual(await differencesIn(shop), [])
  for (const words of [1, 2] as const)
    assert.deepEqual((await themesIn(shop, `&words=${words}`)).data, await themesOfRows(shop, words))
  // Only who reads what was cut can be misled by it.
  await query(
    `update analytics_words set dictionary = replace(dictionary, 'henkel', 'hinkel') where store_env_id = $1`,
    shop,
  )
  assert.ok((await termsOf(shop)).includes('hinkel'))
  assert.equal((await shop.api.put(`/reviews/${ids[1]}`, { status: 'rejected' })).status, 200)
  assert.ok(!(await termsOf(shop)).includes('hinkel'))
  assert.deepEqual((await themesIn(shop)).data, await themesOfRows(shop, 1))
  await sum(shop)
  assert.deepEqual(await differencesIn(shop), [])
  assert.deepEqual((await themesIn(shop)).data, await themesOfRows(shop, 1))
})

for (const mode of ['delete', 'anonymize'])
  test(`no row has the words of who was erased, once the days are summed (${mode})`, async () => {
    const { shop } = await summedShop()
    assert.deepEqual(await daysWith(shop, 'quetzalcoatlus'), [dayAgo(2)])
    assert.equal((await shop.api.put('/customers/erasure-settings', { mode })).status, 200)
    const { status, text } = await shop.api.post('/customers/erase', { email: 'ida@customer.example' })
    assert.equal(status, 200, text)
    assert.ok(!(await termsOf(shop)).includes('quetzalcoatlus'))
    await job('analytics.sum')
    await service.runJobs()
    assert.deepEqual(await daysWith(shop, 'quetzalcoatlus'), [])
    assert.deepEqual((await themesIn(shop)).data, await themesOfRows(shop, 1))
    assert.deepEqual(await daysWith(shop, 'lid'), mode === 'delete' ? [dayAgo(5)] : [dayAgo(5), dayAgo(2)])
    assert.deepEqual(await differencesIn(shop), [])
  })

test('what was cut by other lists of stop words is not read, and is cut anew by the clock', async () => {
  const { shop } = await summedShop()
  const isLeft = () => service.service.db.store(shop, 'read', isBehind)
  assert.equal(await isLeft(), false)
  await query(
    `update analytics_words set version = 'another', dictionary = 'no words of ours at all' where store_env_id = $1`,
    shop,
  )
  assert.deepEqual((await themesIn(shop)).data, await themesOfRows(shop, 1))
  assert.equal(await isLeft(), true)
  await job('analytics.sum')
  await service.runJobs()
  assert.equal(await isLeft(), false)
  assert.deepEqual(await daysWith(shop, 'lid'), [dayAgo(5), dayAgo(2)])
  assert.deepEqual((await themesIn(shop)).data, await themesOfRows(shop, 1))
})

test('a day that is not cut as its texts are is found by the night, told of without a word of it, and mended', async () => {
  const { shop } = await summedShop()
  await query(
    `update analytics_words set dictionary = replace(dictionary, 'henkel', 'hinkel') where store_env_id = $1`,
    shop,
  )
  await query(`update analytics_words set day = $2 where store_env_id = $1 and day = $3`, shop, dayAgo(6), dayAgo(5))
  assert.deepEqual(await differencesIn(shop), [
    { date: dayAgo(1), days: 1, field: 'texts with these words', reported: 2, recounted: 1 },
    { date: dayAgo(6), days: 1, field: 'texts of no review', reported: 1, recounted: 0 },
  ])
  await job('analytics.recount')
  assert.deepEqual(await differencesIn(shop), [])
  assert.deepEqual((await themesIn(shop)).data, await themesOfRows(shop, 1))
})

test('no word is lost to whoever cuts the day at that moment', async () => {
  const { shop, ids } = await summedShop()
  let isWriting = true
  const writing = (async () => {
    for (let i = 0; i < 40; i++)
      for (const id of [ids[1], ids[3]]) {
        const { status, text } = await shop.api.put(`/reviews/${id}`, { status: i % 2 ? 'approved' : 'rejected' })
        assert.equal(status, 200, text)
      }
    isWriting = false
  })()
  const summing = Array.from({ length: 2 }, async () => {
    while (isWriting) await sum(shop)
  })
  await Promise.all([writing, ...summing])
  assert.deepEqual((await themesIn(shop)).data, await themesOfRows(shop, 1))
  await sum(shop)
  assert.deepEqual(await differencesIn(shop), [])
  assert.deepEqual((await themesIn(shop)).data, await themesOfRows(shop, 1))
})
