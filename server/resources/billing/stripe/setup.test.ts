import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FakeStripe, startStripe } from '#test/fakes/stripe.ts'
import { startService, type TestService } from '#test/service.ts'
import { checkStripe, setUpStripe } from './setup.ts'

let fake: FakeStripe
let service: TestService
before(async () => {
  fake = await startStripe()
  service = await startService({ env: fake.env })
})
after(async () => {
  await service.close()
  await fake.close()
})

test('prices are created once, left unchanged when correct, and checked', async () => {
  const { services } = service.service
  await assert.rejects(checkStripe(services), /evident_starter_monthly.*stripe-setup/)
  const made = await setUpStripe(services)
  assert.deepEqual(
    made.map(({ plan, isNew }) => [plan, isNew]),
    [
      ['starter', true],
      ['growth', true],
      ['scale', true],
    ],
  )
  assert.deepEqual(
    fake.account.all<{ object: string; unit_amount: number }>('price').map((price) => price.unit_amount),
    [4900, 9900, 29900],
  )
  const again = await setUpStripe(services)
  assert.ok(again.every(({ isNew }) => !isNew))
  const [starter] = fake.account.all<{ object: string; unit_amount: number }>('price')
  assert.ok(starter)
  starter.unit_amount = 4800
  assert.deepEqual(
    (await setUpStripe(services)).map(({ isNew }) => isNew),
    [true, false, false],
    'a price of another amount hands its lookup key on',
  )
  assert.match(await checkStripe(services), /test mode.*\/api\/v1\/billing\/webhooks\/stripe/)
  fake.outage = 401
  await assert.rejects(checkStripe(services), { code: 'payment_provider_unavailable' })
})
