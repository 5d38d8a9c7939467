import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addProduct, addReview, addReviews, submission } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { labelsIn } from './labels.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString()
const ask = (kind: 'json-ld' | 'html', query: string, of = shop) => of.storefront.get(`/storefront/${kind}?${query}`)

test('JSON-LD is one Product with its rating and newest reviews', async () => {
  const own = await service.shop()
  await own.api.put('/products', [
    {
      platformProductId: 'lamp',
      title: 'Lamp',
      url: 'https://shop.example.com/lamp?ref=1#top',
      imageUrl: 'https://cdn.example.com/lamp.jpg',
      sku: 'L-1',
      gtin: '4006381333931',
      brand: 'Acme',
      mpn: 'M1',
    },
  ])
  const { body: product } = await own.api.get('/products/by-platform-id/lamp')
  await addReviews(
    service,
    own,
    Array.from({ length: 12 }, (_, i) => ({
      productId: product.id,
      rating: i === 0 ? 1 : 5,
      title: i % 2 ? 'Good' : null,
      body: `Review ${i}`,
      submittedAt: at(i),
    })),
  )
  const { headers, body } = await ask('json-ld', 'platformProductId=lamp', own)
  assert.equal(headers['content-type'], 'application/ld+json; charset=utf-8')
  const { review, ...rest } = body
  assert.deepEqual(rest, {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': 'https://shop.example.com/lamp?ref=1#product',
    url: 'https://shop.example.com/lamp?ref=1#top',
    name: 'Lamp',
    image: 'https://cdn.example.com/lamp.jpg',
    sku: 'L-1',
    mpn: 'M1',
    gtin13: '4006381333931',
    brand: { '@type': 'Brand', name: 'Acme' },
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: '4.67',
      reviewCount: 12,
      bestRating: '5',
      worstRating: '1',
    },
  })
  assert.equal(review.length, 10)
  assert.deepEqual(review[0], {
    '@type': 'Review',
    author: { '@type': 'Person', name: 'Jane D.' },
    datePublished: '2026-01-12',
    name: 'Good',
    reviewBody: 'Review 11',
    reviewRating: { '@type': 'Rating', ratingValue: '5', bestRating: '5', worstRating: '1' },
  })
  assert.equal((await ask('json-ld', 'platformProductId=lamp&limit=3', own)).body.review.length, 3)
})

test('JSON-LD of a product with several variants has no identifier except a shared brand', async () => {
  const own = await service.shop()
  const variant = (n: number, brand: string) => ({
    platformVariantId: `v${n}`,
    sku: `S${n}`,
    gtin: '4006381333931',
    brand,
  })
  await own.api.put('/products', [
    { platformProductId: 'a', title: 'A', variants: [variant(1, 'Acme'), variant(2, 'Acme')] },
    { platformProductId: 'b', title: 'B', variants: [variant(3, 'Acme'), variant(4, 'Other')] },
    { platformProductId: 'c', title: 'C', sku: 'C', gtin: '4006381333930' },
  ])
  for (const [id, expected] of [
    ['a', { brand: { '@type': 'Brand', name: 'Acme' } }],
    ['b', {}],
    ['c', { sku: 'C' }],
  ] as const) {
    const { body: product } = await own.api.get(`/products/by-platform-id/${id}`)
    await addReview(service, own, { productId: product.id })
    const { sku, gtin13, mpn, brand } = (await ask('json-ld', `platformProductId=${id}`, own)).body
    assert.deepEqual(JSON.parse(JSON.stringify({ sku, gtin13, mpn, brand })), expected, id)
  }
})

test('without a review or a product name, JSON-LD is empty', async () => {
  const own = await service.shop()
  await own.api.put('/products', [{ platformProductId: 'unnamed' }, { platformProductId: 'unseen', title: 'Unseen' }])
  const { body: product } = await own.api.get('/products/by-platform-id/unnamed')
  await addReview(service, own, { productId: product.id })
  for (const id of ['unnamed', 'unseen'])
    assert.equal((await ask('json-ld', `platformProductId=${id}`, own)).text, '{}')
})

const hostile = '</script><script>alert(1)</script>\u2028"\'<!--`&amp;<img src=x onerror=alert(1)>'

