import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import fc from 'fast-check'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { anyText } from '#test/any-text.ts'
import { type FeedProduct, type FeedReview, feedReview, feedWriter } from './xml.ts'

const schema = readFileSync(new URL('../../../../test/support/feed/product_reviews-2.4.xsd', import.meta.url))
const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(schema))

const product: FeedProduct = {
  gtins: ['4006381333931'],
  mpns: ['LK-100'],
  skus: ['LK-100-S'],
  brands: ['Larkmoor'],
  name: 'Kettle, small',
  url: 'https://shop.example.com/p/kettle?variant=1',
}

const review: FeedReview = {
  id: '0199d2f0-0000-7000-8000-000000000001',
  reviewerName: 'Ana L.',
  isAnonymous: false,
  reviewerId: 'rvr_9',
  verified: true,
  incentivized: false,
  submittedAt: '2026-11-01T09:00:00.000Z',
  title: 'Good kettle',
  body: 'Boils fast.',
  language: 'en',
  country: 'US',
  reviewUrl: 'https://shop.example.com/p/kettle#reviews',
  imageUrls: ['https://shop.example.com/i/1.jpg'],
  rating: 4,
  products: [product],
  source: 'email_form',
  transactionId: 'ord_77',
}

function feed(...rows: FeedReview[]) {
  const writer = feedWriter({ publisherName: 'Shop', aggregatorName: 'Evident' })
  return rows.map(writer.add).join('') + writer.end()
}

function parsed(xml: string) {
  const doc = XmlDocument.fromString(xml)
  try {
    validator.validate(doc)
    const names = (doc.find('//review/*') ?? []).map((node) => ('name' in node ? String(node.name) : ''))
    const texts = new Map<string, string[]>()
    const read = (path: string) => doc.find(path).map((node) => ('content' in node ? String(node.content) : ''))
    for (const name of [
      'content',
      'gtin',
      'mpn',
      'sku',
      'brand',
      'product_name',
      'product_url',
      'reviewer_id',
      'title',
      'review_url',
      'url',
      'review_language',
      'review_country',
      'review_timestamp',
      'collection_method',
      'transaction_id',
    ]) {
      texts.set(name, read(`//reviews//${name}`))
    }
    texts.set('reviewer', read('//reviewer/name'))
    texts.set('publisher', read('//publisher/name'))
    return { names, text: (name: string) => texts.get(name) ?? [], products: doc.find('//product').length }
  } finally {
    doc.dispose()
  }
}

test('a full review is valid, with elements in the order of the published sample', () => {
  assert.deepEqual(parsed(feed(review)).names, [
    'review_id',
    'reviewer',
    'is_verified_purchase',
    'is_incentivized_review',
    'review_timestamp',
    'title',
    'content',
    'review_language',
    'review_country',
    'review_url',
    'reviewer_images',
    'ratings',
    'products',
    'collection_method',
    'transaction_id',
  ])
})

test('a feed without reviews is valid and has no reviews container', () => {
  const xml = feed()
  parsed(xml)
  assert.doesNotMatch(xml, /<reviews/)
})

test('a review with only mandatory fields is valid and has no empty element', () => {
  const bare: FeedProduct = { gtins: [], mpns: [], skus: [], brands: [], name: '', url: null }
  const xml = feed({
    ...review,
    reviewerName: '',
    reviewerId: null,
    title: '  ',
    language: null,
    country: null,
    imageUrls: [],
    products: [bare],
    transactionId: null,
  })
  assert.equal(parsed(xml).text('product_url')[0], review.reviewUrl, 'the review page stands in for the product page')
  assert.doesNotMatch(xml, /<(\w+)[^>]*>\s*<\/\1>|<\w+\/>/)
  assert.match(xml, /<name is_anonymous="true">Anonymous<\/name>/)
})

test('every SKU of the product is listed, with its own identifiers', () => {
  const large = { ...product, gtins: ['9780306406157'], mpns: ['LK-200'], skus: ['LK-200-L'], name: 'Kettle, large' }
  const read = parsed(feed({ ...review, products: [product, large] }))
  assert.equal(read.products, 2)
  assert.deepEqual(read.text('sku'), ['LK-100-S', 'LK-200-L'])
  assert.deepEqual(read.text('gtin'), ['4006381333931', '9780306406157'])
  assert.deepEqual(read.text('mpn'), ['LK-100', 'LK-200'])
})

