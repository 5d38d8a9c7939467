import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProduct, auditLines, post } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { firstPolicy } from './first-policy.ts'
import { hashText } from './rules.ts'

let shop: Shop
const service = provideService({ now: new Date('2026-11-20T09:00:00.000Z') }, async () => {
  shop = await service.shop()
})

const put = (text: string) => shop.api.put('/evidence/policies', { text })
const current = async () => (await shop.api.get('/evidence/policies')).body
const versions = async (query = '') => (await shop.api.get(`/evidence/policies/versions${query}`)).body

test("the first policy is the service's own, and never changes", async () => {
  assert.equal(hashText(firstPolicy), 'c5fdcf4c8bb3e6d9e204415cb32448043b470d5365df0b1e4c02a23c3de53b2e')
  const first = { version: 1, text: firstPolicy, sha256: hashText(firstPolicy) }
  assert.deepEqual(await current(), first)
  assert.deepEqual((await shop.api.get('/evidence/policies/versions/1')).body, first)
  assert.equal((await shop.api.get('/evidence/policies/versions/2')).status, 404)
  const listed = await versions('?includeTotal=true')
  assert.deepEqual(listed.data, [{ version: 1, sha256: first.sha256, inForce: true, createdAt: null }])
  assert.deepEqual([listed.pagination.total, listed.pagination.hasMore], [1, false])
  assert.deepEqual((await put(firstPolicy)).body, first)
  assert.equal((await versions()).data[0].createdAt, null)
})

test('a new text gets a new version, and an earlier text gets its version again', async () => {
  const text = '# Rules\r\n\r\nBe kind. 🎉 <script>alert(1)</script>\n'
  const second = await put(text)
  assert.deepEqual([second.status, second.body], [200, { version: 2, text, sha256: hashText(text) }])
  assert.deepEqual(await current(), second.body)
  const logged = async () =>
    (await auditLines(service, shop)).filter(({ action }) => action === 'moderation_policy.changed').length
  assert.equal(await logged(), 1)
  assert.deepEqual((await put(text)).body, second.body)
  assert.equal(await logged(), 1)
  assert.equal((await put('Third')).body.version, 3)
  assert.equal((await put(text)).body.version, 2)
  assert.equal((await put(firstPolicy)).body.version, 1)
  assert.equal((await put('Fourth')).body.version, 4)
  const { data, pagination } = await versions('?limit=3&includeTotal=true')
  assert.deepEqual([pagination.total, pagination.hasMore, data.length], [4, true, 3])
  const all = [...data, ...(await versions(`?limit=3&cursor=${pagination.nextCursor}`)).data]
  assert.deepEqual(all.map((each) => each.version).sort(), [1, 2, 3, 4])
  assert.deepEqual(
    all.filter(({ inForce }) => inForce).map(({ version }) => version),
    [4],
  )
  assert.equal(all.at(-1).version, 1, 'the first was there before all others')
  assert.deepEqual((await shop.api.get('/evidence/policies/versions/2')).body, second.body)
})

test('a decision retains the policy version that was in force', async () => {
  const other = await service.shop('Of decisions')
  const { id } = await post(other.api, await addProduct(other))
  const rejected = await other.api.put(`/reviews/${id}`, { status: 'rejected', reason: 'fake' })
  assert.equal(rejected.body.moderation.policyVersion, 1)
  await other.api.put('/evidence/policies', { text: 'Another' })
  assert.deepEqual((await other.api.get(`/reviews/${id}`)).body.moderation, rejected.body.moderation)
  const again = await other.api.put(`/reviews/${id}`, { status: 'rejected', reason: 'insider' })
  assert.deepEqual([again.body.moderation.reason, again.body.moderation.policyVersion], ['insider', 2])
  const { body } = await other.api.post('/reviews/bulk-update', { updates: [{ id, status: 'spam' }] })
  assert.equal(body.updated, 1)
  const marked = (await other.api.get(`/reviews/${id}`)).body.moderation
  assert.deepEqual([marked.reason, marked.policyVersion], ['unspecified', 2])
})

test('parallel writers each get a version of their own', async () => {
  const other = await service.shop('Of many')
  const texts = Array.from({ length: 5 }, (_, i) => `Policy ${i}`)
  const written = await Promise.all(texts.map((text) => other.api.put('/evidence/policies', { text })))
  assert.deepEqual(written.map(({ body }) => body.version).sort(), [2, 3, 4, 5, 6])
})

test('an empty or too long policy is refused', async () => {
  for (const text of ['', ' \n\t ', 'x'.repeat(20_001), 'a\0b', 7, null]) {
    const { status, body } = await shop.api.put('/evidence/policies', { text } as never)
    assert.deepEqual([status, body.code], [400, 'validation_failed'], JSON.stringify(text)?.slice(0, 40))
  }
  for (const version of ['0', '-1', '1.5', 'x', '99999999999'])
    assert.equal((await shop.api.get(`/evidence/policies/versions/${version}`)).status, 400, version)
})

test('only an admin can change the policy, and each store has its own', async () => {
  const member = await shop.as('MEMBER')
  const viewer = await shop.as('VIEWER')
  assert.equal((await viewer.get('/evidence/policies')).status, 200)
  assert.equal((await member.put('/evidence/policies', { text: 'x' })).body.code, 'role_insufficient')
  assert.equal((await viewer.put('/evidence/policies', { text: 'x' })).body.code, 'role_read_only')
  const other = await service.shop('Elsewhere')
  assert.equal((await other.api.get('/evidence/policies')).body.version, 1)
  assert.equal((await other.api.get('/evidence/policies/versions/2')).status, 404)
})

test('settings missing from the request retain their value, and unchanged settings are not written', async () => {
  const { api } = shop
  assert.deepEqual((await api.get('/evidence/settings')).body, {
    publicMeter: false,
    alertGap: 0.1,
    publicEntries: false,
  })
  assert.deepEqual((await api.put('/evidence/settings', { alertGap: 0.25 })).body, {
    publicMeter: false,
    alertGap: 0.25,
    publicEntries: false,
  })
  assert.deepEqual((await api.put('/evidence/settings', { publicMeter: true })).body, {
    publicMeter: true,
    alertGap: 0.25,
    publicEntries: false,
  })
  assert.deepEqual((await api.get('/evidence/settings')).body, {
    publicMeter: true,
    alertGap: 0.25,
    publicEntries: false,
  })
  await api.put('/evidence/settings', { publicMeter: true, alertGap: 0.25, publicEntries: false })
  const lines = (await auditLines(service, shop)).filter(({ action }) => action === 'evidence_settings.changed')
  assert.equal(lines.length, 2)
  for (const alertGap of [-0.1, 1.1, '0.1', null])
    assert.equal((await api.put('/evidence/settings', { alertGap } as never)).status, 400)
  assert.equal((await (await shop.as('MEMBER')).put('/evidence/settings', {})).status, 403)
})
