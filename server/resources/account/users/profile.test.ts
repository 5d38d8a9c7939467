import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'
import { auditLines, findUser } from '../account.testing.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

test('a name change applies everywhere, including the members list and the log', async () => {
  const other = await service.shop()
  const owner = await shop.signedIn()
  const { status, body } = await owner.patch('/account/profile', { name: '  Ada Lövelace\n' })
  assert.equal(status, 200)
  assert.equal(body.name, 'Ada Lövelace')
  assert.equal((await owner.get('/auth/get-session')).body.user.name, body.name)
  assert.equal((await owner.get('/account/users')).body.data[0].name, body.name)
  assert.equal((await findUser(service, other.ownerEmail))?.name, other.ownerEmail.split('@')[0])
  const [line] = await auditLines(shop, 'member.renamed')
  assert.deepEqual([line?.actor.name, line?.details], [body.name, { was: shop.ownerEmail.split('@')[0] }])
  assert.equal((await auditLines(other, 'member.renamed')).length, 0)
  await owner.patch('/account/profile', { name: body.name })
  assert.equal((await auditLines(shop, 'member.renamed')).length, 1)
})

test('a name is limited in length and not blank, and a key cannot set it', async () => {
  const owner = await shop.signedIn()
  for (const name of ['', ' ', '\n', 'x'.repeat(81), 'a\u0000b', 7, null])
    assert.equal((await owner.patch('/account/profile', { name })).status, 400, JSON.stringify(name))
  assert.equal((await shop.api.patch('/account/profile', { name: 'Key' })).body.code, 'user_session_required')
  assert.equal((await service.anonymous.patch('/account/profile', { name: 'No' })).status, 401)
})
