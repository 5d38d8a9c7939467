// What is written in contracts/ is what the code says: a change of the contract is a diff that somebody has looked at.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createDatabase } from '#test/database.ts'
import { codeContracts } from '../../tools/contracts.ts'
import { describeDatabase } from '../../tools/schema-dump.ts'

const written = (name: string) => readFileSync(new URL(`../../contracts/${name}`, import.meta.url), 'utf8')

/** The first line that differs says more than two documents do. */
function assertSame(name: string, code: string): void {
  const [here, there] = [written(name).split('\n'), code.split('\n')]
  const line = there.findIndex((text, i) => text !== here[i])
  const where = line < 0 ? 'its end' : `line ${line + 1}: ${here[line]?.trim()} ≠ ${there[line]?.trim()}`
  assert.ok(
    written(name) === code,
    `contracts/${name} is not what the code says, from ${where}. Run: node tools/write-contracts.ts`,
  )
}

for (const [name, code] of Object.entries(codeContracts())) {
  test(`contracts/${name} is what the operations say`, () => assertSame(name, code))
}

test('contracts/schema.sql is what the migrations make', async () => {
  const database = await createDatabase()
  try {
    assertSame('schema.sql', await describeDatabase(database.url))
  } finally {
    await database.drop()
  }
})

test('the scopes of the contract are those that a key can be given, an area each', () => {
  const scopes = Object.keys(JSON.parse(written('scopes.json')))
  assert.ok(scopes.length > 0)
  for (const scope of scopes) assert.match(scope, /^[a-z-]+:(read|write)$/)
})
