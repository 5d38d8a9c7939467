// The files in contracts/ match the code, so that every change of the contract is a reviewed diff.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createDatabase } from '#test/database.ts'
import { codeContracts } from '../../tools/contracts.ts'
import { describeDatabase } from '../../tools/schema-dump.ts'

const written = (name: string) => readFileSync(new URL(`../../contracts/${name}`, import.meta.url), 'utf8')

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
  test(`contracts/${name} matches the operations`, () => assertSame(name, code))
}

test('contracts/schema.sql matches the migrations', async () => {
  const database = await createDatabase()
  try {
    assertSame('schema.sql', await describeDatabase(database.url))
  } finally {
    await database.drop()
  }
})

test('every scope in the contract names an area and read or write', () => {
  const scopes = Object.keys(JSON.parse(written('scopes.json')))
  assert.ok(scopes.length > 0)
  for (const scope of scopes) assert.match(scope, /^[a-z-]+:(read|write)$/)
})
