import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  addProduct,
  addReview,
  ok,
  startReceiver,
  status,
  subscribe,
  type TestReceiver,
} from '../../server/resources/outbound-webhooks/webhooks.testing.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, noBrowser } from './browser.ts'

suite('webhooks in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  let receiver: TestReceiver
  let webhookId = ''
  before(async () => {
    admin = await startAdmin({ BILLING: 'manual' })
    receiver = await startReceiver()
    await addProduct(admin.shop)
  })
  after(async () => {
    await receiver?.close()
    await admin?.close()
  })
  const pathOf = (id: string) => admin.path(`/settings/webhooks/${id}`)

  test('on a lower plan, the page names the plan with webhooks and offers no action', async () => {
    await subscribe(admin.service, admin.shop, 'starter')
    const { page } = await admin.open()
    await page.goto(admin.path('/settings/webhooks'))
    await page.getByText(/part of the Growth plan/).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add a webhook' }).count(), 0)
    await subscribe(admin.service, admin.shop, 'growth')
  })

  test('an invalid URL is refused at its field, and the secret is shown once', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/webhooks'))
    await page.getByText('No webhooks yet').waitFor()
    await keepPicture(page, 'webhooks-none')
    await page.getByRole('button', { name: 'Add a webhook' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill('http://10.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Add it' }).click()
    await dialog.locator('[aria-invalid]').waitFor()
    await dialog.getByLabel('Address').fill(receiver.url)
    await dialog.getByRole('radio', { name: 'Selected events' }).check()
    await dialog.getByRole('button', { name: 'Add it' }).click()
    await dialog.getByText('Must not be empty').waitFor()
    await dialog.getByRole('checkbox', { name: /^review\.created/ }).check()
    await dialog.getByRole('checkbox', { name: /^review\.approved/ }).check()
    await dialog.getByText('An example: review.created').click()
    await dialog.getByText('"event": "review.created"').waitFor()
    await keepPicture(page, 'webhooks-add')
    await assertAccessible(page, 'adding a webhook')
    await dialog.getByRole('button', { name: 'Add it' }).click()
    await dialog.getByText('It is shown this once').waitFor()
    const secret = await dialog.getByLabel('Secret', { exact: true }).inputValue()
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    await keepPicture(page, 'webhooks-secret')
    await dialog.getByRole('link', { name: /I have saved it/ }).click()
    await page.getByRole('heading', { name: new URL(receiver.url).host }).waitFor()
    const [made] = (await admin.shop.api.get('/outbound-webhooks')).body.data
    webhookId = made.id
    assert.deepEqual(made.events, ['review.created', 'review.approved'])
    assert.ok(!(await page.content()).includes(secret), 'nowhere any more')
    assertClean(/400/)
  })

  test('the page of a webhook says until when its deprecated signature is sent', async () => {
    const { page, assertClean } = await admin.open()
    await page.route('**/account/deprecations', async (route) => {
      const { data } = await (await route.fetch()).json()
      const removedAt = new Date(Date.now() + 86_400_000).toISOString()
      await route.fulfill({ json: { data: data.map((each: object) => ({ ...each, removedAt })) } })
    })
    await page.goto(pathOf(webhookId))
    await page.getByText(/^Deliveries carry the signature x-service-signature until/).waitFor()
    assertClean()
  })

  test("a test delivery shows the request and the receiver's response", async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(pathOf(webhookId))
    await page.getByText('No deliveries yet').first().waitFor()
    await page.getByText('No deliveries in seven days').waitFor()
    await keepPicture(page, 'webhook-new')
    await page.getByRole('button', { name: 'Send test' }).click()
    const test = page.getByRole('dialog', { name: 'Send a test' })
    await test.getByLabel('Example of').selectOption('review.replied')
    await assertAccessible(page, 'sending a test')
    await test.getByRole('button', { name: 'Send test' }).click()
    await page.getByText('Sent. The deliveries show').waitFor()
    await test.waitFor({ state: 'detached' })
    await admin.service.runJobs()
    const row = page.getByRole('row').filter({ hasText: 'review.replied' })
    await row.getByText('Delivered').waitFor()
    const [{ eventId }] = (await admin.shop.api.get(`/outbound-webhooks/${webhookId}/deliveries`)).body.data
    assert.equal(await row.getByTitle(eventId).textContent(), `…${eventId.slice(-12)}`)
    await row.getByText(/^\w+ \d+, \d+:\d\d:\d\d/).waitFor()
    await row.getByRole('button', { name: 'review.replied', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('"test": true').waitFor()
    await dialog.getByText('200', { exact: true }).waitFor()
    await keepPicture(page, 'webhook-delivery')
    await assertAccessible(page, 'a delivery')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(receiver.received.length, 1)
    await page.reload()
    const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
    await head.getByText(/^100% delivered (today|on \w+)$/).waitFor()
    await head.getByText('1 of 1').waitFor()
    await head.getByText('On', { exact: true }).waitFor()
    const endpoint = page.getByRole('region', { name: 'Endpoint' })
    assert.equal(await endpoint.getByLabel('Address', { exact: true }).inputValue(), receiver.url)
    await endpoint.getByRole('button', { name: 'Copy Address' }).waitFor()
    assert.deepEqual(await endpoint.getByRole('listitem').allInnerTexts(), ['review.created', 'review.approved'])
    await endpoint.getByText('Shown only when the webhook was added.').waitFor()
    assert.equal(await row.getByRole('button', { name: /^Send again/ }).count(), 0, 'it was delivered')
    assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), [
      ...['Event', 'Status', 'Last response', 'When'],
    ])
    assertClean()
  })

  test('a failed delivery shows the response and is redelivered manually', async () => {
    receiver.answers(status(500, {}, 'the warehouse is closed'))
    await addReview(admin.shop)
    await admin.service.runJobs()
    const { page, assertClean } = await admin.open()
    await page.goto(pathOf(webhookId))
    await page.getByText(/Every delivery since .* has failed/).waitFor()
    await page.getByLabel('Status', { exact: true }).selectOption('Waiting')
    const row = page.getByRole('row').filter({ hasText: 'review.created' })
    await row.getByText(/500 in/).waitFor()
    await row.getByRole('button', { name: 'Send again: review.created' }).waitFor()
    await row.getByRole('button', { name: 'review.created', exact: true }).click()
    await page.getByRole('dialog').getByText('the warehouse is closed').waitFor()
    const about = page.getByRole('dialog').locator('dl > div').filter({ hasText: 'About' })
    await about.getByRole('link', { name: /^Review by / }).waitFor()
    await about.getByRole('link').nth(1).waitFor()
    receiver.answers(ok)
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sent again').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await admin.service.runJobs()
    await page.getByLabel('Status', { exact: true }).selectOption('Delivered')
    await row.getByText('Delivered').waitFor()
    await page.getByText('On', { exact: true }).waitFor()
    assertClean()
  })

  test('the deliveries of a chosen period are redelivered', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(pathOf(webhookId))
    await manage(page, 'Send events again')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('To').fill('2026-01-01T00:00')
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.locator('[aria-invalid], [role=alert]').first().waitFor()
    await dialog.getByLabel('To').fill('')
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('One event is sent again').waitFor()
    await admin.service.runJobs()
    await page.getByText('Replay', { exact: true }).waitFor()
    assertClean(/400/)
  })

  test('a webhook is disabled, enabled and changed; sample receivers come in several languages', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(pathOf(webhookId))
    await manage(page, 'Switch off')
    await page.getByRole('dialog').getByRole('button', { name: 'Switch it off' }).click()
    await page.getByText(/Off since/).waitFor()
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('Turned on. Waiting events are being sent.').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabel('Description').fill('The warehouse <b>')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'The warehouse <b>' }).waitFor()
    await page.getByRole('button', { name: 'Python' }).click()
    await page.getByText('receiver.py').first().waitFor()
    assertClean()
  })

  test('the webhooks are accessible in light, dark and narrow layouts', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/webhooks'))
    const row = page.getByRole('row', { name: /The warehouse <b>.*review\.created, review\.approved/ })
    await row.getByText(receiver.url).waitFor()
    await assertForEverybody({ page, settled }, 'webhooks')
    await row.getByRole('link', { name: 'The warehouse <b>' }).click()
    await page.getByRole('heading', { name: 'The last seven days' }).waitFor()
    assert.deepEqual((await page.getByRole('heading', { level: 2 }).allInnerTexts()).slice(0, 3), [
      'Endpoint',
      'Deliveries',
      'The last seven days',
    ])
    assert.equal(await page.getByText('Show as table').count(), 0, 'fewer than ten deliveries have no chart')
    await page.getByRole('row').filter({ hasText: 'review.replied' }).first().waitFor()
    await assertForEverybody({ page, settled }, 'webhook')
    await page.route('**/outbound-webhooks/*/health', async (route) => {
      const health = await (await route.fetch()).json()
      await route.fulfill({ json: { ...health, total: { ...health.total, delivered: 10 } } })
    })
    await page.reload()
    await page.getByText('Show as table').click()
    await page.getByRole('table', { name: 'Deliveries of the last seven days' }).waitFor()
    await assertForEverybody({ page, settled }, 'webhook-chart')
    assertClean()
  })

  test('on a phone, the filters of the deliveries are one row inside the card', async () => {
    const { page, assertClean } = await admin.open({ width: 375, height: 740 })
    await page.goto(pathOf(webhookId))
    const card = await page.getByRole('region', { name: 'Deliveries', exact: true }).boundingBox()
    const status = await page.getByLabel('Status', { exact: true }).boundingBox()
    const event = await page.getByLabel('Event', { exact: true }).boundingBox()
    assert.ok(card && status && event)
    assert.equal(status.y, event.y)
    assert.ok(Math.abs(status.width - event.width) < 1)
    assert.ok(status.x >= card.x && event.x + event.width <= card.x + card.width)
    assertClean()
  })

  test('a deleted webhook leaves the list, and its page says that it was deleted', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(pathOf(webhookId))
    assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0, 'only in the menu')
    await manage(page, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhooks yet').waitFor()
    await page.goto(pathOf(webhookId))
    await page.getByText('Webhook not found').waitFor()
    assertClean(/404/)
  })
})

async function manage(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: 'Manage webhook' }).click()
  await page.getByRole('menuitem', { name: act }).click()
}
