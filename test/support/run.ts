// Runs the tests: npm test -- [part of a file's path …] [--name "part of a test's name"] [--e2e]
// One database server for the whole run; every test file clones the migrated template for itself.

import { accessSync, constants, globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { run } from 'node:test'
import { parseArgs } from 'node:util'
import { startTestCluster } from './cluster.ts'
import { report } from './report.ts'

const { values: flags, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { e2e: { type: 'boolean', default: false }, name: { type: 'string' } },
})

const root = join(import.meta.dirname, '../..')
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())

process.exitCode = await main()

async function main(): Promise<number> {
  const files = testFiles()
  if (files.length === 0) {
    console.log(`no test file matches ${wanted.join(' ') || 'anything'}`)
    return 1
  }
  const missing = findPrograms()
  // What an interrupted test file leaves behind goes with the folder.
  const folder = mkdtempSync(join(tmpdir(), 'evident-run-'))
  process.env.TMPDIR = folder
  const stops = [async () => rmSync(folder, { recursive: true, force: true })]
  try {
    const cluster = await startTestCluster(process.env.TEST_DATABASE_URL)
    stops.unshift(cluster.stop)
    Object.assign(process.env, cluster.environment)
    const { totals, succeeded } = await runFiles(files)
    for (const each of missing) console.log(`SKIPPED: ${each}`)
    console.log(interrupted.signal.aborted ? `interrupted after ${totals}` : totals)
    return succeeded && !interrupted.signal.aborted && !(missing.length > 0 && process.env.CI === 'true') ? 0 : 1
  } finally {
    for (const stop of stops) await stop()
  }
}

function testFiles(): string[] {
  const all = globSync(['{server,admin,widgets,test,tools}/**/*.test.ts', 'bin/**/*.test.mjs', 'bench/**/*.test.ts'], {
    cwd: root,
  }).sort()
  const inSet = all.filter((path) => path.startsWith(join('test', 'e2e')) === flags.e2e)
  if (wanted.length === 0) return inSet
  // A path given from a shell's completion starts with ./ or is absolute.
  const parts = wanted.map((each) => relative(root, join(each.startsWith('/') ? '' : root, each)))
  return all.filter((path) => parts.some((part) => path.includes(part)))
}

function runFiles(files: string[]) {
  const stream = run({
    files: files.map((path) => join(root, path)),
    cwd: root,
    concurrency: Math.min(4, Math.max(2, availableParallelism())),
    // A file that hangs is a failure of its own, with its name, instead of a build that never ends.
    timeout: flags.e2e ? 900_000 : 400_000,
    signal: interrupted.signal,
    ...(flags.name ? { testNamePatterns: new RegExp(flags.name) } : {}),
  })
  return report(stream, root)
}

/** Tests that need these programs skip themselves when the variable is not there. */
function findPrograms(): string[] {
  const needs = [
    {
      variable: 'TEST_CHROMIUM',
      programs: ['chromium', 'chromium-browser', 'google-chrome'],
      what: 'browser tests (no chromium on PATH)',
    },
    {
      variable: 'TEST_REDIS_SERVER',
      programs: ['valkey-server', 'redis-server'],
      what: 'shared-counter tests (no redis-server or valkey-server on PATH)',
    },
  ]
  return needs.flatMap(({ variable, programs, what }) => {
    const path = process.env[variable] ?? programs.map(onPath).find((found) => found !== undefined)
    if (!path) return [what]
    process.env[variable] = path
    return []
  })
}

function onPath(program: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
