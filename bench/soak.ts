// Prints the memory of the service each minute while it serves lists, new reviews, photos, exports and mail, and then in five
// minutes at rest. Run: node bench/soak.ts MINUTES CALLS_A_SECOND. Settings such as MALLOC_ARENA_MAX reach the service. Run node
// bin/write-bundle.mjs first to measure the bundle.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { startServer } from './support/bench-service.ts'

const [minutes = 33, rate = 30, restMinutes = 5] = process.argv.slice(2).map(Number)
const root = process.env.SOAK_TREE ?? join(import.meta.dirname, '..')
const owner = { email: 'soak@example.com', password: 'correct-horse-battery' }
const shop = 'https://shop.example.com'
const dataDir = mkdtempSync(join(tmpdir(), 'evident-soak-'))
const sink = await startServer('smtp-sink-server.ts', {})
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const report = `import { isMainThread } from 'node:worker_threads'
  if (isMainThread && globalThis.gc) process.on('SIGUSR2', () => {
    globalThis.gc()
    console.error('heap ' + JSON.stringify(process.memoryUsage()))
  })`
const env = {
  ...process.env,
  ...{ DATA_DIR: dataDir, PORT: String(port), RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
  SMTP_URL: `smtp://127.0.0.1:${new URL(sink.origin).port}`,
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(report)}`,
}
const launcher = spawn(process.execPath, ['bin/evident.mjs', 'serve'], {
  ...{ cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] },
})
try {
  await printed(launcher, /is ready/)
  const service = serviceOf(launcher)
  const { apiKey, storeEnvId } = setUp()
  const photos = await Promise.all([1, 3, 8].map(makePhoto))
  const headers = { authorization: `Bearer ${apiKey}`, 'x-store-env-id': storeEnvId }
  const product = { platformProductId: 'p', title: 'Lamp', url: `${shop}/p` }
  console.log(`product: ${await call('PUT', '/products', headers, [product])}`)
  const counts = new Map<string, number>()
  const latencies: number[] = []
  let sent = 0
  const endsAt = performance.now() + minutes * 60_000
  const calls = mix(headers, await signIn(), photos)
  const minute = setInterval(() => void print(), Math.min(60_000, minutes * 50_000))
  for (let startedAt = performance.now(); performance.now() < endsAt; ) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * rate)
    for (; sent < due; sent++) void timed(calls[sent % calls.length] as () => Promise<number>)
    await sleep(10)
  }
  clearInterval(minute)
  console.log('at rest')
  for (let i = 0; i < restMinutes; i++) {
    await sleep(60_000)
    await print()
  }

  async function timed(work: () => Promise<number>): Promise<void> {
    const startedAt = performance.now()
    const status = String(await work().catch(() => 'failed'))
    latencies.push(performance.now() - startedAt)
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }

  async function print(): Promise<void> {
    const before = rssMb(service)
    const heap = printed(launcher, /heap (\{.*\})/)
    process.kill(service, 'SIGUSR2')
    const { heapUsed, external } = JSON.parse((await heap)[1] as string) as NodeJS.MemoryUsage
    const sorted = latencies.splice(0).sort((a, b) => a - b)
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)
    const answers = [...counts].map(([status, count]) => `${status} ${count}`).join(', ')
    console.log(
      `RSS ${before} MB, heap ${(heapUsed / 1e6).toFixed(0)} + ${(external / 1e6).toFixed(0)} MB, ` +
        `median ${at(0.5)} ms, p99 ${at(0.99)} ms, ${answers}`,
    )
  }
} finally {
  const ended = new Promise((resolve) => launcher.once('exit', resolve))
  launcher.kill('SIGTERM')
  await ended
  await sink.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/**
 * Each round has sixty calls: 32 lists, twelve reviews, eight public lists, two photos, three mails, two exports and
 * a search.
 */
function mix(headers: Record<string, string>, cookie: string, photos: Buffer[]): (() => Promise<number>)[] {
  const store = { 'x-store-env-id': headers['x-store-env-id'] as string }
  const shopper = { ...store, origin: shop }
  const member = { ...store, cookie, origin }
  let number = 0
  const review = () => ({
    platformProductId: 'p',
    rating: 1 + (number % 5),
    title: `Review ${number++}`,
    body: 'It works well, and it came on time. '.repeat(8),
    authorName: 'Ann',
    authorEmail: `ann${number}@example.com`,
  })
  const kinds: [number, () => Promise<number>][] = [
    [32, () => call('GET', `/reviews?limit=${10 + (number % 90)}`, headers)],
    [12, () => call('POST', '/reviews', headers, review())],
    [8, () => call('GET', `/storefront/reviews?platformProductId=p&limit=${1 + (number % 20)}`, shopper)],
    [3, () => call('POST', '/email/templates/review_request/test', member, { to: owner.email, locale: 'en' })],
    [2, () => call('POST', '/uploads', { ...headers, 'content-type': 'image/jpeg' }, photos[number % photos.length])],
    [2, () => call('GET', '/reviews/export', headers)],
    [1, () => call('GET', '/reviews?q=nowhere', headers)],
  ]
  const queue = kinds.flatMap(([times, work]) => Array.from({ length: times }, () => work))
  return queue.map((_, i) => queue[(i * 23) % queue.length] as () => Promise<number>)
}

async function call(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<number> {
  const isBytes = Buffer.isBuffer(body)
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  return response.status
}

async function makePhoto(megapixels: number): Promise<Buffer> {
  const side = Math.round(Math.sqrt(megapixels * 1e6))
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width: side, height: side, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
}

async function signIn(): Promise<string> {
  const response = await fetch(`${origin}/api/v1/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(owner),
  })
  return response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}

function setUp(): { apiKey: string; storeEnvId: string } {
  const command = `setup --org Soak --owner ${owner.email} --password ${owner.password} --store Soak --origin ${shop} --json`
  const text = execFileSync(process.execPath, ['bin/evident.mjs', ...command.split(' ')], { cwd: root, env })
  return JSON.parse(text.toString())
}

function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let text = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk
      const found = pattern.exec(text)
      if (!found) return
      for (const stream of [child.stdout, child.stderr]) stream?.off('data', read)
      resolve(found)
    }
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', read)
    child.once('exit', () => reject(new Error(text)))
  })
}

function serviceOf({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])
}

function rssMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port: free } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return free
}
