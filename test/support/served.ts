// Starts `evident serve` as its own process, by its launcher, on a free port.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTime, until } from './until.ts'

const here = join(import.meta.dirname, '../..')

export type Served = {
  api: string
  child: ChildProcess
  printed(): string
  ended: Promise<[code: number | null, signal: string | null]>
  /** Ends the process by force if it still runs. */
  remove(): Promise<void>
}

type Options = { databaseUrl?: string; env?: Record<string, string>; root?: string; ready?: RegExp }

export async function startServed({
  databaseUrl,
  env = {},
  root = here,
  ready = /is ready/,
}: Options): Promise<Served> {
  const dataDir = mkdtempSync(join(tmpdir(), 'evident-served-'))
  const child = spawn(process.execPath, [join(root, 'bin', 'evident.mjs'), 'serve'], {
    cwd: root,
    env: {
      ...process.env,
      ...{
        NODE_OPTIONS: '',
        SECRET_KEY: process.env.TEST_SECRET_KEY,
        DATA_DIR: dataDir,
        PORT: '0',
        RATE_LIMITS: 'off',
      },
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The process gets its own group, so that a test can interrupt the whole group, as Ctrl-C in a terminal does.
    detached: true,
  })
  const ended = once(child, 'exit') as Served['ended']
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const remove = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await inTime(ended, () => `the end of the service after SIGTERM. It printed:\n${output}`)
    rmSync(dataDir, { recursive: true, force: true })
  }
  await until(() => ready.test(output) || child.exitCode !== null, 'the service is ready', 120_000)
  if (child.exitCode !== null) {
    await remove()
    throw new Error(`the service ended with ${child.exitCode}: ${output}`)
  }
  return { api: /API +(\S+)/.exec(output)?.[1] ?? '', child, printed: () => output, ended, remove }
}
