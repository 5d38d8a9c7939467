import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pipeline, type Statement } from '#platform/db/pipeline.ts'
import { provideService } from '#test/service.ts'
import { member, openProgram, order, push } from '../loyalty.testing.ts'

const service = provideService({ now: new Date('2026-11-20T12:00:00Z') })

test('a refund is one transaction of at most four round trips and seventeen statements', async (t) => {
  const shop = await openProgram(service)
  await push(shop, order('1', '200'))
  const submit = t.mock.method(Pipeline.prototype, 'submit')
  await push(shop, order('1', '200', { refundedTotal: '50' }))
  const sent = submit.mock.calls.map(({ this: pipeline }) =>
    (pipeline as unknown as { statements: Statement[] }).statements.map(({ text }) => text.trim().split(/[\s(]/)[0]),
  )
  submit.mock.restore()
  assert.deepEqual(sent.at(0)?.slice(0, 2), ['begin', 'select'])
  assert.equal(sent.at(-1)?.at(-1), 'commit')
  assert.ok(sent.length <= 4, JSON.stringify(sent, null, 1))
  assert.ok(sent.flat().length <= 17, JSON.stringify(sent, null, 1))
  assert.equal((await member(shop)).balance, 150)
})

test('members that are locked but not changed are not written', async () => {
  const shop = await openProgram(service, { referral: { advocatePoints: 10, friendPoints: 5, minimumTotal: '20' } })
  await push(shop, order('1', '200'))
  const { id: advocateMemberId } = await member(shop)
  const friendEmail = 'bob@customer.example'
  assert.equal((await shop.api.post('/loyalty/referrals', { advocateMemberId, friendEmail })).status, 201)
  const before = await member(shop)
  service.advance(1_000)
  await push(shop, order('2', '100', { email: friendEmail }))
  assert.equal((await member(shop, friendEmail)).balance, 100)
  assert.deepEqual(await member(shop), before)
})
