import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitAtHits } from './split-at-hits.ts'

test('matches are at odd indexes, and ignore case', () => {
  assert.deepEqual(splitAtHits('Tea, and more tea.', 'TEA'), ['', 'Tea', ', and more ', 'tea', '.'])
})

test('a search term with special characters is plain text, not a pattern', () => {
  assert.deepEqual(splitAtHits('a.b (c)', '.b ('), ['a', '.b (', 'c)'])
  assert.deepEqual(splitAtHits('abc', ' '), ['abc'])
})
