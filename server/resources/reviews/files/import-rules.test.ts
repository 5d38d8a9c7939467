import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeFingerprint, type ImportedReview, partsWithoutRepeats } from './import-rules.ts'

const review: ImportedReview = {
  key: 'aa',
  productId: 'p',
  orderId: null,
  rating: 5,
  title: null,
  body: 'Good',
  authorName: 'Ada',
  authorEmail: 'ada@example.com',
  status: 'pending',
  claimedVerified: false,
  incentive: null,
  replyBody: null,
  repliedAt: null,
  locale: null,
  country: null,
  submittedAt: '2024-01-01T00:00:00.000Z',
  photoUrls: [],
}

test('the fingerprint changes if and only if an update would write different values', () => {
  const changes: Partial<ImportedReview>[] = [
    { productId: 'q' },
    { orderId: 'o' },
    { rating: 4 },
    { title: 'T' },
    { body: 'Bad' },
    { authorName: 'A' },
    { authorEmail: null },
    { claimedVerified: true },
    { incentive: 'coupon' },
    { replyBody: 'R' },
    { repliedAt: '2024-01-02T00:00:00.000Z' },
    { locale: 'en' },
    { country: 'NZ' },
    { submittedAt: '2024-01-02T00:00:00.000Z' },
  ]
  const prints = [review, ...changes.map((change) => ({ ...review, ...change }))].map((each) =>
    computeFingerprint(each).toString('hex'),
  )
  assert.equal(new Set(prints).size, changes.length + 1)
  const decided = { ...review, key: 'bb', status: 'approved', photoUrls: ['https://example.com/p.jpg'] } as const
  assert.deepEqual(computeFingerprint(decided), computeFingerprint(review))
})

test('a batch is split into sorted parts without repeated keys; rows of a key stay in order', () => {
  const rows = ['b', 'a', 'b', 'c', 'b', 'a'].map((key, at) => ({ key, at }))
  const parts = partsWithoutRepeats(rows).map((part) => part.map(({ key, at }) => `${key}${at}`))
  assert.deepEqual(parts, [['a1', 'b0', 'c3'], ['a5', 'b2'], ['b4']])
  assert.deepEqual(partsWithoutRepeats([]), [])
})
