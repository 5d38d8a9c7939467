import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differenceText, growthText, shareText, wholeShareText } from './share.ts'

test('percentages have one decimal', () => {
  assert.deepEqual([0.25, 0.125, 2 / 3, 0, 1, null].map(shareText), ['25.0%', '12.5%', '66.7%', '0.0%', '100.0%', '–'])
})

test('growth is an arrow and a whole percentage', () => {
  assert.deepEqual([44 / 24, -1 / 3, 0, 0.004].map(growthText), ['↑ 183%', '↓ 33%', '0%', '0%'])
  assert.deepEqual([0.797, 0, null].map(wholeShareText), ['80%', '0%', '–'])
})

test('a difference has one decimal, and equals the difference of the shown numbers', () => {
  assert.equal(differenceText(25, 12.5), '+12.5')
  assert.deepEqual([shareText(5 / 68), shareText(2 / 24)], ['7.4%', '8.3%'])
  assert.equal(differenceText(500 / 68, 200 / 24), '\u22120.9')
  assert.equal(differenceText(4.24, 4.21), '0.0')
})
