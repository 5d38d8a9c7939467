import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type FakeLibreTranslate, startLibreTranslate } from '#test/fakes/libretranslate.ts'
import { addByClock } from '#test/queue.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'

let fake: FakeLibreTranslate
let service: TestService
let shop: Shop
before(async () => {
  fake = await startLibreTranslate()
  service = await startService({ env: { ...fake.env, WEBHOOK_ALLOW_PRIVATE: 'false' } })
})
after(async () => {
  await service.close()
  await fake.close()
})
const translate = fakeTranslation()
function fakeTranslation() {
  return ({ q, target }: { q: string; target: string }) => `${target}: ${q}`
}
beforeEach(async () => {
  fake.requests.length = 0
  fake.answer = undefined
  fake.translate = translate
  shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
})

const wants = async (...languages: string[]) => {
  const { status, text } = await shop.api.put('/reviews/settings', { translate: languages })
  assert.equal(status, 200, text)
}
let count = 0
async function publish(more: object = {}): Promise<string> {
  const { status, body, text } = await shop.api.post('/reviews', {
    ...{
      platformProductId: 'mug',
      rating: 5,
      title: 'Daily companion',
      body: 'Keeps tea hot for an hour.',
      locale: 'en',
    },
    ...{ authorName: 'Ada', authorEmail: `ada${++count}@customer.example` },
    ...more,
  })
  assert.equal(status, 201, text)
  await decide(body.id, { status: 'approved' })
  return body.id
}
/** Only imported reviews can be edited. */
const asImported = (id: string) => service.query("update reviews set source = 'import' where id = $1", [id])
const decide = async (id: string, changes: object) => {
  const { status, text } = await shop.api.put(`/reviews/${id}`, changes)
  assert.equal(status, 200, text)
}
const list = async (query = '&translate=de') =>
  (await shop.storefront.get(`/storefront/reviews?platformProductId=mug${query}`)).body.data
const only = async () => (await list())[0]?.translation
const german = {
  language: 'de',
  title: 'de: Daily companion',
  body: 'de: Keeps tea hot for an hour.',
  engine: 'libretranslate',
}

test('`translation` is null until the job is done, and absent without the parameter', async () => {
  await wants('de')
  await publish()
  assert.equal(await only(), null)
  await service.runJobs()
  assert.deepEqual(await only(), german)
  assert.deepEqual((await list('&translate=de-AT'))[0].translation, german)
  assert.equal('translation' in (await list(''))[0], false)
  assert.equal((await list('&translate=fr'))[0].translation, null)
  assert.equal((await shop.storefront.get('/storefront/reviews?translate=no%20tag')).status, 400)
  assert.deepEqual((await list('&translate=de&q=tea'))[0].translation, german)
})

test('only approved reviews in a known language are translated, and not into their own language', async () => {
  await wants('de', 'fr')
  const pending = await shop.api.post('/reviews', {
    ...{
      platformProductId: 'mug',
      rating: 5,
      body: 'A secret text.',
      authorName: 'Ada',
      authorEmail: 'p@customer.example',
    },
  })
  assert.equal(pending.status, 201)
  await publish({ body: 'Super', title: null, locale: null })
  await publish({ body: 'Hält den Tee warm.', title: null, locale: 'de' })
  await service.runJobs()
  assert.deepEqual(
    fake.requests.map(({ q, source, target }) => [q, source, target]),
    [['Hält den Tee warm.', 'de', 'fr']],
  )
})

test('an edit, a rejection, a deletion or an erasure of a review deletes its translation', async () => {
  await wants('de')
  const rows = async () =>
    (
      await service.query(
        'select count(*)::int as count from review_translations where store_env_id = $1 and body is not null',
        [shop.storeEnvId],
      )
    ).rows[0].count
  const made = async (more: object = {}) => {
    const id = await publish(more)
    await service.runJobs()
    assert.equal(await rows(), 1)
    assert.deepEqual(await only(), german)
    return id
  }
  const edited = await made()
  await asImported(edited)
  await decide(edited, { body: 'Keeps tea warm.' })
  assert.equal(await only(), null)
  assert.equal(await rows(), 0)
  await service.runJobs()
  assert.equal((await only()).body, 'de: Keeps tea warm.')
  await decide(edited, { status: 'rejected', reason: 'off_topic' })
  assert.equal(await rows(), 0)
  const deleted = await made()
  assert.equal((await shop.api.delete(`/reviews/${deleted}`)).status, 204)
  assert.equal(await rows(), 0)
  await made({ authorEmail: 'gone@customer.example' })
  const erased = await shop.api.post('/customers/erase', { email: 'gone@customer.example', reviews: 'anonymize' })
  assert.ok(erased.status < 300, erased.text)
  assert.equal(await rows(), 0)
})

test('a reply or changed stars do not change the translation', async () => {
  await wants('de')
  const id = await publish()
  await service.runJobs()
  await decide(id, { reply: { body: 'Thank you!' } })
  await asImported(id)
  await decide(id, { rating: 4 })
  assert.deepEqual(await only(), german)
  assert.equal(fake.requests.length, 2)
})

test('a translation is dropped if the text changed during the call', async () => {
  await wants('de')
  const id = await publish({ title: null })
  await asImported(id)
  let isChanged = false
  fake.translate = async (request) => {
    if (!isChanged) {
      isChanged = true
      await decide(id, { body: 'Keeps tea warm.' })
    }
    return translate(request)
  }
  await service.runJobs()
  assert.equal((await only()).body, 'de: Keeps tea warm.')
})

