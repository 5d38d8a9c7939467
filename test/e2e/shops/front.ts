// A proxy between a shop and Evident that can fail in each way in which a service fails.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { selfSignedCertificate } from '#platform/guarded-fetch/certificate.testing.ts'

export const troubles = [
  'a closed port',
  'silence',
  'status 500',
  'status 429 for an hour',
  '50 MB',
  'invalid JSON',
  'an expired certificate',
  'a revoked key',
] as const
export type Trouble = (typeof troubles)[number]

const hugeBytes = 50_000_000

export type Front = {
  /** Address that the connection string names. */
  origin: string
  set(trouble: Trouble | undefined): Promise<void>
  /** Largest number of connections that were open at the same time since the last `set`. `calls` counts since then too. */
  most(): number
  calls(): number
  close(): Promise<void>
}

/** Serves `https://localhost`. Writes the certificates to `caFile`, which the shop must trust (`NODE_EXTRA_CA_CERTS`). */
export async function startFront(evident: string, caFile: string): Promise<Front> {
  const valid = selfSignedCertificate('localhost')
  const expired = selfSignedCertificate('localhost', '250201000000Z')
  writeFileSync(caFile, valid.cert + expired.cert)
  let trouble: Trouble | undefined
  let most = 0
  let calls = 0
  const sockets = new Set<Socket>()
  const server = createServer(valid, (request, response) => {
    calls++
    request.on('error', () => {})
    response.on('error', () => {})
    if (trouble === 'silence') return
    if (trouble === 'status 500') return void response.writeHead(500).end('no')
    if (trouble === 'status 429 for an hour') return void response.writeHead(429, { 'retry-after': '3600' }).end('{}')
    if (trouble === 'invalid JSON') return void response.writeHead(200).end('{"data":')
    if (trouble === '50 MB') return sendHuge(response)
    pass(evident, request, response, trouble === 'a revoked key')
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    most = Math.max(most, sockets.size)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => {})
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const end = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    origin: `https://localhost:${port}`,
    async set(next) {
      trouble = next
      await end()
      server.setSecureContext(next === 'an expired certificate' ? expired : valid)
      most = 0
      calls = 0
      if (next !== 'a closed port') await listen(port)
    },
    most: () => most,
    calls: () => calls,
    close: end,
  }
}

function sendHuge(response: ServerResponse): void {
  const chunk = Buffer.alloc(1_000_000, ' ')
  let sent = 0
  const more = () => {
    while (sent < hugeBytes && !response.destroyed) {
      sent += chunk.length
      if (!response.write(chunk)) return void response.once('drain', more)
    }
    response.end()
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  more()
}

/** Sends wrong credentials in place of revoked ones. The real service refuses both in the same way. */
function pass(evident: string, request: IncomingMessage, response: ServerResponse, isRevoked: boolean): void {
  const headers = { ...request.headers }
  if (isRevoked && headers.authorization) headers.authorization = 'Bearer evnt_revoked'
  if (isRevoked && headers['webhook-signature']) headers['webhook-signature'] = 'v1,AAAA'
  const onward = ask(evident + request.url, { method: request.method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.once('error', () => response.destroy())
  request.pipe(onward)
}
