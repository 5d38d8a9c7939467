import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, provideService, type Shop } from '#test/service.ts'
import { published, questionsShown, shown, written } from './faqs.testing.ts'

const service = provideService()

type Row = { id: string; question: string }
const idsOf = (rows: Row[]) => rows.map(({ id }) => id)
const listed = async (api: Api, query = ''): Promise<Row[]> => (await api.get(`/faqs?limit=100${query}`)).body.data

async function stocked(): Promise<{ shop: Shop; mug: string; tee: string; kitchen: string; home: string }> {
  const shop = await service.shop()
  await shop.api.put('/products', [
    { platformProductId: 'mug', title: 'Mug', categories: ['Kitchen'] },
    { platformProductId: 'tee', title: 'Tee' },
  ])
  await shop.api.put('/categories', [{ platformCategoryId: 'home', name: 'Home', products: ['mug', 'tee'] }])
  const findProductId = async (id: string) => (await shop.api.get(`/products/by-platform-id/${id}`)).body.id
  const categories = (await shop.api.get('/categories')).body.data as { id: string; name: string }[]
  const named = (wanted: string) => categories.find(({ name }) => name === wanted)?.id ?? assert.fail(wanted)
  return {
    shop,
    mug: await findProductId('mug'),
    tee: await findProductId('tee'),
    kitchen: named('Kitchen'),
    home: named('Home'),
  }
}

test('a FAQ is a draft until published, then shoppers see it on the next request', async () => {
  const { shop, mug, kitchen } = await stocked()
  const faq = await written(shop.api, {
    question: 'Why?',
    answer: '*Because.*',
    group: ' Basics ',
    productIds: [mug],
    categoryIds: [kitchen],
    locale: 'en_gb',
  })
  const { id, createdAt, updatedAt, position, ...rest } = (await shop.api.get(`/faqs/${faq.id}`)).body
  assert.deepEqual(rest, {
    question: 'Why?',
    answer: '*Because.*',
    answerHtml: '<p><em>Because.</em></p>\n',
    group: 'Basics',
    status: 'draft',
    appliesTo: 'selected',
    productIds: [mug],
    categoryIds: [kitchen],
    locale: 'en-GB',
    translations: {},
    publishedAt: null,
  })
  assert.deepEqual(await shown(shop, '&platformProductId=mug'), [])
  const change = await shop.api.patch(`/faqs/${id}`, { status: 'published' })
  assert.equal(change.status, 200, change.text)
  assert.ok(change.body.publishedAt)
  assert.deepEqual(await shown(shop, '&platformProductId=mug'), [
    { id, question: 'Why?', answerHtml: '<p><em>Because.</em></p>\n', group: 'Basics' },
  ])
  await shop.api.patch(`/faqs/${id}`, { question: 'How?' })
  assert.deepEqual(await questionsShown(shop, '&platformProductId=mug'), ['How?'])
  await shop.api.patch(`/faqs/${id}`, { status: 'draft' })
  assert.deepEqual(await shown(shop, '&platformProductId=mug'), [])
  assert.equal((await shop.api.delete(`/faqs/${id}`)).status, 204)
  assert.equal((await shop.api.get(`/faqs/${id}`)).status, 404)
})

test('a product page lists FAQs of the product, its categories and the store, in order', async () => {
  const { shop, mug, tee, kitchen, home } = await stocked()
  const { api } = shop
  await published(api, { question: 'everything' })
  await published(api, { question: 'mug', productIds: [mug] })
  await published(api, { question: 'tee', productIds: [tee] })
  await published(api, { question: 'kitchen', categoryIds: [kitchen] })
  await published(api, { question: 'home', categoryIds: [home], productIds: [mug] })
  await written(api, { question: 'draft', productIds: [mug] })
  assert.deepEqual(await questionsShown(shop, '&platformProductId=mug'), ['everything', 'mug', 'kitchen', 'home'])
  assert.deepEqual(await questionsShown(shop, '&platformProductId=tee'), ['everything', 'tee', 'home'])
  assert.deepEqual(await questionsShown(shop, '&platformProductId=unknown'), ['everything'])
  assert.deepEqual(await questionsShown(shop), ['everything'])
  const pages = await shop.storefront.get('/storefront/faqs?platformProductId=mug&limit=3&includeTotal=true')
  assert.equal(pages.body.pagination.total, 4)
  const next = await shop.storefront.get(
    `/storefront/faqs?platformProductId=mug&limit=3&cursor=${pages.body.pagination.nextCursor}`,
  )
  assert.deepEqual(
    next.body.data.map(({ question }: Row) => question),
    ['home'],
  )
  assert.equal(next.body.pagination.hasMore, false)
})

