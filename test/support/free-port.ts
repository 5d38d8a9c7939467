import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** The port is below the ephemeral range (from 32768), so no connection takes it before the program starts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(16_000, 32_768)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
