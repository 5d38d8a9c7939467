import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

const folders = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const failure = `
  ✖ orders › a push is stored
    server/resources/orders/orders.test.ts:12
    AssertionError [ERR_ASSERTION]: not stored
    
    ${Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n    ')}
`
const passes = (count) => Array.from({ length: count }, (_, i) => `✔ file-${i}.test.ts (1 tests, 1 ms)`).join('\n')

test('only the failures are printed again at the end, each in full', () => {
  const { code, output } = run({
    npm: {
      says: `${passes(200)}\n${failure}\n✖ orders.test.ts (1 tests, 1 failed, 9 ms)\n${passes(200)}\n2 tests: 1 failed`,
      code: 1,
    },
  })
  assert.equal(code, 1)
  const end = output.slice(output.indexOf('--- tests'))
  assert.ok(end.includes(failure.trim()), end)
  assert.ok(end.split('\n').length < 50, end)
  assert.match(end, /2 tests: 1 failed\nFAILED: tests; after \d+ s\n$/)
})

test('a step that fails without a failing test shows its last lines, and other steps still run', () => {
  const { code, output } = run({ node: { says: 'server/a.ts(1,1): error TS1', code: 2 } })
  assert.equal(code, 1)
  assert.match(output, /--- checks\nserver\/a\.ts\(1,1\): error TS1\n--- long tests\nserver/)
  assert.match(output, /=== tests: passed/)
})

test('if all steps pass, the output says so', () => {
  const { code, output } = run({})
  assert.equal(code, 0, output)
  assert.match(output, /All passed in \d+ s\.\n$/)
})

function run(programs) {
  const project = mkdtempSync(join(tmpdir(), 'evident-ci-'))
  folders.push(project)
  cpSync(join(dirname(import.meta.dirname), '.ci'), join(project, '.ci'), { recursive: true })
  const path = join(project, 'path')
  mkdirSync(path)
  for (const name of ['npm', 'node', 'chromium-headless-shell', 'redis-server']) {
    const { says = '', code = 0 } = programs[name] ?? {}
    writeFileSync(join(project, `${name}.txt`), `${says}\n`)
    writeFileSync(join(path, name), `#!/bin/sh\ncat '${project}/${name}.txt'\nexit ${code}\n`)
    chmodSync(join(path, name), 0o755)
  }
  const { status, stdout, stderr } = spawnSync(join(project, '.ci/run'), {
    env: { PATH: `${path}:/usr/bin:/bin` },
    encoding: 'utf8',
  })
  return { code: status, output: stdout + stderr }
}
