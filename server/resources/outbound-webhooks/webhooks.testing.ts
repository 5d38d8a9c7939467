import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from '#platform/db/query.ts'
import type { Shop, TestService } from '#test/service.ts'

export type Received = { headers: Record<string, string>; text: string; body: Body; at: number }
type Body = {
  event_id: string
  event: string
  created_at: string
  store_env_id: string
  test?: true
  data: { id: string; sequence: number } & Record<string, unknown>
}
type Respond = (request: IncomingMessage, response: ServerResponse, received: Received) => void

export type TestReceiver = {
  url: string
  received: Received[]
  has(count: number): Promise<void>
  answers(respond: Respond): void
  close(): Promise<void>
}

export const ok: Respond = (_request, response) => void response.writeHead(200).end('ok')
export const status =
  (code: number, headers: Record<string, string> = {}, text = 'no'): Respond =>
  (_request, response) =>
    void response.writeHead(code, headers).end(text)

export async function startReceiver(first: Respond = ok): Promise<TestReceiver> {
  const received: Received[] = []
  let respond = first
  let waiting: { count: number; resolve(): void }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const one = {
      headers: request.headers as Record<string, string>,
      text,
      body: JSON.parse(text),
      at: performance.now(),
    }
    received.push(one)
    waiting = waiting.filter(({ count, resolve }) => received.length < count || resolve())
    respond(request, response, one)
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    has: (count) =>
      received.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    answers(next) {
      respond = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export async function register(shop: Shop, url: string, more: object = {}): Promise<{ id: string; secret: string }> {
  const answer = await shop.api.post('/outbound-webhooks', { url, ...more })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

/** The shop gets a paid plan, so tests can advance the clock past the end of the trial. */
export const subscribe = (service: TestService, shop: Shop, plan = 'growth') =>
  service.service.db.system('write', (tx) =>
    tx.run(sql`update subscriptions set status = 'active', plan = ${plan} where store_env_id = ${shop.storeEnvId}`),
  )

export async function addProduct(shop: Shop): Promise<void> {
  const answer = await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
  assert.equal(answer.status, 200, answer.text)
}

export async function addReview(shop: Shop, more: object = {}): Promise<string> {
  const review = {
    platformProductId: 'mug',
    rating: 5,
    body: 'Holds tea.',
    authorName: 'Jane D.',
    authorEmail: 'jane.doe@customer.example',
  }
  const answer = await shop.api.post('/reviews', { ...review, ...more })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

export const listDeliveries = async (shop: Shop, webhookId: string, query = '') =>
  (await shop.api.get(`/outbound-webhooks/${webhookId}/deliveries${query}`)).body.data
