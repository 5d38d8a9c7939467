import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort } from '#test/free-port.ts'

// The README's ten lines, run as printed by a shell against a service started as printed; only the port differs, since
// the printed one may be taken on the machine that tests.
const root = join(import.meta.dirname, '../..')
const dataDir = mkdtempSync(join(tmpdir(), 'evident-walk-'))
const env = { ...process.env, DATA_DIR: dataDir, NODE_OPTIONS: '' }
const hasShell = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0)

let started: ChildProcess
let port: number

before(async () => {
  if (!hasShell) return
  port = await freePort()
  started = spawn(process.execPath, [join(root, 'bin/start.mjs')], {
    cwd: root,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    started.stdout?.on('data', (chunk) => String(chunk).includes('is ready') && resolve())
    started.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)))
  })
})

after(async () => {
  if (started?.exitCode === null) {
    const ended = new Promise<number | null>((resolve) => started.once('exit', resolve))
    started.kill('SIGTERM')
    assert.equal(await ended, 0, 'a service asked to stop ends with 0')
  }
  rmSync(dataDir, { recursive: true, force: true })
})

test('the ten lines of the README lead from nothing to an approved review in the feed', {
  skip: !hasShell && 'SKIPPED: needs bash and curl',
}, () => {
  const lines = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(
    (match) => match[1],
  )
  const script = lines.join('\n').replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
  assert.equal(script.match(/^[A-Z]+=|^curl/gm)?.length, 9, 'with npm start, the walk has ten lines')
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: root,
    env,
    encoding: 'utf8',
    timeout: 60_000,
  })
  assert.equal(status, 0, stderr + stdout)
  assert.match(stdout, /"received":1,"created":1,"updated":0,"unchanged":0,"failed":0/)
  assert.match(stdout, /"verified":true,"status":"approved"/)
  const feed = stdout.slice(stdout.indexOf('<?xml'))
  assert.match(feed, /<is_verified_purchase>true<\/is_verified_purchase>/)
  assert.match(feed, /<content>Keeps tea hot for an hour\.<\/content>/)
  assert.match(feed, /<gtin>4006381333931<\/gtin>/)
  assert.doesNotMatch(feed, /customer\.example/)
})
