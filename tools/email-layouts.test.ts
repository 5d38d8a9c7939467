import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { emailLayouts, generatedPath } from './email-layouts.ts'

test('the compiled mail layouts match their sources; to update: node tools/write-email-layouts.ts', async () => {
  assert.equal(readFileSync(generatedPath, 'utf8'), await emailLayouts())
})
