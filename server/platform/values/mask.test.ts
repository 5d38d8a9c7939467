import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { last4 } from './mask.ts'

test('at most four characters and at most half of the name are shown', () => {
  const cases: [string, string][] = [
    ['jane.doe@x.io', '.doe'],
    ['al@x.io', 'l'],
    ['j@x.io', ''],
    ['bob@x.io', 'b'],
    ['"a@b"@x.io', '@b"'.slice(-2)],
    ['日本語@x.io', '語'],
  ]
  for (const [email, shown] of cases) assert.equal(last4(email), shown, email)
  assert.equal(last4(null), null)
})

test('the masked form never shows more than half of any name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (local) => {
      const shown = [...(last4(`${local}@x.io`) ?? '')].length
      assert.ok(shown <= 4 && shown <= [...local].length / 2)
    }),
  )
})
