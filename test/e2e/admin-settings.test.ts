import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '#platform/db/query.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertNoSidewaysScroll, noBrowser } from './browser.ts'

const pages = {
  Store: [
    ['Shop', 'settings/shop', 'Connect your shop'],
    ['Display', 'settings/storefront', 'Display'],
    ['Branding', 'settings/branding', 'Branding'],
    ['Email', 'settings/email', 'Email'],
    ['Sending domain', 'settings/sending-domain', 'Sending domain'],
  ],
  'Apps and keys': [
    ['Connections', 'settings/connections', 'Connections'],
    ['Destinations', 'settings/destinations', 'Destinations'],
    ['Webhooks', 'settings/webhooks', 'Webhooks'],
    ['API keys', 'settings/api-keys', 'API keys'],
    ['Connected apps', 'settings/connected-apps', 'Connected apps'],
    ['Agents', 'settings/agents', 'Agents'],
  ],
  Organization: [
    ['General', 'settings/organization', 'General'],
    ['Stores', 'settings/stores', 'Stores'],
    ['Shared reviews', 'settings/sharing', 'Shared reviews'],
    ['Backups', 'settings/backups', 'Backups'],
    ['Billing', 'settings/billing', 'Billing'],
  ],
  'People and security': [
    ['Members', 'settings/members', 'Members'],
    ['Partners', 'settings/partners', 'Partners'],
    ['Your sign-in', 'settings/security', 'Your sign-in'],
    ['Single sign-on', 'settings/single-sign-on', 'Single sign-on'],
    ['Audit log', 'settings/audit-log', 'Audit log'],
    ['Support', 'settings/support', 'Support'],
  ],
} as const

/** The page's name is the title, and its section is the heading below the tabs. */
async function assertHeads(page: Page, name: string, section: string): Promise<void> {
  await page.getByRole('heading', { name: section, level: 2, exact: true }).waitFor()
  assert.deepEqual(await page.getByRole('heading', { level: 1 }).allTextContents(), [name])
}

