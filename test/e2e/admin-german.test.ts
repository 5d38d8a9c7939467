import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { readCatalogue } from '../../admin/language/catalogue.ts'
import { type Admin, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, assertNoSidewaysScroll, noBrowser } from './browser.ts'

suite('the admin application in German', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
  })
  after(() => admin?.close())

  async function openInGerman(look = {}) {
    const opened = await admin.open(look)
    await opened.page.context().addCookies([{ name: 'evident_language', value: 'de', url: admin.home }])
    return opened
  }

  test('a German browser shows German before sign-in and can switch to English', async () => {
    const { page, assertClean } = await admin.openUnknown({ locale: 'de-CH' })
    await page.goto(admin.home)
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    assert.equal(await page.getAttribute('html', 'lang'), 'de')
    await keepPicture(page, 'german-sign-in')
    await assertAccessible(page, 'signing in, in German')
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal(await page.getAttribute('html', 'lang'), 'en')
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assertClean(/401/)
  })

  test('the language that is chosen on the account page lasts until it is changed', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/account'))
    await page.getByLabel('Language of this application').selectOption('Deutsch')
    await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor()
    await page.getByRole('button', { name: 'Katalog' }).click()
    await page.getByRole('link', { name: 'Bestellungen' }).click()
    await page.getByRole('heading', { name: 'Bestellungen' }).waitFor()
    await page.goto(admin.path('/settings/account'))
    await page.getByLabel('Sprache dieser Anwendung').selectOption('')
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    assertClean()
  })

  test('every page in the navigation is completely German', async () => {
    const { page, settled, assertClean } = await openInGerman()
    const places = new Set<string>()
    const ofSettings = ['shop', 'organization', 'members', 'api-keys'].map((name) => `/settings/${name}`)
    const ofGroups = ['/moderation', '/email/messages', '/widgets', '/loyalty', '/products']
    for (const path of ['/reviews', ...ofSettings, ...ofGroups]) {
      await page.goto(admin.path(path))
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      // The settings list loads when it opens.
      if (ofSettings.includes(path))
        await page.getByRole('navigation').locator('a[href*="/settings/"]').first().waitFor()
      for (const place of await addressesIn(page)) places.add(place)
    }
    assert.ok(places.size > 35, `${places.size} pages`)
    const left: string[] = []
    for (const place of places) {
      await page.goto(new URL(place, admin.home).href)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await settled()
      const name = place.split('/').slice(4).join('-')
      await keepPicture(page, `german-${name}`)
      await assertAccessible(page, `${name}, in German`)
      for (const text of await englishOn(page)) left.push(`${name}: ${text}`)
    }
    assert.deepEqual(left, [])
    assertClean()
  })

  test('numbers and dates are German in a browser of any language', async () => {
    const { page } = await openInGerman({ locale: 'en-US' })
    await page.goto(admin.path('/settings/security'))
    const moment = page.getByRole('table').locator('time').first()
    await moment.waitFor()
    assert.match((await moment.getAttribute('title')) ?? '', /^\d{1,2}\.\d{1,2}\.\d{4}, \d{1,2}:\d{2}$/)
  })

  test('errors of the service are German', async () => {
    const { page } = await openInGerman()
    await page.route('**/api/v1/email-suppressions*', (route) =>
      route.fulfill({ status: 403, json: { code: 'role_insufficient', message: 'Your role is not enough.' } }),
    )
    await page.goto(admin.path('/email/suppressions'))
    await page.getByText('Ihre Rolle erlaubt das nicht. Inhaber oder Admins können es.').waitFor()
  })

  test('long German words fit a phone', async () => {
    const { page } = await openInGerman({ width: 375, height: 700 })
    for (const path of ['/reviews', '/moderation', '/orders', '/settings/members', '/settings/email', '/loyalty']) {
      await page.goto(admin.path(path))
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      await keepPicture(page, `german-375-${path}`)
      await assertNoSidewaysScroll(page, `${path}, in German`)
    }
  })
})

const addressesIn = (page: Page): Promise<string[]> =>
  page
    .locator('nav a[href*="/stores/"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))

/** English source texts that are not also German words. */
const texts = [...readCatalogue('de').values()].flatMap((area) => Object.entries(area))
const german = new Set(texts.map(([, translation]) => translation))
const english = new Set(texts.map(([text]) => text).filter((text) => /^\p{Lu}/u.test(text) && !german.has(text)))

async function englishOn(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) found.add((node.textContent ?? '').trim())
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        found.add(element.getAttribute(name)?.trim() ?? '')
    return [...found]
  })
  return shown.filter((text) => english.has(text))
}
