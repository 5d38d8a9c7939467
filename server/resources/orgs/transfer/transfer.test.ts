import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freezeClock } from '#test/frozen-clock.ts'
import { type Api, day, provideService, type Shop } from '#test/service.ts'
import { auditLines, mailsTo } from '../../account/account.testing.ts'
import { join, listRoles, type Member } from '../orgs.testing.ts'

const service = provideService()

type Setting = { shop: Shop; owner: Api; ownId: string; other: Member }

async function organizationWith(role: string): Promise<Setting> {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const [ownId = ''] = Object.keys(await listRoles(owner))
  return { shop, owner, ownId, other: await join(service, shop, role) }
}

const ask = ({ owner, shop, other }: Setting, userId = other.id) =>
  owner.post('/orgs/transfer', { userId, password: shop.password })

const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code]

test('the recipient accepts with any role, and both swap roles in one step', async () => {
  for (const role of ['ADMIN', 'MEMBER', 'VIEWER']) {
    const setting = await organizationWith(role)
    const { owner, ownId, other, shop } = setting
    const asked = await ask(setting)
    assert.equal(asked.status, 201, asked.text)
    assert.equal(Date.parse(asked.body.expiresAt) - Date.parse(asked.body.createdAt), 72 * 3_600_000)
    assert.equal((await listRoles(owner))[other.id], role, 'nothing changes before')
    assert.deepEqual((await other.api.get('/orgs/transfer')).body, asked.body)
    assert.equal((await other.api.get('/orgs/current')).body.transferOpen, true)
    const accepted = await other.api.post('/orgs/transfer/accept')
    assert.equal(accepted.status, 200, accepted.text)
    assert.deepEqual(await listRoles(other.api), { [ownId]: 'ADMIN', [other.id]: 'OWNER' })
    assert.equal((await owner.get('/orgs/settings')).body.code, 'owner_required')
    assert.equal((await other.api.post('/orgs/transfer/accept')).status, 404)
    assert.equal((await owner.get('/orgs/current')).body.transferOpen, false)
    await service.runJobs()
    for (const email of [shop.ownerEmail, other.email]) assert.equal((await mailsTo(service, email)).length >= 2, true)
    const [line] = (await other.api.get('/account/audit-log?action=organization.transferred')).body.data
    assert.deepEqual([line.actor.type, line.target.id], ['user', other.id])
  }
})

test('the recipient can also be named by the id of their account', async () => {
  const setting = await organizationWith('ADMIN')
  assert.equal((await ask(setting, setting.other.userId)).body.to.id, setting.other.id)
})

test('a transfer requires a signed-in owner, their password, and a recipient who is not an owner', async () => {
  const setting = await organizationWith('ADMIN')
  const { owner, ownId, other, shop } = setting
  const foreign = await organizationWith('ADMIN')
  const wrong = await owner.post('/orgs/transfer', { userId: other.id, password: 'not it at all' })
  assert.deepEqual(outcome(wrong), [401, 'password_wrong'])
  const body = { userId: other.id, password: shop.password }
  assert.deepEqual(outcome(await other.api.post('/orgs/transfer', body)), [403, 'owner_required'])
  assert.deepEqual(outcome(await shop.api.post('/orgs/transfer', body)), [403, 'user_session_required'])
  assert.deepEqual(outcome(await ask(setting, ownId)), [409, 'already_owner'])
  for (const nobody of [foreign.other.id, foreign.other.userId, 'x', "' or true --"])
    assert.deepEqual(outcome(await ask(setting, nobody)), [404, 'not_found'])
  await owner.patch(`/account/users/${other.id}`, { active: false })
  assert.deepEqual(outcome(await ask(setting)), [404, 'not_found'])
  assert.equal((await owner.get('/orgs/transfer')).status, 404)
})

test('guesses of the password are slowed down', async () => {
  const { owner, other } = await organizationWith('ADMIN')
  const statuses = []
  // The wait after the fifth failure is one second.
  const go = freezeClock(service, service.service.clock.nowMs())
  for (let i = 0; i < 6; i++)
    statuses.push((await owner.post('/orgs/transfer', { userId: other.id, password: `guess ${i}` })).status)
  go()
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
})

