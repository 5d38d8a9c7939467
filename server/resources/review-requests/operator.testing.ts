import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestService } from '#test/service.ts'

const root = join(import.meta.dirname, '../../..')

/** The command's clock may be ahead of the service's. */
type Options = { aheadMs?: number }

/**
 * The command's clock starts with its process, later than the service's clock. Without this lead the command's clock would
 * be behind.
 */
const startMs = 60_000

export function startCommand(service: TestService, { aheadMs = 0 }: Options, ...words: string[]): ChildProcess {
  return spawn(process.execPath, [join(root, 'server/entry/cli.ts'), ...words], {
    env: {
      ...process.env,
      LOG_LEVEL: 'silent',
      SECRET_KEY: process.env.TEST_SECRET_KEY,
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: service.service.services.config.dataDir,
      TEST_CLOCK: new Date(service.service.clock.nowMs() + startMs + aheadMs).toISOString(),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

export async function runCommand(service: TestService, options: Options, ...words: string[]): Promise<string> {
  const child = startCommand(service, options, ...words)
  let printed = ''
  child.stdout?.on('data', (chunk) => {
    printed += chunk
  })
  // Waits for `close`, because output may follow `exit`.
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`evident ${words.join(' ')} ended with ${code}: ${printed}`)
  return printed
}
