import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '#test/service.ts'

const path = '/.well-known/security.txt'

test('security.txt names the contacts and never expires', async () => {
  const service = await startService({
    now: new Date('2026-11-25T19:00:00Z'),
    env: {
      SECURITY_CONTACT: 'security@example.com, https://example.com/security',
      PUBLIC_ORIGIN: 'https://reviews.example.com',
    },
  })
  try {
    const read = async () => (await service.app.inject(path)).body.split('\n')
    assert.deepEqual(await read(), [
      'Contact: mailto:security@example.com',
      'Contact: https://example.com/security',
      'Expires: 2027-05-24T00:00:00Z',
      'Preferred-Languages: en',
      'Canonical: https://reviews.example.com/.well-known/security.txt',
      '',
    ])
    assert.match(String((await service.app.inject(path)).headers['content-type']), /^text\/plain; charset=utf-8$/)
    service.advance(400 * 86_400_000)
    assert.equal((await read())[2], 'Expires: 2028-06-27T00:00:00Z')
  } finally {
    await service.close()
  }
})

test('without a contact there is no security.txt', async () => {
  const service = await startService()
  try {
    assert.equal((await service.app.inject(path)).statusCode, 404)
  } finally {
    await service.close()
  }
})
