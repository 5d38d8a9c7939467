import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

const folded = ['Emails', 'Storefront', 'Rewards', 'Catalog', 'Settings']

suite('the navigation', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
    await admin.shop.api.put('/products', [{ platformProductId: 'kettle-1', title: 'Copper kettle' }])
  })
  after(() => admin?.close())

  const navigation = (page: Page) => page.getByRole('navigation', { name: 'Store' })
  const place = (page: Page, name: string) => navigation(page).getByRole('link', { name, exact: true })
  const group = (page: Page, name: string) => navigation(page).getByRole('button', { name, exact: true })
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor()

  test('the navigation shows at most 14 entries of 28 px, and does not scroll at 800 px', async () => {
    const { page, settled, assertClean } = await admin.open({ width: 1280, height: 800 })
    for (const path of [
      '',
      '/reviews',
      '/requests',
      '/email/templates',
      '/widgets',
      '/loyalty',
      '/orders',
      '/settings/shop',
      '/evidence',
    ]) {
      await page.goto(admin.path(path))
      await navigation(page).locator('[aria-current]').waitFor()
      await settled()
      assert.equal(await place(page, 'First steps').count(), 1)
      const entries = await navigation(page).locator('a, button').all()
      assert.ok(entries.length <= 14, `${path} shows ${entries.length} entries`)
      for (const entry of entries) assert.equal((await entry.boundingBox())?.height, 28)
      assert.equal(await navigation(page).locator('[aria-current]').count(), 1, path)
      assert.equal(await navigation(page).evaluate((nav) => nav.scrollHeight - nav.clientHeight), 0, path)
    }
    assertClean()
  })

  test('the navigation opens the group of the current page, and folds a group on request', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path(''))
    await group(page, 'Catalog').waitFor()
    for (const name of folded) assert.equal(await group(page, name).getAttribute('aria-expanded'), 'false', name)
    await group(page, 'Catalog').click()
    await place(page, 'Orders').click()
    await heading(page, 'Orders')
    assert.equal(await place(page, 'Orders').getAttribute('aria-current'), 'page')
    await group(page, 'Rewards').click()
    await place(page, 'Loyalty').waitFor()
    assert.equal(await place(page, 'Orders').count(), 0)
    await group(page, 'Rewards').click()
    assert.equal(await group(page, 'Rewards').getAttribute('aria-expanded'), 'false')
    await page.goto(admin.path('/email/suppressions'))
    await heading(page, 'Suppressions')
    assert.equal(await place(page, 'Requests').getAttribute('aria-current'), 'page')
    await place(page, 'Templates').click()
    await heading(page, 'Templates')
    assert.equal(await place(page, 'Templates').getAttribute('aria-current'), 'page')
    await place(page, 'Requests').click()
    await heading(page, 'Review requests')
    for (const tab of ['Messages', 'Mailbox']) {
      await page.getByRole('navigation', { name: 'Sent emails' }).getByRole('link', { name: tab }).click()
      await heading(page, tab)
    }
    assertClean()
  })

  test('G and a letter open a page, and a focused field receives both letters', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/reviews'))
    await settled()
    for (const [letter, name] of [
      ['p', 'Products'],
      ['o', 'Orders'],
      ['r', 'Reviews'],
      ['s', 'Settings'],
      ['h', 'Home'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(letter)
      await heading(page, name)
      await settled()
    }
    await page.goto(admin.path('/products'))
    await settled()
    const search = page.getByRole('searchbox').first()
    await search.fill('')
    await search.press('g')
    await search.press('o')
    assert.equal(await search.inputValue(), 'go')
    await heading(page, 'Products')
    assertClean()
  })

  test('the help lists the letters, and turning shortcuts off disables the letters', async () => {
    const { page, settled } = await admin.open()
    await page.goto(admin.path('/reviews'))
    await settled()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByRole('heading', { name: 'Go to a page' }).waitFor()
    await keepPicture(page, 'navigation-shortcuts')
    await help.getByLabel('Use shortcuts in this browser').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await heading(page, 'Reviews')
    await page.evaluate(() => localStorage.removeItem('evident.shortcuts'))
  })

  test('the navigation is accessible in light, dark and narrow layouts, with a group open', async () => {
    const { page, settled, assertClean } = await admin.open({ width: 1280, height: 800 })
    await page.goto(admin.path('/orders'))
    await settled()
    await assertForEverybody({ page, settled }, 'navigation')
    await page.setViewportSize({ width: 375, height: 700 })
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Orders' }).waitFor()
    await keepPicture(page, 'navigation-menu')
    await menu.getByRole('button', { name: 'Storefront' }).click()
    await menu.getByRole('link', { name: 'Widgets' }).click()
    await heading(page, 'Widgets')
    await menu.waitFor({ state: 'detached' })
    assertClean()
  })
})
