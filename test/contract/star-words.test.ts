// Groups, moves, grants, destinations and connections treat reviews of every rating alike, so a field about stars is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService } from '#test/service.ts'

const service = provideService()
const someId = '019a9f4f-8d11-7c20-b1a4-2f6b8f0c1d02'

test('a field about stars in a body is refused with 400, before anything else is checked', async () => {
  const shop = await service.shop()
  const person = await shop.signedIn()
  const bodies: [method: 'POST' | 'PATCH' | 'PUT', path: string, body: object][] = [
    ['POST', '/products/groups', { name: 'Mugs', productIds: [someId, someId.replace('02', '03')] }],
    ['PATCH', `/products/groups/${someId}`, { name: 'Mugs' }],
    ['PUT', '/products/groups/settings', { byGtin: true }],
    ['POST', '/reviews/moves', { fromProductId: someId, toProductId: someId.replace('02', '03') }],
    ['POST', '/reviews/grants', {}],
    ['POST', '/reviews/grants/accept', { code: 'x'.repeat(22) }],
    ['POST', '/connectors', { provider: 'klaviyo', apiKey: 'pk_0123456789abcdef0123456789abcdef01' }],
    ['PATCH', `/connectors/${someId}`, { name: 'Mails' }],
    ['POST', '/connectors/destinations', { kind: 'meta_csv' }],
    ['PATCH', `/connectors/destinations/${someId}`, {}],
  ]
  for (const [method, path, body] of bodies)
    for (const [word, value] of Object.entries({ rating: 5, minRating: 4, stars: [5], sentiment: 'positive' })) {
      const answer = await person.call(method, path, { ...body, [word]: value })
      assert.deepEqual([answer.status, answer.body.details?.[0]?.path], [400, `/${word}`], `${method} ${path} ${word}`)
    }
})
