// Runs the tests on PostgreSQL 15 from Debian, the oldest supported server. Usage: node bin/run.mjs
// test/support/on-postgres-15.ts
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newPgBouncer, startPgBouncer } from './pgbouncer.ts'
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
    const failed: Step[] = []
    for (const step of steps(server)) if (!(await run(step))) failed.push(step)
    if (newPgBouncer) failed.push(...(await walkThroughPooler(server, newPgBouncer)))
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

/** The service reaches its databases through the pooler. The tests create and drop them without it. */
async function walkThroughPooler({ superuserUrl, ownerUrl }: Postgres15, program: string): Promise<Step[]> {
  const settings = 'max_prepared_statements = 500\nserver_idle_timeout = 5'
  const pooler = await startPgBouncer(superuserUrl, 'transaction', { program, settings })
  const env = { TEST_DATABASE_URL: superuserUrl, TEST_OWNER_URL: ownerUrl, TEST_POOLER_URL: pooler.superuserUrl }
  const walks = ['operations', 'answers', 'isolation', 'lists', 'storefronts', 'hung-up-readers']
  const files = walks.map((name) => `test/contract/${name}.test.ts`)
  const step: Step = ['contract walks behind PgBouncer in transaction mode', 'test/support/run.ts', files, env]
  try {
    return (await run(step)) ? [] : [step]
  } finally {
    await pooler.stop()
  }
}

/** Asynchronous, so that this process can read what a pooler prints. */
async function run([name, script, args, env]: Step): Promise<boolean> {
  console.log(`\n— PostgreSQL 15: ${name}`)
  const options = { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' as const }
  const [code] = await once(spawn(process.execPath, [join(root, script), ...args], options), 'exit')
  return code === 0
}
