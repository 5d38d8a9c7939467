// Starts the real HAProxy with deploy/haproxy.cfg, in which only ports and the certificate are replaced.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

export const haproxy = process.env.TEST_HAPROXY

export async function startHaproxy(ports: readonly [number, number]) {
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'))
  const [plain, secure] = [await freePort(), await freePort()]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', join(folder, 'site.pem.key'), '-out', join(folder, 'site.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], {
    stdio: 'ignore',
  })
  const config = readFileSync(join(import.meta.dirname, '../../deploy/haproxy.cfg'), 'utf8')
    .replace('global\n', `global\n    stats socket ${folder}/stats\n`)
    .replace('bind :80', `bind 127.0.0.1:${plain}`)
    .replace(
      'bind :443 ssl crt /etc/haproxy/reviews.example.com.pem',
      `bind 127.0.0.1:${secure} ssl crt ${folder}/site.pem`,
    )
    .replace('127.0.0.1:8081', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${ports[1]}`)
  const path = join(folder, 'haproxy.cfg')
  writeFileSync(path, config)
  execFileSync(haproxy ?? '', ['-c', '-f', path], { stdio: 'ignore' })
  const child = spawn(haproxy ?? '', ['-db', '-f', path], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const readServers = async () => {
    const lines = (await text(connect(join(folder, 'stats')).end('show stat\n'))).trim().split('\n')
    const [names = [], ...rows] = lines.map((line) => line.replace('# ', '').split(','))
    const servers = rows.filter(([proxy, server]) => proxy === 'evident' && server?.startsWith('evident-'))
    return servers.map((row) => {
      const read = (name: string) => row[names.indexOf(name)] ?? ''
      return { status: read('status'), lastCheck: read('check_status'), retries: Number(read('wretr')) }
    })
  }
  return {
    origin: `https://localhost:${secure}`,
    /** The state of each process, as the load balancer sees it. */
    readServers,
    /** Resolves when the load balancer sends calls to each process. */
    allUp: () => until(async () => (await readServers()).every(({ status }) => status === 'UP'), 'every process is UP'),
    /** Number of times that the load balancer retried a failed connection to a process. */
    async countRetries() {
      const servers = await readServers()
      return servers.reduce((sum, { retries }) => sum + retries, 0)
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
