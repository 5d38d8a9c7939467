import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'

/**
 * The test server listens on a Unix socket, which shops do not support. This function forwards a loopback port to the
 * socket.
 */
export async function reachable(databaseUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const url = new URL(databaseUrl)
  const folder = url.searchParams.get('host')
  if (!folder?.startsWith('/')) return { url: databaseUrl, close: async () => {} }
  const door: Server = createServer((caller) => {
    const database = connect(`${folder}/.s.PGSQL.${url.port || 5432}`)
    caller.pipe(database).pipe(caller)
    caller.once('error', () => database.destroy())
    database.once('error', () => caller.destroy())
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const { port } = door.address() as AddressInfo
  const reached = new URL(`postgres://127.0.0.1:${port}${url.pathname}?sslmode=disable`)
  reached.username = url.username
  reached.password = url.password
  return { url: reached.href, close: async () => void door.close() }
}
