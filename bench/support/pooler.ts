// PgBouncer in session mode that can be killed and started again at the same port.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { endsWithParent } from '#test/child.ts'
import { freePort } from '#test/free-port.ts'
import { pgbouncer } from '#test/pgbouncer.ts'

export type RestartablePooler = {
  through(url: string): string
  start(): void
  kill(): Promise<void>
  remove(): Promise<void>
}

export async function createPooler(superuserUrl: string): Promise<RestartablePooler> {
  const server = new URL(superuserUrl)
  const port = await freePort()
  const folder = mkdtempSync('/tmp/evident-pooler-')
  chmodSync(folder, 0o755)
  writeFileSync(`${folder}/users`, `"${server.username}" "${server.password}"\n`)
  writeFileSync(
    `${folder}/pgbouncer.ini`,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users
auth_user = ${server.username}
pool_mode = session
default_pool_size = 80
max_client_conn = 400
server_login_retry = 1
`,
  )
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['--user=nobody'] : []
  let child: ChildProcess | undefined
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    through(url) {
      const changed = new URL(url)
      changed.host = `127.0.0.1:${port}`
      return changed.href
    },
    start() {
      child = spawn(...endsWithParent(pgbouncer ?? 'pgbouncer', [...user, `${folder}/pgbouncer.ini`]), {
        stdio: 'ignore',
      })
    },
    kill,
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
