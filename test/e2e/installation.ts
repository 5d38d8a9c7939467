// `npm start` and the operator's commands run as separate processes. A changed clock takes effect with a restart.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { inTime } from '#test/until.ts'

const root = join(import.meta.dirname, '../..')

export type Installation = {
  origin: string
  start(): Promise<void>
  /** Stops the service and returns how many milliseconds that took. */
  stop(): Promise<number>
  /** Advances the clock of processes that start later. */
  advance(ms: number): void
  evident(...words: string[]): Promise<string>
  /** Runs a command to its end, with any exit code, and passes each piece of its output to the callback. */
  attempt(words: string[], heard?: (text: string) => void): Promise<{ code: number; printed: string }>
  remove(): Promise<void>
}

type Options = {
  now: Date
  env?: Record<string, string>
  /** Default: a new database with every migration. */
  database?: TestDatabase
}

export async function install({ now, env = {}, ...options }: Options): Promise<Installation> {
  const database = options.database ?? (await createDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'evident-installation-'))
  const port = await freePort()
  let aheadMs = now.getTime() - Date.now()
  let running: ChildProcess | undefined
  const launch = (script: string, words: string[]) =>
    spawn(process.execPath, [join(root, 'bin', script), ...words], {
      cwd: root,
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        SECRET_KEY: database.secretKey,
        TEST_CLOCK: new Date(Date.now() + aheadMs).toISOString(),
        WEBHOOK_ALLOW_PRIVATE: 'true',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  const stop = async () => {
    const askedAt = Date.now()
    if (running?.exitCode === null) {
      const ended = once(running, 'exit')
      running.kill('SIGTERM')
      assert.deepEqual(
        await inTime(ended, () => 'the end of npm start', longestMs),
        [0, null],
        'a service asked to stop ends with 0',
      )
    }
    running = undefined
    return Date.now() - askedAt
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    async start() {
      const child = launch('start.mjs', [])
      running = child
      const printed = hear(child)
      const ready = new Promise<void>((resolve, reject) => {
        child.stdout?.on('data', () => printed().includes('is ready') && resolve())
        child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${printed()}`)))
      })
      await inTime(ready, () => `npm start is ready. It printed:\n${printed()}`, longestMs)
    },
    stop,
    advance(ms) {
      aheadMs += ms
    },
    async evident(...words) {
      const child = launch('evident.mjs', words)
      const printed = hear(child)
      const [code] = await endOf(child, words, printed)
      assert.equal(code, 0, `evident ${words.join(' ')} ended with ${code}:\n${printed()}`)
      return printed('out')
    },
    async attempt(words, heard = () => {}) {
      const child = launch('evident.mjs', words)
      const printed = hear(child)
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => heard(String(chunk)))
      const [code] = await endOf(child, words, printed)
      return { code, printed: printed() }
    },
    async remove() {
      await stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const longestMs = 240_000

const endOf = (child: ChildProcess, words: string[], printed: () => string) =>
  inTime(once(child, 'close'), () => `the end of evident ${words.join(' ')}. It printed:\n${printed()}`, longestMs)

/** Returns the whole output of a process so far, or only its standard output. */
function hear({ stdout, stderr }: ChildProcess): (from?: 'out' | 'both') => string {
  const output = { out: '', both: '' }
  stdout?.on('data', (chunk) => {
    output.out += chunk
    output.both += chunk
  })
  stderr?.on('data', (chunk) => {
    output.both += chunk
  })
  return (from = 'both') => output[from]
}
