import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

const run = (...args: string[]) =>
  execFileSync(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...args], { encoding: 'utf8' })

test('--help explains a command', () => {
  assert.match(run('setup', '-h'), /^evident setup --org NAME[\s\S]*\n\n {2}create an organization/)
  const jobs = run('jobs', '--help')
  assert.match(jobs, /^evident jobs run NAME\n/)
  for (const name of ['catalogue-sync', 'loyalty-expiry', 'review-requests']) assert.ok(jobs.includes(name))
})
