// Each code is thrown with the status that its owner declares, so the reference matches the responses.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { areas } from '../../server/entry/areas.ts'

const root = join(import.meta.dirname, '..', '..')

function thrownIn(text: string): [status: number, code: string][] {
  const direct = [...text.matchAll(/new AppError\(\s*(\d{3}),\s*'(\w+)'/g)].map(([, status, code]) => [status, code])
  const forbidden = [...text.matchAll(/\bforbidden\(\s*'(\w+)'/g)].map(([, code]) => ['403', code])
  const conflicts = [...text.matchAll(/\bconflict\(\s*(?:'[^']*'|"[^"]*"|`[^`]*`),\s*'(\w+)',?\s*\)/g)].map(
    ([, code]) => ['409', code],
  )
  return [...direct, ...forbidden, ...conflicts].map(([status, code]) => [Number(status), code ?? ''])
}

/** Codes that appear only on pages for people. These pages show a text, and no program reads the code. */
const onlyOnPages = ['410 conflict']

test('every code is thrown with its declared status, and every code is declared', () => {
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

test('the check finds each way of throwing', () => {
  const text = `throw new AppError(
    403, 'a', 'x'); forbidden('b', 'x'); conflict(\`x \${y}\`, 'c'); conflict('plain')`
  assert.deepEqual(thrownIn(text), [
    [403, 'a'],
    [403, 'b'],
    [409, 'c'],
  ])
})
