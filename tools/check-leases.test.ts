import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSources } from './check-boundaries.ts'
import { findProblems } from './check-leases.ts'

const problemsIn = (path: string, text: string) => findProblems(new Map([[path, text]]))

test('no area has its own lease', () => {
  const sources = readSources(join(import.meta.dirname, '..'))
  assert.ok(sources.has('server/platform/jobs/resumable.ts'), 'the sources are found')
  assert.deepEqual(findProblems(sources), [])
})

test('a lease outside the jobs folder is refused: in areas, the kernel and tests', () => {
  for (const path of ['server/resources/a/commands.ts', 'server/platform/a.ts', 'server/resources/a/a.test.ts'])
    for (const text of ['const leaseMs = 45_000', 'export const leaseMs = 1', 'const longestLeaseMs = 300_000'])
      assert.equal(problemsIn(path, text).length, 1, `${path}: ${text}`)
})

test('leases in the jobs folder, other constants and uses of a lease are allowed', () => {
  assert.deepEqual(problemsIn('server/platform/jobs/resumable.ts', 'const leaseMs = 45_000'), [])
  assert.deepEqual(
    problemsIn('server/resources/a/a.ts', 'const releaseClaims = 1; const until = leaseUntil(tx.now)'),
    [],
  )
})
