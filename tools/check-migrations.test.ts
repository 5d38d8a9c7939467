import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findProblems } from './check-migrations.ts'

const problemsIn = (text: string) => findProblems(new Map([['9001_a.sql', text]]))
const expands = '-- Migration: expands.\n'

const refused: Record<string, [text: string, problem: RegExp]> = {
  'no phase': ['create table a ();', /Begin the file with/],
  'a phase behind the first line': [`-- A table.\n${expands}create table a ();`, /Begin the file with/],
  'a phase without its release': ['-- Migration: contracts.\ndrop table a;', /Begin the file with/],
  'a dropped column': [`${expands}alter table a\n  drop column b;`, /"drop column" breaks processes/],
  'a dropped table': [`${expands}DROP TABLE a;`, /"DROP TABLE" breaks processes/],
  'a renamed column': [`${expands}alter table a rename b to c;`, /"rename" breaks processes/],
  'a changed type': [`${expands}alter table a alter column b type text;`, /breaks processes/],
  'a new requirement': [`${expands}alter table a alter column b set not null;`, /breaks processes/],
  'an index that blocks writes': [
    `${expands}create unique index a_idx\n  on a (b);`,
    /The new index blocks writes to a\./,
  ],
  'an index that blocks writes, after a contraction': [
    '-- Migration: contracts, unused since 1.1.0.\ndrop index a_idx;\ncreate index b_idx on a (b);',
    /The new index blocks writes to a\./,
  ],
  'a table in a concurrent file': [
    '-- Migration: expands concurrently.\ncreate table a ();',
    /only contain CREATE INDEX/,
  ],
  'a blocking index in a concurrent file': [
    '-- Migration: expands concurrently.\ncreate index a_idx on a (b);',
    /only contain CREATE INDEX/,
  ],
}
for (const [what, [text, problem]] of Object.entries(refused))
  test(`the check refuses ${what}`, () => {
    assert.match(problemsIn(text).join('\n'), problem)
  })

test('the check accepts new objects, concurrent indexes and a contraction with its release', () => {
  for (const text of [
    `${expands}-- We do not drop table a.\ncreate table a (b int);\ncreate index a_idx on a (b);\nalter table c add column d text;`,
    '-- Migration: expands concurrently.\ncreate unique index concurrently a_idx on app.a (b) where b is not null;\ndrop index concurrently if exists c_idx;',
    '-- Migration: contracts, unused since 1.1.0.\nalter table a drop column b, drop column c;',
  ])
    assert.deepEqual(problemsIn(text), [])
})

test('a migration that is older than the rule about phases needs no phase', () => {
  assert.deepEqual(findProblems(new Map([['0520_review_counts.sql', 'drop table a;']])), [])
})
