import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { looxFile, upload } from '#resources/imports/imports.testing.ts'
import { day, type Shop, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { type Admin, openPlace, startAdmin } from './admin.ts'
import { noBrowser, withLastingNotices } from './browser.ts'

const orderCount = 40

suite('input and data in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  let service: TestService
  let shop: Shop

  before(async () => {
    admin = await startAdmin({ BILLING: 'manual' })
    ;({ service, shop } = admin)
    await fill(shop)
  })

  after(() => admin?.close())

  async function openAt(path: string, prepare?: (page: Page) => Promise<unknown>) {
    const opened = await admin.open()
    await prepare?.(opened.page)
    await opened.page.goto(admin.path(path))
    return opened
  }
  const settings = async () => (await shop.api.get('/email/settings')).body
  const answerBroken = (page: Page, address: RegExp) =>
    page.route(address, (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'Out of order.' } }))

  test('the URL contains filters, which survive Back, but never a searched e-mail address', async () => {
    const { page, assertClean } = await openAt('/orders')
    await page.getByLabel('Review request').selectOption('skipped')
    await page.getByLabel('From').fill('2020-02-01')
    await page.getByRole('searchbox').fill('nobody-to-ask@example.com')
    await until(async () => (await page.getByRole('row').count()) === 2)
    await page.getByRole('link', { name: '#2001' }).click()
    await page.getByRole('heading', { name: 'Order #2001' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: '#2001' }).waitFor()
    assert.equal(await page.getByRole('row').count(), 2)
    assert.equal(await page.getByRole('searchbox').inputValue(), 'nobody-to-ask@example.com')
    assert.equal(page.url(), admin.path('/orders?request=skipped&from=2020-02-01'))
    const shared = await openAt('/orders?request=skipped&from=2020-02-01')
    await shared.page.getByRole('link', { name: '#2001' }).waitFor()
    assert.equal(await shared.page.getByLabel('From').inputValue(), '2020-02-01')
    assert.equal(await shared.page.getByRole('row').count(), 3)
    for (const [path, label, value] of [
      ['/email/messages?state=failed&template=review_reply', 'Email', 'review_reply'],
      ['/email/suppressions?reason=complaint&scope=loyalty', 'Reason', 'complaint'],
      ['/products?status=draft&hasReviews=true', 'Status', 'draft'],
    ] as const) {
      await page.goto(admin.path(path))
      assert.equal(await page.getByLabel(label, { exact: true }).inputValue(), value)
    }
    assertClean()
  })

  test('a search for part of an e-mail address finds nothing, and the page says why', async () => {
    const { page } = await openAt('/orders')
    await page.getByRole('table').waitFor()
    for (const path of ['/orders', '/email/messages', '/email/suppressions']) {
      await page.goto(admin.path(path))
      await page.getByRole('searchbox').fill('buyer1@')
      await page.getByText('Type the whole address').waitFor()
      assert.equal(await page.getByRole('table').count(), 0)
    }
  })

  test('loaded data stays visible when a reload or the next page fails', async () => {
    const { page } = await openAt('/requests')
    await answerBroken(page, /orders\?.*cursor=/)
    const rows = page.getByRole('table', { name: 'Scheduled requests' }).getByRole('row')
    await rows.last().scrollIntoViewIfNeeded()
    await page.getByText('The next page could not be loaded').waitFor()
    assert.equal(await rows.count(), 31)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Load more' }).click()
    await until(async () => (await rows.count()) === orderCount + 1)

    await answerBroken(page, /orders\?/)
    await page.getByRole('button', { name: 'More: order #1040' }).click()
    await page.getByRole('menuitem', { name: 'Cancel the request' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Do not ask' }).click()
    await page.getByText('This may be out of date').waitFor()
    assert.equal(await rows.count(), orderCount + 1)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await until(async () => (await rows.count()) === orderCount)
  })

  test('typed input in the settings survives a failed reload of these settings', async () => {
    const { page } = await openAt('/settings/sending-domain')
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Larkmoor & Daughters')
    await answerBroken(page, /sending-domain/)
    // Returning to the window after a while reloads everything.
    await page.clock.setSystemTime(Date.now() + 60_000)
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
    await page.getByText('This may be out of date').waitFor()
    assert.equal(await name.inputValue(), 'Larkmoor & Daughters')
  })

  test("displayed times follow the service's clock when the computer's clock is wrong", async () => {
    for (const wrongMs of [-2 * day, 2 * day]) {
      const { page } = await admin.open()
      await page.clock.setSystemTime(Date.now() + wrongMs)
      await page.goto(admin.path('/requests'))
      await page.getByText('7 days left in the trial').waitFor()
    }
  })

  test('the result of a manually sent request appears without a reload', async () => {
    const { page, assertClean } = await openAt('/requests')
    const asked = String(await page.getByRole('link', { name: /^#/ }).first().textContent())
    await page.getByRole('button', { name: `Send now to the buyer of order ${asked}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    await page.getByText('The request is on its way').waitFor()
    await service.runJobs()
    await page.getByText(`Sent to the buyer of order ${asked}`).waitFor()
    await page.getByRole('link', { name: asked }).waitFor({ state: 'detached' })
    assertClean()
  })

  test('the keyboard focus moves to the content when the focused row disappears', async () => {
    const { page } = await openAt('/requests')
    const more = page.getByRole('button', { name: /^More: order/ })
    const cancel = async (button: Locator) => {
      await button.press('Enter')
      await page.getByRole('menuitem', { name: 'Cancel the request' }).press('Enter')
    }
    await cancel(more.first())
    await page.getByRole('dialog').getByRole('button', { name: 'Do not ask' }).press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await until(async () => (await page.evaluate('document.activeElement.id')) === 'main')
    const kept = more.first()
    await cancel(kept)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter')
    await until(() => kept.evaluate((element) => element === document.activeElement))
    await cancel(kept)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await until(() => kept.evaluate((element) => element === document.activeElement))
  })

  test('an unfinished reply survives navigation until it is sent', async () => {
    const { page, assertClean } = await openAt('/reviews')
    const reply = page.getByLabel('Your public reply')
    await page.getByRole('link', { name: /Keeps tea hot/ }).click()
    await reply.fill('Thank you, and do')
    await page.getByRole('link', { name: /Leaks at the seam/ }).click()
    await page.getByRole('article', { name: 'Review by Leo' }).waitFor()
    assert.equal(await reply.inputValue(), '')
    await openPlace(page, 'Catalog', 'Orders')
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    await page.getByRole('link', { name: 'Reviews' }).click()
    await page.getByRole('link', { name: /Keeps tea hot/ }).click()
    await until(async () => (await reply.inputValue()) === 'Thank you, and do')
    await reply.fill('Thank you, and do come back!')
    await page.getByRole('button', { name: 'Save reply' }).click()
    await page.getByRole('region', { name: 'Reply' }).getByText('do come back!').waitFor()
    await page.getByRole('region', { name: 'Reply' }).getByRole('button', { name: 'Edit' }).click()
    await reply.fill('Never mind')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: /Leaks at the seam/ }).click()
    await page.getByRole('link', { name: /Keeps tea hot/ }).click()
    await page.getByRole('region', { name: 'Reply' }).getByText('do come back!').waitFor()
    assertClean()
  })

  test('a notice never covers the next button', async () => {
    const { page } = await openAt('/reviews', withLastingNotices)
    await page.getByRole('link', { name: /Leaks at the seam/ }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    for (const name of ['Approve', 'Reject', 'Spam']) {
      const button = page.getByRole('button', { name, exact: true })
      assert.ok(await button.evaluate(isOnTop), name)
    }
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.goto(admin.path('/email/templates/review_reply?locale=en'))
    await page.getByLabel('Heading', { exact: true }).fill('A trial')
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('The test email arrives in the mailbox in a moment').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Save' }).evaluate(isOnTop), 'Save')
  })

  test('a drag that ends outside, or an outside click after typing, closes no dialog', async () => {
    const { page } = await openAt('/email/suppressions')
    await page.getByRole('button', { name: 'Add an address' }).first().click()
    const dialog = page.getByRole('dialog')
    const { x, y, width } = (await dialog.getByLabel('Note').boundingBox()) ?? { x: 0, y: 0, width: 0 }
    await page.mouse.move(x + width - 10, y + 10)
    await page.mouse.down()
    await page.mouse.move(20, y + 10, { steps: 4 })
    await page.mouse.up()
    await dialog.getByLabel('Note').fill('asked by phone')
    await page.mouse.click(20, y + 10)
    assert.equal(await dialog.getByLabel('Note').inputValue(), 'asked by phone')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add an address' }).first().click()
    await dialog.waitFor()
    await page.mouse.click(20, y + 10)
    await dialog.waitFor({ state: 'detached' })
  })

  test("leaving unsaved request settings asks first, and saving preserves a colleague's change", async () => {
    const { page, assertClean } = await openAt('/settings/email')
    await page.getByLabel('Oldest order').fill('120')
    await openPlace(page, 'Catalog', 'Orders')
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    assert.equal((await shop.api.put('/email/settings', { delayDays: 30 })).status, 200)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    assert.deepEqual([(await settings()).maxOrderAgeDays, (await settings()).delayDays], [120, 30])
    await until(async () => (await page.getByLabel('Ask after').inputValue()) === '30', 'the change of the colleague')
    await page.getByLabel('Ask after').fill('31')
    await page.getByLabel('Ask after').fill('30')
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
    assertClean()
  })

  test('an import of a list reports its progress and can be stopped', async () => {
    const { page } = await openAt('/email/suppressions')
    let calls = 0
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
    await page.route(/email-suppressions\/import/, async (route) => {
      if (++calls === 2) await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Import a list' }).click()
    const dialog = page.getByRole('dialog')
    const list = Array.from({ length: 2_500 }, (_, i) => `former${i}@example.com`)
    await dialog.getByLabel('Addresses').focus()
    await page.evaluate((text) => navigator.clipboard.writeText(text), list.join('\n'))
    await page.keyboard.press('Control+V')
    await dialog.getByRole('button', { name: 'Import 2,500' }).click()
    await dialog.getByText('1,000 of 2,500').waitFor()
    await until(() => calls === 2)
    await page.keyboard.press('Escape')
    goOn()
    await page.getByRole('dialog', { name: 'The import was stopped' }).getByText('The last 500 addresses').waitFor()
    assert.equal(calls, 2)
    const { pagination } = (await shop.api.get('/email-suppressions?limit=1&includeTotal=true')).body
    assert.equal(pagination.total, 2_000)
  })

  test('the page of a missing row says so and links to existing pages', async () => {
    const { page } = await admin.open()
    const id = '01a1fd88-6cce-77c0-af1e-8797b3f02b35'
    for (const [place, says] of [
      ['orders', 'Order not found'],
      ['products', 'There is no such product'],
      ['imports', 'There is no such import'],
    ] as const)
      for (const each of [id, 'no-id']) {
        await page.goto(admin.path(`/${place}/${each}`))
        await page.getByText(says).waitFor()
        assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
        await page
          .getByRole('main')
          .getByRole('link', { name: `All ${place}` })
          .click()
        await page.waitForURL(admin.path(`/${place}`))
      }
  })

  test('the page of a malformed import file names the error and links to the next upload', async () => {
    await shop.api.put('/products', [{ platformProductId: 'mug', handle: 'mug', title: 'Mug' }])
    const { body } = await upload(shop.api, `${looxFile(3)}mug,5,Ada,,"never closed,2024-01-01\n`)
    await service.runJobs()
    const { page } = await openAt(`/imports/${body.id}`)
    await page.getByText('Close its quotation mark').waitFor()
    await page.getByText('Nothing was imported.').waitFor()
    await page.getByRole('link', { name: 'Choose the corrected file' }).click()
    await page.getByText('Choose a file, or drop it here').waitFor()
  })

  test('the first page loads less than 200 kB, without the mail editor', async () => {
    const { page } = await admin.openUnknown()
    await page.goto(admin.home)
    await page.getByLabel('Email').waitFor()
    const loaded = (await page.evaluate(
      `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize }))`,
    )) as { name: string; bytes: number }[]
    const assets = loaded.filter(({ name }) => name.includes('/assets/'))
    const bytes = assets.reduce((sum, each) => sum + each.bytes, 0)
    assert.ok(bytes > 50_000 && bytes < 200_000, `${bytes} bytes in ${assets.length} files`)
    assert.equal(assets.filter(({ name }) => /Template|Branding|Storefront|Inbox/.test(name)).length, 0)
  })
})

function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return [0.1, 0.5, 0.9].every((part) => element.contains(document.elementFromPoint(x + width * part, y + height / 2)))
}

async function fill(shop: Shop): Promise<void> {
  await shop.api.put('/products', [{ platformProductId: 'mug-01', title: 'Stoneware mug' }])
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
  const order = (number: number, more: object = {}) => ({
    ...{ platformOrderId: `o-${number}`, orderNumber: `#${number}`, email: `buyer${number}@example.com` },
    ...{ total: '24.90', currency: 'EUR', placedAt: ago(3), deliveredAt: ago(1) },
    lineItems: [{ platformProductId: 'mug-01', title: 'Stoneware mug', quantity: 1, unitPrice: '24.90' }],
    ...more,
  })
  const { body } = await shop.api.put('/orders', [
    ...Array.from({ length: orderCount }, (_, i) => order(1001 + i)),
    order(2001, { email: 'nobody-to-ask@example.com', cancelledAt: ago(1) }),
    order(2002, { email: null }),
  ])
  assert.equal(body.failed, 0)
  for (const [words, authorName] of [
    ['Keeps tea hot', 'Ada'],
    ['Leaks at the seam', 'Leo'],
  ]) {
    const review = { platformProductId: 'mug-01', body: words, rating: 4, authorName }
    const { status } = await shop.api.post('/reviews', { ...review, authorEmail: `${authorName}@example.com` })
    assert.equal(status, 201)
  }
}
