// Runs the tests: npm test -- [part of a file's path …] [--name "part of a test's name"] [--long] [--e2e] [--shops]
// One database server serves the whole run; every test file clones the migrated template.

import { spawnSync } from 'node:child_process'
import { accessSync, constants, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { startTestCluster } from './cluster.ts'
import { buildForks } from './forks.ts'
import { inProcesses, isLong, secondsPath, slowSeconds } from './processes.ts'
import { type RanFile, report } from './report.ts'

const { values: flags, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    e2e: { type: 'boolean', default: false },
    shops: { type: 'boolean', default: false },
    name: { type: 'string' },
  },
})

const root = join(import.meta.dirname, '../..')
// Two to four processes run the tests: one more than there are processors, because most files sometimes wait for the
// database, the browser or a timer. With real shops there is no extra process, because a shop alone takes more than one
// processor.
const isSlow = flags.e2e || flags.shops
const places = Math.min(4, Math.max(2, availableParallelism() + (flags.shops ? 0 : 1)))
const longestFileMs = isSlow ? 900_000 : 400_000
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())

const realShops = join('test', 'e2e', 'shops')

process.exitCode = await main()

async function main(): Promise<number> {
  const files = testFiles()
  if (files.length === 0) {
    console.log(`no test file matches ${wanted.join(' ') || 'anything'}`)
    return 1
  }
  const missing = [...findPrograms(), ...findRegistry(files)]
  // Files that an interrupted test left behind are deleted with this folder.
  const folder = mkdtempSync(join(tmpdir(), 'evident-run-'))
  process.env.TMPDIR = folder
  process.env.DRAIN_SECONDS ??= '0'
  const stops = [async () => rmSync(folder, { recursive: true, force: true })]
  try {
    const cluster = await startTestCluster(process.env.TEST_DATABASE_URL)
    stops.unshift(cluster.stop)
    Object.assign(process.env, cluster.environment)
    if (files.some(isLong)) {
      const forks = await buildForks()
      stops.unshift(async () => rmSync(forks, { recursive: true, force: true }))
      process.env.TEST_FORKS = forks
    }
    const { totals, succeeded, files: ran } = await runFiles(writeImporters(files, folder))
    if (process.env.WRITE_SECONDS && wanted.length === 0) writeSeconds(ran)
    for (const each of missing) console.log(`SKIPPED: ${each}`)
    if (wanted.length === 0 && !isSlow && !flags.long)
      console.log(
        'Not run: long walks, crashes and faults (npm test -- --long), the browser (npm test -- --e2e), and real shops installed from npm (npm test -- --shops).',
      )
    console.log(interrupted.signal.aborted ? `interrupted after ${totals}` : totals)
    return succeeded && !interrupted.signal.aborted && !(missing.length > 0 && process.env.CI === 'true') ? 0 : 1
  } finally {
    for (const stop of stops) await stop()
  }
}

function writeSeconds(files: readonly RanFile[]): void {
  const slow = files.filter(({ tookMs }) => tookMs >= slowSeconds * 1_000).sort((a, b) => (a.name < b.name ? -1 : 1))
  const seconds = Object.fromEntries(slow.map(({ name, tookMs }) => [name, Math.round(tookMs / 1_000)]))
  writeFileSync(secondsPath, `${JSON.stringify(seconds, null, 2)}\n`)
}

function testFiles(): string[] {
  const all = globSync(
    ['{server,demo,admin,widgets,test,tools}/**/*.test.ts', 'bin/**/*.test.mjs', 'bench/**/*.test.ts'],
    {
      cwd: root,
    },
  ).sort()
  const set = flags.shops ? 'shops' : flags.e2e ? 'e2e' : flags.long ? 'long' : 'usual'
  const inSet = all.filter((path) => chooseSet(path) === set)
  if (wanted.length === 0) return inSet
  // A path from a shell's completion starts with ./ or is absolute, so it is converted.
  const parts = wanted.map((each) => relative(root, join(each.startsWith('/') ? '' : root, each)))
  return all.filter((path) => parts.some((part) => path.includes(part)))
}

function chooseSet(path: string): 'shops' | 'e2e' | 'long' | 'usual' {
  if (path.startsWith(realShops)) return 'shops'
  if (path.startsWith(join('test', 'e2e'))) return 'e2e'
  return isLong(path) ? 'long' : 'usual'
}

