import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { replaceId } from './replace-id.ts'

test('an id is replaced at any depth, and a list contains the new id once', () => {
  const json = { ids: ['b', 'a', 'c', 'b'], text: 'a and b', deep: [{ value: 'a', n: 1, none: null }] }
  assert.deepEqual(replaceId(json, 'a', 'b'), {
    ids: ['b', 'c'],
    text: 'a and b',
    deep: [{ value: 'b', n: 1, none: null }],
  })
})

test('all other values stay unchanged, and no value equals the old id afterwards', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      const same = JSON.parse(JSON.stringify(json))
      assert.deepEqual(replaceId(same, 'an id that is nowhere', 'x'), same)
      const text = JSON.stringify(replaceId({ json: same, ids: ['old'] }, 'old', 'new'))
      assert.doesNotMatch(text, /[[,:]"old"[\],}]/)
    }),
  )
})
