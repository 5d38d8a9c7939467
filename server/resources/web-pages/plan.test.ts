import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, provideService, type Shop } from '#test/service.ts'
import { page, published, visit } from './web-pages.testing.ts'

const service = provideService({ env: { BILLING: 'manual' } })

const toStarter = ({ storeEnvId }: Shop) =>
  service.query(`update subscriptions set plan = 'starter', status = 'active' where store_env_id = $1`, [storeEnvId])

test('on a plan without pages, people can read but not change pages; shoppers see none', async () => {
  const shop = await service.shop()
  const { id, url } = await published(shop.api, { slug: 'about' })
  const preview = (await shop.api.post(`/web-pages/${id}/preview`)).body.url
  await toStarter(shop)
  assert.equal((await shop.api.get(`/web-pages/${id}`)).status, 200)
  assert.equal((await shop.api.get('/web-pages')).body.data.length, 1)
  for (const [method, path, body] of [
    ['POST', '', { kind: 'landing', slug: 'more', title: 'T' }],
    ['PATCH', `/${id}`, { title: 'T' }],
    ['DELETE', `/${id}`, undefined],
    ['POST', `/${id}/publish`, {}],
    ['POST', `/${id}/unpublish`, {}],
    ['POST', `/${id}/preview`, {}],
    ['POST', `/${id}/versions/1/restore`, {}],
    ['PUT', '/settings', { handle: 'mine' }],
  ] as const) {
    const answer = await shop.api.call(method, `/web-pages${path}`, body)
    assert.deepEqual([answer.body.code, answer.body.requiredPlan], ['plan_required', 'growth'], `${method} ${path}`)
  }
  const gone = await visit(service, '/p/nobody/nothing')
  for (const address of [url, preview, url.replace('about', 'sitemap.xml'), url.replace('about', 'other')]) {
    const answer = await visit(service, address)
    assert.deepEqual([answer.status, answer.text], [404, gone.text], address)
  }
  assert.equal((await shop.storefront.get('/storefront/web-pages/about')).body.code, 'plan_required')
})

test('a cached page disappears immediately when the subscription lapses', async () => {
  const shop = await service.shop()
  const { url } = await published(shop.api)
  await page(shop.api)
  for (let i = 0; i < 3; i++) assert.equal((await visit(service, url)).status, 200)
  service.advance(7 * day + 1_000)
  assert.equal((await visit(service, url)).status, 404)
  assert.equal((await shop.storefront.get('/storefront/web-pages/x')).body.code, 'subscription_expired')
})
