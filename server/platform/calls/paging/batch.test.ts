import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '#test/any-text.ts'
import { inLockOrder, quarters } from './batch.ts'

test('the parts of a split batch contain each row once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 2, maxLength: 250 }), (rows) => {
      const parts = quarters(rows)
      assert.deepEqual(parts.flat(), rows)
      assert.ok(parts.length > 1 && parts.every((part) => part.length > 0 && part.length < rows.length))
    }),
  )
})

test('two requests with the same keys lock them in the same order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyText()), (keys) => {
      const order = inLockOrder(keys, (key) => key)
      assert.deepEqual(
        inLockOrder(keys.toReversed(), (key) => key),
        order,
      )
    }),
  )
})
