import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
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
    for (const [name, path] of await listEntries(page)) {
      await page.goto(`${admin.origin}${path}`)
      await settled()
      await keepPicture(page, `demo${path.replace(/.*stores\/[^/]+/, '').replaceAll('/', '-') || '-home'}`)
      const empty = await page
        .locator('#main')
        .getByText(/^(No .* yet|Nothing .* yet|Not connected)$/)
        .allTextContents()
      assert.deepEqual(empty, [], name)
    }
    assertClean()
  })

  test('an example of each kind can be duplicated into a draft', async () => {
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
      await original.getByRole('button', { name: 'Duplicate' }).click()
      await page
        .locator('tr, li')
        .filter({ hasText: `${row} (copy)` })
        .getByText('Draft', { exact: true })
        .waitFor()
    }
    assertClean()
  })

  async function listEntries(page: Page): Promise<[name: string, path: string][]> {
    const entries = new Map<string, string>()
    const nav = page.getByRole('navigation', { name: 'Store' })
    const read = async () => {
      for (const link of await nav.getByRole('link').all())
        entries.set((await link.getAttribute('href')) ?? '', (await link.textContent()) ?? '')
    }
    await read()
    for (const group of await nav.getByRole('button').all()) {
      if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
      await nav.getByRole('list').nth(1).getByRole('link').first().waitFor()
      await read()
    }
    assert.ok(entries.size >= 20, [...entries.values()].join())
    return [...entries].map(([path, name]) => [name, path])
  }
})
