import assert from 'node:assert/strict'
import type { Shop, TestService } from '#test/service.ts'

let people = 0

export const newEmail = (): string => `person${++people}@customer.example`

export const longText =
  'I bought this kettle in spring and have used it every morning since then. It boils quickly, pours without a drip, and the handle stays cool. The lid is a little tight, but that is a small matter.'

/** Sends a form as a visitor with this IP address. */
export async function submit(
  service: Pick<TestService, 'app'>,
  { storeEnvId }: Pick<Shop, 'storeEnvId'>,
  { from = '198.51.100.1', ...review }: { from?: string; [field: string]: unknown } = {},
): Promise<string> {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/v1/storefront/reviews',
    headers: { 'x-store-env-id': storeEnvId, origin: 'https://shop.example.com' },
    remoteAddress: from,
    payload: {
      ...{ platformProductId: 'mug', rating: 4, body: 'Good.', authorName: 'Sam', authorEmail: newEmail() },
      ...{ consent: true, ...review },
    },
  })
  assert.equal(answer.statusCode, 202, answer.body)
  return JSON.parse(answer.body).id
}

export type Listed = {
  id: string
  kind: string
  reviewIds: string[]
  facts: Record<string, unknown>
  state: string
  note: string | null
}

export async function listSignals(shop: Pick<Shop, 'api'>, query = ''): Promise<Listed[]> {
  const answer = await shop.api.get(`/reviews/signals?limit=100${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}
