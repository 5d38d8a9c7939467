import { type ChildProcess, execFile, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '#platform/db/migrating/migrate.ts'
import { startEmbedded } from '#platform/postgres/embedded.ts'
import type { Load, Measured } from './load.ts'

export type BenchService = { url: string; secretKey: string; dataDir: string; stop(): Promise<void> }

/** If a folder is given, the data stays there, for benches that take long to fill. */
export async function startBenchService(keptIn?: string): Promise<BenchService> {
  const dataDir = keptIn ?? mkdtempSync(join(tmpdir(), 'evident-bench-'))
  const secretKey = keptIn ? keptSecret(keptIn) : randomBytes(32).toString('base64url')
  const { url, stop } = await startEmbedded({ dataDir, log: () => {} })
  await migrate({ url, secretKey, log: () => {} })
  return {
    url,
    secretKey,
    dataDir,
    async stop() {
      await stop()
      if (!keptIn) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function keptSecret(folder: string): string {
  const path = join(folder, 'bench-secret')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600 })
  return readFileSync(path, 'utf8')
}

export async function startServer(
  script: string,
  env: Record<string, string>,
): Promise<{ origin: string; child: ChildProcess; stop(): Promise<void> }> {
  const execArgv = (process.env.BENCH_NODE_FLAGS ?? '--max-semi-space-size=16').split(' ')
  const child = fork(new URL(script, import.meta.url), { env: { ...process.env, ...env }, execArgv })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number))
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    child,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

export async function nodeMs(child: ChildProcess): Promise<number> {
  child.send('cpu')
  const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage]
  return (user + system) / 1000
}

const run = promisify(execFile)

export async function load(request: Load): Promise<Measured> {
  const { stdout, stderr } = await run(
    process.execPath,
    [new URL('load.ts', import.meta.url).pathname, JSON.stringify(request)],
    { maxBuffer: 1e8 },
  )
  if (stderr) console.error(stderr)
  return JSON.parse(stdout) as Measured
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