test('after an error, or a result three times too long, the translation stays null', async () => {
  await wants('de')
  await publish()
  fake.translate = ({ q }) => q.repeat(4)
  await service.runJobs()
  assert.equal(await only(), null)
  await publish({ body: 'Another long enough text.' })
  fake.translate = () => '  '
  await service.runJobs()
  assert.ok((await list()).every(({ translation }: { translation: unknown }) => translation === null))
  // Both translations are tried again once a day.
  fake.requests.length = 0
  service.advance(day + 60_000)
  await service.tick()
  await service.runJobs()
  assert.equal(fake.requests.length, 2)
  fake.translate = translate
  service.advance(day + 60_000)
  await service.tick()
  await service.runJobs()
  assert.ok((await list()).every(({ translation }: { translation: unknown }) => translation !== null))
})

test('an unavailable engine is asked again later', async () => {
  await wants('de')
  await publish()
  fake.answer = (response) => void response.writeHead(503).end()
  await service.runJobs()
  assert.equal(await only(), null)
  fake.answer = undefined
  service.advance(120_000)
  await service.tick()
  await service.runJobs()
  assert.deepEqual(await only(), german)
})

test('old reviews are translated into a new language too; a removed language disappears immediately', async () => {
  for (let i = 0; i < 3; i++) await publish()
  assert.equal(fake.requests.length, 0)
  await wants('de')
  await service.runJobs()
  assert.ok((await list()).every(({ translation }: { translation: unknown }) => translation !== null))
  await wants('fr')
  assert.ok((await list()).every(({ translation }: { translation: unknown }) => translation === null))
  await service.runJobs()
  assert.equal((await list('&translate=fr'))[0].translation.language, 'fr')
  const { rows } = await service.query('select distinct language from review_translations where store_env_id = $1', [
    shop.storeEnvId,
  ])
  assert.deepEqual(rows, [{ language: 'fr' }])
})

test('after a kill, each unfinished translation of an old review is requested once', async () => {
  for (let i = 0; i < 3; i++) await publish()
  await wants('de')
  await service.runJobs()
  assert.equal(fake.requests.length, 6)
  await service.query(
    "update review_translations set due_at = now() - interval '1 day', body = null, claim = gen_random_uuid() where store_env_id = $1",
    [shop.storeEnvId],
  )
  await addByClock(service.service, 'translations.translate_all')
  await service.runJobs()
  assert.equal(fake.requests.length, 12)
  assert.ok((await list()).every(({ translation }: { translation: unknown }) => translation !== null))
})

test('another store can neither see nor change translations', async () => {
  await wants('de')
  await publish()
  const other = await service.shop()
  assert.equal((await other.api.put('/reviews/settings', { translate: [] })).status, 200)
  await service.runJobs()
  assert.deepEqual(await only(), german)
  assert.equal((await other.api.get('/reviews/translation')).body.waiting, 0)
})

test("admins see the engine's state and can test it", async () => {
  await wants('de')
  await publish()
  assert.deepEqual((await shop.api.get('/reviews/translation')).body, {
    engine: 'libretranslate',
    waiting: 1,
    isQueueing: true,
  })
  await service.runJobs()
  assert.deepEqual((await shop.api.get('/reviews/translation')).body, {
    engine: 'libretranslate',
    waiting: 0,
    isQueueing: false,
  })
  const ask = (body: object, api = shop.api) => api.post('/reviews/translation/test', body)
  const { status, body } = await ask({ text: 'Tea', source: 'en', target: 'de' })
  assert.deepEqual([status, body.text, body.problem, body.engine], [200, 'de: Tea', null, 'libretranslate'])
  assert.deepEqual(
    (({ text, problem }) => [text, problem])((await ask({ text: 'Tea', source: 'en', target: 'xx' })).body),
    [null, 'The engine refused: xx is not supported'],
  )
  assert.equal((await ask({ text: '', source: 'en', target: 'de' })).status, 400)
  assert.equal((await ask({ text: 'Tea', source: 'und', target: 'de' })).status, 400)
  assert.equal((await ask({ text: 'Tea', source: 'en', target: 'de' }, await shop.as('MEMBER'))).status, 403)
})

test('without an engine the setting is stored, and a test says that none is configured', async () => {
  const bare = await startService()
  try {
    const own = await bare.shop()
    assert.deepEqual((await own.api.put('/reviews/settings', { translate: ['de'] })).body.translate, ['de'])
    assert.equal((await own.api.get('/reviews/translation')).body.engine, null)
    const answer = await own.api.post('/reviews/translation/test', { text: 'Tea', source: 'en', target: 'de' })
    assert.deepEqual([answer.status, answer.body.code], [409, 'platform_not_configured'])
    await bare.runJobs()
  } finally {
    await bare.close()
  }
})

test('an invalid list of languages is refused', async () => {
  for (const translate of [
    ['german'],
    ['und'],
    ['de', 'de'],
    [...Array(11)].map((_, i) => `a${'abcdefghijk'[i]}`),
    'de',
  ])
    assert.equal((await shop.api.put('/reviews/settings', { translate })).status, 400, String(translate))
  assert.deepEqual((await shop.api.put('/reviews/settings', { digest: true })).body.translate, [])
})

test('structured data, HTML and the digest never contain a translation', async () => {
  await wants('de')
  await publish()
  await service.runJobs()
  for (const path of ['json-ld', 'html', 'digest'])
    assert.doesNotMatch((await shop.storefront.get(`/storefront/${path}?platformProductId=mug`)).text, /de: /)
})
