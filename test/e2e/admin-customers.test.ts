import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

const ada = 'ada.brook@customer.example'

suite('the customer page of the admin application', { skip: noBrowser }, () => {
  let admin: Admin

  before(async () => {
    admin = await startAdmin()
    const { api } = admin.shop
    const days = (ago: number) => new Date(admin.service.service.clock.now().getTime() - ago * 86_400_000).toISOString()
    const rates = { pointsPerUnit: 1, holdDays: 0 }
    assert.equal((await api.put('/loyalty/program', { enabled: true, ...rates })).status, 200)
    await api.put('/products', [{ platformProductId: 'mug', title: 'Stoneware mug' }])
    const of = (platformOrderId: string, email: string, ago: number, more: object = {}) => ({
      ...{
        platformOrderId,
        orderNumber: `#${platformOrderId}`,
        email,
        customerName: email === ada ? 'Ada Brook' : null,
      },
      ...{ placedAt: days(ago), total: '40.00', currency: 'EUR', lineItems: [{ platformProductId: 'mug' }], ...more },
    })
    const { body, text } = await api.put('/orders', [
      of('1001', ada, 9, { acceptsMarketing: true, deliveredAt: days(8) }),
      of('1002', ada, 0, { deliveredAt: days(0) }),
      of('1003', 'bo@customer.example', 1),
    ])
    assert.equal(body.failed, 0, text)
    admin.service.advance(60_000)
    const review = { platformProductId: 'mug', rating: 4, body: 'Keeps tea hot', authorName: 'Ada Brook' }
    assert.equal((await api.post('/reviews', { ...review, authorEmail: ada })).status, 201)
    const [order] = (await api.get('/orders?sort=placedAt')).body.data.filter(
      ({ orderNumber }: { orderNumber: string }) => orderNumber === '#1001',
    )
    await api.post(`/orders/${order.id}/review-request/send`, {})
    await admin.service.runJobs()
  })

  after(() => admin?.close())

  test('the list shows consent, has active customers first, and counts the chosen segment', async () => {
    const { page, settled, assertClean } = await admin.open()
    const cells = (name: RegExp) => page.getByRole('row', { name }).getByRole('cell').locator('> div').allInnerTexts()
    await page.goto(admin.path('/customers'))
    await page.getByRole('button', { name: 'All 2', exact: true }).waitFor()
    assert.deepEqual((await cells(/Ada Brook/)).slice(0, 5), [`Ada Brook\n${ada}`, 'Agreed', '2', '1', '€80.00'])
    assert.deepEqual((await cells(/bo@customer/)).slice(0, 5), ['bo@customer.example', 'Unknown', '1', '0', '€40.00'])
    assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), [
      ...['Customer', 'Marketing emails', 'Orders', 'Reviews', 'Spent', 'Customer since', 'Updated'],
    ])
    const names = () => page.getByRole('row').getByRole('link').allTextContents()
    assert.deepEqual(await names(), ['Ada Brook', 'bo@customer.example'])
    assert.equal(await page.getByRole('columnheader', { name: 'Updated' }).getAttribute('aria-sort'), 'descending')
    await page.getByRole('button', { name: 'With reviews' }).click()
    await page.getByRole('button', { name: 'With reviews 1', exact: true }).waitFor()
    await page.getByRole('row', { name: /bo@customer/ }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Ada Brook/ }).waitFor()
    assert.match(page.url(), /has=reviews/)
    await assertForEverybody({ page, settled }, 'customers')
    assertClean()
  })

  test('one page shows all that the store knows about a customer', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path(`/customers/${encodeURIComponent(ada)}`))
    await page.getByRole('heading', { name: 'Ada Brook' }).waitFor()
    const card = (name: string | RegExp) => page.getByRole('region', { name })
    await card('Reviews (1)').getByText('Keeps tea hot').waitFor()
    await card('Orders (2)').getByRole('link', { name: '#1002' }).waitFor()
    await card('Review requests').getByRole('link', { name: 'Order #1001' }).waitFor()
    await card('Consent').getByText('Agreed').waitFor()
    await card('Consent')
      .getByText(/^Order #1001/)
      .waitFor()
    await card('Consent').getByText('None. This customer can get emails.').waitFor()
    await card('Loyalty')
      .getByText(/points?$/)
      .first()
      .waitFor()
    await assertForEverybody({ page, settled }, 'customer')
    await card('Loyalty').getByRole('link', { name: 'Points history' }).click()
    await page.getByRole('link', { name: 'Customer page' }).click()
    await page.getByRole('heading', { name: 'Ada Brook' }).waitFor()
    assertClean()
  })

  test('emails to a customer are stopped and allowed again on their page', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path(`/customers/${encodeURIComponent(ada)}`))
    await page.getByRole('button', { name: 'Stop emails' }).click()
    assert.equal(await page.getByLabel('Email address').inputValue(), ada)
    await page.getByRole('button', { name: 'Suppress' }).click()
    const consent = page.getByRole('region', { name: 'Consent' })
    await consent.getByText('Added by hand').waitFor()
    const suppressed = async () =>
      (await admin.shop.api.get(`/email-suppressions?email=${encodeURIComponent(ada)}`)).body.data.length
    assert.equal(await suppressed(), 1)
    await consent.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove the suppression' }).click()
    await consent.getByText('None. This customer can get emails.').waitFor()
    assert.equal(await suppressed(), 0)
    assertClean()
  })

  test('the search, an order and a review lead to the customer', async () => {
    const { page, assertClean } = await admin.open()
    const arrives = async () => {
      await page.getByRole('heading', { name: 'Ada Brook', level: 1 }).waitFor()
      assert.match(page.url(), /customers\/ada\.brook/)
    }
    await page.goto(admin.path('/orders'))
    await page.getByRole('link', { name: '#1002' }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByPlaceholder('Search everything').fill('ada.br')
    await page
      .getByRole('option', { name: /Ada Brook/ })
      .last()
      .click()
    await arrives()
    await page.getByRole('link', { name: '#1002', exact: true }).click()
    await page.getByRole('region', { name: 'Order', exact: true }).getByRole('link', { name: 'Ada Brook' }).click()
    await arrives()
    await page.getByRole('link', { name: /Keeps tea hot/ }).click()
    await page.getByRole('article').getByRole('link', { name: 'Ada Brook' }).click()
    await arrives()
    assertClean()
  })

  test('the page of a customer without history has short empty states; the page of an unknown address links to the list', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/customers/bo%40customer.example'))
    await page.getByText('No reviews yet.').waitFor()
    await page.getByText('Unknown. The shop sent no answer with an order.').waitFor()
    await page.goto(admin.path('/customers/nobody%40customer.example'))
    await page.getByText('No data for this address').waitFor()
    await until(async () => (await page.getByRole('link', { name: 'All customers' }).count()) === 1)
    assertClean(/404/)
  })
})
