// Refuses each call that the real provider refuses, with the provider's wording. The published schemas are beside this
// file.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brevo } from './email-marketing/brevo.ts'
import { klaviyo } from './email-marketing/klaviyo.ts'
import { mailchimp } from './email-marketing/mailchimp.ts'
import { omnisend } from './email-marketing/omnisend.ts'
import type { Account, Reply, Taken, Vendor } from './email-marketing/vendor.ts'

/**
 * `hang up` accepts the event and breaks the connection. `stall` accepts the event and sends the response one byte at a
 * time, for ever.
 */
export type Failure =
  | number
  | 'hang up'
  | 'stall'
  | { status: number; retryAfter: number | string }
  | { status: number; headers?: Record<string, string>; text: string }

export type FakeProviders = Account & {
  env: Record<string, string>
  calls: { provider: Taken['provider']; path: string; at: number; body: string }[]
  failures: Failure[]
  /** Every call fails while this is set. */
  outage: Failure | undefined
  hold: Promise<void> | undefined
  close(): Promise<void>
}

export async function startProviders(): Promise<FakeProviders> {
  const account: Account = { taken: [], goodKeys: new Set(), members: new Set(), profiles: new Map() }
  const fakes: FakeProviders = {
    ...account,
    env: {},
    calls: [],
    failures: [],
    outage: undefined,
    hold: undefined,
    close,
  }
  const servers: Server[] = []
  for (const vendor of [klaviyo(), omnisend(), mailchimp(), brevo()]) {
    const server = createServer((request, response) => void serve(fakes, vendor, request, response, server))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    fakes.env[`${vendor.name.toUpperCase()}_ORIGIN`] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    servers.push(server)
  }
  async function close(): Promise<void> {
    for (const server of servers) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    }
  }
  return fakes
}

const underWay = new WeakMap<Server, number>()

async function serve(
  fakes: FakeProviders,
  vendor: Vendor,
  request: IncomingMessage,
  response: ServerResponse,
  server: Server,
) {
  const atOnce = (underWay.get(server) ?? 0) + 1
  underWay.set(server, atOnce)
  response.on('close', () => underWay.set(server, (underWay.get(server) ?? 1) - 1))
  const url = new URL(request.url ?? '', 'http://provider')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  fakes.calls.push({ provider: vendor.name, path: url.pathname, at: performance.now(), body: text })
  const failure = fakes.failures.shift() ?? fakes.outage
  await fakes.hold
  if (typeof failure === 'number') return send(response, vendor.error(failure, 'scripted'))
  if (typeof failure === 'object' && 'retryAfter' in failure)
    return send(response, { status: failure.status, headers: { 'retry-after': String(failure.retryAfter) } })
  if (typeof failure === 'object') return response.writeHead(failure.status, failure.headers).end(failure.text)
  const { pathname: path, searchParams: query } = url
  const { method = '', headers } = request
  const reply = vendor.answer(fakes, { path, query, method, headers, body: asJson(text), bytes: text.length, atOnce })
  if (failure === 'hang up') return response.destroy()
  if (failure === 'stall') return dribble(response)
  send(response, reply)
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers).end(body === undefined ? '' : JSON.stringify(body))
}

function dribble(response: ServerResponse): void {
  response.writeHead(202)
  const timer = setInterval(() => response.write(' '), 200)
  response.on('close', () => clearInterval(timer))
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
