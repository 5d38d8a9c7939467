import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maxPhotoBytes } from '#platform/files/images/processing.ts'
import { createSecrets } from '#platform/process/secrets.ts'
import { limits } from '#resources/reviews/schema.ts'
import { maxPhotosPerReview } from '#resources/uploads/schema.ts'
import { limits as formLimits } from '#widgets/review-form/model.ts'
import { computeAge, isFromElsewhere, requirePace, signStart } from './rules.ts'

const secrets = createSecrets('a secret key of the deployment, long enough')
const at = (ms: number) => new Date(Date.parse('2026-11-21T12:00:00Z') + ms)

test("a signed start gives a form's age, and is valid for its own scope only", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 10 }), fc.uuid(), (ms, scope) => {
      const start = signStart(secrets, scope, at(0))
      assert.equal(computeAge(secrets, scope, start, at(ms)), ms)
      assert.equal(computeAge(secrets, `${scope}x`, start, at(ms)), undefined)
    }),
  )
})

test('the start time of a form cannot be forged', () => {
  const start = signStart(secrets, 'store', at(0))
  const [time, proof] = start.split('.')
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constant(undefined), fc.base64String()), (text) => {
      assert.equal(computeAge(secrets, 'store', text, at(0)), undefined)
      assert.equal(computeAge(secrets, 'store', `${time}.${text}`, at(0)), undefined)
    }),
  )
  assert.equal(computeAge(secrets, 'store', `${Number.parseInt(time ?? '', 36) - 9000}.${proof}`, at(0)), undefined)
  assert.equal(computeAge(createSecrets('another key of another deployment'), 'store', start, at(0)), undefined)
})

test("a review is accepted from three seconds to a day after the form's start", () => {
  const start = signStart(secrets, 'store', at(0))
  const day = 86_400_000
  for (const ms of [3000, 60_000, day]) requirePace(secrets, 'store', start, at(ms))
  for (const ms of [-1, 0, 2999, day + 1])
    assert.throws(() => requirePace(secrets, 'store', start, at(ms)), { status: 400 })
  requirePace(secrets, 'store', undefined, at(0))
})

test("requests from other origins are refused; missing headers and a proxy's host name are accepted", () => {
  const ours = 'https://reviews.example.com'
  for (const headers of [
    {},
    { origin: ours },
    { 'sec-fetch-site': 'same-origin', origin: 'https://proxy.example' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://inside.example:8443', host: 'inside.example:8443' },
  ])
    assert.equal(isFromElsewhere(headers, ours), false, JSON.stringify(headers))
  for (const headers of [
    { origin: 'https://evil.example', host: 'reviews.example.com' },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site', origin: ours },
    { 'sec-fetch-site': 'same-site' },
  ])
    assert.equal(isFromElsewhere(headers, ours), true, JSON.stringify(headers))
})

// Browser code cannot import the API's limits, so it has a copy of them.
test('the form in the browser has the limits of the API', () => {
  const { title, body, authorName } = limits
  assert.deepEqual(formLimits, { title, body, authorName, photos: maxPhotosPerReview, photoBytes: maxPhotoBytes })
})
