import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measure } from './measure.ts'

test('copies of long texts are found on a development seed, with few false ones', () => {
  const { precision, recall } = measure('near_copy, long', 1)
  assert.ok(precision >= 0.95, `precision ${precision}`)
  assert.ok(recall >= 0.6, `recall ${recall}`)
})
