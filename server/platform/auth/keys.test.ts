import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '#test/any-text.ts'
import { isWellFormedKey, last4Of, newKey } from './keys.ts'

test('a new key has the published format and a valid checksum', () => {
  for (let i = 0; i < 200; i++) {
    const key = newKey()
    assert.match(key, /^evnt_[0-9A-Za-z]{46}$/)
    assert.ok(isWellFormedKey(key))
    assert.equal(last4Of(key), key.slice(47))
  }
})

test('a key with one changed character is refused without a query', () => {
  const key = newKey()
  fc.assert(
    fc.property(fc.integer({ min: 5, max: key.length - 1 }), fc.constantFrom(...'0123456789abcdefXYZ'), (at, char) => {
      if (key[at] === char) return
      assert.equal(isWellFormedKey(key.slice(0, at) + char + key.slice(at + 1)), false)
    }),
  )
})

test("checking a key's form never throws", () => {
  fc.assert(fc.property(anyText(), (text) => typeof isWellFormedKey(text) === 'boolean'))
})
