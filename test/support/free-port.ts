import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * For what has to know its port before it starts, such as a service that checks where people sign in from. Lies below the
 * ports that systems give out by themselves (from 32768 on), so no connection takes it before it is used.
 */
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
