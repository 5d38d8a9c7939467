import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { perform } from '#platform/jobs/jobs.ts'
import { type FakeProviders, startProviders } from '#test/fakes/email-marketing.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { jobs } from '../../entry/areas.ts'
import { queueReward } from './provider-event-commands.ts'

const day = 86_400_000
let fakes: FakeProviders
let service: TestService
let shop: Shop
before(async () => {
  fakes = await startProviders()
  service = await startService({ env: fakes.env, now: new Date('2026-11-20T12:00:00Z') })
  for (const key of ['pk_live_123456', 'omni-key-123456', 'mc0123456789-us21']) fakes.goodKeys.add(key)
})
after(async () => {
  await service.close()
  await fakes.close()
})
beforeEach(async () => {
  shop = await service.shop()
  fakes.taken.length = 0
})

const bodies = {
  klaviyo: { provider: 'klaviyo', apiKey: 'pk_live_123456' },
  omnisend: { provider: 'omnisend', apiKey: 'omni-key-123456' },
  mailchimp: { provider: 'mailchimp', apiKey: 'mc0123456789-us21', listId: 'aud1' },
}
async function connect(provider: keyof typeof bodies): Promise<string> {
  const { status, body, text } = await shop.api.post('/connectors', bodies[provider])
  assert.equal(status, 201, text)
  return body.id
}
async function startProgram(more: object) {
  const program = { enabled: true, pointsPerUnit: 1, startsAt: '2026-01-01T00:00:00Z', timezone: 'UTC', ...more }
  const { status, text } = await shop.api.put('/loyalty/program', program)
  assert.equal(status, 200, text)
  await service.runJobs()
}
const join = async (email: string, more: object = {}) =>
  (await shop.api.post('/loyalty/members', { email, ...more })).body as { id: string }
const order = (platformOrderId: string, email: string, total: string, more: object = {}) => ({
  platformOrderId,
  email,
  total,
  currency: 'EUR',
  placedAt: service.service.clock.now().toISOString(),
  customerName: 'Bo Berg',
  ...more,
})
async function run(operatorName: string) {
  const job = jobs.find((each) => each.operatorName === operatorName)
  assert.ok(job)
  const { db, services } = service.service
  await perform(job, { db, services, now: services.clock.now(), stopping: new AbortController().signal } as never, {})
  await service.runJobs()
}
const findJournalLine = async (member: string, kind: string) =>
  (await shop.api.get(`/loyalty/members/${member}/journal`)).body.data.find(
    (line: { kind: string }) => line.kind === kind,
  )
const findProperties = (name: string) =>
  fakes.taken.find(({ email }) => email.startsWith(`${name}@`))?.properties ??
  assert.fail(`${name} was told of nothing`)
const sent = () => fakes.taken.map(({ provider, name, email, properties }) => [provider, name, email, properties])

for (const provider of ['klaviyo', 'omnisend', 'mailchimp'] as const)
  test(`${provider} gets the points of a birthday once, identified by the journal line`, async () => {
    const connection = await connect(provider)
    await startProgram({ birthdayPoints: 50 })
    await shop.api.put('/orders', [order('1', 'jane@customer.example', '10')])
    const jane = (await shop.api.get('/loyalty/members/by-email/jane@customer.example')).body
    await shop.api.patch(`/loyalty/members/${jane.id}`, { birthday: '11-20' })
    for (let i = 0; i < 2; i++) await run('loyalty-birthdays')
    const line = await findJournalLine(jane.id, 'birthday')
    // The reward is queued again, as a second run of the job would do.
    await service.service.db.store(shop, 'write', (tx) => queueReward(tx, service.service.services.secrets, line.id))
    await service.runJobs()
    const name = provider === 'mailchimp' ? 'birthday_reward' : 'Birthday Reward'
    const plain = fakes.taken.map((each) => [each.provider, each.name, each.email])
    assert.deepEqual(plain, [[provider, name, 'jane@customer.example']])
    const { points, balance } = findProperties('jane')
    assert.deepEqual([Number(points), Number(balance)], [50, 60])
    if (provider === 'klaviyo') assert.equal(fakes.taken[0]?.key, line.id)
    const { data } = (await shop.api.get(`/connectors/${connection}/events`)).body
    assert.deepEqual(
      data.map((each: { kind: string; state: string }) => [each.kind, each.state]),
      [['birthday_reward', 'accepted']],
    )
  })

test('the rewards of both sides of a referral are sent only after the points matured', async () => {
  await connect('klaviyo')
  await startProgram({ holdDays: 7, referral: { advocatePoints: 200, friendPoints: 100, minimumTotal: '20' } })
  const jane = await join('jane@customer.example')
  const { body: referral } = await shop.api.post('/loyalty/referrals', {
    advocateMemberId: jane.id,
    friendEmail: 'bo@customer.example',
  })
  await shop.api.put('/orders', [order('1', 'bo@customer.example', '30', { referralCode: referral.code })])
  await service.tick()
  assert.deepEqual(sent(), [])
  service.advance(8 * day)
  await service.tick()
  await run('loyalty-referrals')
  await run('loyalty-expiry')
  assert.deepEqual(fakes.taken.map(({ name, email }) => `${name} ${email}`).toSorted(), [
    'Referral Reward bo@customer.example',
    'Referral Reward jane@customer.example',
  ])
  assert.deepEqual(findProperties('jane'), { points: 200, balance: 200 })
  assert.equal(findProperties('bo').points, 100)
  service.advance(-8 * day)
})

test('points of orders, grants and deductions are not sent as rewards', async () => {
  await connect('klaviyo')
  await startProgram({ birthdayPoints: 50 })
  await shop.api.put('/orders', [order('1', 'jane@customer.example', '10')])
  const jane = (await shop.api.get('/loyalty/members/by-email/jane@customer.example')).body
  await shop.api.post(`/loyalty/members/${jane.id}/grants`, { points: 5, reason: 'Sorry', idempotencyKey: 'a' })
  await shop.api.put('/orders', [order('1', 'jane@customer.example', '10', { refundedTotal: '10' })])
  await service.tick()
  assert.deepEqual(sent(), [])
})

test('suppressed and erased people are skipped, and other stores get nothing', async () => {
  const connection = await connect('klaviyo')
  const elsewhere = await service.shop()
  await elsewhere.api.post('/connectors', bodies.klaviyo)
  await startProgram({ birthdayPoints: 50 })
  await shop.api.post('/email-suppressions', { email: 'no@customer.example', reason: 'unsubscribe', scope: 'loyalty' })
  await join('no@customer.example', { birthday: '11-20' })
  await join('gone@customer.example', { birthday: '11-20' })
  await shop.api.patch(`/connectors/${connection}`, { paused: true })
  await run('loyalty-birthdays')
  await shop.api.post('/customers/erase', { email: 'gone@customer.example' })
  await shop.api.patch(`/connectors/${connection}`, { paused: false })
  await service.runJobs()
  assert.deepEqual(sent(), [])
  const { data } = (await shop.api.get(`/connectors/${connection}/events`)).body
  assert.deepEqual(
    data.map((each: { state: string; reason: string }) => [each.state, each.reason]),
    [['dropped', 'customer_unsubscribed']],
  )
  assert.deepEqual((await elsewhere.api.get('/connectors')).body.data[0].counts, { pending: 0, dead: 0 })
})
