import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freezeClock } from '#test/frozen-clock.ts'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
let other: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
  other = await service.shop()
})

const createPass = async (of: Shop = shop) => (await of.api.get('/placements/preview-pass')).body.pass as string
const read = (pass: string, headers: Record<string, string> = {}, path = '/storefront/config') =>
  service
    .with({
      'x-store-env-id': shop.storeEnvId,
      'x-preview-pass': pass,
      'sec-fetch-site': 'same-origin',
      ...headers,
    })
    .get(path)

test('with a preview pass our own pages read the storefront, and no other page can', async () => {
  const answer = await read(await createPass())
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['access-control-allow-origin'], undefined)
})

test('a preview pass works for no other store, and expires after an hour', async () => {
  // The clock is frozen, because on a slow machine a second may pass during a request.
  const givenMs = service.service.clock.nowMs()
  const goOn = freezeClock(service, givenMs)
  try {
    const pass = await createPass()
    assert.equal((await read(await createPass(other))).status, 403)
    freezeClock(service, givenMs + 3_599_000)
    assert.equal((await read(pass)).status, 200)
    freezeClock(service, givenMs + 3_601_000)
    assert.equal((await read(pass)).body.code, 'origin_forbidden')
  } finally {
    goOn()
  }
})

test('a changed or forged preview pass is refused', async () => {
  const pass = await createPass()
  const [until = '', proof = ''] = pass.split('.')
  const later = `${Number(until) + 1000}.${proof}`
  const bent = `${until}.${proof.slice(0, -1)}${proof.endsWith('A') ? 'B' : 'A'}`
  for (const each of [later, bent, `${until}.`, '', '.', `${until}.${'é'.repeat(43)}`, 'x'.repeat(5000)])
    assert.equal((await read(each)).status, 403, each.slice(0, 60))
})

test('a preview pass works only for reads by our own pages', async () => {
  const pass = await createPass()
  for (const site of ['cross-site', 'same-site', 'none'])
    assert.equal((await read(pass, { 'sec-fetch-site': site, origin: 'https://evil.example' })).status, 403)
  const own = service.with({
    'x-store-env-id': shop.storeEnvId,
    'x-preview-pass': pass,
    'sec-fetch-site': 'same-origin',
  })
  assert.equal(
    (await own.post('/storefront/analytics', { events: [{ widget: 'reviews', kind: 'impression' }] })).status,
    403,
  )
})

test('a viewer gets a preview pass too, and a caller without credentials gets none', async () => {
  assert.equal((await (await shop.as('VIEWER')).get('/placements/preview-pass')).status, 200)
  assert.equal((await service.anonymous.get('/placements/preview-pass')).status, 401)
})
