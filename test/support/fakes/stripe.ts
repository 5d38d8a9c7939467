// A local Stripe: the API as the official library calls it, the customer pages, and signed webhooks. The compiler checks
// every response against the library's types. published-shapes.test.ts also checks the responses against Stripe's published
// document.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type Stripe from 'stripe'
import { type Account, type Card, createAccount, StripeFailure } from './stripe/account.ts'
import { decodeForm, type Form, readList } from './stripe/form.ts'
import { renderPage } from './stripe/pages.ts'
import { expand, findRoute, requireKnown } from './stripe/routes.ts'

const apiVersion = '2026-10-28.endive'

/** A failure of a call. A `lost` call takes effect, but its response never arrives. */
export type Failure = 'lost' | 'hang up' | 'stall' | number

export type FakeStripe = {
  env: Record<string, string>
  origin: string
  account: Account
  calls: { method: string; path: string; sent: Form; key: string | null }[]
  answers: object[]
  /** Failures of the next calls, one for each call. `undefined` lets a call succeed. */
  failures: (Failure | undefined)[]
  /** Every call fails while this is set. */
  outage: Failure | undefined
  before: ((path: string, method: string) => void | Promise<void>) | undefined
  setCard(customer: string, card: Card): void
  settle(): void
  takeEvents(): Stripe.Event[]
  signed(
    event: unknown,
    options?: { secret?: string; at?: Date; body?: string },
  ): {
    body: string
    headers: Record<string, string>
  }
  close(): Promise<void>
}

const secretKey = 'sk_test_fakefakefakefakefakefake'
const webhookSecret = 'whsec_fakefakefakefakefakefakefakefake'

export async function startStripe(now: () => Date = () => new Date()): Promise<FakeStripe> {
  let origin = ''
  let handedOver = 0
  const account = createAccount({ now, origin: () => origin, apiVersion })
  const fake: FakeStripe = {
    env: {},
    origin,
    account,
    calls: [],
    answers: [],
    failures: [],
    outage: undefined,
    before: undefined,
    setCard: (customer, card) => account.cards.set(customer, card),
    settle: () => account.settle(),
    takeEvents() {
      const events = account.events.slice(handedOver)
      handedOver = account.events.length
      return events
    },
    signed(event, { secret = webhookSecret, at = now(), body = JSON.stringify(event) } = {}) {
      const t = Math.floor(at.getTime() / 1000)
      const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
      return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` } }
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
  const replays = new Map<string, { print: string; status: number; body: string }>()
  const underWay = new Set<string>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://stripe').pathname
    const answered = path.startsWith('/v1/') ? serveApi(request, response) : servePage(request, response)
    answered.catch((error) => response.writeHead(599).end(String(error?.stack ?? error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  fake.origin = origin
  fake.env = {
    BILLING: 'stripe',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_fakefakefakefakefakefake',
    STRIPE_ORIGIN: origin,
  }
  return fake

  async function serveApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request
    const url = new URL(request.url ?? '/', 'http://stripe')
    const body = await text(request)
    const sent = decodeForm(method === 'GET' || method === 'DELETE' ? url.search.slice(1) : body)
    const key = (request.headers['idempotency-key'] as string | undefined) ?? null
    fake.calls.push({ method, path: url.pathname, sent, key })
    const failure = fake.failures.length > 0 ? fake.failures.shift() : fake.outage
    await fake.before?.(url.pathname, method)
    if (failure === 'hang up') return void response.destroy()
    if (failure === 'stall') return
    const requestId = account.newId('req')
    const headers = { 'content-type': 'application/json', 'request-id': requestId, 'stripe-version': apiVersion }
    if (typeof failure === 'number') {
      const failed = makeFailure(failure)
      return void response.writeHead(failure, headers).end(JSON.stringify({ error: failed.error }))
    }
    const { status, answer, replayed } = perform(request, url.pathname, { method, sent, body, key, requestId })
    if (failure === 'lost') return void response.destroy()
    response.writeHead(status, { ...headers, ...(replayed && { 'idempotent-replayed': 'true' }) }).end(answer)
  }

  function perform(
    request: IncomingMessage,
    path: string,
    call: { method: string; sent: Form; body: string; key: string | null; requestId: string },
  ): { status: number; answer: string; replayed: boolean } {
    const { method, sent, body, key, requestId } = call
    const refused = (failure: StripeFailure) => ({
      status: failure.status,
      answer: JSON.stringify({
        error: { ...failure.error, request_log_url: `https://dashboard.stripe.com/${requestId}` },
      }),
      replayed: false,
    })
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return refused(
        new StripeFailure(401, {
          message: 'Invalid API Key provided: sk_test_********',
          type: 'invalid_request_error',
        }),
      )
    if (request.headers['stripe-version'] !== apiVersion)
      return refused(
        new StripeFailure(400, {
          message: `Invalid Stripe API version: ${String(request.headers['stripe-version'])}`,
          type: 'invalid_request_error',
        }),
      )
    if (method === 'POST' && !/^application\/x-www-form-urlencoded/.test(request.headers['content-type'] ?? ''))
      return refused(makeFailure(400))
    const print = `${method} ${path} ${body}`
    const known = key === null ? undefined : replays.get(key)
    if (known && known.print !== print)
      return refused(
        new StripeFailure(400, {
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
          type: 'idempotency_error',
        }),
      )
    if (known) return { status: known.status, answer: known.body, replayed: true }
    if (key !== null && underWay.has(key)) return refused(makeFailure(409))
    Object.assign(account.request, { id: requestId, key })
    try {
      const { route, id } = findRoute(method, path)
      requireKnown(route, sent)
      const result = expand(account, route.run(account, { id, sent }), readList(sent.expand).map(String))
      fake.answers.push(result as object)
      const answer = JSON.stringify(result)
      if (key !== null) replays.set(key, { print, status: 200, body: answer })
      return { status: 200, answer, replayed: false }
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error
      const answer = refused(error)
      // An error that occurred before any effect is not stored for replay.
      if (key !== null && error.status === 402) replays.set(key, { print, status: 402, body: answer.answer })
      return answer
    } finally {
      Object.assign(account.request, { id: null, key: null })
    }
  }

  async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stripe')
    const sent = decodeForm(await text(request))
    const { status, location, html } = renderPage(account, request.method ?? 'GET', url.pathname, sent)
    if (location !== undefined) return void response.writeHead(303, { location }).end()
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  }
}

function makeFailure(status: number): StripeFailure {
  const types: Record<number, [type: string, code: string | undefined, message: string]> = {
    400: ['invalid_request_error', undefined, 'Invalid request.'],
    401: ['invalid_request_error', undefined, 'Invalid API Key provided: sk_test_********'],
    402: ['card_error', 'card_declined', 'Your card was declined.'],
    403: ['invalid_request_error', undefined, 'The provided key does not have the required permissions.'],
    409: ['idempotency_error', undefined, 'There is currently another in-progress request using this Idempotent Key.'],
    429: ['invalid_request_error', 'rate_limit', 'Request rate limit exceeded.'],
  }
  const [type, code, message] = types[status] ?? ['api_error', undefined, 'An unknown error occurred.']
  return new StripeFailure(status, { message, type, ...(code && { code }) })
}