test('a FAQ without remaining products and categories is hidden, and its response shows why', async () => {
  const { shop, home } = await stocked()
  const faq = await published(shop.api, { question: 'home', categoryIds: [home] })
  assert.deepEqual(await questionsShown(shop, '&platformProductId=tee'), ['home'])
  assert.equal((await shop.api.delete(`/categories/${home}`)).status, 204)
  assert.deepEqual(await questionsShown(shop, '&platformProductId=tee'), [])
  const { appliesTo, categoryIds } = (await shop.api.get(`/faqs/${faq.id}`)).body
  assert.deepEqual([appliesTo, categoryIds], ['selected', []])
  const general = await shop.api.patch(`/faqs/${faq.id}`, { categoryIds: [], productIds: [] })
  assert.equal(general.body.appliesTo, 'everything')
  assert.deepEqual(await questionsShown(shop), ['home'])
})

test('readers get their language, its parent language, or the original text', async () => {
  const shop = await service.shop()
  await published(shop.api, {
    question: 'Colour?',
    answer: 'Blue',
    group: 'Looks',
    locale: 'en-GB',
    translations: {
      de: { question: 'Farbe?', answer: 'Blau', group: 'Aussehen' },
      de_at: { question: 'Farb?' },
      ar: { question: 'اللون؟' },
    },
  })
  const inLocale = async (locale: string) => {
    const [faq] = await shown(shop, `&locale=${locale}`)
    return [faq?.question, faq?.answerHtml, faq?.group]
  }
  assert.deepEqual(await inLocale('de'), ['Farbe?', '<p>Blau</p>\n', 'Aussehen'])
  assert.deepEqual(await inLocale('de-AT'), ['Farb?', '<p>Blau</p>\n', 'Aussehen'])
  assert.deepEqual(await inLocale('DE_ch'), ['Farbe?', '<p>Blau</p>\n', 'Aussehen'])
  assert.deepEqual(await inLocale('ar-EG'), ['اللون؟', '<p>Blue</p>\n', 'Looks'])
  for (const locale of ['en-GB', 'en', 'fr'])
    assert.deepEqual(await inLocale(locale), ['Colour?', '<p>Blue</p>\n', 'Looks'])
  assert.deepEqual(await questionsShown(shop, '&locale=de&q=blau'), ['Farbe?'])
  assert.deepEqual(await questionsShown(shop, '&locale=de&q=blue'), [])
  assert.deepEqual(await questionsShown(shop, '&locale=en&q=BLUE'), ['Colour?'])
  assert.deepEqual(await questionsShown(shop, '&q=100%25'), [])
  const bad = await shop.api.post('/faqs', {
    question: 'a',
    answer: 'b',
    translations: { 'not a tag': { question: 'c' } },
  })
  assert.deepEqual([bad.status, bad.body.code], [400, 'validation_failed'])
  const twice = await shop.api.post('/faqs', {
    question: 'a',
    answer: 'b',
    translations: { 'pt-br': {}, pt_BR: { question: 'c' } },
  })
  assert.equal(twice.status, 400, twice.text)
})

test('JSON-LD contains exactly the listed FAQs, cannot close a script, and is empty without FAQs', async () => {
  const { shop, mug } = await stocked()
  const jsonLd = (query = '') => shop.storefront.get(`/storefront/faqs/json-ld?${query}`)
  assert.deepEqual((await jsonLd()).body, {})
  await published(shop.api, { question: 'a</script><script>alert(1)</script>', answer: '<b>&</b>' })
  await published(shop.api, { question: 'b', productIds: [mug] })
  await written(shop.api, { question: 'draft' })
  const { headers, text } = await jsonLd('platformProductId=mug')
  assert.equal(headers['content-type'], 'application/ld+json; charset=utf-8')
  assert.doesNotMatch(text, /[<>&]/)
  const read = JSON.parse(text)
  const of = await shown(shop, '&platformProductId=mug')
  assert.deepEqual(read, {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: of.map(({ question, answerHtml }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answerHtml },
    })),
  })
  assert.equal(read.mainEntity.length, 2)
  assert.deepEqual((await jsonLd('q=nothing')).body, {})
})

