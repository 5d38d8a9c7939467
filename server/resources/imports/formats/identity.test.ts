import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dedupeKey } from './identity.ts'
import type { ImportedReview } from './imported-review.ts'

const base: ImportedReview = {
  rating: 4,
  body: 'Keeps me warm.',
  authorName: 'Elin',
  authorEmail: 'elin@example.com',
  product: { handle: 'cap' },
  submittedAt: '2024-10-11T00:00:00.000Z',
  status: 'pending',
  claimedVerified: false,
  incentivized: false,
  photoUrls: [],
}
const key = (changes: Partial<ImportedReview> = {}, source = 'loox') => dedupeKey({ source }, { ...base, ...changes })

test('a key is a SHA-256 and never changes between releases', () => {
  // Literal on purpose: a different value would import every old file a second time.
  assert.equal(key(), '20e4139b1e8ad0fd02f2f34a8f4bff1216c1704361c1b5a3e6cb0bff33302c28')
  assert.equal(key({ externalId: '17' }), '517efef091b64da571509daba5eee6ccc80aab0a5fac089bb5c4a7c23237a5de')
})

test('a key with an id depends only on the id and its platform', () => {
  assert.equal(key({ externalId: '1', body: 'Edited', rating: 1 }), key({ externalId: '1' }))
  assert.notEqual(key({ externalId: '1' }), key({ externalId: '2' }))
  assert.notEqual(key({ externalId: '1' }), key({ externalId: '1' }, 'yotpo'))
})

test('ids in a file of an unknown platform are ignored', () => {
  const generic = { source: 'generic', hasStableIds: false }
  const keys = ['Warm', 'Cold'].map((body) => dedupeKey(generic, { ...base, externalId: '1', body }))
  assert.notEqual(keys[0], keys[1])
})

test('a key without an id depends on product, author, date and text, not on spacing', () => {
  assert.equal(key({ body: '  keeps me\r\n WARM. ', authorName: 'ELIN', authorEmail: 'Elin@Example.com' }), key())
  assert.equal(key({ rating: 1, status: 'spam', photoUrls: ['https://x.example/a'] }, 'yotpo'), key())
  const others: Partial<ImportedReview>[] = [
    { product: { handle: 'hat' } },
    { product: { sku: 'cap' } },
    { authorName: 'Elina' },
    { authorEmail: undefined },
    { submittedAt: '2024-10-12T00:00:00.000Z' },
    { body: 'Keeps me cold.' },
  ]
  const keys = [key(), ...others.map((changes) => key(changes))]
  assert.equal(new Set(keys).size, keys.length)
})
