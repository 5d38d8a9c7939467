// Each code is thrown with the status that its owner declares: what the reference says of it is what a caller gets.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { areas } from '../../server/entry/areas.ts'

const root = join(import.meta.dirname, '..', '..')

/** Every code in a source text with the status it is thrown with. */
function thrownIn(text: string): [status: number, code: string][] {
  const direct = [...text.matchAll(/new AppError\(\s*(\d{3}),\s*'(\w+)'/g)].map(([, status, code]) => [status, code])
  const forbidden = [...text.matchAll(/\bforbidden\(\s*'(\w+)'/g)].map(([, code]) => ['403', code])
  const conflicts = [...text.matchAll(/\bconflict\(\s*(?:'[^']*'|"[^"]*"|`[^`]*`),\s*'(\w+)',?\s*\)/g)].map(
    ([, code]) => ['409', code],
  )
  return [...direct, ...forbidden, ...conflicts].map(([status, code]) => [Number(status), code ?? ''])
}

/** Neither an answer of the API nor read by a program: a page says it to a person, who sees only the words. */
const onlyOnPages = ['410 conflict']

test('every code is thrown with its declared status, and none that nobody declares', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).filter((path) => !/\.(test|testing)\.ts$/.test(path))
  const thrown = files.flatMap((path) =>
    thrownIn(readFileSync(join(root, path), 'utf8')).map(([status, code]) => ({ path, status, code })),
  )
  assert.ok(thrown.length > 60, `only ${thrown.length} found`)
  const wrong = thrown
    .filter(({ status, code }) => areas.statuses[code] !== status && !onlyOnPages.includes(`${status} ${code}`))
    .map(({ path, status, code }) => `${path}: ${status} ${code}`)
  assert.deepEqual(wrong, [])
})

test('each way of throwing would be seen', () => {
  const text = `throw new AppError(
    403, 'a', 'x'); forbidden('b', 'x'); conflict(\`x \${y}\`, 'c'); conflict('plain')`
  assert.deepEqual(thrownIn(text), [
    [403, 'a'],
    [403, 'b'],
    [409, 'c'],
  ])
})
