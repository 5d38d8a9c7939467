import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { createDatabase } from '#test/database.ts'
import { openSource } from './source.ts'
import { checkStatements } from './statements.ts'

const file = 'tools/statements/mistakes.testing.ts'

test('a wrong column, type, null, word or parameter is found; correct statements cause no finding', async () => {
  const database = await createDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const source = openSource((path) => path === file)
  try {
    const { problems, unreached, rows } = await checkStatements(source, client)
    const found = problems.map((each) => each.replace(/^[^:]*:\d+: /, '').replace(/\n.*/s, ''))
    assert.deepEqual(found.sort(), [
      '"count" is never null, but is declared as number | null',
      '"id" is uuid: string, but declared as number',
      '"sku" may be null, but is declared as string',
      '"status" is never lost, but is declared as "approved" | "lost" | "pending" | "rejected" | "spam"',
      '"status" may be rejected, spam, but is declared as "approved" | "pending"',
      '"title" may be null, but is declared as string',
      '$1: string | null goes into a column that does not allow null',
      '$2: string is passed for a parameter of type smallint, which accepts number',
      '$2: string[] is passed for a parameter of type smallint[], which accepts number[]',
      'answers "heading", which its row does not declare',
      'column p.headline does not exist',
      'column p.name does not exist',
      'declares "title", which is not among its columns',
      'syntax error at or near "$3"',
    ])
    assert.equal(unreached.length, 1)
    assert.ok(rows >= 10)
  } finally {
    source.close()
    await client.end()
    await database.drop()
  }
})
