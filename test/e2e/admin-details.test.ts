// Details of the admin application that people notice when they fail: covered fields, clicks, Escape.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('details of the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
  })
  after(() => admin?.close())

  for (const width of [1280, 375])
    test(`the save bar never covers the focused field at a width of ${width}`, async () => {
      const { page, settled } = await admin.open({ width, height: 700 })
      await page.goto(admin.path('/settings/branding'))
      const name = page.getByLabel('Sender name')
      await name.waitFor()
      await settled()
      // The field is at the lower edge of the window, where the bar appears.
      await name.evaluate((field: Element) => field.scrollIntoView({ block: 'end' }))
      await name.click()
      await page.keyboard.type('Ada')
      await page.getByRole('region', { name: 'Changes' }).waitFor()
      assert.deepEqual(await covered(page), [])
      await keepPicture(page, `save-bar-${width}`)
      await page.getByLabel('Address of the image').focus()
      for (let steps = 0; steps < 30; steps++) {
        assert.deepEqual(await covered(page), [])
        await page.keyboard.press('Tab')
      }
    })

  test('the account menu and the page source show the build of the application', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    const { page } = await admin.open()
    await page.goto(admin.path('/products'))
    const shown = String(await page.locator('meta[name=version]').getAttribute('content'))
    assert.match(shown, /^\d+\.\d+\.\d+\+[0-9a-f]{8}$/)
    assert.ok(shown.startsWith(`${version}+`))
    await page.getByRole('button', { name: /Owner$/ }).click()
    await page.getByRole('menu').getByText(`Evident ${shown}`).waitFor()
    await assertForEverybody({ page, settled: async () => undefined }, 'account-menu')
  })

  test('templates show how many built-in languages they have', async () => {
    const { body } = await admin.shop.api.get('/email/templates')
    const count = body.data[0].builtInLocales.length
    const { page } = await admin.open()
    await page.goto(admin.path('/email/templates'))
    await page.getByText(`Emails to your customers, in ${count} languages.`).waitFor()
    assert.equal(count, 10)
  })

  test('the list of templates shows subjects, marks edited templates only, and says which are sent', async () => {
    const { api } = admin.shop
    const path = '/email/templates/review_reply?locale=en'
    assert.equal(
      (await api.put(path, { subject: '{% if review %}Hello {{ customer.firstName }}{% else %}Hi{% endif %}' })).status,
      200,
    )
    const { page, settled } = await admin.open()
    await page.goto(admin.path('/email/templates'))
    const card = page.getByRole('listitem').filter({ hasText: 'Reply to a review' })
    await card.getByText('Hello [First name]').waitFor()
    await card.getByText(/^Edited: English/).waitFor()
    assert.equal(await page.getByText(/^Edited: /).count(), 1)
    const ofName = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
    assert.equal((await api.get('/email/settings')).body.reminders, 0)
    await ofName('Review reminder').getByText('Off: no reminders set').waitFor()
    await ofName('Review request').getByText('On', { exact: true }).waitFor()
    await ofName('Reply to a review').getByText('Cannot be turned off').waitFor()
    await ofName('Only buyers can review').getByText('Off: anyone can review').waitFor()
    assert.equal((await api.put('/email/settings', { reminders: 1 })).status, 200)
    await page.reload()
    await ofName('Review reminder').getByText('On', { exact: true }).waitFor()
    await api.put('/email/settings', { reminders: 0 })
    await assertForEverybody({ page, settled }, 'templates')
    await api.delete(path)
  })

  const menuParts = '**/assets/menu-parts-*.js'

  test("a menu's code loads before the menu is opened", async () => {
    const { page } = await admin.open()
    const loaded = page.waitForResponse(menuParts)
    await page.goto(admin.path('/products'))
    assert.equal((await loaded).status(), 200)
  })

  test('Escape cancels a menu that is still loading', async () => {
    const { page, settled } = await admin.open()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(menuParts, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(admin.path('/products'))
    await page.evaluate(`{
      globalThis.opened = new Set()
      new MutationObserver(() => {
        for (const menu of document.querySelectorAll('[role=menu]')) opened.add(menu.textContent)
      }).observe(document.body, { childList: true, subtree: true })
    }`)
    await page.getByRole('button', { name: /^Store:/ }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).waitFor()
    await page.keyboard.press('Escape')
    // The second menu waits for the same code and opens when the first one would have opened.
    await page.getByRole('button', { name: /Owner$/ }).click()
    release()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    await settled()
    const opened = (await page.evaluate('[...opened]')) as string[]
    assert.ok(opened.length > 0)
    for (const text of opened) assert.match(text, /Sign out/)
  })

  test('a dialog taller than the window scrolls inside, with fixed title and corners', async () => {
    const { page } = await admin.open({ height: 480 })
    await page.goto(admin.path('/settings/api-keys'))
    await page.getByRole('button', { name: 'Create a key' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { level: 2 }).waitFor()
    await keepPicture(page, 'dialog-low')
    const seen = (await page.evaluate(`(() => {
      const dialog = document.querySelector('dialog[open]')
      const panel = dialog.firstElementChild
      const inside = [...panel.querySelectorAll('*')].find((each) => each.scrollHeight > each.clientHeight + 20)
      inside?.scrollTo(0, 1e6)
      const { left, top, right, bottom } = panel.getBoundingClientRect()
      const corners = [[left + 1, top + 1], [right - 2, top + 1], [left + 1, bottom - 2], [right - 2, bottom - 2]]
      return {
        scrolls: Math.round(inside?.scrollTop ?? 0) > 0,
        outside: dialog.scrollHeight > dialog.clientHeight,
        // True if the corner pixel belongs to the panel. A rounded corner leaves it out.
        corners: corners.map(([x, y]) => panel.contains(document.elementFromPoint(x, y))),
        title: dialog.querySelector('h2').getBoundingClientRect().top >= top,
        fits: top >= 0 && bottom <= innerHeight,
      }
    })()`)) as Record<string, unknown>
    assert.deepEqual(seen, {
      scrolls: true,
      outside: false,
      corners: [false, false, false, false],
      title: true,
      fits: true,
    })
  })
})

const covered = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const field = document.activeElement
    const bar = document.querySelector('[data-save-bar]')
    if (!bar || bar.contains(field) || !field.closest('form')?.contains(bar)) return []
    const { bottom } = field.getBoundingClientRect()
    return bottom > bar.getBoundingClientRect().top ? [field.outerHTML.slice(0, 120)] : []
  })()`)
