import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measure } from './measure.ts'

test('copies are found on the seeded corpus, with few false ones', () => {
  const { precision, recall } = measure('near_copy', 1)
  assert.ok(precision >= 0.95, `precision ${precision}`)
  assert.ok(recall >= 0.6, `recall ${recall}`)
})