test('only one transfer is open, also after concurrent requests, and it expires after 72 hours', async () => {
  const setting = await organizationWith('ADMIN')
  const third = await join(service, setting.shop, 'ADMIN')
  const both = await Promise.all([ask(setting), ask(setting, third.id)])
  assert.deepEqual(both.map(outcome).sort(), [
    [201, undefined],
    [409, 'transfer_pending'],
  ])
  assert.deepEqual(outcome(await ask(setting)), [409, 'transfer_pending'])
  const { to } = (await setting.owner.get('/orgs/transfer')).body
  service.advance(3 * day)
  try {
    const late = to.id === third.id ? third : setting.other
    const again = await service.anonymous.post('/auth/sign-in/email', {
      email: late.email,
      password: 'a long enough password',
    })
    const cookie = [again.headers['set-cookie']]
      .flat()
      .map((each) => String(each).split(';')[0])
      .join('; ')
    const entered = service.with({ cookie })
    assert.equal((await entered.post('/orgs/transfer/accept')).status, 404)
    assert.equal((await ask(setting)).status, 201)
  } finally {
    service.advance(-3 * day)
  }
})

test('only an owner can withdraw a transfer, and only its recipient can decline it', async () => {
  const setting = await organizationWith('ADMIN')
  const { owner, other, shop } = setting
  const bystander = await join(service, shop, 'ADMIN')
  await ask(setting)
  assert.deepEqual(outcome(await bystander.api.post('/orgs/transfer/accept')), [403, 'transfer_not_yours'])
  assert.deepEqual(outcome(await owner.post('/orgs/transfer/accept')), [403, 'transfer_not_yours'])
  assert.deepEqual(outcome(await bystander.api.delete('/orgs/transfer')), [403, 'owner_required'])
  assert.equal((await other.api.delete('/orgs/transfer')).status, 204)
  assert.equal((await other.api.post('/orgs/transfer/accept')).status, 404)
  await ask(setting)
  assert.equal((await owner.delete('/orgs/transfer')).status, 204)
  assert.equal((await owner.delete('/orgs/transfer')).status, 404)
  for (const action of ['organization.transfer_declined', 'organization.transfer_withdrawn'])
    assert.equal((await auditLines(shop, action)).length, 1)
})

test('a transfer ends if either person leaves, the recipient is deactivated, or the owner demoted', async () => {
  const changes: ((setting: Setting, second: Member) => Promise<unknown>)[] = [
    ({ owner, other }) => owner.delete(`/account/users/${other.id}`),
    ({ owner, other }) => owner.patch(`/account/users/${other.id}`, { active: false }),
    ({ ownId }, second) => second.api.patch(`/account/users/${ownId}`, { role: 'MEMBER' }),
    ({ ownId }, second) => second.api.delete(`/account/users/${ownId}`),
  ]
  for (const change of changes) {
    const setting = await organizationWith('ADMIN')
    const second = await join(service, setting.shop, 'OWNER')
    await ask(setting)
    await change(setting, second)
    const { status } = await setting.other.api.post('/orgs/transfer/accept')
    assert.ok(status === 404 || status === 403, String(status))
    assert.equal((await second.api.get('/orgs/transfer')).status, 404)
    assert.equal(Object.values(await listRoles(second.api)).filter((role) => role === 'OWNER').length >= 1, true)
  }
})

test('an acceptance during a withdrawal or demotion has one outcome and always leaves an owner', async () => {
  for (let round = 0; round < 6; round++) {
    const setting = await organizationWith('ADMIN')
    const { owner, ownId, other } = setting
    const second = await join(service, setting.shop, 'OWNER')
    await ask(setting)
    const [accepted] = await Promise.all([
      other.api.post('/orgs/transfer/accept'),
      round % 2 ? owner.delete('/orgs/transfer') : second.api.patch(`/account/users/${ownId}`, { role: 'MEMBER' }),
      second.api.patch(`/account/users/${second.id}`, { role: 'ADMIN' }),
    ])
    const roles = await listRoles(second.api)
    assert.ok(Object.values(roles).includes('OWNER'), JSON.stringify(roles))
    assert.equal(roles[other.id], accepted.status === 200 ? 'OWNER' : 'ADMIN', accepted.text)
  }
})

test('two concurrent acceptances in two windows swap roles once', async () => {
  const setting = await organizationWith('ADMIN')
  const { other, ownId, shop } = setting
  await ask(setting)
  const second = await shop.signedIn(other.email, 'a long enough password')
  const answers = await Promise.all([other.api.post('/orgs/transfer/accept'), second.post('/orgs/transfer/accept')])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
  assert.deepEqual(await listRoles(other.api), { [ownId]: 'ADMIN', [other.id]: 'OWNER' })
})
