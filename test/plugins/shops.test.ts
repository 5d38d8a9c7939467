import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { readStandardWebhook } from '#integrations/shops/standard-webhooks.ts'
import { encodeConnection, newPluginSecret } from '#resources/connectors/plugins/rules.ts'
import { buildHeadersForShop } from '#resources/outbound-webhooks/sending/message.ts'

const facts = {
  origin: 'https://reviews.acme.example',
  storeEnvId: '019a9f3c-6b1e-7c55-9d0a-2f4c8e7b1a60',
  connectionId: '019a9f3c-6b1e-7c55-9d0a-2f4c8e7b1a61',
  key: 'evnt_secret',
  toEvident: newPluginSecret(),
  toShop: newPluginSecret(),
  page: 'https://acme.example',
}
const text = encodeConnection(facts)

for (const plugin of ['medusa', 'vendure']) {
  const load = (file: string) =>
    import(pathToFileURL(join(import.meta.dirname, '../../plugins', plugin, 'src/lib', file)).href)
  const { faults, readConnection } = await load('connection.ts')
  const { signedHeaders, verifiedId } = await load('signing.ts')

  test(`${plugin}: the plugin reads every connection string that the service makes`, () => {
    assert.deepEqual(readConnection(text), { connection: { v: 1, ...facts } })
    assert.deepEqual(readConnection(` ${text}\n`), { connection: { v: 1, ...facts } })
  })

  test(`${plugin}: a damaged connection string is refused, and only its fault is returned`, () => {
    const newer = text.replace('evc1_', 'evc2_')
    for (const [damaged, fault, reason] of [
      [text.slice(0, -1), 'cutOff', /cut off/],
      [text.slice(0, 40), 'cutOff', /cut off/],
      [text.replace(/_[0-9a-f]{8}$/, '_00000000'), 'altered', /altered/],
      [newer, 'newer', /newer/],
      ['sk_123', 'foreign', /evc1_/],
    ] as const) {
      assert.deepEqual(readConnection(damaged), { fault })
      assert.match(faults[fault], reason)
    }
  })

  test(`${plugin}: no altered connection string is accepted, and no input throws`, () => {
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'aZ0_-'), (at, character) => {
        const altered = text.slice(0, at) + character + text.slice(at + 1)
        assert.equal('connection' in readConnection(altered), altered === text)
      }),
    )
    fc.assert(fc.property(fc.string(), (any) => 'fault' in readConnection(any)))
  })

  test(`${plugin}: each side accepts what the other signs, for five minutes and unaltered`, () => {
    const now = new Date('2026-11-29T12:00:00Z')
    const body = '{"type":"product.updated","data":{"id":"p1"}}'
    const headers = signedHeaders(facts.toEvident, body, now)
    const read = (at: Date, secret: string) =>
      readStandardWebhook({ headers, body: Buffer.from(body), now: at }, [secret]).kind
    assert.equal(read(now, facts.toEvident), 'accepted')
    assert.equal(read(now, facts.toShop), 'forged')
    assert.equal(read(new Date(now.getTime() + 301_000), facts.toEvident), 'forged')

    const message = {
      ...{ deliveryId: 'd', eventId: 'e1', event: 'review.approved', createdAt: '', storeEnvId: 's', data: '{}' },
      isTest: false,
    }
    const sent = buildHeadersForShop(message, body, [newPluginSecret(), facts.toShop], now)
    assert.equal(verifiedId(facts.toShop, sent, Buffer.from(body), now), 'e1')
    assert.equal(verifiedId(facts.toShop, sent, Buffer.from(`${body} `), now), undefined)
    assert.equal(verifiedId(facts.toEvident, sent, Buffer.from(body), now), undefined)
    assert.equal(verifiedId(facts.toShop, sent, Buffer.from(body), new Date(now.getTime() + 301_000)), undefined)
    assert.equal(verifiedId(facts.toShop, {}, Buffer.from(body), now), undefined)
  })
}
