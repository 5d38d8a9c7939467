import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLines, nobody } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { groupOf, gtin13, pushAll, pushProducts } from './groups.testing.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

let made = 0
const names = (count: number) => Array.from({ length: count }, () => `g-${++made}`)

test('a manual group is created, read, listed, changed and deleted', async () => {
  const { api } = shop
  const [a, b, c] = await pushProducts(
    api,
    names(3).map((platformProductId) => ({ platformProductId })),
  )
  const created = await api.post('/products/groups', { name: ' Mugs ', productIds: [b, a, a] })
  assert.equal(created.status, 201, created.text)
  const { id, createdAt, updatedAt, ...shape } = created.body
  assert.deepEqual(shape, { name: 'Mugs', source: 'manual', productIds: [a, b].sort() })
  assert.equal(created.headers.location, `/api/v1/products/groups/${id}`)
  assert.deepEqual((await api.get(`/products/groups/${id}`)).body, created.body)
  assert.deepEqual((await api.get('/products/groups?source=manual&q=MUG')).body.data, [created.body])
  const changed = await api.patch(`/products/groups/${id}`, { name: 'Cups', productIds: [a, c] })
  assert.deepEqual([changed.body.name, changed.body.productIds], ['Cups', [a, c].sort()])
  assert.equal(await groupOf(api, String(b)), undefined)
  assert.deepEqual(
    (await api.get(`/products?groupId=${id}`)).body.data.map((each: { id: string }) => each.id).sort(),
    [a, c].sort(),
  )
  assert.equal((await api.delete(`/products/groups/${id}`)).status, 204)
  assert.equal((await api.get(`/products/groups/${id}`)).status, 404)
  const lines = (await auditLines(service, shop)).filter(({ target }) => target?.id === id)
  assert.deepEqual(
    lines.map(({ action }) => action),
    ['product_group.created', 'product_group.updated', 'product_group.deleted'],
  )
})

test('a product is in at most one manual group, and a refused change writes nothing', async () => {
  const { api } = shop
  const [a, b, c] = await pushProducts(
    api,
    names(3).map((platformProductId) => ({ platformProductId })),
  )
  const first = (await api.post('/products/groups', { name: 'One', productIds: [a, b] })).body
  const second = await api.post('/products/groups', { name: 'Two', productIds: [b, c] })
  assert.deepEqual([second.status, second.body.code], [409, 'already_grouped'])
  assert.equal(await groupOf(api, String(c)), undefined)
  for (const [body, status] of [
    [{ name: 'One product', productIds: [c] }, 400],
    [{ name: 'The same', productIds: [c, c] }, 400],
    [{ name: ' ', productIds: [a, c] }, 400],
    [{ name: 'n'.repeat(121), productIds: [a, c] }, 400],
    [{ name: 'Unknown', productIds: [c, nobody] }, 404],
  ] as const)
    assert.equal((await api.post('/products/groups', body)).status, status, JSON.stringify(body))
  assert.equal((await api.patch(`/products/groups/${first.id}`, { productIds: [a, nobody] })).status, 404)
  assert.deepEqual((await api.get(`/products/groups/${first.id}`)).body, first)
})

test('members read groups, and only admins write them', async () => {
  const member = await shop.as('MEMBER')
  assert.equal((await member.get('/products/groups')).status, 200)
  assert.equal(
    (await member.post('/products/groups', { name: 'x', productIds: [nobody, nobody] })).body.code,
    'role_insufficient',
  )
  assert.equal((await member.put('/products/groups/settings', { byGtin: true })).body.code, 'role_insufficient')
})

test("another store's group and products are not found", async () => {
  const other = await service.shop('Elsewhere')
  const [a, b] = await pushProducts(other.api, [{ platformProductId: 'far-1' }, { platformProductId: 'far-2' }])
  const [c] = await pushProducts(
    shop.api,
    names(1).map((platformProductId) => ({ platformProductId })),
  )
  const { id } = (await other.api.post('/products/groups', { name: 'Far', productIds: [a, b] })).body
  assert.equal((await shop.api.get(`/products/groups/${id}`)).status, 404)
  assert.equal((await shop.api.delete(`/products/groups/${id}`)).status, 404)
  assert.equal((await shop.api.post('/products/groups', { name: 'Near', productIds: [a, c] })).status, 404)
})

test('products with the same group key are a group as soon as their push returns', async () => {
  const { api } = shop
  const [one, two, three] = names(3) as [string, string, string]
  const [a] = await pushProducts(api, [{ platformProductId: one, groupKey: 'mugs' }])
  assert.equal(await groupOf(api, String(a)), undefined)
  const [b] = await pushProducts(api, [{ platformProductId: two, groupKey: 'mugs' }])
  const group = await groupOf(api, String(a))
  assert.deepEqual([group.source, group.name, group.productIds], ['group_key', 'mugs', [a, b].sort()])
  assert.equal((await api.get(`/products/${a}`)).body.groupKey, 'mugs')
  const [c] = await pushProducts(api, [{ platformProductId: three, groupKey: 'mugs' }])
  assert.deepEqual((await groupOf(api, String(c))).id, group.id)
  for (const refused of [
    await api.patch(`/products/groups/${group.id}`, { name: 'Mine' }),
    await api.delete(`/products/groups/${group.id}`),
  ])
    assert.deepEqual([refused.status, refused.body.code], [409, 'conflict'])
  await pushAll(api, [{ platformProductId: one }])
  assert.equal((await api.get(`/products/${a}`)).body.groupKey, null)
  assert.deepEqual((await groupOf(api, String(b))).productIds, [b, c].sort())
  await pushAll(api, [{ platformProductId: two, groupKey: null }])
  assert.equal((await api.get(`/products/groups/${group.id}`)).status, 404)
  assert.equal((await api.put('/products', [{ platformProductId: one, groupKey: 'k'.repeat(256) }])).status, 400)
})

