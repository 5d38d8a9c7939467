import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDeprecations, deprecations, findForOperation, headersFor } from './deprecations.ts'

test('every registered removal gives at least 90 days of notice', () => {
  checkDeprecations()
  const short = [{ item: 'x', announced: '2026-10-06T00:00:00Z', removed: '2027-01-03T23:59:59Z', note: '' }]
  assert.throws(() => checkDeprecations(short), /at least 90/)
})

test('the body-only signature had 101 days of notice', () => {
  const row = deprecations.find((each) => each.item === 'x-service-signature')
  assert.ok(row)
  assert.equal((Date.parse(row.removed) - Date.parse(row.announced)) / 86_400_000, 101)
})

test("a deprecated operation's response names its dates and its documentation", () => {
  const [row] = deprecations
  assert.ok(row)
  assert.deepEqual(headersFor(row, 'https://x.example/docs/versioning'), {
    deprecation: 'Tue, 06 Oct 2026 00:00:00 GMT',
    sunset: 'Fri, 15 Jan 2027 00:00:00 GMT',
    link: '<https://x.example/docs/versioning>; rel="deprecation"',
  })
})

test('a deprecated operation is listed under its id', () => {
  const [row] = deprecations
  assert.ok(row)
  const rows = [...deprecations, { ...row, item: 'reviews.list' }]
  assert.equal(findForOperation('reviews.list', rows)?.removed, row.removed)
  assert.equal(findForOperation('reviews.get', rows), undefined)
})