/**
 * Maps the path of each importing file to the test files that share its process. A file that runs alone is mapped from its
 * own path.
 */
function writeImporters(files: string[], folder: string): Map<string, string[]> {
  const groups = flags.name ? files.map((file) => [file]) : inProcesses(files, places)
  return new Map(
    groups.map((group, i) => {
      const [first = ''] = group
      return [group.length === 1 ? join(root, first) : writeImporter(group, join(folder, `together-${i}.mjs`)), group]
    }),
  )
}

function writeImporter(files: string[], path: string): string {
  const places = files.map((file) => [file, join(root, file)])
  const text = `
    import { runInOneProcess } from ${JSON.stringify(join(import.meta.dirname, 'shared-process.ts'))}
    runInOneProcess(${JSON.stringify(places)}, ${longestFileMs})`
  writeFileSync(path, text)
  return path
}

function runFiles(processes: Map<string, string[]>) {
  const stream = run({
    files: [...processes.keys()],
    cwd: root,
    concurrency: places,
    execArgv: [
      ...['--import', pathToFileURL(join(import.meta.dirname, 'declaring.ts')).href],
      // Tests allocate much short-lived memory. Garbage collection takes a fifth of their time with Node's default
      // semi-space.
      ...['--max-semi-space-size=64', '--min-semi-space-size=64'],
      // The heap grows from 50 to 200 MB, and each step would end in a collection of the whole heap.
      '--initial-old-space-size=400',
    ],
    // A file that hangs fails with its name, instead of blocking the build.
    timeout: 2 * longestFileMs,
    signal: interrupted.signal,
    ...(flags.name ? { testNamePatterns: new RegExp(flags.name) } : {}),
  })
  return report(stream, root, new Map([...processes].filter(([, files]) => files.length > 1)), flags.name !== undefined)
}

/** Sets the variable of each installed program. Returns the tests that are skipped because a program is missing. */
function findPrograms(): string[] {
  const needs = [
    {
      variable: 'TEST_CHROMIUM',
      // The headless browser comes first, because it takes a third less processor time.
      programs: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
      what: 'browser tests (no chromium on PATH)',
    },
    ...['nginx', 'caddy', 'haproxy'].map((program) => ({
      variable: `TEST_${program.toUpperCase()}`,
      programs: [program, `/usr/sbin/${program}`],
      what: `tests of the files for proxies (no ${program} on PATH)`,
    })),
    {
      variable: 'TEST_PGBOUNCER',
      programs: ['pgbouncer', '/usr/sbin/pgbouncer'],
      what: 'tests behind a pooler (no pgbouncer on PATH)',
    },
    ...['patroni', 'etcd', 'haproxy'].map((program) => ({
      variable: `TEST_${program.toUpperCase()}`,
      programs: [program, `/usr/sbin/${program}`],
      what: `tests of a failover (no ${program} on PATH)`,
    })),
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

/** Tests that install packages from npm are skipped without a registry. */
function findRegistry(files: string[]): string[] {
  const needs = [
    ...(files.includes(join('test', 'e2e', 'clients.test.ts')) ? ['a linter and clients of two generators'] : []),
    ...(files.includes(join('test', 'e2e', 'client-package.test.ts')) ? ['the client package'] : []),
    ...(files.includes(join('test', 'e2e', 'zapier-app.test.ts')) ? ['the app for Zapier'] : []),
    ...(files.includes(join('test', 'contract', 'mcp-tools.long.test.ts'))
      ? ['the tools of the protocol of assistants']
      : []),
    ...(files.includes(join('test', 'contract', 'ucp-cli.long.test.ts')) ? ['a client of UCP'] : []),
    ...(files.some((file) => file.startsWith(realShops)) ? ['real shops'] : []),
  ]
  if (process.env.TEST_NPM_REGISTRY || needs.length === 0) return []
  const question = ['view', 'typescript', 'version', '--prefer-online', '--fetch-retries=1', '--fetch-timeout=15000']
  if (spawnSync('npm', question, { cwd: root, stdio: 'ignore' }).status !== 0)
    return needs.map((what) => `${what} (npm cannot reach its registry)`)
  process.env.TEST_NPM_REGISTRY = 'reachable'
  return []
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
