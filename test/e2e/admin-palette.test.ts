import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Admin, assertForEverybody, startAdmin } from './admin.ts'
import { assertAccessible, noBrowser } from './browser.ts'

const payload = '<img src=x onerror="window.__hit=1">'

suite('the global search', { skip: noBrowser }, () => {
  let admin: Admin
  let reviewId: string

  before(async () => {
    admin = await startAdmin()
    const { api } = admin.shop
    await api.put('/products', [{ platformProductId: 'kettle-1', title: `Copper kettle ${payload}` }])
    await api.put('/orders', [
      {
        ...{ platformOrderId: '7001', orderNumber: '#7001', placedAt: '2026-11-02T09:30:00Z', total: '24.00' },
        ...{ currency: 'EUR', email: 'vera.hale@customer.example', customerName: 'Vera Hale' },
        lineItems: [{ platformProductId: 'kettle-1', quantity: 1 }],
      },
    ])
    const made = await api.post('/reviews', {
      ...{ platformProductId: 'kettle-1', rating: 5, title: `Whistles ${payload}`, body: 'Whistles like a bird.' },
      ...{ authorName: `Vera H. ${payload}`, authorEmail: 'vera.hale@customer.example' },
    })
    assert.equal(made.status, 201, made.text)
    reviewId = made.body.id
  })

  after(() => admin?.close())

  const field = (page: Page) => page.getByRole('combobox', { name: 'Search' })
  const option = (page: Page, name: RegExp) => page.getByRole('option', { name })
  const opened = async (path = '/products') => {
    const watched = await admin.open()
    await watched.page.goto(admin.path(path))
    await watched.page.getByRole('heading', { level: 1 }).first().waitFor()
    // Waits, because the page handles keys only a moment after it is drawn.
    await watched.settled()
    return watched
  }

  test('Ctrl K finds reviews, products and guides from anywhere, and Enter opens them', async () => {
    const { page, assertClean } = await opened()
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await field(page).fill('whistles')
    await option(page, /Whistles/)
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('article').waitFor()
    assert.ok(page.url().includes(`/reviews/${reviewId}`))

    await page.keyboard.press('Control+k')
    await option(page, /Products/)
      .first()
      .waitFor()
    await field(page).fill('copper kettle')
    await option(page, /Copper kettle/)
      .first()
      .waitFor()
    await field(page).fill('moderation')
    await page.getByRole('group', { name: 'Guides' }).getByRole('option').first().waitFor()
    assert.equal(await page.evaluate('window.__hit'), undefined, 'words are never markup')
    assertClean()
  })

  test('a number or buyer finds an order, and the beginning of an address finds a customer', async () => {
    const { page, assertClean } = await opened()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await field(page).fill('7001')
    await option(page, /#7001/).click()
    await page.getByRole('heading', { name: 'Order #7001' }).waitFor()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await field(page).fill('Vera Hale')
    await page.getByRole('group', { name: 'Orders' }).getByRole('option').waitFor()
    await field(page).fill('hale@customer.example')
    await page.getByText('Nothing found').waitFor()
    await field(page).fill('vera.hale@')
    await page.getByRole('group', { name: 'Customers' }).getByRole('option').click()
    await page.getByRole('heading', { name: 'Vera Hale' }).waitFor()
    assertClean()
  })

  test('arrow keys select results while typing continues, and a screen reader announces the option', async () => {
    const { page, settled, assertClean } = await opened()
    await page.keyboard.press('Control+k')
    await field(page).fill('settings st')
    await option(page, /Display.*Settings, Store/).waitFor()
    await settled()
    const first = await field(page).getAttribute('aria-activedescendant')
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction(
      `document.querySelector('[role="combobox"]').getAttribute('aria-activedescendant') !== ${JSON.stringify(first)}`,
    )
    const chosen = page.locator('[role="option"][aria-selected="true"]')
    assert.equal(await chosen.getAttribute('id'), await field(page).getAttribute('aria-activedescendant'))
    await assertAccessible(page, 'the palette')
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    assertClean()
  })

  test('a failed search shows its error in its section and is retried; other sections have results', async () => {
    const { page, assertClean } = await opened()
    let isAway = true
    await page.route(/\/api\/v1\/orders\?/, (route) =>
      isAway
        ? route.fulfill({ status: 503, json: { code: 'database_unavailable', message: 'Away.' } })
        : route.continue(),
    )
    await page.keyboard.press('Control+k')
    await field(page).fill('vera')
    await option(page, /Orders could not be searched/).waitFor()
    await page.getByRole('group', { name: 'Reviews' }).getByRole('option').first().waitFor()
    isAway = false
    await option(page, /Orders could not be searched/).click()
    await page.getByRole('group', { name: 'Orders' }).getByRole('option', { name: /#7001/ }).waitFor()
    assertClean(/503/)
  })

  test('a button opens the search, which never overflows in light, dark and narrow layouts', async () => {
    const watched = await admin.open()
    const { page, assertClean } = watched
    await page.goto(admin.path('/products'))
    await page.getByRole('table').waitFor()
    const search = page.getByRole('button', { name: 'Search', exact: true })
    await search.click()
    await field(page).waitFor()
    await assertForEverybody(watched, 'palette-empty')
    await field(page).fill('vera')
    await page.getByRole('group', { name: 'Orders' }).getByRole('option').first().waitFor()
    await assertForEverybody(watched, 'palette-found')
    await field(page).press('Escape')
    // A narrow window has another button for the search.
    await page.setViewportSize({ width: 375, height: 700 })
    await search.click()
    await field(page).waitFor()
    await field(page).press('Escape')
    await page.getByRole('link', { name: /Copper kettle/ }).click()
    await page.getByRole('list', { name: 'Reviews of this product' }).getByRole('listitem').waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    await assertForEverybody(watched, 'product')
    assertClean()
  })
})