test("customers' texts cannot end a script or an element", async () => {
  const own = await service.shop()
  await own.api.put('/products', [{ platformProductId: 'x', title: hostile }])
  const { body: product } = await own.api.get('/products/by-platform-id/x')
  await addReview(service, own, {
    productId: product.id,
    title: hostile,
    body: hostile,
    authorName: hostile,
    reply: hostile,
  })
  const jsonLd = await ask('json-ld', 'platformProductId=x', own)
  assert.doesNotMatch(jsonLd.text, /[<>&\u2028]/)
  assert.equal(jsonLd.body.review[0].reviewBody, hostile)
  assert.equal(jsonLd.body.name, hostile)
  const { text } = await ask('html', 'platformProductId=x&path=/p%3Fa%3D%22%3E%3Cscript%3E', own)
  assert.doesNotMatch(text, /<script|<img src=x|onerror=alert\(1\)>|<!--/)
  assert.match(text, /&lt;\/script&gt;&lt;script&gt;alert\(1\)/)
})

test('the HTML is a labelled section without script, style or handlers', async () => {
  const own = await service.shop()
  const productId = await addProduct(own, 'lamp')
  await addReview(service, own, {
    productId,
    rating: 4,
    title: 'Bright',
    body: 'First.\nSame.\n\nSecond.',
    verified: true,
    incentive: 'points',
    reply: 'Thanks.',
    submittedAt: '2026-03-01T23:30:00.000Z',
  })
  const { text, headers } = await ask('html', 'platformProductId=lamp', own)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.match(text, /^<section class="evident-reviews"[^>]* aria-labelledby="evident-reviews-heading">/)
  assert.match(text, /<h2[^>]* id="evident-reviews-heading">Customer reviews<\/h2>/)
  assert.match(text, /aria-label="4 out of 5 stars"/)
  assert.match(text, /1 review</)
  assert.match(text, /<p>First\.<br>Same\.<\/p><p>Second\.<\/p>/)
  assert.match(text, /<time class="evident-review-date" datetime="2026-03-01T23:30:00.000Z">March 1, 2026<\/time>/)
  assert.match(text, /Verified purchase/)
  assert.match(text, /Received a reward/)
  assert.match(text, /Reply from Shop/)
  assert.doesNotMatch(text, /<script|<style|\sstyle=|\son\w+=|javascript:/i)
  const open = [...text.matchAll(/<(section|ol|li|article|div|p|ul|nav|h2|h3)\b/g)].length
  assert.equal([...text.matchAll(/<\/(section|ol|li|article|div|p|ul|nav|h2|h3)>/g)].length, open)
})

test('links in the HTML stay on the embedding page, keep its query, and reach all reviews', async () => {
  const own = await service.shop()
  const productId = await addProduct(own, 'lamp')
  await addReviews(
    service,
    own,
    Array.from({ length: 7 }, (_, i) => ({ productId, body: `Number ${i}.`, submittedAt: at(i) })),
  )
  const seen: string[] = []
  let path = '/products/lamp?variant=2&b=%C3%BC'
  for (let pages = 0; pages < 5; pages++) {
    const asked = new URL(path, 'https://shop.example.com')
    const cursor = asked.searchParams.get('evident_cursor')
    const query = new URLSearchParams({ platformProductId: 'lamp', limit: '3', path: asked.pathname + asked.search })
    if (cursor) query.set('cursor', cursor)
    const { text, status } = await ask('html', String(query), own)
    assert.equal(status, 200, text)
    seen.push(...[...text.matchAll(/Number (\d)\./g)].map(([, n]) => String(n)))
    assert.equal(text.includes('class="evident-reviews-first"'), cursor !== null)
    const next = /rel="next" href="([^"]+)"/.exec(text)?.[1]
    if (!next) break
    path = next.replaceAll('&amp;', '&')
    const parameters = new URL(path, 'https://shop.example.com').searchParams
    assert.deepEqual([parameters.get('variant'), parameters.get('b')], ['2', 'ü'])
    assert.match(path, /#evident-reviews$/)
  }
  assert.deepEqual(seen, ['6', '5', '4', '3', '2', '1', '0'])
})

test('the parameter `path` accepts only a path, without host, spaces or fragment', async () => {
  for (const path of [
    '//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\\evil.example',
    '/a b',
    '/a#b',
    'a',
  ]) {
    const { status } = await ask('html', `platformProductId=x&path=${encodeURIComponent(path)}`)
    assert.equal(status, 400, path)
  }
})