suite('general settings', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin({ BILLING: 'manual' })
  })
  after(() => admin?.close())

  const sections = (page: Page) => page.getByRole('navigation', { name: 'Settings' })
  const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Store' })
  const plan = (name: string) =>
    admin.service.service.db.system('write', (tx) =>
      tx.run(sql`
        update subscriptions set plan = ${name}, status = 'active', trial_ends_at = null, current_period_ends_at = now() + interval '90 days'
         where store_env_id = ${admin.shop.storeEnvId}`),
    )

  test('section links fit the window; on a phone they are one row, with the open one in view', async () => {
    await plan('scale')
    const { page, settled, assertClean } = await admin.open()
    for (const width of [1280, 375])
      for (const [, path] of Object.values(pages).flat()) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(admin.path(`/${path}`))
        await settled()
        if (width === 1280) assert.deepEqual(await cutLinks(page), [], `${path} at ${width} px`)
        else assert.deepEqual(await seeRow(page), { rows: 1, isOpenInView: true }, `${path} at ${width} px`)
        await assertNoSidewaysScroll(page, `${path} at ${width} px`)
      }
    assertClean()
  })

  test("four pages contain all sections, and a section's URL scrolls to it", async () => {
    await plan('growth')
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/settings'))
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    for (const [name, its] of Object.entries(pages)) {
      await sidebar(page).getByRole('link', { name, exact: true }).click()
      await assertHeads(page, name, its[0][2])
      assert.deepEqual(
        await sections(page).getByRole('link').allTextContents(),
        its.map(([label]) => label),
      )
      for (const [label, path, heading] of its) {
        await sections(page).getByRole('link', { name: label, exact: true }).click()
        await assertHeads(page, name, heading)
        assert.equal(page.url(), admin.path(`/${path}`))
      }
    }
    for (const [name, its] of Object.entries(pages))
      for (const [label, path, heading] of its) {
        await page.goto(admin.path(`/${path}`))
        await assertHeads(page, name, heading)
        assert.equal(
          await sidebar(page).getByRole('list', { name: 'Settings' }).locator('[aria-current]').textContent(),
          name,
        )
        assert.equal(await sections(page).locator('[aria-current]').textContent(), label)
      }
    // The Growth plan has neither partners nor single sign-on.
    assertClean(/403/)
  })

  test('the list of settings leads to every section, and each section leads back to the list', async () => {
    await plan('growth')
    const { page, settled, assertClean } = await admin.open({ width: 375, height: 800 })
    await page.goto(admin.path('/settings'))
    await settled()
    await assertForEverybody({ page, settled }, 'settings-list')
    for (const [name, its] of Object.entries(pages)) {
      const links = page.getByRole('region', { name, exact: true }).getByRole('link')
      const labels = await links.locator(':scope > :first-child').allTextContents()
      assert.deepEqual(
        labels,
        its.map(([label]) => label),
      )
      const [label, path, heading] = its[1]
      await links.filter({ hasText: label }).first().click()
      await assertHeads(page, name, heading)
      assert.equal(page.url(), admin.path(`/${path}`))
      const back = page.getByRole('main').getByRole('link', { name: 'Settings', exact: true })
      assert.equal(await back.count(), 1)
      await back.click()
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    }
    assertClean(/403/)
  })

  test('title and tabs keep their place on all sections of a page', async () => {
    await plan('growth')
    const { page, settled } = await admin.open()
    for (const its of Object.values(pages)) {
      const places = new Set<string>()
      for (const [, path] of its) {
        await page.goto(admin.path(`/${path}`))
        await settled()
        const title = await page.getByRole('heading', { level: 1 }).boundingBox()
        const tabs = await sections(page).boundingBox()
        places.add(JSON.stringify([title?.y, tabs?.y]))
      }
      assert.equal(places.size, 1, [...places].join())
    }
  })

  test('affiliates are offered only on plans that have them, and their URL always works', async () => {
    const { page, settled, assertClean } = await admin.open()
    for (const [name, isOffered] of [
      ['growth', false],
      ['scale', true],
    ] as const) {
      await plan(name)
      await page.goto(admin.path('/settings/billing'))
      await page.getByRole('heading', { name: 'Invoices' }).waitFor()
      await settled()
      const offered = sections(page).getByRole('link', { name: 'Affiliates' })
      assert.equal(await offered.count(), isOffered ? 1 : 0, name)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search' }).fill('settings affiliates')
      await page.getByRole('group', { name: 'Guides' }).waitFor()
      const found = page.getByRole('group', { name: 'Pages' }).getByRole('option', { name: /^Affiliates/ })
      assert.equal(await found.count(), isOffered ? 1 : 0, name)
      await page.keyboard.press('Escape')
    }
    await sections(page).getByRole('link', { name: 'Affiliates' }).click()
    await page.getByLabel('Code').waitFor()
    await assertForEverybody({ page, settled }, 'settings-affiliates')
    await plan('growth')
    await page.goto(admin.path('/settings/affiliates'))
    await page.getByText('Not in your plan').waitFor()
    assertClean()
  })

  test('the search finds a section by its name and by the name of its page', async () => {
    const { page } = await admin.open()
    await page.goto(admin.path('/products'))
    await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    for (const words of ['audit log', 'security audit']) {
      await page.getByRole('combobox', { name: 'Search' }).fill(words)
      await page.getByRole('option', { name: /Audit log.*Settings, People and security/ }).waitFor()
    }
    await keepPicture(page, 'settings-search')
    await page.getByRole('option', { name: /Audit log/ }).click()
    await page.getByRole('heading', { name: 'Audit log', level: 2 }).waitFor()
  })

  test('the phone menu opens the pages, each accessible in light, dark and narrow layouts', async () => {
    const { page, settled, assertClean } = await admin.open({ width: 375, height: 700 })
    await page.goto(admin.path('/settings/members'))
    for (const name of Object.keys(pages)) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await keepPicture(page, `settings-menu-${name}`)
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()
      await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'detached' })
      await assertForEverybody({ page, settled }, `settings-${name}`)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await keepPicture(page, 'settings-1280')
    assertClean()
  })
})

const seeRow = (page: Page): Promise<{ rows: number; isOpenInView: boolean }> =>
  page.evaluate(`(() => {
    const links = [...document.querySelectorAll('nav[aria-label="Settings"] a')]
    const { left, right } = links.find((link) => link.ariaCurrent === 'page').getBoundingClientRect()
    return {
      rows: new Set(links.map((link) => link.getBoundingClientRect().top)).size,
      isOpenInView: left >= 0 && right <= document.documentElement.clientWidth,
    }
  })()`)

/** Lists settings links that are outside the window, or visible only after scrolling. */
const cutLinks = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('nav[aria-label="Settings"] a')].filter((link) => {
    const { left, right } = link.getBoundingClientRect()
    const row = link.closest('ul')
    return left < 0 || right > document.documentElement.clientWidth || row.scrollWidth > row.clientWidth
  }).map((link) => link.textContent)`)
