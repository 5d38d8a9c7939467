import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Shop } from '#test/service.ts'
import { markBounced, markComplained } from '../commands.ts'
import { confirmation, listMessages, queue, request, startMail } from '../email.testing.ts'

const { service, witness } = await startMail()
let shop: Shop
beforeEach(async () => {
  shop = await service.shop()
})

const sending = async () => (await shop.api.get('/email/sending')).body

async function sent(count: number, message = request): Promise<string[]> {
  const queued = await queue(service, shop, ...Array.from({ length: count }, () => message()))
  await witness.query(
    `update email_messages set state = 'sent', sent_at = $2, settled_at = $2 where store_env_id = $1 and state = 'queued'`,
    [shop.storeEnvId, service.service.clock.now()],
  )
  return queued.map(({ id }) => id)
}

const report = (ids: string[], mark: typeof markComplained) =>
  service.service.db.store(shop, 'write', async (tx) => {
    for (const id of ids) await mark(tx, id, tx.now)
  })
const bounce = (ids: string[]) => report(ids, (tx, id, at) => markBounced(tx, id, at, 'hard'))
const complain = (ids: string[]) => report(ids, markComplained)

test('above 5% bounces, requests stop, confirmations continue, and owners are notified once', async () => {
  const ids = await sent(200)
  await bounce(ids.slice(0, 10))
  assert.equal((await sending()).pausedAt, null, 'five in a hundred are bearable')
  await bounce(ids.slice(10, 11))
  const status = await sending()
  assert.equal(status.pausedReason, 'hard_bounces')
  assert.deepEqual(status.reception, { messages: 200, hardBounces: 11, complaints: 0 })
  await queue(service, shop, request({ key: 'stands' }), confirmation({ key: 'goes' }))
  await service.runJobs()
  const states = Object.fromEntries((await listMessages(witness, shop)).map(({ key, state }) => [key, state]))
  assert.deepEqual([states.stands, states.goes], ['queued', 'sent'])
  assert.equal((await sending()).waiting, 1)
  const { rows } = await witness.query(
    `select recipient from mailbox where organization_id = $1 and store_env_id is null`,
    [shop.organizationId],
  )
  assert.deepEqual(rows, [{ recipient: shop.ownerEmail }])
})

test('two complaints in 250 mails pause sending, but one complaint does not', async () => {
  const ids = await sent(250)
  await complain(ids.slice(0, 1))
  assert.equal((await sending()).pausedAt, null)
  await complain(ids.slice(1, 2))
  assert.equal((await sending()).pausedReason, 'complaints')
})

test('a store that has sent few mails is never paused', async () => {
  const ids = await sent(199)
  await bounce(ids.slice(0, 60))
  assert.equal((await sending()).pausedAt, null)
})

test('bounces of addresses that visitors typed do not count against the store', async () => {
  await sent(300)
  await bounce(await sent(100, confirmation))
  const { pausedAt, reception } = await sending()
  assert.equal(pausedAt, null)
  assert.equal(reception.messages, 300)
})

test('an administrator resumes sending: waiting mail is sent, and earlier rates no longer count', async () => {
  await bounce((await sent(200)).slice(0, 20))
  const [queued] = await queue(service, shop, request())
  await service.runJobs()
  assert.equal((await (await shop.as('MEMBER')).post('/email/sending/resume')).status, 403)
  const { status, body } = await shop.api.post('/email/sending/resume')
  assert.equal(status, 200)
  assert.deepEqual([body.pausedAt, body.reception.messages], [null, 0])
  await service.runJobs()
  assert.equal((await shop.api.get(`/email/messages/${queued?.id}`)).body.state, 'sent')
  const audit = (await (await shop.signedIn()).get('/account/audit-log')).body.data
  const actions = audit.map(({ action }: { action: string }) => action)
  assert.ok(actions.includes('email.sending_paused') && actions.includes('email.sending_resumed'))
})

test("one shop's pause does not affect another", async () => {
  const other = await service.shop()
  await bounce((await sent(200)).slice(0, 20))
  const [queued] = await queue(service, other, request())
  await service.runJobs()
  assert.equal((await other.api.get(`/email/messages/${queued?.id}`)).body.state, 'sent')
})
