import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { describeReason } from '../../plugins/medusa/src/lib/request-reasons.ts'
import { reasonText } from './request-reasons.ts'

const read = (path: string) => readFileSync(new URL(`../../plugins/${path}`, import.meta.url), 'utf8')

test('the shop plugins word each reason for an unsent request as the admin application does', () => {
  const ours = read('medusa/src/lib/request-reasons.ts')
  assert.equal(read('vendure/src/dashboard/request-reasons.tsx'), ours)
  const codes = [...ours.matchAll(/^ {2}(\w+): /gm)].map(([, code = '']) => code)
  assert.ok(codes.includes('too_old'))
  for (const code of codes) assert.equal(describeReason(code, false), reasonText(code))
  assert.equal(describeReason('too_old', true), 'die Bestellung ist zu alt')
})
