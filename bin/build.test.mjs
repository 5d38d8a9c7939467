import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folders = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const working = `
  const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
  const out = process.argv[process.argv.indexOf('--outDir') + 1]
  mkdirSync(out, { recursive: true })
  writeFileSync(out + '/index.html', 'built')
  appendFileSync('runs', 'run\\n')`

test('the pages are built once, and again when a source or the lock file changes', async () => {
  const project = makeProject(working)
  const first = await build(project)
  assert.match(first.errors, /Building the admin application/)
  assert.equal(readFileSync(join(project, 'admin/dist/index.html'), 'utf8'), 'built')
  assert.deepEqual(await build(project), { ...first, errors: '' })
  writeFileSync(join(project, 'admin/main.tsx'), 'changed')
  await build(project)
  writeFileSync(join(project, 'package-lock.json'), '{"changed":true}')
  await build(project)
  assert.equal(runs(project), 3)
})

test('two parallel starts both find the pages built', async () => {
  const project = makeProject(working)
  const both = await Promise.all([build(project), build(project)])
  assert.deepEqual(
    both.map(({ output }) => output),
    ['true', 'true'],
  )
  assert.ok(existsSync(join(project, 'admin/dist/index.html')))
})

test('a failed build prints its error and keeps the old pages, and the command exits with code 0', async () => {
  const project = makeProject(working)
  await build(project)
  writeFileSync(
    join(project, 'node_modules/vite/bin/vite.js'),
    'console.error("main.tsx: unexpected }"); process.exit(1)',
  )
  writeFileSync(join(project, 'admin/main.tsx'), 'broken }')
  const { output, errors, code } = await build(project)
  assert.deepEqual({ output, code }, { output: 'false', code: 0 })
  assert.match(errors, /main\.tsx: unexpected \}[\s\S]*could not be built/)
  assert.ok(existsSync(join(project, 'admin/dist/index.html')))
})

test('changed widgets do not rebuild the pages', async () => {
  const project = makeProject(working)
  mkdirSync(join(project, 'widgets'))
  writeFileSync(join(project, 'widgets/vite.config.ts'), '')
  assert.equal((await build(project, 'buildPages')).output, 'true')
  assert.ok(existsSync(join(project, 'widgets/dist/.stamp')))
  writeFileSync(join(project, 'widgets/main.ts'), 'changed')
  await build(project, 'buildPages')
  assert.equal(runs(project), 3)
})

test('a changed text of a widget causes only a build of the widgets', async () => {
  const project = makeProject(working)
  mkdirSync(join(project, 'widgets'))
  writeFileSync(join(project, 'widgets/vite.config.ts'), '')
  await build(project, 'buildPages')
  mkdirSync(join(project, 'locales/en'), { recursive: true })
  for (const text of ['Photos', 'Pictures']) {
    writeFileSync(join(project, 'locales/en/gallery.json'), JSON.stringify({ title: text }))
    await build(project, 'buildPages')
  }
  assert.equal(runs(project), 4)
})

function makeProject(vite) {
  const project = mkdtempSync(join(tmpdir(), 'evident-build-'))
  folders.push(project)
  cpSync(import.meta.dirname, join(project, 'bin'), { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(project, 'package-lock.json'), '{}')
  mkdirSync(join(project, 'admin'))
  writeFileSync(join(project, 'admin/vite.config.ts'), '')
  writeFileSync(join(project, 'admin/main.tsx'), 'source')
  mkdirSync(join(project, 'node_modules/vite/bin'), { recursive: true })
  writeFileSync(join(project, 'node_modules/vite/package.json'), '{ "type": "commonjs" }')
  writeFileSync(join(project, 'node_modules/vite/bin/vite.js'), vite)
  return project
}

function build(project, what = 'buildAdmin') {
  const program = `
    import { ${what} as build } from ${JSON.stringify(join(project, 'bin', 'build.mjs'))}
    console.log(await build())`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (errors += chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output: output.trim(), errors })))
}

function runs(project) {
  return readFileSync(join(project, 'runs'), 'utf8').trim().split('\n').length
}
