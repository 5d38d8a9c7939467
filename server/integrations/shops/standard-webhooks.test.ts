import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { interpretStandardWebhook, readStandardWebhook } from './standard-webhooks.ts'

const secret = `whsec_${randomBytes(32).toString('base64')}`
const now = new Date('2026-11-23T10:00:00Z')

function signed(body: string, { at = now, by = secret } = {}) {
  const headers: Record<string, string> = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('msg_1', at, body),
  }
  return { headers, body: Buffer.from(body), now }
}
const body = '{"type":"order.updated","data":{"id":"order_1"}}'

test("the verifier accepts the library's signatures with any of the secrets", () => {
  const other = `whsec_${randomBytes(32).toString('base64')}`
  const expected = {
    kind: 'accepted',
    webhook: { topic: 'order.updated', deliveryId: 'msg_1', resourceId: 'order_1', occurredAt: now },
  }
  assert.deepEqual(readStandardWebhook(signed(body), [other, secret]), expected)
  const several = signed(body)
  several.headers['webhook-signature'] = `v1,AAAA v2,xyz ${several.headers['webhook-signature']}`
  assert.deepEqual(readStandardWebhook(several, [secret]), expected)
})

test('the verifier accepts a time up to five minutes off, and no more', () => {
  const readAt = (seconds: number) =>
    readStandardWebhook(signed(body, { at: new Date(now.getTime() + seconds * 1000) }), [secret]).kind
  assert.deepEqual([-301, -300, 300, 301].map(readAt), ['forged', 'accepted', 'accepted', 'forged'])
})

test('a delivery with a changed body, header or secret counts as forged', () => {
  const request = signed(body)
  const { headers } = request
  for (const changed of [
    { ...request, body: Buffer.from(body.replace('order_1', 'order_2')) },
    { ...request, headers: { ...headers, 'webhook-id': 'msg_2' } },
    { ...request, headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) } },
    { ...request, headers: { ...headers, 'webhook-timestamp': 'now' } },
    { ...request, headers: { ...headers, 'webhook-signature': 'v1,' } },
    { ...request, headers: {} },
    signed(body, { by: `whsec_${randomBytes(32).toString('base64')}` }),
  ])
    assert.deepEqual(readStandardWebhook(changed, [secret]), { kind: 'forged' })
  assert.deepEqual(readStandardWebhook(request, []), { kind: 'forged' })
})

test('a delivery is interpreted as the kind and id of a resource to read again', () => {
  const meaning = (text: string) => interpretStandardWebhook(Buffer.from(text))
  assert.deepEqual(meaning(body), { kind: 'order', resourceId: 'order_1' })
  assert.deepEqual(meaning('{"type":"product.updated","data":{"id":7}}'), { kind: 'product', resourceId: '7' })
  assert.deepEqual(meaning('{"type":"product.deleted","data":{"id":"7"}}'), {
    kind: 'product_deleted',
    resourceId: '7',
  })
  for (const text of [
    '',
    'null',
    '[]',
    '{"type":"toString","data":{"id":"1"}}',
    '{"type":"order.updated","data":{"id":{"a":1}}}',
    '{"type":"order.updated"}',
    `{"type":"order.updated","data":{"id":"${'x'.repeat(300)}"}}`,
  ])
    assert.equal(meaning(text).kind, 'ignored', text)
})
