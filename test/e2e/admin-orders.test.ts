import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { sql } from '#platform/db/query.ts'
import { day, type Shop, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, openPlace, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('orders and their requests in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  let service: TestService
  let shop: Shop

  before(async () => {
    admin = await startAdmin()
    ;({ service, shop } = admin)
    await fill(service, shop)
  })

  after(() => admin?.close())

  async function openAt(path: string) {
    const opened = await admin.open()
    await opened.page.goto(admin.path(path))
    return opened
  }
  const orders = (page: Page) => page.getByRole('link', { name: /^#?(EV-)?10/ })
  const shows = (page: Page, expected: string[]) =>
    until(async () => (await orders(page).allInnerTexts()).join() === expected.join())

  test('one field finds orders by number and customers by address; the URL contains neither', async () => {
    const { page, assertClean } = await openAt('/orders')
    const field = page.getByRole('searchbox', { name: 'Order number, name or full email' })
    const taken = page.getByText(/^Looking for/)
    for (const [sought, what, found] of [
      ['1003', 'the order number', ['#1003']],
      ['#1003', 'the order number', ['#1003']],
      ['ev-1007', 'the order number', ['EV-1007']],
      ['Buyer5@example.com', 'the email address', ['#1005']],
    ] as const) {
      await field.fill(sought)
      await page.getByText(`Looking for ${what} ${sought}`, { exact: true }).waitFor()
      await shows(page, [...found])
      assert.equal(page.url(), admin.path('/orders'))
    }
    await orders(page).click()
    await page.getByRole('heading', { name: 'Order #1005' }).waitFor()
    await page.goBack()
    await shows(page, ['#1005'])
    assert.equal(await field.inputValue(), 'Buyer5@example.com')
    await field.fill('')
    await taken.waitFor({ state: 'detached' })
    await until(async () => (await orders(page).count()) === 7)
    assertClean()
  })

  test('an unknown order number shows a message and explains how to search', async () => {
    const { page, assertClean } = await openAt('/orders')
    await page.getByRole('searchbox').fill('100')
    await page.getByText('No matching orders').waitFor()
    await page.getByText('Looking for the order number 100').waitFor()
    await page.getByText('Enter a whole order number').waitFor()
    assertClean()
  })

  test('navigating away cancels a search that has not started', async () => {
    const { page, assertClean } = await openAt('/orders')
    // The page takes longer to load than the delay before a search.
    await page.route('**/assets/CustomersPage-*.js', async (route) => {
      await sleep(1_000)
      await route.continue()
    })
    await page.getByRole('searchbox').fill('jane@example.com')
    await openPlace(page, 'Catalog', 'Customers')
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
    assert.equal(page.url(), admin.path('/customers'))
    assert.equal(await page.getByRole('searchbox').inputValue(), '')
    assertClean()
  })

  test('scheduled requests are sorted by due time, and sent requests newest first', async () => {
    const { page, assertClean } = await openAt('/requests')
    await shows(page, ['#1003', '#1001', '#1002'])
    await page
      .getByRole('row', { name: /#1003/ })
      .getByRole('cell', { name: /Stoneware mug/ })
      .waitFor()
    await page.getByRole('link', { name: /^Sent/ }).click()
    await shows(page, ['#1005', '#1004'])
    assertClean()
  })

  test('the order search and the failed requests are accessible', async () => {
    const { page, settled, assertClean } = await openAt('/orders')
    for (const [sought, label] of [
      ['1003', 'found'],
      ['99', 'not-found'],
      ['buyer1@', 'half'],
    ] as const) {
      await page.getByRole('searchbox').fill(sought)
      await page
        .getByText({ found: /^Looking for/, 'not-found': 'No matching orders', half: 'Type the whole address' }[label])
        .waitFor()
      await assertForEverybody({ page, settled }, `orders-${label}`)
    }
    await page.goto(admin.path('/requests?state=failed'))
    await page.getByRole('button', { name: /^Try again/ }).waitFor()
    await assertForEverybody({ page, settled }, 'requests-failed')
    assertClean()
  })

  test('a request that certainly failed is retried; a request that may have arrived is not', async () => {
    const { page, assertClean } = await openAt('/requests?state=failed')
    await page.getByRole('link', { name: 'EV-1007' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /order EV-1007/ }).count(), 0)
    await page.getByRole('button', { name: 'Try again to ask the buyer of order #1006' }).click()
    const dialog = page.getByRole('dialog')
    const words = dialog.getByText('It failed before: the mail server rejected it.')
    // The dialog is inside a table cell that aligns its content to the end, but must not inherit this alignment.
    assert.equal(await words.evaluate((element) => getComputedStyle(element).textAlign), 'start')
    await keepPicture(page, 'requests-try-again')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The request is on its way').waitFor()
    await service.runJobs()
    await page.getByText('Sent to the buyer of order #1006').waitFor()
    await shows(page, ['EV-1007'])
    const { body } = await shop.api.get('/orders/by-platform-id/o-6')
    assert.deepEqual([body.reviewRequest.state, body.reviewRequest.reason], ['sent', null])
    await page.getByRole('link', { name: /^Sent/ }).click()
    await shows(page, ['#1006', '#1005', '#1004'])
    assertClean()
  })
})

/**
 * The sequence of the pushed orders differs from the due times of their requests. Two requests were sent, one was refused,
 * and one may have arrived.
 */
async function fill(service: TestService, shop: Shop): Promise<void> {
  await shop.api.put('/products', [{ platformProductId: 'mug-01', title: 'Stoneware mug' }])
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
  const deliveredDaysAgo = [3, 1, 5, 4, 4, 4, 4]
  const { body } = await shop.api.put(
    '/orders',
    deliveredDaysAgo.map((days, i) => ({
      ...{ platformOrderId: `o-${i + 1}`, orderNumber: `${i === 6 ? 'EV-' : '#'}${1001 + i}` },
      ...{
        email: `buyer${i + 1}@example.com`,
        total: '24.90',
        currency: 'EUR',
        placedAt: ago(8),
        deliveredAt: ago(days),
      },
      lineItems: [{ platformProductId: 'mug-01', title: 'Stoneware mug', quantity: 1, unitPrice: '24.90' }],
    })),
  )
  assert.equal(body.failed, 0)
  await service.service.db.store(shop, 'write', async (tx) => {
    const end = (id: string, state: string, reason: string | null, sentAt: string | null) =>
      tx.run(sql`
        update review_requests q set state = ${state}, reason = ${reason}, sent_at = ${sentAt}::timestamptz from orders o
         where q.store_env_id = ${tx.storeEnvId} and o.store_env_id = ${tx.storeEnvId} and o.id = q.order_id
           and o.platform_order_id = ${id}`)
    await end('o-4', 'sent', null, ago(2))
    await end('o-5', 'sent', null, ago(1))
    await end('o-6', 'failed', 'refused', null)
    await end('o-7', 'failed', 'outcome_unknown', null)
  })
}
