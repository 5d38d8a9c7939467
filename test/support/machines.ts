// Starts two serving processes behind HAProxy and a worker, as on several machines, on one database. Each is a process of
// its own that a test can kill.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Target } from './acknowledged.ts'
import { endsWithParent } from './child.ts'
import { freePort } from './free-port.ts'
import { inTime, until } from './until.ts'

const root = join(import.meta.dirname, '../..')

export type ServiceProcess = {
  start(): Promise<void>
  kill(): Promise<void>
  isAlive(): boolean
  /** Everything that the process printed since its first start. */
  printed(): string
}

export type Machines = {
  /** HAProxy's address. */
  origin: string
  servers: [ServiceProcess & { origin: string }, ServiceProcess & { origin: string }]
  worker: ServiceProcess
  env: Record<string, string>
  evident(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }>
  stop(): Promise<void>
}

export async function startMachines(databaseUrl: string, more: Record<string, string> = {}): Promise<Machines> {
  const folder = mkdtempSync(join(tmpdir(), 'evident-machines-'))
  const env = {
    ...(process.env as Record<string, string>),
    ...{ DATABASE_URL: databaseUrl, SECRET_KEY: randomBytes(32).toString('hex'), RATE_LIMITS: 'off' },
    ...{ STORAGE_URL: `file:${join(folder, 'files')}`, WEBHOOK_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'warn' },
    ...more,
  }
  const cli = join(root, 'server/entry/cli.ts')
  const child = (word: string, name: string, own: Record<string, string>, isReady: (said: string) => boolean) =>
    createProcess(() => {
      const dataDir = join(folder, name)
      mkdirSync(dataDir, { recursive: true })
      return spawn(...endsWithParent(process.execPath, [cli, word]), {
        cwd: root,
        env: { ...env, DATA_DIR: dataDir, ...own },
      })
    }, isReady)
  const ports = [await freePort(), await freePort()]
  const [first, second] = ports.map((port, i) => ({
    origin: `http://127.0.0.1:${port}`,
    ...child('serve', `server-${i + 1}`, { PORT: String(port) }, (said) => said.includes('is ready')),
  }))
  if (!first || !second) throw new Error('Two servers are made.')
  const worker = child('worker', 'worker', {}, (said) => said.includes('working on jobs'))
  const proxyPort = await freePort()
  let proxy: ChildProcess | undefined
  const stop = async () => {
    for (const each of [first, second, worker]) await each.kill()
    if (proxy) await end(proxy)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    // The first process migrates the database when it starts. The others start afterwards, so they need not wait.
    await first.start()
    await Promise.all([second.start(), worker.start()])
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, proxyFile(proxyPort, ports))
    proxy = spawn(...endsWithParent(process.env.TEST_HAPROXY ?? 'haproxy', ['-db', '-f', file]), { stdio: 'ignore' })
    const origin = `http://127.0.0.1:${proxyPort}`
    await until(() => isHealthy(origin), 'the service answers behind HAProxy')
    return {
      ...{ origin, servers: [first, second], worker, env, stop },
      evident: (...words) => run(cli, words, { ...env, DATA_DIR: join(folder, 'server-1') }),
    }
  } catch (error) {
    const printed = [first, second, worker].map((each) => each.printed()).join('\n')
    await stop()
    throw new Error(printed, { cause: error })
  }
}

/** Creates a store with a product, a loyalty program and a webhook for new reviews. */
export async function openShop({ origin, evident }: Machines, webhookUrl: string): Promise<Target> {
  const setup = ['setup', '--org', 'Larkmoor', '--owner', 'ada@larkmoor.example', '--password', 'seven blue kettles']
  const store = ['--store', 'Larkmoor', '--origin', 'https://larkmoor.example', '--json']
  const { code, stdout, stderr } = await evident(...setup, ...store)
  if (code !== 0) throw new Error(stderr)
  const { apiKey, storeEnvId } = JSON.parse(stdout) as Pick<Target, 'apiKey' | 'storeEnvId'>
  const headers = { authorization: `Bearer ${apiKey}`, 'x-store-env-id': storeEnvId }
  const send = async (method: string, path: string, body: object) => {
    const options = { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${origin}/api/v1${path}`, options)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  }
  await send('PUT', '/products', [{ platformProductId: 'mug', title: 'Mug' }])
  const terms = { pointsPerUnit: 1, startsAt: '2026-01-01T00:00:00Z', timezone: 'UTC' }
  await send('PUT', '/loyalty/program', { enabled: true, ...terms })
  await send('POST', '/outbound-webhooks', { url: webhookUrl, events: ['review.created'] })
  return { origin, apiKey, storeEnvId }
}

export const isHealthy = (origin: string): Promise<boolean> =>
  fetch(`${origin}/api/v1/health`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

function createProcess(launch: () => ChildProcess, isReady: (printed: string) => boolean): ServiceProcess {
  let current: ChildProcess | undefined
  let printed = ''
  const isAlive = () => current !== undefined && current.exitCode === null && current.signalCode === null
  return {
    isAlive,
    printed: () => printed,
    async start() {
      let said = ''
      current = launch()
      for (const stream of [current.stdout, current.stderr])
        stream?.on('data', (chunk) => {
          said += chunk
          printed += chunk
        })
      await until(() => isReady(said) || !isAlive(), 'a process is ready', 120_000)
      if (!isAlive()) throw new Error(`A process ended before it was ready:\n${said}`)
    },
    async kill() {
      if (current && isAlive()) await end(current)
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function run(cli: string, words: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [cli, ...words], { cwd: root, env })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'close') as Promise<[number]>
  const [code] = await inTime(ended, () => `the end of evident ${words.join(' ')}. It printed:\n${stderr}`)
  return { code, stdout, stderr }
}

const proxyFile = (port: number, ports: readonly number[]) => `
defaults
    mode http
    timeout connect 3s
    timeout client 60s
    timeout server 60s
    option redispatch
frontend public
    bind 127.0.0.1:${port}
    default_backend evident
backend evident
    option httpchk GET /api/v1/health
    default-server inter 1s fall 2 rise 1
${ports.map((each, i) => `    server api${i + 1} 127.0.0.1:${each} check\n`).join('')}`
