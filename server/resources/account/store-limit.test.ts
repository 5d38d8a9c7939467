import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, startService } from '#test/service.ts'

const service = provideService({ env: { MAX_STORES: '3' } })

const newStore = { name: 'Another', origins: [] }

test('an organization at MAX_STORES can open no further store, but another organization can', async () => {
  const [full, free] = [await service.shop(), await service.shop()]
  const owner = await full.signedIn()
  assert.equal((await owner.post('/account/stores', newStore)).status, 201)
  assert.equal((await owner.post('/account/stores', newStore)).status, 201)
  const { status, body } = await owner.post('/account/stores', newStore)
  assert.deepEqual([status, body.code], [409, 'limit_reached'])
  assert.match(body.message, /3 stores.*MAX_STORES/)
  assert.equal((await owner.get('/account/stores?includeTotal=true')).body.pagination.total, 3)
  assert.equal((await (await free.signedIn()).post('/account/stores', newStore)).status, 201)
})

test('parallel calls open no more stores than MAX_STORES', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const answers = await Promise.all(Array.from({ length: 12 }, () => owner.post('/account/stores', newStore)))
  const made = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ body }) => body.code === 'limit_reached')
  assert.equal((await owner.get('/account/stores?includeTotal=true')).body.pagination.total, 3)
  assert.deepEqual([made.length, refused.length], [2, 10])
})

test('a refused store adds no entry to the audit log', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  for (let store = 0; store < 4; store++) await owner.post('/account/stores', newStore)
  const { body } = await owner.get('/account/audit-log?action=store.created')
  assert.equal(body.data.length, 3)
})

test('lowering MAX_STORES does not affect existing stores, but refuses new ones', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const second = await owner.post('/account/stores', newStore)
  const lowered = await startService({ beside: service, env: { MAX_STORES: '1' } })
  try {
    const api = lowered.with({ authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': second.body.id })
    assert.equal((await api.put('/products', [{ platformProductId: 'mug' }])).status, 200)
    const cookie = (await lowered.service.services.users.signIn(shop.ownerEmail, shop.password)) ?? []
    const there = lowered.with({ cookie: cookie.map((each) => each.split(';')[0]).join('; ') })
    const { status, body } = await there.post('/account/stores', newStore)
    assert.deepEqual([status, body.code], [409, 'limit_reached'])
  } finally {
    await lowered.close()
  }
})
