import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { completeLock } from './complete-lock.ts'

test('the lock file names every optional package, so "npm ci" accepts it everywhere', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  assert.deepEqual(completeLock(lock).added, [], 'run: node tools/complete-lock.ts')
})

test('a missing package is added for its own platform only, and existing entries are unchanged', () => {
  const { lock, added } = completeLock({
    packages: {
      'node_modules/tool': {
        version: '1.0.0',
        dev: true,
        optionalDependencies: { '@t/cli-linux-x64-musl': '1.0.0', '@t/cli-win32-arm64': '1.0.0' },
      },
      'node_modules/tool/node_modules/@t/cli-win32-arm64': { version: '1.0.0', optional: true },
    },
  })
  assert.deepEqual(added, ['@t/cli-linux-x64-musl@1.0.0'])
  assert.deepEqual(lock.packages['node_modules/@t/cli-linux-x64-musl'], {
    version: '1.0.0',
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
    dev: true,
    optional: true,
  })
})

test('a package name without a platform is reported for manual repair', () => {
  assert.throws(
    () => completeLock({ packages: { 'node_modules/tool': { optionalDependencies: { 'tool-native': '1.0.0' } } } }),
    /by hand/,
  )
})
