// The service wrote these files on 2026-11-28, before heads were dated in order.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Line, readArchive, withLines } from '#resources/backups/archives.testing.ts'
import { verifyFile } from './verify.mjs'

const pathOf = (name: string) => fileURLToPath(new URL(`made-before/${name}`, import.meta.url))
const keys = [readFileSync(pathOf('key.txt'), 'utf8').trim()]

test('a pack that was made before heads were ordered still verifies', async () => {
  const report = await verifyFile(pathOf('pack.zip'), { keys })
  assert.deepEqual([report.ok, report.problems, report.notices], [true, [], undefined])
})

test('a pack whose heads are dated out of order verifies with a notice', async () => {
  for (const name of ['pack-with-heads-out-of-order.zip', 'archive.zip']) {
    const report = await verifyFile(pathOf(name), { keys })
    assert.deepEqual([report.ok, report.problems], [true, []], name)
    assert.deepEqual(report.notices, [
      'The head over 4 entries is dated 2026-11-20 and follows a head of 2026-11-21. Only the date runs backwards: both heads cover this ledger.',
    ])
  }
})

test('a fork and a rollback are refused at any date', async () => {
  const archive = await readArchive(readFileSync(pathOf('archive.zip')))
  const changes: Record<string, (line: Line) => Line | readonly Line[]> = {
    'the last entries of a head are gone': (line) =>
      line.table === 'evidence_entries' && Number(line.row.seq) >= 6 ? [] : line,
    'an entry is another': ({ table, row }) => ({
      table,
      row:
        table === 'evidence_entries' ? { ...row, entry: String(row.entry).replace('"approved"', '"rejected"') } : row,
    }),
    'a head is over another size': ({ table, row }) => ({
      table,
      row: table === 'evidence_heads' && row.size === 4 ? { ...row, size: 3 } : row,
    }),
  }
  for (const [name, change] of Object.entries(changes)) {
    const path = join(mkdtempSync(join(tmpdir(), 'forks-')), 'archive.zip')
    writeFileSync(path, await withLines(archive, change))
    assert.equal((await verifyFile(path, { keys })).ok, false, name)
    rmSync(path)
  }
})
