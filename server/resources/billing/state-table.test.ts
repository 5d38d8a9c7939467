import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { stateTable } from './state-table.ts'

const guide = new URL('../../../docs/guides/billing.md', import.meta.url)
const tableBelow = /(## Calls by state\n\n)[^#]*?(\n\nA lapsed store)/

test("the guide's table of states matches the rules", () => {
  const written = readFileSync(guide, 'utf8')
  const fresh = written.replace(tableBelow, (_, before, after) => `${before}${stateTable()}${after}`)
  if (process.env.WRITE_GUIDE) writeFileSync(guide, fresh)
  assert.ok(tableBelow.test(written), 'the table has its place')
  assert.equal(
    process.env.WRITE_GUIDE ? fresh : written,
    fresh,
    'WRITE_GUIDE=1 npm test -- server/resources/billing/state',
  )
})
