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
    await card.getByText('Subject: Hello First name', { exact: true }).waitFor()
    await card.getByText(/^Edited: English/).waitFor()
    assert.equal(await page.getByText(/^Edited: /).count(), 1)
    const ofName = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
    assert.equal((await api.get('/email/settings')).body.reminders, 0)
    await ofName('Review reminder').getByText('Off: no reminders set').waitFor()
    await ofName('Review request').getByText('On', { exact: true }).waitFor()
    await ofName('Reply to a review').getByText('Always sent').waitFor()
    await ofName('Only buyers can review').getByText('Off: anyone can review').waitFor()
    assert.equal((await api.put('/email/settings', { reminders: 1 })).status, 200)
    await page.reload()
    await ofName('Review reminder').getByText('On', { exact: true }).waitFor()
    await api.put('/email/settings', { reminders: 0 })
    await assertForEverybody({ page, settled }, 'templates')
    await api.delete(path)
  })

  test('the card of a template shows its email, and asks for it once, in view', async () => {
    const { api } = admin.shop
    const path = '/email/templates/review_request?locale=en'
    assert.equal((await api.put(path, { heading: 'How does your kettle whistle?' })).status, 200)
    const { page, settled, assertClean } = await admin.open({ width: 1280, height: 800 })
    const asked = listPreviews(page)
    await page.goto(admin.path('/email/templates'))
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'Review request', exact: true }) })
    await card.frameLocator('iframe').getByText('How does your kettle whistle?').waitFor()
    await settled()
    assert.ok(!asked.includes('lead_notice'), `${asked} without the cards below the window`)
    await page.setViewportSize({ width: 1280, height: 3_000 })
    await settled()
    const { body } = await api.get('/email/templates')
    assert.deepEqual(asked.toSorted(), body.data.map(({ name }: { name: string }) => name).sort())
    await keepPicture(page, 'templates-emails')
    // A press on the picture opens the template, not a link of the email.
    const picture = await card.locator('iframe').boundingBox()
    assert.ok(picture && picture.width <= 120, `${picture?.width} px`)
    await page.mouse.click(picture.x + 60, picture.y + 60)
    await page.waitForURL(admin.path('/email/templates/review_request'))
    assertClean()
    await api.delete(path)
  })

  test('a template whose email cannot be shown has a sketch on its card', async () => {
    const { page, settled, assertClean } = await admin.open()
    const asked = listPreviews(page)
    await page.route('**/email/templates/*/preview', (route) => route.fulfill({ status: 502, body: '' }))
    await page.goto(admin.path('/email/templates'))
    await page.getByRole('link', { name: 'Review request', exact: true }).waitFor()
    await settled()
    assert.ok(asked.length > 0)
    assert.equal(new Set(asked).size, asked.length, 'a failed preview is not asked for again')
    assert.equal(await page.locator('iframe').count(), 0)
    await keepPicture(page, 'templates-sketches')
    assertClean(/502/)
  })

  test('a way to connect that is not set up comes last, dimmed, with the reason', async () => {
    const { page, settled } = await admin.open()
    await page.goto(admin.path('/settings/shop?platform=shopify'))
    await page.getByText('The operator of this service has not set up a Shopify app.').waitFor()
    const ways = page.getByRole('group', { name: 'How to connect' }).locator('label')
    const names = (await ways.allInnerTexts()).map((text) => text.split('\n')[0])
    assert.deepEqual(names, ['Your own app', 'An older custom app', 'Install the app'])
    assert.equal(await ways.first().getByRole('radio').isChecked(), true)
    assert.equal(await ways.last().getByRole('radio').isDisabled(), true)
    const [open, closed] = await Promise.all(
      ['Your own app', 'Install the app'].map((name) =>
        ways.getByText(name, { exact: true }).evaluate((text) => getComputedStyle(text).color),
      ),
    )
    assert.notEqual(open, closed)
    await assertForEverybody({ page, settled }, 'shop-shopify-without-app')
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

function listPreviews(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/email\/templates\/(\w+)\/preview$/.exec(request.url()) ?? []
    if (name) names.push(name)
  })
  return names
}
