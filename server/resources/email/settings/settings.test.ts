import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids.ts'
import { provideService } from '#test/service.ts'

const service = provideService()

const usual = {
  requestsEnabled: true,
  trigger: 'delivered',
  delayDays: 14,
  reminders: 0,
  reminderDelayDays: 7,
  consent: 'all_buyers',
  quietHours: null,
  frequencyCap: { requestDays: 3, hoursBetween: null, perWeek: null },
  provider: 'evident',
  maxOrderAgeDays: 90,
  skipRefundedOrders: true,
  onlyDispatched: false,
}
const waiting = async () =>
  (
    await service.service.db.workerPool.query('select from graphile_worker.jobs where task_identifier like $1', [
      'orders.reschedule%',
    ])
  ).rowCount

test('a store without settings has the defaults, and sending them back changes nothing', async () => {
  const shop = await service.shop()
  const { body } = await shop.api.get('/email/settings')
  assert.deepEqual(body, usual)
  assert.deepEqual((await shop.api.put('/email/settings', body)).body, usual)
  assert.deepEqual((await shop.api.put('/email/settings', {})).body, usual)
  assert.equal(await waiting(), 0)
  const log = await (await shop.signedIn()).get('/account/audit-log?action=email_settings.updated')
  assert.deepEqual(log.body.data, [])
})

test('a field missing from the request retains its value, and null removes a limit', async () => {
  const shop = await service.shop()
  await shop.api.put('/email/settings', {
    delayDays: 3,
    quietHours: { end: '07:30', start: '22:00', unknown: 1 },
    frequencyCap: { hoursBetween: 20, perWeek: 3 },
  })
  const { body } = await shop.api.put('/email/settings', { reminders: 2, requestsEnabled: false, frequencyCap: null })
  const expected = {
    ...usual,
    ...{
      delayDays: 3,
      quietHours: { start: '22:00', end: '07:30' },
      reminders: 2,
      requestsEnabled: false,
      frequencyCap: null,
    },
  }
  assert.deepEqual(body, expected)
  assert.deepEqual((await shop.api.get('/email/settings')).body, expected)
  assert.deepEqual((await shop.api.put('/email/settings', { quietHours: null })).body.quietHours, null)
  const log = await (await shop.signedIn()).get('/account/audit-log?action=email_settings.updated')
  assert.deepEqual(log.body.data.at(-1).details, { changed: ['delayDays', 'quietHours', 'frequencyCap'] })
})

test('an error for an invalid value names the field, and nothing changes', async () => {
  const shop = await service.shop()
  const wrong: [object, string][] = [
    [{ delayDays: 91 }, '/delayDays'],
    [{ delayDays: -1 }, '/delayDays'],
    [{ delayDays: 1.5 }, '/delayDays'],
    [{ reminders: 3 }, '/reminders'],
    [{ trigger: 'shipped' }, '/trigger'],
    [{ trigger: null }, '/trigger'],
    [{ consent: 'nobody' }, '/consent'],
    [{ quietHours: { start: '24:00', end: '08:00' } }, '/quietHours/start'],
    [{ quietHours: { start: '21:00' } }, '/quietHours/end'],
    [{ quietHours: { start: '21:00', end: '21:00' } }, '/quietHours/end'],
    [{ maxOrderAgeDays: 0 }, '/maxOrderAgeDays'],
    [{ maxOrderAgeDays: 13 }, '/maxOrderAgeDays'],
    [{ frequencyCap: { hoursBetween: 0, perWeek: 1 } }, '/frequencyCap/hoursBetween'],
    [{ frequencyCap: { hoursBetween: 20 } }, '/frequencyCap'],
    [{ frequencyCap: { requestDays: 0 } }, '/frequencyCap/requestDays'],
    [{ skipRefundedOrders: 'yes' }, '/skipRefundedOrders'],
    [{ onlyDispatched: null }, '/onlyDispatched'],
    [{ provider: 'klaviyo' }, '/provider'],
    [{ provider: newId() }, '/provider'],
    [{ provider: '' }, '/provider'],
  ]
  for (const [changes, path] of wrong) {
    const { status, body } = await shop.api.put('/email/settings', { requestsEnabled: false, ...changes })
    assert.deepEqual(
      [status, body.code, body.details?.[0]?.path],
      [400, 'validation_failed', path],
      JSON.stringify(changes),
    )
  }
  assert.deepEqual((await shop.api.get('/email/settings')).body, usual)
  for (const delayDays of [0, 90]) assert.equal((await shop.api.put('/email/settings', { delayDays })).status, 200)
})

test('the sender can be a connection of this store, but not of another', async () => {
  const [ours, theirs] = [await service.shop(), await service.shop()]
  const connection = { provider: 'klaviyo', apiKey: 'pk_0123456789abcdef0123456789abcdef01' }
  const made = await theirs.api.post('/connectors', connection)
  assert.equal(made.status, 201, made.text)
  assert.equal((await ours.api.put('/email/settings', { provider: made.body.id })).status, 400)
  assert.equal((await theirs.api.put('/email/settings', { provider: made.body.id })).body.provider, made.body.id)
})

test('parallel changes of different fields are all saved', async () => {
  const shop = await service.shop()
  const changes = [{ delayDays: 5 }, { reminders: 1 }, { consent: 'opted_in_only' }, { maxOrderAgeDays: 60 }]
  await Promise.all(changes.map((each) => shop.api.put('/email/settings', each)))
  assert.deepEqual((await shop.api.get('/email/settings')).body, Object.assign({ ...usual }, ...changes))
})

test('only an admin can change the settings', async () => {
  const shop = await service.shop()
  const member = await shop.as('MEMBER')
  assert.equal((await member.put('/email/settings', { delayDays: 1 })).body.code, 'role_insufficient')
  assert.equal((await (await shop.as('VIEWER')).get('/email/settings')).status, 200)
})
