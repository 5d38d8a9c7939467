import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitAtHits } from './split-at-hits.ts'

test('parts at odd indexes are hits, in upper and lower case', () => {
  assert.deepEqual(splitAtHits('Tea, and more tea.', 'TEA'), ['', 'Tea', ', and more ', 'tea', '.'])
})

test('patterns in a search are plain text', () => {
  assert.deepEqual(splitAtHits('a.b (c)', '.b ('), ['a', '.b (', 'c)'])
  assert.deepEqual(splitAtHits('abc', ' '), ['abc'])
})
