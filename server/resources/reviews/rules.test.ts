import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '#test/any-text.ts'
import { cleanLine, cleanText, isVerifiedPurchase, looksLikeAddress, readSubmission, summarize } from './rules.ts'

const sent = { productId: 'p', rating: 4, body: ' Good. ', authorName: ' Jane  D. ', authorEmail: 'Jane@X.io' }

test('a submission is normalised: trimmed, title and name on one line, address in lower case', () => {
  assert.deepEqual(readSubmission({ ...sent, title: 'Very\n good', locale: 'de_AT' }), {
    product: { productId: 'p' },
    orderId: null,
    rating: 4,
    title: 'Very good',
    body: 'Good.',
    authorName: 'Jane D.',
    authorEmail: 'jane@x.io',
    locale: 'de-AT',
  })
})

test('exactly one product id is required; a body or name of only spaces is refused', () => {
  const refused = { name: 'AppError', status: 400, code: 'validation_failed' }
  assert.throws(() => readSubmission({ ...sent, platformProductId: 'x' }), refused)
  assert.throws(() => readSubmission({ ...sent, productId: undefined }), refused)
  assert.throws(() => readSubmission({ ...sent, body: ' \n ' }), refused)
  assert.throws(() => readSubmission({ ...sent, authorName: '\u0007' }), refused)
  assert.throws(() => readSubmission({ ...sent, authorName: 'jane@x.io' }), { ...refused, message: /\/authorName/ })
})

test('cleaning twice equals cleaning once, and preserves every letter, mark and emoji', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      for (const clean of [cleanLine, cleanText]) assert.equal(clean(clean(text)), clean(text))
      assert.doesNotMatch(cleanText(text), /(?![\n\t])\p{Cc}/u)
      assert.equal(cleanText(text).replace(/\s/gu, ''), text.replace(/\p{Cc}|\s/gu, ''))
    }),
  )
})

test('an address in place of a name is detected; other names with @ are accepted', () => {
  for (const name of ['jane@x.io', 'Jane (jane.doe@shop.example)', 'jané@bücher.example']) {
    assert.ok(looksLikeAddress(name), name)
  }
  for (const name of ['Jane', '@jane', 'J@ne', 'Jane @ home', 'Zoë 🎉', 'محمد'])
    assert.ok(!looksLikeAddress(name), name)
})

test('a purchase is verified only with an order and a proven address', () => {
  assert.ok(isVerifiedPurchase({ hasOrder: true, addressProven: true }))
  assert.ok(!isVerifiedPurchase({ hasOrder: true, addressProven: false }))
  assert.ok(!isVerifiedPurchase({ hasOrder: false, addressProven: true }))
})

const counted = (rating: number, count: number) => ({ rating, count, verified: 0, with_photos: 0 })

test('a summary without reviews has no average', () => {
  const none = {
    count: 0,
    average: null,
    byStar: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 },
    verifiedCount: 0,
    withPhotos: 0,
  }
  assert.deepEqual(summarize([]), none)
})

test('star counts sum to the count, and the average is rounded to two decimals', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 5, maxLength: 5 }), (counts) => {
      const { count, average, byStar } = summarize(counts.map((n, i) => counted(i + 1, n)))
      assert.equal(
        Object.values(byStar).reduce((sum, n) => sum + n),
        count,
      )
      if (count === 0) return assert.equal(average, null)
      const exact = counts.reduce((sum, n, i) => sum + n * (i + 1), 0) / count
      assert.ok(average !== null && Math.abs(average - exact) <= 0.005 + 1e-9)
      assert.match(String(average), /^[1-5](\.\d{1,2})?$/)
    }),
  )
})

test('an average halfway between two values is rounded up, despite binary fractions', () => {
  assert.equal(summarize([counted(4, 199), counted(5, 1)]).average, 4.01)
})
