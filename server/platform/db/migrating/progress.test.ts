import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/until.ts'
import { reportProgress } from './progress.ts'

test('a long migration prints its current file, and every migration ends with a line that counts files', async () => {
  const lines: string[] = []
  const progress = reportProgress(3, (line) => void lines.push(line), 5)
  progress.begin('0001_a.sql')
  progress.begin('0002_b.sql')
  await until(() => lines.length > 0, 'a line while it runs')
  progress.end()
  assert.equal(lines[0], 'Migrating the database: 2 of 3, 0002_b.sql.')
  assert.match(lines.at(-1) ?? '', /^Applied 2 migrations in \d+\.\d s\.$/)
})

test('a start without pending migrations prints nothing', () => {
  const lines: string[] = []
  reportProgress(0, (line) => void lines.push(line)).end()
  assert.deepEqual(lines, [])
})
