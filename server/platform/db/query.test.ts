import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile, equalsAny, sql } from './query.ts'

const compileText = (query: ReturnType<typeof sql>) => compile(query).text

test('values become parameters in the order in which they are written, across all fragments', () => {
  const piece = sql`and b = ${2}`
  const { text, values } = compile(sql`select ${1} where a = ${[1, 2]} ${piece} ${sql``} and c = ${null} ${piece}`)
  assert.equal(text, 'select $1 where a = $2 and b = $3  and c = $4 and b = $5')
  assert.deepEqual(values, [1, [1, 2], 2, null, 2])
})

test('a hostile string is quoted or becomes a parameter, and never becomes SQL', () => {
  const hostile = `x'; drop table "y"; --`
  assert.equal(compileText(sql`select ${hostile}`), 'select $1')
  assert.equal(compileText(sql`select ${sql.lit(hostile)}`), `select 'x''; drop table "y"; --'`)
  assert.equal(compileText(sql`select ${sql.ref(hostile)}`), `select "x'; drop table ""y""; --"`)
})

test('names, constants and lists become part of the SQL', () => {
  assert.equal(compileText(sql`${sql.ref('r.status')} ${sql.lit(5)} ${sql.raw('desc')}`), '"r"."status" 5 desc')
  assert.equal(compileText(sql.join([])), '')
  assert.equal(compileText(sql.join([sql`a`, sql`b`, sql`c`])), 'a, b, c')
  assert.equal(compileText(sql.join([sql`a`, sql`b`], sql` union all `)), 'a union all b')
  assert.equal(compileText(equalsAny('state', ['a'])), `"state" = 'a'`)
  assert.equal(compileText(equalsAny('state', ['a', 'b'])), `"state" in ('a', 'b')`)
})

test('equal SQL has one name, under which a connection parses it', () => {
  const ask = (id: number) => compile(sql`select ${id} as "query.test"`)
  assert.equal(ask(1).name, ask(2).name)
  assert.notEqual(ask(1).name, compile(sql`select ${1} as "another"`).name)
})

test('a name depends only on the SQL, so it is equal in every process', () => {
  const { name } = compile(sql`select ${1} as "of every process"`)
  assert.equal(name, 's_jlwhPhTx9O8_jNvjlbBXWu')
})
