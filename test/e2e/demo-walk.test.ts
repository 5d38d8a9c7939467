import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { freePort } from '#test/free-port.ts'
import { startService, type TestService } from '#test/service.ts'
import { type DemoResult, loadDemo } from '../../demo/load.ts'
import { demoOperator } from '../../server/entry/commands/demo-operator.ts'
import { type Admin, keepPicture, openAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('the admin application on the demo shop', { skip: noBrowser }, () => {
  let admin: Admin<DemoResult>
  let service: TestService
  before(async () => {
    const port = await freePort()
    service = await startService({ env: { PORT: String(port) } })
    const size = { orders: 300, reviews: 150 }
    const made = await loadDemo(service.service, demoOperator(service.service), () => {}, size)
    const close = () => service.close()
    admin = await openAdmin({ service, shop: made, port, hostname: '127.0.0.1', close })
    await service.tick()
  })
  after(() => admin?.close())

  test('no entry of the navigation leads to an empty page', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path(''))
    await settled()
    const waiting = await listEntries(page)
    const seen = new Set<string>()
    const empty: Record<string, string[]> = {}
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const path = next.replace(/.*\/stores\/[^/]+/, '').replace(/\?.*/, '')
      if (seen.has(path)) continue
      seen.add(path)
      await page.goto(admin.path(path))
      await settled()
      await keepPicture(page, `demo${path.replaceAll('/', '-') || '-home'}`)
      const texts = await page.locator('#main .my-auto.text-center').locator('p, h1').allTextContents()
      const found = texts.filter((text) => !/^(Choose a|Nothing waits)/.test(text))
      if (found.length > 0) empty[path] = found
      waiting.push(...(await hrefsIn(page.locator('#main nav').getByRole('link'))))
    }
    assert.deepEqual(empty, expected)
    assert.ok(seen.size >= 40, [...seen].join())
    assertClean()
  })

  test('demo sequences, galleries, pages, placements, incentives and FAQs can be duplicated as drafts', async () => {
    const { page, assertClean } = await admin.open()
    for (const [list, detail] of [
      ['/sequences', 'Thank you, care, and come back'],
      ['/galleries', 'Seen outside'],
      ['/pages', 'From our customers'],
    ] as const) {
      await page.goto(admin.path(list))
      await page.getByRole('link', { name: detail }).click()
      await page.getByRole('button', { name: 'Duplicate' }).click()
      await page.getByRole('heading', { name: `${detail} (copy)`, level: 1 }).waitFor()
      await page.getByText('Draft', { exact: true }).first().waitFor()
    }
    for (const [list, row] of [
      ['/placements', 'Gallery on the home page'],
      ['/incentives', '50 points for your review'],
      ['/faqs', 'Are spare parts available?'],
    ] as const) {
      await page.goto(admin.path(list))
      const original = page.locator('tr, li').filter({ hasText: row })
      await original.waitFor()
      const more = original.getByRole('button', { name: /^More: / })
      if (await more.count()) {
        await more.click()
        await page.getByRole('menuitem', { name: 'Duplicate' }).click()
      } else await original.getByRole('button', { name: 'Duplicate' }).click()
      await page
        .locator('tr, li')
        .filter({ hasText: `${row} (copy)` })
        .getByText('Draft', { exact: true })
        .waitFor()
    }
    assertClean()
  })

  async function listEntries(page: Page): Promise<string[]> {
    const nav = page.getByRole('navigation', { name: 'Store' })
    const found = await hrefsIn(nav.getByRole('link'))
    for (const group of await nav.getByRole('button').all()) {
      if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
      await nav.getByRole('list').nth(1).getByRole('link').first().waitFor()
      found.push(...(await hrefsIn(nav.getByRole('link'))))
    }
    return found
  }

  const hrefsIn = async (links: Locator): Promise<string[]> =>
    (await links.evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))).filter((href) =>
      href.includes('/stores/'),
    )
})

/** Empty states that remain, because only visitors, a person, other companies or the operator can fill them. */
const expected: Record<string, string[]> = {
  '/settings/connections': ['No providers connected'],
  '/settings/connected-apps': ['No apps connected', 'No apps registered'],
  '/settings/partners': ['No partners yet', 'No stores of other organizations'],
  '/settings/security': ['No passkey yet'],
  '/settings/single-sign-on': ['No single sign-on yet'],
  '/settings/support': ['No tickets yet'],
}