test('a new sort order must name every FAQ once; one of several concurrent changes wins', async () => {
  const shop = await service.shop()
  const other = await service.shop()
  const ids: string[] = []
  for (const question of ['a', 'b', 'c', 'd', 'e']) ids.push((await published(shop.api, { question })).id)
  const order = (wanted: string[]) => shop.api.put('/faqs/order', { ids: wanted })
  const [a, b, c, d, e] = ids as [string, string, string, string, string]
  const answer = await order([e, a, b, c, d])
  assert.deepEqual([answer.status, answer.body], [200, { ids: [e, a, b, c, d] }])
  assert.deepEqual(await questionsShown(shop), ['e', 'a', 'b', 'c', 'd'])
  assert.deepEqual(
    (await listed(shop.api)).map(({ question }) => question),
    ['e', 'a', 'b', 'c', 'd'],
  )
  const foreign = await written(other.api)
  assert.equal((await order([a, b, c, d])).status, 400)
  assert.equal((await order([a, b, c, d, e, e])).status, 400)
  assert.equal((await order([a, b, c, d, d])).status, 400)
  assert.equal((await order([a, b, c, d, e, foreign.id])).status, 404)
  assert.deepEqual(idsOf(await listed(shop.api)), [e, a, b, c, d])
  const wanted = [
    [a, b, c, d, e],
    [e, d, c, b, a],
    [c, a, e, b, d],
    [b, e, a, d, c],
  ]
  const answers = await Promise.all([...wanted, ...wanted].map(order))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const stands = idsOf(await listed(shop.api)).join()
  assert.ok(
    wanted.some((each) => each.join() === stands),
    stands,
  )
  // A FAQ created during the reordering becomes the last one and causes no error.
  const [late] = await Promise.all([published(shop.api, { question: 'late' }), order([a, b, c, d, e])])
  assert.equal(idsOf(await listed(shop.api)).at(-1), late.id)
})

