import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { photo } from '#test/pictures.ts'
import type { Shop, TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { noBrowser, withLastingNotices } from './browser.ts'

suite('the inbox', { skip: noBrowser }, () => {
  let admin: Admin
  let service: TestService
  let shop: Shop

  before(async () => {
    admin = await startAdmin()
    ;({ service, shop } = admin)
    await fill(shop, service)
  })

  after(() => admin?.close())

  async function openAt(path: string, prepare?: (page: Page) => Promise<unknown>) {
    const opened = await admin.open()
    await prepare?.(opened.page)
    await opened.page.goto(admin.path(path))
    return opened
  }
  async function addReview(name: string) {
    const { body } = await shop.api.post('/reviews', {
      ...{ platformProductId: 'mug', rating: 3, body: `Words of Reader ${name}`, authorName: `Reader ${name}` },
      authorEmail: `${name.toLowerCase()}@example.com`,
    })
    const id: string = body.id
    const statusIs = (status: string) =>
      until(async () => (await shop.api.get(`/reviews/${id}`)).body.status === status)
    return { id, statusIs }
  }
  const pending = async () => (await shop.api.get('/reviews?status=pending')).body.data as { authorName: string }[]
  const select = (page: Page, name: string) =>
    page.getByRole('checkbox', { name: `Select the review of ${name}` }).check()
  const counted = (page: Page, count: number) =>
    page.getByRole('navigation', { name: 'Store' }).getByText(`${count} pending`).waitFor()

  test('a key decides on the selected reviews, counts update immediately, and Z undoes the decision', async () => {
    const { page, assertClean } = await openAt('/reviews', withLastingNotices)
    const before = await pending()
    await counted(page, before.length)
    await select(page, 'Reader One')
    await select(page, 'Reader Two')
    await page.keyboard.press('a')
    await page.getByText('2 reviews approved').waitFor()
    await counted(page, before.length - 2)
    assert.equal((await pending()).length, before.length, 'nothing is sent while it can be undone')
    await page.keyboard.press('z')
    await page.getByRole('link', { name: /Words of Reader One/ }).waitFor()
    await counted(page, before.length)

    // The keys act on the selected reviews, not on the review that is open beside them.
    await page.getByRole('link', { name: /Words of Reader Three/ }).click()
    await page.getByRole('article', { name: 'Review by Reader Three' }).waitFor()
    await select(page, 'Reader One')
    await select(page, 'Reader Two')
    await page.keyboard.press('s')
    await page.getByText('2 reviews marked as spam').waitFor()
    await page.getByRole('article', { name: 'Review by Reader Three' }).waitFor()
    await page.goto('about:blank')
    await until(async () => (await pending()).length === before.length - 2)
    assert.ok((await pending()).some(({ authorName }) => authorName === 'Reader Three'))
    assertClean(/about:blank/)
  })

  test('Z undoes a sent decision, or explains why the review cannot be pending again', async () => {
    const { id, statusIs } = await addReview('Late')
    const { page, assertClean } = await openAt(`/reviews/${id}?status=all`, ({ clock }) => clock.install())
    await page.getByRole('article', { name: 'Review by Reader Late' }).waitFor()
    await page.keyboard.press('a')
    await page.getByText('Review approved').waitFor()
    await page.clock.runFor(4_000)
    await statusIs('approved')
    await page.getByText('Review approved').waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await page.getByText('a decided review never becomes pending again').waitFor()

    await page.keyboard.press('s')
    await page.getByText('Review marked as spam').waitFor()
    await page.clock.runFor(4_000)
    await statusIs('spam')
    await page.getByText('Review marked as spam').waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await page.getByText('the review has its former status again').waitFor()
    await statusIs('approved')
    assertClean()
  })

  test('keys decide on the open review before the list has arrived', async () => {
    const { id, statusIs } = await addReview('Early')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { page, assertClean } = await openAt(`/reviews/${id}?status=all`, (each) =>
      each.route(/\/api\/v1\/reviews\?/, async (route) => {
        await released
        await route.continue()
      }),
    )
    await page.getByRole('article', { name: 'Review by Reader Early' }).waitFor()
    assert.equal(await page.locator(`[data-review="${id}"]`).count(), 0)
    await page.keyboard.press('r')
    await page.keyboard.press('Enter')
    await page.getByText('Review rejected').waitFor()
    release()
    await page.locator(`[data-review="${id}"]`).waitFor()
    await statusIs('rejected')
    assertClean()
  })

  test('a row with a long name and long words fits a phone', async () => {
    const name = 'Wilhelmina Featherstonehaugh-Cholmondeley of Upper Slaughter'
    const { body } = await shop.api.post('/reviews', {
      ...{ platformProductId: 'mug', rating: 3, body: 'Unbreakably'.repeat(12), authorName: name },
      authorEmail: 'wilhelmina@example.com',
    })
    const { page, assertClean } = await openAt('/reviews?status=all', (each) =>
      each.setViewportSize({ width: 375, height: 812 }),
    )
    const row = page.locator(`[data-review="${body.id}"]`)
    await row.waitFor()
    const widest = await row.evaluate((element) =>
      Math.max(...[element, ...element.querySelectorAll('*')].map((each) => each.getBoundingClientRect().right)),
    )
    assert.ok(widest <= 375, `${widest}`)
    assert.equal((await shop.api.delete(`/reviews/${body.id}`)).status, 204)
    assertClean()
  })

  test('Z waits for a decision whose response has not arrived', async () => {
    const { id, statusIs } = await addReview('Slow')
    await shop.api.put(`/reviews/${id}`, { status: 'rejected' })
    const { page, assertClean } = await openAt(`/reviews/${id}?status=all`, ({ clock }) => clock.install())
    await page.locator(`[data-review="${id}"]`).waitFor()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const url = new RegExp(`/reviews/${id}$`)
    await page.route(url, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      const response = await route.fetch()
      await released
      await route.fulfill({ response })
    })
    await page.keyboard.press('a')
    await page.getByText('Review approved').waitFor()
    await page.clock.runFor(4_000)
    await statusIs('approved')
    await page.getByText('Review approved').waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    release()
    await page.getByText('the review has its former status again').waitFor()
    await statusIs('rejected')
    assertClean()
  })

  test('a delayed decision is sent when another tab is shown', async () => {
    const { id, statusIs } = await addReview('Tab')
    const { page, assertClean } = await openAt(`/reviews/${id}`, withLastingNotices)
    await page.getByRole('article', { name: 'Review by Reader Tab' }).waitFor()
    await page.keyboard.press('a')
    await page.getByText('Review approved').waitFor()
    await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))`)
    await statusIs('approved')
    assertClean()
  })

  test('a reply can be undone until its mail is sent, and its text is preserved', async () => {
    const review = { platformProductId: 'mug', rating: 5, body: 'Words of Reader Undone', authorName: 'Reader Undone' }
    const { body } = await shop.api.post('/reviews', { ...review, authorEmail: 'undone@example.com' })
    await shop.api.put(`/reviews/${body.id}`, { status: 'approved' })
    const { page, assertClean } = await openAt(`/reviews/${body.id}`)
    await page.getByLabel('Your public reply').fill('Thank you, too hasty')
    await page.getByRole('button', { name: 'Publish reply' }).click()
    await page.getByText('The customer gets this by email at').waitFor()
    assert.ok((await shop.api.get(`/reviews/${body.id}`)).body.replyMailAt)
    await keepPicture(page, 'inbox-reply-undo')
    await page.getByRole('region', { name: 'Reply' }).getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Reply withdrawn. No email was sent.').waitFor()
    assert.equal(await page.getByLabel('Your public reply').inputValue(), 'Thank you, too hasty')
    const { reply, replyMailAt } = (await shop.api.get(`/reviews/${body.id}`)).body
    assert.deepEqual([reply, replyMailAt], [null, null])
    service.advance(10 * 60_000)
    await service.tick()
    assert.deepEqual((await shop.api.get('/email/messages?template=review_reply')).body.data, [])
    assertClean()
  })

  test('the bar offers a reply until one is written, and never the decision that was made', async () => {
    const review = { platformProductId: 'mug', rating: 4, body: 'Words of Reader Bar', authorName: 'Reader Bar' }
    const { body } = await shop.api.post('/reviews', { ...review, authorEmail: 'bar@example.com' })
    const { page, settled, assertClean } = await openAt(`/reviews/${body.id}?status=all`)
    const bar = page.getByRole('region', { name: 'Decision' })
    const reply = bar.getByRole('button', { name: 'Reply' })
    const names = () => bar.getByRole('button').evaluateAll((all) => all.map((each) => each.childNodes[1]?.textContent))
    await reply.waitFor()
    assert.deepEqual(await names(), ['Approve', 'Reject', 'Spam', 'Reply'])
    assert.equal(await reply.getAttribute('aria-keyshortcuts'), 'E')
    await settled()
    await bar.getByRole('button', { name: 'Approve' }).click()
    await bar.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' })
    assert.deepEqual(await names(), ['Reply', 'Reject', 'Spam'])
    assert.equal(await bar.getByRole('button', { disabled: true }).count(), 0)
    await assertForEverybody({ page, settled }, 'inbox-approved')
    await reply.click()
    const field = page.getByLabel('Your public reply')
    assert.ok(await field.evaluate((element) => element === document.activeElement))
    assert.ok(await areApart(field, bar))
    await page.keyboard.type('Thank you')
    await reply.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Publish reply' }).click()
    await page.getByRole('region', { name: 'Reply', exact: true }).getByText('Thank you').waitFor()
    assert.deepEqual(await names(), ['Reject', 'Spam'])
    assertClean()
  })

  test('a message never covers text that was just written', async () => {
    const { page } = await openAt('/reviews', withLastingNotices)
    await page.getByRole('link', { name: /Words of Reader Three/ }).click()
    await page.getByRole('article', { name: 'Review by Reader Three' }).waitFor()
    await page.getByLabel('Your public reply').fill('Thank you for all of it.')
    await page.getByRole('button', { name: 'Save reply' }).click()
    const message = page.getByRole('region', { name: 'Notifications' }).getByText(/Reply (saved|published)/)
    await message.waitFor()
    assert.ok(await areApart(message, page.getByRole('region', { name: 'Reply', exact: true })))
    assert.ok(await areApart(message, page.getByRole('region', { name: 'Decision' })))
    await keepPicture(page, 'inbox-message')
    await page.setViewportSize({ width: 375, height: 700 })
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    const notification = page.getByRole('region', { name: 'Notifications' }).getByText('Reply withdrawn')
    await notification.waitFor()
    assert.ok(await areApart(notification, page.getByLabel('Your public reply')))
    assert.ok(await areApart(notification, page.getByRole('region', { name: 'Decision' })))
  })

  test('arrows to the next and previous review look unlike the way back to the list', async () => {
    const { page, assertClean } = await openAt('/reviews')
    await page.setViewportSize({ width: 375, height: 700 })
    await page.getByRole('link', { name: /Words of Reader Three/ }).click()
    const names = ['Back to the list', 'Previous review', 'Next review']
    const icons = await Promise.all(names.map((name) => page.getByRole('button', { name }).innerHTML()))
    assert.equal(new Set(icons).size, names.length)
    assertClean()
  })

  test('a photo opens without the focus on its remove button', async () => {
    const { page, assertClean } = await openAt('/reviews')
    await page.getByRole('link', { name: /Words of Photo Graph/ }).click()
    await page.getByRole('button', { name: 'Photo 1 of 1, enlarge' }).click()
    const shown = page.getByRole('dialog', { name: 'Photo 1 of 1' })
    await shown.locator('img:focus').waitFor()
    await page.keyboard.press('Enter')
    assert.ok(await shown.isVisible())
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    assertClean()
  })

  test('opening the settings does not move the first entry of the navigation', async () => {
    const { page, settled } = await openAt('/reviews')
    await page.setViewportSize({ width: 1280, height: 720 })
    // Responses that arrive while the page opens may add a line or an entry above the first link.
    await settled()
    const first = page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name: /^Reviews/ })
    const before = await first.boundingBox()
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    for (const name of ['Organization', 'People and security', 'Store']) {
      await page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name, exact: true }).click()
      await page.locator('#main').getByRole('heading').first().waitFor()
      assert.deepEqual(await first.boundingBox(), before, name)
    }
    await keepPicture(page, 'settings-low')
  })

  test('an open review outside the list is marked above it, and the arrows start from there', async () => {
    const { data } = (await shop.api.get('/reviews?status=approved')).body
    const { id } = data.find(({ authorName }: { authorName: string }) => authorName === 'Cup 4')
    const { page, settled, assertClean } = await openAt(`/reviews/${id}`)
    const above = page.getByRole('region', { name: 'Open review' })
    await above.getByText('Cup 4', { exact: true }).waitFor()
    await above.getByText('Approved', { exact: true }).waitFor()
    assert.equal(await above.getByRole('checkbox').count(), 0)
    assert.ok(await page.getByRole('button', { name: 'Previous review' }).isDisabled())
    await assertForEverybody({ page, settled }, 'inbox-outside')
    await page.getByRole('button', { name: 'Next review' }).click()
    await page.getByRole('article', { name: `Review by ${(await pending())[0]?.authorName}` }).waitFor()
    await above.waitFor({ state: 'detached' })
    assertClean()
  })

  test('a product without approved reviews leads to its reviews in the inbox', async () => {
    await shop.api.put('/products', [{ platformProductId: 'jug', title: 'Glass jug' }])
    const review = { platformProductId: 'jug', rating: 5, body: 'Words of Reader Jug', authorName: 'Reader Jug' }
    assert.equal((await shop.api.post('/reviews', { ...review, authorEmail: 'jug@example.com' })).status, 201)
    const { page, assertClean } = await openAt('/products')
    await page
      .getByRole('row', { name: /Glass jug/ })
      .getByRole('link', { name: 'None approved' })
      .click()
    await page.getByRole('link', { name: /Words of Reader Jug/ }).waitFor()
    assert.equal(await page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').count(), 1)
    assertClean()
  })

  test('an average between two stars fills part of a star', async () => {
    const { page } = await openAt('/products')
    const stars = page.getByRole('img', { name: '4.5 out of 5 stars' })
    await stars.waitFor()
    // The width consists of four stars of 20, four gaps of 2, and half of the fifth star.
    assert.equal(await stars.locator('svg').getAttribute('width'), '98')
  })

  test('a selection in the inbox and products are accessible in light, dark and narrow layouts', async () => {
    const watched = await openAt('/reviews')
    const { page, assertClean } = watched
    await select(page, 'Reader Three')
    await assertForEverybody(watched, 'inbox-selected')
    await page.goto(admin.path('/products'))
    await page.getByRole('table').waitFor()
    await assertForEverybody(watched, 'products')
    assertClean()
  })
})

async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  assert.ok(a && b)
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
}

async function fill(shop: Shop, service: TestService): Promise<void> {
  await shop.api.put('/products', [
    { platformProductId: 'mug', title: 'Stoneware mug' },
    { platformProductId: 'cup', title: 'Cup' },
  ])
  let authors = 0
  const review = async (authorName: string, more: object = {}) => {
    const made = await shop.api.post('/reviews', {
      ...{ platformProductId: 'mug', rating: 5, body: `Words of ${authorName}.`, authorName },
      ...{ authorEmail: `author${++authors}@example.com`, ...more },
    })
    assert.equal(made.status, 201, made.text)
    return made.body.id as string
  }
  for (const name of ['Reader One', 'Reader Two', 'Reader Three']) await review(name)
  const jpeg = await (await photo(600, 400)).blur(4).jpeg().toBuffer()
  const upload = await shop.api.call('POST', '/uploads', jpeg, { 'content-type': 'image/jpeg' })
  assert.equal(upload.status, 201, upload.text)
  await review('Photo Graph', { photoIds: [upload.body.id] })
  for (const rating of [5, 4]) {
    const id = await review(`Cup ${rating}`, { platformProductId: 'cup', rating })
    assert.equal((await shop.api.put(`/reviews/${id}`, { status: 'approved' })).status, 200)
  }
  await service.runJobs()
}