test('products leave their derived group for a manual group, and return when it is deleted', async () => {
  const { api } = shop
  const [a, b, c, d] = await pushProducts(
    api,
    names(4).map((platformProductId) => ({ platformProductId, groupKey: 'bowls' })),
  )
  const derived = await groupOf(api, String(a))
  const manual = (await api.post('/products/groups', { name: 'Ours', productIds: [a, b] })).body
  assert.equal((await groupOf(api, String(a))).id, manual.id)
  assert.deepEqual((await groupOf(api, String(c))).productIds, [c, d].sort())
  await api.patch(`/products/groups/${manual.id}`, { productIds: [a, b, c] })
  assert.equal(await groupOf(api, String(d)), undefined)
  await api.delete(`/products/groups/${manual.id}`)
  const after = await groupOf(api, String(d))
  assert.deepEqual([after.name, after.productIds], ['bowls', derived.productIds])
})

test('GTINs of any length group products once the setting is on, and key groups take precedence', async () => {
  const own = await service.shop('By GTIN')
  const { api } = own
  const [a, b, c, d, e] = await pushProducts(api, [
    { platformProductId: 'a', gtin: '614141000036' },
    { platformProductId: 'b', gtin: '0614141000036' },
    {
      platformProductId: 'c',
      variants: [
        { platformVariantId: 'c1', gtin: '00614141000036' },
        { platformVariantId: 'c2', gtin: gtin13(7) },
      ],
    },
    { platformProductId: 'd', gtin: gtin13(7) },
    { platformProductId: 'e', gtin: '614141000037' },
  ])
  assert.deepEqual((await api.get('/products/groups/settings')).body, { byGroupKey: true, byGtin: false, tooLarge: 0 })
  assert.deepEqual((await api.get('/products/groups')).body.data, [])
  assert.deepEqual((await api.put('/products/groups/settings', { byGtin: true })).body, {
    byGroupKey: true,
    byGtin: true,
    tooLarge: 0,
  })
  const group = await groupOf(api, String(a))
  assert.deepEqual([group.source, group.name, group.productIds], ['gtin', '00614141000036', [a, b, c, d].sort()])
  assert.equal(await groupOf(api, String(e)), undefined)
  // Product `c` links `d` to `a` and `b`, until `c` joins a group by key.
  await pushAll(api, [
    {
      platformProductId: 'c',
      groupKey: 'k',
      variants: [
        { platformVariantId: 'c1', gtin: '00614141000036' },
        { platformVariantId: 'c2', gtin: gtin13(7) },
      ],
    },
    { platformProductId: 'e', gtin: '614141000037', groupKey: 'k' },
  ])
  assert.deepEqual((await groupOf(api, String(c))).productIds, [c, e].sort())
  const rest = await groupOf(api, String(a))
  assert.deepEqual([rest.id, rest.productIds], [group.id, [a, b].sort()])
  assert.equal(await groupOf(api, String(d)), undefined)
  await api.put('/products/groups/settings', { byGroupKey: false })
  assert.deepEqual((await groupOf(api, String(d))).productIds, [a, b, c, d].sort())
  await api.delete('/products/by-platform-id/c')
  assert.deepEqual((await groupOf(api, String(a))).productIds, [a, b].sort())
  await api.put('/products/groups/settings', { byGroupKey: true, byGtin: false })
  assert.deepEqual(
    (await api.get('/products/groups')).body.data.map((each: { source: string }) => each.source),
    ['group_key'],
  )
  const lines = (await auditLines(service, own)).filter(({ action }) => action === 'product_groups.settings_updated')
  assert.equal(lines.length, 3)
})

test('a key of more than 200 products forms no group and is counted', async () => {
  const { api } = await service.shop('Large')
  const all = Array.from({ length: 201 }, (_, i) => ({
    platformProductId: `l-${i}`,
    groupKey: 'brand',
    gtin: gtin13(99),
  }))
  await pushAll(api, all.slice(0, 200))
  assert.equal((await api.get('/products/groups')).body.data[0].productIds.length, 200)
  await pushAll(api, all.slice(200))
  assert.deepEqual((await api.get('/products/groups')).body.data, [])
  assert.equal((await api.get('/products/groups/settings')).body.tooLarge, 1)
  assert.equal((await api.put('/products/groups/settings', { byGtin: true })).body.tooLarge, 2)
  await pushAll(api, [{ platformProductId: 'l-0' }])
  assert.equal((await api.get('/products/groups/settings')).body.tooLarge, 0)
  const [group] = (await api.get('/products/groups')).body.data
  assert.deepEqual([group.source, group.productIds.length], ['group_key', 200])
})

test('products with a common key that are pushed at the same time form one group', async () => {
  const { api } = await service.shop('At once')
  const keys = Array.from({ length: 8 }, (_, i) => i)
  await Promise.all(keys.map((i) => pushAll(api, [{ platformProductId: `o-${i}`, groupKey: 'once' }])))
  const groups = (await api.get('/products/groups')).body.data
  assert.deepEqual([groups.length, groups[0].productIds.length], [1, 8])
})

test('an equal push of a product with a group key counts as unchanged', async () => {
  const { api } = shop
  const [one] = names(1) as [string]
  const row = { platformProductId: one, title: 'Same', groupKey: 'same' }
  assert.equal((await api.put('/products', [row])).body.created, 1)
  assert.equal((await api.put('/products', [row])).body.unchanged, 1)
})
