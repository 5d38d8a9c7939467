import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { openStripe } from '#integrations/stripe/client.ts'
import { makeOffers } from '#integrations/stripe/prices.ts'
import { type FakeStripe, startStripe } from '#test/fakes/stripe.ts'
import { offers } from '../../server/resources/billing/stripe/offers.ts'
import { type Admin, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('buying a plan through Stripe', { skip: noBrowser }, () => {
  let fake: FakeStripe
  let admin: Admin
  before(async () => {
    fake = await startStripe()
    admin = await startAdmin(fake.env)
    const { stripe } = admin.service.service.services.config
    assert.ok(stripe)
    await makeOffers(await openStripe(stripe), offers)
  })
  after(async () => {
    await admin?.close()
    await fake?.close()
  })

  async function deliver(): Promise<void> {
    for (const event of fake.takeEvents()) {
      const { body, headers } = fake.signed(event, { at: new Date() })
      const answer = await fetch(`${admin.origin}/api/v1/billing/webhooks/stripe`, { method: 'POST', body, headers })
      assert.equal(answer.status, 200)
    }
    await admin.service.runJobs()
  }

  const subscription = async () => {
    const owner = await admin.shop.signedIn()
    return (await owner.get('/billing/subscription')).body
  }

  test('a declined card is refused, and a card with bank confirmation buys the plan', async () => {
    const { page } = await admin.open()
    await page.goto(admin.path('/reviews'))
    await page.getByRole('heading', { name: 'Reviews' }).waitFor()
    const opened = await page.evaluate(async (storeEnvId) => {
      const answer = await fetch('/api/v1/billing/checkout', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-store-env-id': storeEnvId },
        body: JSON.stringify({ plan: 'scale' }),
      })
      return { status: answer.status, body: await answer.json() }
    }, admin.shop.storeEnvId)
    assert.equal(opened.status, 201, JSON.stringify(opened.body))
    await page.goto(opened.body.url)
    await page.getByLabel('Card number').fill('4000 0000 0000 0002')
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.getByText('Your card was declined.').waitFor()
    await deliver()
    assert.equal((await subscription()).status, 'trialing', 'nothing is bought yet')
    await page.getByLabel('Card number').fill('4000 0025 0000 3155')
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.getByRole('button', { name: 'Confirm' }).waitFor()
    await page.getByLabel('Card number').fill('4000 0025 0000 3155')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL(new RegExp(`/admin/stores/${admin.shop.storeEnvId}/settings/billing\\?checkout=done`))
    await deliver()
    const bought = await subscription()
    assert.deepEqual([bought.plan, bought.status, bought.billing], ['scale', 'active', 'stripe'])
    await page.goto(opened.body.url)
    await page.getByRole('heading', { name: 'Something went wrong' }).or(page.getByText('no more')).waitFor()
  })
})
