import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '#test/service.ts'
import { parseNetwork } from '../limits/spend.ts'
import { createProxies } from './proxies.ts'

test('the visitor is the nearest address that is not a trusted proxy', () => {
  const { resolveVisitor } = createProxies(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'])
  for (const [peer, forwarded, visitor] of [
    ['127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['127.0.0.1', '198.51.100.1, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['::ffff:127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '2001:db9::5', '2001:db9::5'],
    ['10.0.0.1', '10.0.0.2', '10.0.0.2'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '', '127.0.0.1'],
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['127.0.0.1', '203.0.113.7, 10.1.2.3:443, [2001:db8::1]:80, [2001:db8::2]', '203.0.113.7'],
    ['127.0.0.1', '203.0.113.7, unknown', 'unknown'],
  ] as const)
    assert.equal(resolveVisitor(peer, forwarded), visitor, `${peer} ${forwarded}`)
  assert.equal(createProxies([]).resolveVisitor('127.0.0.1', '203.0.113.7'), '127.0.0.1')
})

test("a visitor's address does not include the port", () => {
  for (const [named, network] of [
    ['203.0.113.7:50123', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7'],
    ['[2001:db8:1:2:3::4]:443', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ] as const)
    assert.equal(parseNetwork(named), network, named)
})

test('a value that is neither an address nor a network is refused', () => {
  for (const each of ['loopback', '10.0.0.0/33', '10.0.0/8', '2001:db8::/129', '', '10.0.0.1/x'])
    assert.throws(() => createProxies([each]), /must be an address/, each)
})

for (const [TRUSTED_PROXIES, statuses] of [
  ['127.0.0.1', [404, 404, 429]],
  ['', [404, 429, 429]],
] as const)
  test(`visitors ${TRUSTED_PROXIES ? 'behind a trusted proxy have their own limits' : 'cannot choose their own address'}`, async () => {
    const service = await startService({ env: { RATE_LIMITS: '1/60s', TRUSTED_PROXIES } })
    const ask = async (visitor: string) => {
      const headers = { 'x-forwarded-for': `192.0.2.66, ${visitor}` }
      const { statusCode } = await service.app.inject({ url: `/f/${'A'.repeat(22)}`, headers })
      return statusCode
    }
    assert.deepEqual([await ask('203.0.113.1'), await ask('203.0.113.2'), await ask('203.0.113.2')], statuses)
    await service.close()
  })