test('indistinguishable variants are listed once', () => {
  const bare: FeedProduct = { gtins: [], mpns: [], skus: [' '], brands: [], name: 'Mug', url: product.url }
  assert.equal(parsed(feed({ ...review, products: [bare, { ...bare }, { ...bare, skus: ['M-2'] }] })).products, 2)
})

test('only valid GTINs are written, as digits', () => {
  const gtins = ['4006381333930', '978-0-306-40615-7', '', '2000000000015', '9780306406157']
  assert.deepEqual(parsed(feed({ ...review, products: [{ ...product, gtins }] })).text('gtin'), ['9780306406157'])
})

test('reviews that share a product list still have their own product address', () => {
  const products = [{ ...product, url: null }]
  const read = parsed(
    feed(
      { ...review, products },
      { ...review, id: '2', products, reviewUrl: 'https://shop.example.com/p/other#reviews' },
    ),
  )
  assert.deepEqual(read.text('product_url'), [
    'https://shop.example.com/p/kettle#reviews',
    'https://shop.example.com/p/other#reviews',
  ])
})

for (const [source, method] of [
  ['email_form', 'post_fulfillment'],
  ['widget_form', 'unsolicited'],
  ['api', 'unsolicited'],
  ['import', 'unsolicited'],
] as const) {
  test(`a review from ${source} has the collection method ${method}`, () => {
    assert.deepEqual(parsed(feed({ ...review, source })).text('collection_method'), [method])
  })
}

test("the verified and incentivized elements equal the row's fields", () => {
  const xml = feed({ ...review, verified: false, incentivized: true })
  assert.match(xml, /<is_verified_purchase>false</)
  assert.match(xml, /<is_incentivized_review>true</)
})

test('a reviewer id that is an address is not written', () => {
  assert.deepEqual(parsed(feed({ ...review, reviewerId: 'jane@example.com' })).text('reviewer_id'), [])
})

test('markup and illegal characters in a text do not affect the rest of the document', () => {
  const body = 'a < b && c > d ]]> <script>\u0000\u0008\u000B\u001F\uFFFE\uFFFF\uD800 \uDC00 🙂\t\n"\'\u0085é'
  assert.deepEqual(parsed(feed({ ...review, body })).text('content'), ['a < b && c > d ]]> <script>  🙂\t\n"\'\u0085é'])
})

test('a review without text, page, product or date is skipped and counted', () => {
  const writer = feedWriter({ publisherName: 'Shop' })
  const unfit: Partial<FeedReview>[] = [
    { title: null, body: ' \u200B\u0001' },
    { reviewUrl: null, products: [{ ...product, url: 'javascript:alert(1)' }] },
    { products: [] },
    { submittedAt: 'yesterday' },
    { submittedAt: '+012026-01-01T00:00:00Z' },
  ]
  for (const change of unfit) assert.equal(writer.add({ ...review, ...change }), '', JSON.stringify(change))
  const xml = writer.add(review) + writer.end()
  assert.deepEqual(parsed(xml).text('content'), [review.body])
  assert.deepEqual(writer.counts, { reviews: 1, skipped: unfit.length })
})

test('a title without a body is written as the content', () => {
  const read = parsed(feed({ ...review, title: 'Just perfect', body: '\n' }))
  assert.deepEqual([read.text('title'), read.text('content')], [[], ['Just perfect']])
})

for (const [given, written] of [
  ['en-GB', 'en'],
  ['PT_br', 'pt'],
  ['fil', 'fil'],
  ['english', undefined],
  ['', undefined],
  ['1', undefined],
] as const) {
  test(`language ${JSON.stringify(given)} is written as ${written}`, () => {
    assert.equal(parsed(feed({ ...review, language: given })).text('review_language')[0], written)
  })
}