test('a stale edit gets 409, and fields missing from an edit do not change', async () => {
  const shop = await service.shop()
  const faq = await written(shop.api, { group: 'G', translations: { de: { question: 'Q' } } })
  const change = (changes: object) => shop.api.patch(`/faqs/${faq.id}`, changes)
  const both = await Promise.all([
    change({ question: 'first', updatedAt: faq.updatedAt }),
    change({ question: 'second', updatedAt: faq.updatedAt }),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  const { body } = await change({ answer: 'No.' })
  assert.deepEqual([body.answer, body.group, body.translations], ['No.', 'G', { de: { question: 'Q' } }])
  const same = await change({ answer: 'No.', translations: { de: { question: 'Q' } } })
  assert.equal(same.body.updatedAt, body.updatedAt, 'nothing was written')
  assert.equal((await change({ group: '  ' })).body.group, null)
})

test('FAQs, products and categories of another store are not found, and nothing is written', async () => {
  const [mine, theirs] = [await stocked(), await stocked()]
  const faq = await published(theirs.shop.api, { question: 'theirs' })
  const { api } = mine.shop
  assert.equal((await api.get(`/faqs/${faq.id}`)).status, 404)
  assert.equal((await api.patch(`/faqs/${faq.id}`, { question: 'mine' })).status, 404)
  assert.equal((await api.delete(`/faqs/${faq.id}`)).status, 404)
  const own = await written(api)
  for (const places of [
    { productIds: [theirs.mug] },
    { categoryIds: [theirs.home] },
    { productIds: [mine.mug, theirs.mug] },
  ]) {
    assert.equal((await api.post('/faqs', { question: 'q', answer: 'a', ...places })).status, 404)
    assert.equal((await api.patch(`/faqs/${own.id}`, { question: 'changed', ...places })).status, 404)
  }
  assert.deepEqual(
    (await listed(api)).map(({ question }) => question),
    [own.question],
  )
  assert.deepEqual(await questionsShown(theirs.shop), ['theirs'])
})

test('texts up to their limits are accepted; longer texts and NUL return 400', async () => {
  const { api } = await service.shop()
  const full = { question: '🫖'.repeat(150), answer: 'é'.repeat(10_000), group: 'ش'.repeat(80) }
  const faq = await written(api, full)
  const read = (await api.get(`/faqs/${faq.id}`)).body
  assert.deepEqual([read.question, read.answer, read.group], [full.question, full.answer, full.group])
  const refused = [
    { question: 'x'.repeat(301) },
    { answer: 'x'.repeat(10_001) },
    { group: 'x'.repeat(81) },
    { question: '' },
    { answer: ' \n ' },
    { question: 'a\u0000b' },
    { translations: { de: { answer: 'x'.repeat(10_001) } } },
    { productIds: Array.from({ length: 101 }, () => faq.id) },
    { status: 'archived' },
  ]
  for (const more of refused) {
    const { status, body } = await api.post('/faqs', { question: 'q', answer: 'a', ...more })
    assert.deepEqual([status, body.code], [400, 'validation_failed'], JSON.stringify(more).slice(0, 80))
  }
})

test('lists are filtered by status, product, category and text in any language', async () => {
  const { shop, mug, kitchen } = await stocked()
  const { api } = shop
  const a = await written(api, { question: 'alpha', productIds: [mug] })
  const b = await published(api, {
    question: 'beta',
    categoryIds: [kitchen],
    translations: { de: { answer: 'Überraschung "100%"' } },
  })
  assert.deepEqual(idsOf(await listed(api, '&status=draft')), [a.id])
  assert.deepEqual(idsOf(await listed(api, '&status=draft,published')), [a.id, b.id])
  assert.deepEqual(idsOf(await listed(api, `&productId=${mug}`)), [a.id])
  assert.deepEqual(idsOf(await listed(api, `&categoryId=${kitchen}`)), [b.id])
  assert.deepEqual(idsOf(await listed(api, `&q=${encodeURIComponent('überraschung "100%"')}`)), [b.id])
  assert.deepEqual(idsOf(await listed(api, '&q=%25')), [b.id])
  const first = await api.get('/faqs?limit=1&includeTotal=true')
  assert.deepEqual([first.body.pagination.total, idsOf(first.body.data)], [2, [a.id]])
  const second = await api.get(`/faqs?limit=1&cursor=${first.body.pagination.nextCursor}`)
  assert.deepEqual(idsOf(second.body.data), [b.id])
})

test('ten thousand FAQs are listed, ordered and shown, and one more is refused', async () => {
  const { shop, mug } = await stocked()
  const { storeEnvId, organizationId } = shop
  const { sql } = await import('#platform/db/query.ts')
  const first = await published(shop.api, { question: 'first' })
  await service.service.db.store({ storeEnvId, organizationId }, 'write', async (tx) => {
    await tx.run(sql`
      insert into faqs (store_env_id, id, question, answer, status, position, translations, is_general, created_at, updated_at)
      select ${storeEnvId}, uuidv7(), 'Question ' || n, 'Answer ' || n, 'published', n, '{}', n % 2 = 0, now(), now()
        from generate_series(1, 9998) n
      returning 1`)
  })
  const last = await published(shop.api, { question: 'last', productIds: [mug] })
  const more = await shop.api.post('/faqs', { question: 'q', answer: 'a' })
  assert.deepEqual([more.status, more.body.code], [409, 'conflict'])
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const { data, pagination } = (await shop.api.get(`/faqs?limit=100${cursor}`)).body
    ids.push(...idsOf(data))
    if (!pagination.hasMore) break
    cursor = `&cursor=${pagination.nextCursor}`
  }
  assert.deepEqual([ids.length, ids[0], ids.at(-1)], [10_000, first.id, last.id])
  const answer = await shop.api.put('/faqs/order', { ids: ids.toReversed() })
  assert.equal(answer.status, 200, answer.text.slice(0, 200))
  assert.deepEqual((await questionsShown(shop, '&platformProductId=mug')).slice(0, 2), ['last', 'Question 9998'])
})
