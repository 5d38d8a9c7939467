import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSources } from './check-boundaries.ts'
import { definitionPath, shapeProblems } from './check-shape.ts'

const long = 'line\n'.repeat(120)
const bites = (promise: string, files: Record<string, string>, expected: RegExp) =>
  test(promise, () => {
    const problems = shapeProblems(new Map(Object.entries(files)))
    assert.equal(problems.length, 1, problems.join('\n') || 'nothing was found')
    assert.match(problems[0] ?? '', expected)
  })
const many = (count: number, pathOf: (index: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [pathOf(index), long]))

test("the project's folders have the required shape", () => {
  const sources = readSources(join(import.meta.dirname, '..'))
  assert.deepEqual(shapeProblems(sources), [])
  assert.ok(sources.has(definitionPath))
})

test('25 files, eight sub-folders and tests are accepted', () => {
  const files = {
    ...many(25, (index) => `admin/api/part-${index}.ts`),
    ...many(8, (index) => `server/resources/orders/part-${index}/store.ts`),
    'server/resources/orders/part-0/store.test.ts': '',
    'server/resources/orders/samples/orders.test.ts': '',
  }
  assert.deepEqual(shapeProblems(new Map(Object.entries(files))), [])
})

bites(
  'a folder has at most 25 files',
  many(26, (index) => `admin/api/part-${index}.ts`),
  /admin\/api has 26 files/,
)
bites(
  'an area has at most eight sub-folders',
  many(9, (index) => `server/resources/orders/part-${index}/store.ts`),
  /orders has 9 sub-folders/,
)
bites('a sub-folder has at least 120 lines', { 'server/resources/orders/notes/store.ts': 'line\n' }, /has 1 lines/)
bites(
  'a sub-folder of an area has no folders',
  { 'server/resources/orders/notes/old/store.ts': long },
  /deeper than 4 levels/,
)

const definition = (options: number) => ({
  [definitionPath]: `export type Definition<\n  T,\n> = {\n  /** Text. */\n${'  name?: T\n'.repeat(options - 1)}  run(\n    ctx: T,\n  ): T\n}\n`,
})

test('an operation with twelve options is accepted', () => {
  assert.deepEqual(shapeProblems(new Map(Object.entries(definition(12)))), [])
})
bites('an operation has at most twelve options', definition(13), /Definition has 13 options/)
bites('a definition without options is refused', { [definitionPath]: 'type Definition = {}\n' }, /no type Definition/)
