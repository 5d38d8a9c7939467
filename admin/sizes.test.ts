import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, 'dist')
const assets = join(dist, 'assets')

before(async () => {
  const { buildAdmin } = await import(new URL('../bin/build.mjs', import.meta.url).href)
  assert.ok(await buildAdmin(), 'the admin application is built')
})

const read = (name: string) => readFileSync(join(assets, name), 'utf8')

function findChunk(page: string): string {
  const [chunk, ...others] = readdirSync(assets).filter((name) => name.startsWith(`${page}-`) && name.endsWith('.js'))
  assert.ok(chunk !== undefined && others.length === 0, `${page} is one chunk`)
  return chunk
}

function readFor(chunks: readonly string[]): Set<string> {
  const found = new Set<string>()
  const pending = [...chunks]
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue
    found.add(name)
    for (const [, imported = ''] of read(name).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      pending.push(imported)
  }
  return found
}

const entry = () =>
  /src="\/admin\/assets\/(index-[\w-]+\.js)"/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[1]

test("the sign-in page's scripts, and the home page's with charts, are at most 170 kB", () => {
  const first = entry()
  assert.ok(first)
  const chunks = readFor([first, ...['SignInPage', 'HomePage', 'Columns', 'Bars'].map(findChunk)])
  const sizes = [...chunks].map((name) => [name, gzipSync(read(name), { level: 9 }).length] as const)
  const total = sizes.reduce((sum, [, size]) => sum + size, 0)
  const largest = sizes.toSorted((a, b) => b[1] - a[1]).slice(0, 8)
  assert.ok(total <= 170_000, `${total} bytes in ${sizes.length} files: ${largest.join(' ')} …`)
  // Fails if no files are found. Otherwise the test of sizes would always pass.
  assert.ok(total > 100_000, `${total} bytes`)
})

test("the sign-in page loads no other page's code and no chart code", () => {
  const first = entry()
  assert.ok(first)
  const names = [...readFor([first, findChunk('SignInPage')])]
  assert.deepEqual(
    names.filter((name) => /^(Columns|Bars|HomePage|InboxPage|InsightsPage)-/.test(name)),
    [],
  )
})

test('no script loads before the styles of the first paint', () => {
  for (const language of ['', 'de']) {
    const page = readFileSync(join(dist, language, 'index.html'), 'utf8')
    const scripts = page.match(/<(?:script|link rel="modulepreload")[^>]*>/g) ?? []
    assert.ok(scripts.length > 0)
    for (const each of scripts) assert.match(each, /fetchpriority="low"/)
    assert.match(page, /<link rel="stylesheet"(?![^>]*fetchpriority)/)
  }
})
