import assert from 'node:assert/strict'
import type { Answer, Shop, TestService } from '#test/service.ts'

type Sent = { method?: string; headers?: Record<string, string>; payload?: string | Buffer; remoteAddress?: string }

/** Sends a request to the agents' addresses of a store, without credentials. */
export async function knock(
  service: Pick<TestService, 'app'>,
  { storeEnvId }: Pick<Shop, 'storeEnvId'>,
  path = '',
  { method = 'GET', ...sent }: Sent = {},
): Promise<Answer> {
  const answer = await service.app.inject({ method: method as 'GET', url: `/agents/${storeEnvId}${path}`, ...sent })
  const isJson = /json/.test(String(answer.headers['content-type']))
  return {
    status: answer.statusCode,
    body: isJson && answer.body !== '' ? JSON.parse(answer.body) : undefined,
    headers: answer.headers as Answer['headers'],
    text: answer.body,
  }
}

export async function openDoor(shop: Shop, more: object = {}): Promise<Answer['body']> {
  const answer = await shop.api.put('/connectors/agents', { enabled: true, ...more })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** Sends bare JSON-RPC, as clients of UCP do: no handshake, no protocol header, and JSON only. */
export const callDoor = (
  service: Pick<TestService, 'app'>,
  shop: Pick<Shop, 'storeEnvId'>,
  message: object,
  headers: Record<string, string> = { accept: 'application/json' },
) =>
  knock(service, shop, '/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  })

export const callTool = async (
  service: Pick<TestService, 'app'>,
  shop: Pick<Shop, 'storeEnvId'>,
  name: string,
  given: object = {},
) => {
  const answer = await callDoor(service, shop, { method: 'tools/call', params: { name, arguments: given } })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.result as { structuredContent: Answer['body']; isError?: boolean; content: { text: string }[] }
}

export const approve = async (shop: Shop, id: string): Promise<void> => {
  const answer = await shop.api.put(`/reviews/${id}`, { status: 'approved' })
  assert.equal(answer.status, 200, answer.text)
}