test('a country is written only if it has two letters', () => {
  assert.deepEqual(parsed(feed({ ...review, country: 'de' })).text('review_country'), ['DE'])
  assert.deepEqual(parsed(feed({ ...review, country: 'Germany' })).text('review_country'), [])
})

test('a timestamp with an offset is written in UTC', () => {
  const submittedAt = '2026-11-01T01:00:00+02:00'
  assert.deepEqual(parsed(feed({ ...review, submittedAt })).text('review_timestamp'), ['2026-10-31T23:00:00.000Z'])
})

for (const [given, written] of [
  ['https://shop.example/p/a b', 'https://shop.example/p/a%20b'],
  ['https://shop.example/p/a?x=1&y=2', 'https://shop.example/p/a?x=1&y=2'],
  ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
  ['https://shop.example/100%/[x]#a#b', 'https://shop.example/100%25/%5Bx%5D#a%23b'],
  ['http://localhost:3000/a', 'http://localhost.:3000/a'],
  ['https://user:pw@shop.example/', 'https://shop.example/'],
] as const) {
  test(`the address ${given} is written as ${written}`, () => {
    assert.deepEqual(parsed(feed({ ...review, reviewUrl: given })).text('review_url'), [written])
  })
}

for (const given of ['/p/kettle', 'ftp://shop.example/a', 'data:image/png;base64,AAAA', 'x']) {
  test(`${given} is written as no address`, () => {
    const read = parsed(feed({ ...review, reviewUrl: given, imageUrls: [given] }))
    assert.deepEqual(read.text('review_url'), [product.url])
    assert.deepEqual(read.text('url'), [])
  })
}

// Any UTF-16 text: lone surrogates, control characters, markup and other scripts.
const anyUnits = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  anyText(),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: fc.constantFrom('<', '>', '&', ']', ';', '"', '\u0000', '\r', '\uD83D', '\uDE00', '-', '!') }),
)
const anyUrl = fc.oneof(
  anyUnits,
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  anyUnits.map((text) => `https://shop.example/${text}`),
)
const anyList = fc.array(anyUnits, { maxLength: 3 })
const anyProduct = fc.record({
  gtins: anyList,
  mpns: anyList,
  skus: anyList,
  brands: anyList,
  name: anyUnits,
  url: anyUrl,
})
const anyReview: fc.Arbitrary<FeedReview> = fc.record({
  id: fc.uuid(),
  reviewerName: anyUnits,
  isAnonymous: fc.boolean(),
  reviewerId: fc.option(anyUnits),
  verified: fc.boolean(),
  incentivized: fc.boolean(),
  submittedAt: fc.date({ noInvalidDate: true }),
  title: fc.option(anyUnits),
  body: anyUnits,
  language: fc.option(fc.oneof(anyUnits, fc.constantFrom('en', 'de-AT', 'zh_Hant'))),
  country: fc.option(fc.oneof(anyUnits, fc.constantFrom('US', 'de'))),
  reviewUrl: fc.option(anyUrl),
  imageUrls: fc.array(anyUrl, { maxLength: 2 }),
  rating: fc.integer({ min: 1, max: 5 }),
  products: fc.array(anyProduct, { maxLength: 3 }),
  source: fc.constantFrom('email_form', 'widget_form', 'api', 'import'),
  transactionId: fc.option(anyUnits),
})

test('for any row, the document is well-formed and valid', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyReview, { maxLength: 3, selector: (row) => row.id }), (rows) => {
      parsed(feed(...rows))
    }),
    { numRuns: 400 },
  )
})

test('a text is preserved, except for characters illegal in XML', () => {
  const legal = /[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
  fc.assert(
    fc.property(anyUnits, (text) => {
      const body = `x${text}`
      const expected = [...body].filter((character) => legal.test(character)).join('')
      // XML readers normalise line ends, as the standard requires.
      assert.deepEqual(parsed(feed({ ...review, body })).text('content'), [expected.replace(/\r\n?/g, '\n')])
    }),
    { numRuns: 400 },
  )
})

test('a single review is one element', () => {
  const xml = feedReview(review)
  assert.ok(xml.startsWith('<review>') && xml.endsWith('</review>\n'))
})
