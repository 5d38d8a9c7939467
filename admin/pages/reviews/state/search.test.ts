import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameView, readInboxSearch, toFilters, toSearch, toSelection, toView } from './search.ts'

test('a URL without filters shows the pending reviews', () => {
  assert.deepEqual(toSelection(readInboxSearch({})), { status: 'pending' })
})

test('every filter in the URL reaches the service, and "all" sends no status', () => {
  const filters = {
    q: 'tent',
    rating: 2,
    productId: 'p1',
    categoryId: 'c1',
    imported: false,
    reported: true,
    corrected: true,
  }
  const search = readInboxSearch({ status: 'all', ...filters, photos: true, answered: false })
  assert.deepEqual(toSelection(search), { ...filters, hasPhotos: true, hasReply: false })
})

test('withheld reviews are the rejected ones and spam, and a saved view of them has no status', () => {
  const search = readInboxSearch({ status: 'withheld', rating: 2 })
  assert.deepEqual(search, { status: 'withheld', rating: 2 })
  assert.deepEqual(toSelection(search), { status: 'rejected,spam', rating: 2 })
  assert.deepEqual(toView(search), { rating: 2 })
  assert.deepEqual(readInboxSearch({ status: 'toString' }), {})
})

test('a date range includes both days, and counts are requested without a sort order', () => {
  const search = readInboxSearch({ from: '2026-11-02', until: '2026-11-03', order: 'lowest', language: 'de' })
  const { submittedAfter, submittedBefore, ...others } = toSelection(search)
  assert.deepEqual(others, { status: 'pending', sort: 'rating', direction: 'asc', language: 'de' })
  assert.equal(Date.parse(submittedAfter ?? ''), new Date(2026, 10, 2).getTime() - 1)
  assert.equal(Date.parse(submittedBefore ?? ''), new Date(2026, 10, 4).getTime())
  assert.ok(!('sort' in toFilters(search)))
})

test('unknown values in the URL are ignored', () => {
  const made = {
    status: 'published',
    q: ['a'],
    rating: 9,
    categoryId: 7,
    photos: 'yes',
    answered: 'no',
    imported: 'maybe',
    reported: 'no',
    corrected: 'no',
    language: 'German',
    from: '2026-13-01',
    until: 'today',
    order: 'best',
    mine: 'yes',
    other: 1,
  }
  assert.deepEqual(toSelection(readInboxSearch(made)), { status: 'pending' })
})

test('a numeric search term is read as text', () => {
  assert.deepEqual(toSelection(readInboxSearch({ q: 1001 })), { q: '1001', status: 'pending' })
})

test('a saved view reopens the same list and stores no email address', () => {
  for (const address of [
    {},
    { status: 'all' },
    { from: '2026-11-02', until: '2026-11-03', order: 'lowest', language: 'de' },
    { order: 'oldest' },
    { order: 'highest' },
    {
      status: 'spam',
      q: 'tent',
      rating: 2,
      productId: 'p1',
      categoryId: 'c1',
      photos: true,
      answered: false,
      imported: false,
      reported: true,
      corrected: true,
    },
  ]) {
    const search = readInboxSearch(address)
    assert.deepEqual(toSearch(toView(search)), search)
    assert.ok(isSameView(toView(search), toView(toSearch(toView(search)))))
  }
  assert.deepEqual(toView({ q: 'jane@customer.example', rating: 1 }), { status: 'pending', rating: 1 })
  assert.ok(!isSameView({ rating: 1 }, { rating: 2 }))
})
