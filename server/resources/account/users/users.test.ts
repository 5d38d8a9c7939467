import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, day, provideService, type Shop } from '#test/service.ts'

const service = provideService()

const password = 'a long enough password'

async function join(shop: Shop, inviter: Api, email: string, role: string): Promise<{ api: Api; id: string }> {
  const invited = await inviter.post('/account/users/invite', { email, role })
  assert.equal(invited.status, 201, invited.text)
  const token = invited.body.acceptUrl.split('/').at(-1)
  const accepted = await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'New Person', password })
  assert.equal(accepted.status, 200, accepted.text)
  const users = await inviter.get('/account/users?limit=100')
  const id = users.body.data.find((user: { email: string }) => user.email === email).id
  return { api: await shop.signedIn(email, password), id }
}

test("a person who accepts an invitation is signed in with the invitation's role", async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const { api } = await join(shop, owner, 'viewer@example.com', 'VIEWER')
  const organizations = await api.get('/account/organizations')
  assert.deepEqual(
    organizations.body.data.map((each: { role: string }) => each.role),
    ['VIEWER'],
  )
  assert.equal(
    (await api.post('/account/users/invite', { email: 'x@example.com', role: 'VIEWER' })).body.code,
    'role_read_only',
  )
})

test('a mailed invitation works once, and expires after seven days or when replaced', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const inviteToken = async () =>
    (await owner.post('/account/users/invite', { email: 'once@example.com', role: 'MEMBER' })).body.acceptUrl
      .split('/')
      .at(-1)
  const first = await inviteToken()
  const second = await inviteToken()
  const accept = (token: string) =>
    service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Once', password })
  await service.runJobs()
  assert.equal((await accept(first)).status, 404)
  const both = await Promise.all([accept(second), accept(second)])
  assert.deepEqual(both.map((each) => each.status).sort(), [200, 409])
  const again = [await accept(second), await service.anonymous.get(`/auth/invitations/${second}`)]
  for (const { status, body } of again) {
    assert.deepEqual([status, body.code], [409, 'link_used'])
    assert.ok(!JSON.stringify(body).includes('once@'), 'nothing of whom it was for')
  }
  assert.equal((await accept(first)).status, 404, 'one that was replaced was never used')
  service.advance(31 * day)
  assert.equal((await accept(second)).status, 404)
  service.advance(-31 * day)
  const { rows } = await service.service.db.system('read', async (tx) => ({
    rows: await tx.all<{ text_body: string }>(
      (await import('#platform/db/query.ts')).sql`select text_body from mailbox where recipient = 'once@example.com'`,
    ),
  }))
  assert.equal(rows.filter((row) => row.text_body.includes(second)).length, 1)
  // The first link was replaced before its mail was due, so only one mail exists.
  assert.equal(rows.length, 1)
  const late = (await owner.post('/account/users/invite', { email: 'late@example.com', role: 'MEMBER' })).body.acceptUrl
    .split('/')
    .at(-1)
  service.advance(7 * day)
  assert.equal((await accept(late)).status, 404)
})

test('a person with an account elsewhere joins only with their own password', async () => {
  const [ours, theirs] = [await service.shop(), await service.shop()]
  const owner = await ours.signedIn()
  const invited = await owner.post('/account/users/invite', { email: theirs.ownerEmail, role: 'ADMIN' })
  const token = invited.body.acceptUrl.split('/').at(-1)
  const accept = (secret: string) =>
    service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'X', password: secret })
  assert.equal((await accept('not their password')).status, 401)
  assert.equal((await accept(theirs.password)).status, 200)
  const both = await theirs.signedIn()
  const stores = await both.get('/account/stores')
  assert.deepEqual(
    new Set(stores.body.data.map((store: { id: string }) => store.id)),
    new Set([ours.storeEnvId, theirs.storeEnvId]),
  )
})

test("a key cannot list the organization's people", async () => {
  const { status, body } = await (await service.shop()).api.get('/account/users')
  assert.deepEqual([status, body.code], [403, 'user_session_required'])
})

test('only owners may change owners, and the last active owner cannot be removed', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const admin = await join(shop, owner, 'admin@example.com', 'ADMIN')
  const users = await owner.get('/account/users')
  const ownerId = users.body.data.find((user: { role: string }) => user.role === 'OWNER').id
  for (const refused of [
    await admin.api.post('/account/users/invite', { email: 'o@example.com', role: 'OWNER' }),
    await admin.api.patch(`/account/users/${ownerId}`, { active: false }),
    await admin.api.patch(`/account/users/${admin.id}`, { role: 'OWNER' }),
    await admin.api.delete(`/account/users/${ownerId}`),
  ]) {
    assert.deepEqual([refused.status, refused.body.code], [403, 'owner_required'])
  }
  for (const refused of [
    await owner.patch(`/account/users/${ownerId}`, { active: false }),
    await owner.patch(`/account/users/${ownerId}`, { role: 'ADMIN' }),
    await owner.delete(`/account/users/${ownerId}`),
  ]) {
    assert.deepEqual([refused.status, refused.body.code], [403, 'last_owner'])
  }
})

test('when two owners demote each other in parallel, one remains owner', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const second = await join(shop, owner, 'second@example.com', 'OWNER')
  const users = (await owner.get('/account/users')).body.data
  const firstId = users.find((user: { id: string }) => user.id !== second.id).id
  const results = await Promise.all([
    owner.patch(`/account/users/${second.id}`, { role: 'MEMBER' }),
    second.api.patch(`/account/users/${firstId}`, { role: 'MEMBER' }),
  ])
  assert.equal(results.filter((each) => each.status === 200).length, 1, results.map((each) => each.text).join())
})

test('a removed or deactivated member loses access with the next request', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const member = await join(shop, owner, 'member@example.com', 'MEMBER')
  assert.equal((await member.api.get('/billing/subscription')).status, 200)
  await owner.patch(`/account/users/${member.id}`, { active: false })
  assert.equal((await member.api.get('/billing/subscription')).status, 403)
  await owner.patch(`/account/users/${member.id}`, { active: true })
  assert.equal((await member.api.get('/billing/subscription')).status, 200)
  await owner.delete(`/account/users/${member.id}`)
  assert.equal((await member.api.get('/billing/subscription')).status, 403)
  assert.equal((await member.api.get('/account/users')).body.code, 'membership_required')
})

test('members of other organizations are not found', async () => {
  const [ours, theirs] = [await service.shop(), await service.shop()]
  const owner = await ours.signedIn()
  const foreign = (await (await theirs.signedIn()).get('/account/users')).body.data[0].id
  assert.equal((await owner.patch(`/account/users/${foreign}`, { active: false })).status, 404)
  assert.equal((await owner.delete(`/account/users/${foreign}`)).status, 404)
})
