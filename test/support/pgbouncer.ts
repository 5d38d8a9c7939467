// Starts a real PgBouncer on a free port, in front of a server that listens on TCP, configured as in the deploying guide.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canConnect } from '#platform/db/can-connect.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** The PgBouncer of Debian 12, which has no prepared statements in transaction mode. */
export const pgbouncer = process.env.TEST_PGBOUNCER
/** PgBouncer 1.21 or newer, which Debian 12 lacks. */
export const newPgBouncer = process.env.PGBOUNCER

export type PoolMode = 'session' | 'transaction' | 'statement'

export type Pooler = {
  /** The URL contains the password that the pooler asks for. */
  superuserUrl: string
  through(url: string): string
  stop(): Promise<void>
}

/** `superuserUrl` is used for the `auth_query`. `settings` are further lines of the configuration. */
export async function startPgBouncer(
  superuserUrl: string,
  mode: PoolMode,
  { program = pgbouncer ?? '', settings = '' } = {},
): Promise<Pooler> {
  const server = new URL(superuserUrl)
  const port = await freePort()
  // The folder is outside the test run's own folder, which the user below cannot open.
  const folder = mkdtempSync('/tmp/evident-pgbouncer-')
  const password = randomBytes(16).toString('hex')
  writeFileSync(join(folder, 'users'), `"${server.username}" "${password}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${server.hostname} port=${server.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
auth_user = ${server.username}
pool_mode = ${mode}
default_pool_size = 60
max_client_conn = 400
${settings}
`,
  )
  // PgBouncer refuses to run as root.
  const asRoot = process.getuid?.() === 0
  if (asRoot) chmodSync(folder, 0o755)
  const child = spawn(program, [...(asRoot ? ['--user=nobody'] : []), join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = once(child, 'exit')
  const through = (url: string) => {
    const changed = new URL(url)
    changed.host = `127.0.0.1:${port}`
    return changed.href
  }
  const asSuperuser = new URL(through(superuserUrl))
  asSuperuser.password = password
  const answers = () => canConnect({ connectionString: asSuperuser.href })
  await until(async () => child.exitCode !== null || (await answers()), 'PgBouncer answers')
  if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`)
  return {
    superuserUrl: asSuperuser.href,
    through,
    async stop() {
      // SIGTERM would wait until the last client disconnects.
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
