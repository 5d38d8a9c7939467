// Runs the tests on PostgreSQL 15 from Debian, the oldest supported server. Usage: node bin/run.mjs
// test/support/on-postgres-15.ts
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasPostgres15, type Postgres15, startPostgres15 } from './postgres-15.ts'
import { isLong } from './processes.ts'

const root = join(import.meta.dirname, '../..')

process.exitCode = await main()

async function main(): Promise<number> {
  if (!hasPostgres15()) {
    console.log("SKIPPED: PostgreSQL 15 (no /usr/lib/postgresql/15; Debian's package is postgresql-15)")
    return process.env.CI === 'true' ? 1 : 0
  }
  const server = await startPostgres15()
  try {
    const failed = steps(server).filter(([name, script, args, env]) => !run(name, script, args, env))
    if (failed.length > 0) console.log(`FAILED on PostgreSQL 15: ${failed.map(([name]) => name).join(', ')}`)
    return failed.length > 0 ? 1 : 0
  } finally {
    server.stop()
  }
}

type Step = [name: string, script: string, args: string[], env: Record<string, string>]

function steps({ superuserUrl, ownerUrl }: Postgres15): Step[] {
  const dataDir = mkdtempSync(join(tmpdir(), 'evident-data-'))
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const installation = { DATABASE_URL: ownerUrl, DATA_DIR: dataDir, SECRET_KEY: randomBytes(32).toString('hex') }
  // The owner creates the schema. Tests also need superuser rights, for example to close other connections.
  const tests = { TEST_DATABASE_URL: superuserUrl, TEST_OWNER_URL: ownerUrl }
  const walks = globSync('test/contract/*.test.ts', { cwd: root }).filter((path) => !isLong(path))
  const journey = ['test/e2e/journey.test.ts', 'server/entry/serve.test.ts']
  return [
    ['migrations', 'server/entry/cli.ts', ['migrate'], installation],
    ['doctor', 'server/entry/cli.ts', ['doctor'], installation],
    ['statements', 'tools/check-statements.ts', [], tests],
    ['contract walks and a journey', 'test/support/run.ts', [...walks, ...journey], tests],
  ]
}

function run(name: string, script: string, args: string[], env: Record<string, string>): boolean {
  console.log(`\n— PostgreSQL 15: ${name}`)
  const options = { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' as const }
  return spawnSync(process.execPath, [join(root, script), ...args], options).status === 0
}
