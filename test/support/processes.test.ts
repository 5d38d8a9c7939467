import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inProcesses, named } from './processes.ts'

const root = join(import.meta.dirname, '../..')

test('each file in the lists of processes.ts exists', () => {
  assert.deepEqual(
    named.filter((file) => !existsSync(join(root, file))),
    [],
  )
})

test('every file runs once; the longest files start first, each in its own process', () => {
  const short = Array.from({ length: 25 }, (_, i) => `server/platform/part-${i}.test.ts`)
  const files = [...short, ...named].sort()
  const groups = inProcesses(files, 3)
  assert.deepEqual(groups.flat().sort(), files)
  assert.deepEqual(
    groups.slice(0, named.length),
    named.map((file) => [file]),
  )
  assert.ok(groups.every((group) => group.length <= 10))
})

test('a process that starts last gets less work than the first', () => {
  const files = Array.from({ length: 400 }, (_, i) => `server/platform/part-${String(i).padStart(3, '0')}.test.ts`)
  const groups = inProcesses(files, 3)
  assert.deepEqual(groups.flat(), files)
  assert.ok((groups.at(-1)?.length ?? 0) <= (groups[0]?.length ?? 0) / 2)
})
