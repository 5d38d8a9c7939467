import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'

const own = join(import.meta.dirname, '..')
const folders = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

test('a bundle behaves like its sources, and its modules find the files beside them', async () => {
  const project = makeProject()
  assert.equal((await write(project)).code, 0)
  const bundle = await find(project)
  assert.match(bundle, /\.cache\/service\/.*service\.js$/)
  const [fromBundle, fromSources] = [await run(project, [bundle]), await run(project, ['server/entry/cli.ts'])]
  assert.deepEqual(fromBundle, fromSources)
  assert.match(fromBundle.output, /^“text” 🎉 beside "later"/)
})

test('a bundle is not used after a source or the lock file has changed', async () => {
  const project = makeProject()
  await write(project)
  for (const name of ['server/entry/other.ts', 'server/entry/later.ts', 'package-lock.json']) {
    appendFileSync(join(project, name), '\n')
    assert.equal(await find(project), '')
    await write(project)
    assert.notEqual(await find(project), '')
  }
  rmSync(join(project, 'server/entry/other.ts'))
  assert.equal(await find(project), '')
})

test('a stack trace of a bundle names the lines of the sources', async () => {
  const project = makeProject()
  await write(project)
  const { output } = await run(project, ['--import', './bin/bundle-stacks.mjs', await find(project), 'fail'])
  assert.match(output, /Error: as asked\n {4}at fail \(file:.*\/server\/entry\/other\.ts:5:9\)/)
})

test('if a bundle cannot be written, one line says so and the sources run', async () => {
  const project = makeProject()
  writeFileSync(join(project, 'server/entry/other.ts'), 'export const = broken')
  const { output, errors } = await evaluate(
    project,
    `const { writeBundleApart, useBundle } = await import('./bin/bundle.mjs')
     console.log(await writeBundleApart(process.execPath), useBundle(process.execPath))`,
  )
  assert.equal(output, 'false undefined')
  assert.match(errors, /^The service could not be bundled \(.+\)\. It starts from its sources\.$/)
})

function makeProject() {
  const project = mkdtempSync(join(tmpdir(), 'evident-bundle-'))
  folders.push(project)
  mkdirSync(join(project, 'server/entry'), { recursive: true })
  cpSync(join(own, 'bin'), join(project, 'bin'), { recursive: true })
  symlinkSync(join(own, 'node_modules'), join(project, 'node_modules'))
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  for (const name of ['package-lock.json', 'tsconfig.json']) writeFileSync(join(project, name), '{}')
  writeFileSync(join(project, 'server/entry/beside.txt'), 'beside')
  writeFileSync(
    join(project, 'server/entry/other.ts'),
    `
export const other: string = '“text” 🎉'
export const matches = (text: string): boolean => /[“”]/.test(text)
export function fail(): never {
  throw new Error('as asked')
}`,
  )
  writeFileSync(join(project, 'server/entry/later.ts'), `export default "later" as string`)
  writeFileSync(
    join(project, 'server/entry/cli.ts'),
    `
import { readFileSync } from 'node:fs'
import { fail, matches, other } from './other.ts'
const later = (await import('./later.ts')).default
try {
  if (process.argv[2] === 'fail') fail()
  const beside = readFileSync(new URL('beside.txt', import.meta.url), 'utf8')
  console.log(other, beside, JSON.stringify(later), import.meta.filename, matches('”'), matches('"'), String.raw\`\\d\`)
} catch (error) {
  console.log((error as Error).stack)
}`,
  )
  return project
}

const write = (project) => run(project, ['bin/write-bundle.mjs'])
const find = async (project) => {
  const url = pathToFileURL(join(project, 'bin/bundle.mjs')).href
  return (await evaluate(project, `console.log((await import(${JSON.stringify(url)})).findBundle() ?? '')`)).output
}
const evaluate = (project, program) => run(project, ['--input-type=module', '--eval', program])

function run(project, args) {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: project }, (error, output, errors) =>
      resolve({ code: error?.code ?? 0, output: output.trim(), errors: errors.trim() }),
    )
  })
}