test("the HTML uses the requested language, else the store's, else English, with its text direction", async () => {
  const own = await service.shop()
  const productId = await addProduct(own, 'lamp')
  await addReviews(service, own, [
    { productId, rating: 5 },
    { productId, rating: 4 },
  ])
  const html = async (query = '') => (await ask('html', `platformProductId=lamp${query}`, own)).text
  assert.match(await html(), /lang="en" dir="ltr"/)
  assert.match(
    await html('&locale=de-AT'),
    /lang="de-AT" dir="ltr"[\s\S]*Kundenbewertungen[\s\S]*4,5[\s\S]*2 Bewertungen/,
  )
  assert.match(await html('&locale=ar'), /lang="ar" dir="rtl"/)
  assert.match(await html('&locale=tlh'), /lang="en" dir="ltr"[\s\S]*Customer reviews/)
  assert.match(await html('&locale=xx-toolongsubtag'), /validation_failed/)
  await own.api.put('/placements/settings', { defaultLocale: 'pl' })
  assert.match(await html(), /lang="pl"[\s\S]*2 opinie/)
})

test('any text as language gives a valid document', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,4}$/), (locale) => {
      const labels = labelsIn(locale)
      assert.ok(labels.heading && labels.counted(3) && labels.date('2026-01-01T00:00:00.000Z', 'Europe/Berlin'))
    }),
  )
})

test('the HTML also covers the whole store, as list, badge or photos', async () => {
  const own = await service.shop('Whole')
  const productId = await addProduct(own, 'bowl')
  await addReviews(service, own, [
    { productId, rating: 2, body: 'Chipped.' },
    { productId, rating: 5, body: 'Round.' },
  ])
  const record = `<a href="${service.service.origin}/evidence/${own.storeEnvId}">`
  const list = (await ask('html', '', own)).text
  for (const said of ['Chipped.', 'Round.']) assert.ok(list.includes(said))
  assert.match(list, /evident-review-product[^>]*><a href="https:\/\/shop\.example\.com\/bowl">The bowl/)
  const badge = (await ask('html', 'view=badge&locale=de', own)).text
  assert.match(badge, /3,5<\/span> <span class="evident-reviews-count">2 Bewertungen/)
  assert.doesNotMatch(badge, /Chipped|Round|evident-reviews-pages/)
  const photos = (await ask('html', 'view=photos&platformProductId=bowl', own)).text
  assert.doesNotMatch(photos, /Chipped|Round|<img/)
  for (const text of [list, badge, photos]) assert.ok(text.includes(record))
})

test("a product's list has the averages of its questions, in the order of the form", async () => {
  const own = await service.shop('Asks')
  const productId = await addProduct(own, 'shirt')
  const wanted = [
    { kind: 'scale', label: 'Size <b>', lowLabel: 'Too small', highLabel: 'Too large' },
    { kind: 'scale', label: 'Nobody says' },
    { kind: 'choice', label: 'Bought for', choices: ['Home', 'Work'] },
  ]
  const [size, , use] = (await own.api.put('/reviews/attributes', { attributes: wanted })).body.attributes
  assert.doesNotMatch((await ask('html', 'platformProductId=shirt', own)).text, /evident-reviews-averages/)
  for (const [value, place] of [
    [2, 1],
    [5, 1],
  ])
    await addAnswered(own, productId, [
      { id: use.id, value: place },
      { id: size.id, value },
    ])
  const of = async (query: string) => (await ask('html', `platformProductId=shirt${query}`, own)).text
  const list = await of('')
  assert.match(list, /Size &lt;b&gt;<[\s\S]*3\.5 out of 5 \(1: Too small – 5: Too large\)[\s\S]*Answers: 2/)
  assert.match(list, /Too large\)[\s\S]*Bought for[\s\S]*<li><bdi>Home<\/bdi>: 0<\/li><li><bdi>Work<\/bdi>: 2<\/li>/)
  assert.doesNotMatch(list, /Nobody says/)
  assert.match(await of('&locale=de'), /3,5 von 5 \(1: Too small – 5: Too large\)[\s\S]*Antworten: 2/)
  assert.match(await of('&locale=ar'), /الإجابات: 2/)
  for (const view of ['badge', 'photos']) assert.doesNotMatch(await of(`&view=${view}`), /evident-reviews-averages/)
})

async function addAnswered(own: Shop, productId: string, attributes: object[]): Promise<void> {
  const made = await own.api.post('/reviews', submission(productId, { attributes }))
  assert.equal(made.status, 201, made.text)
  assert.equal((await own.api.put(`/reviews/${made.body.id}`, { status: 'approved' })).status, 200)
}
