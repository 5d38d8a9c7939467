import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { definitions, requireDefinition } from '#resources/email/template-definitions/definitions.ts'
import { renderMessage } from '#resources/email/templates/commands.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { assertNoSidewaysScroll, launchBrowser, noBrowser } from './browser.ts'

const pictures = process.env.TEST_PICTURES

let service: TestService
let shop: Shop
let browser: Browser

before(async () => {
  if (noBrowser) return
  service = await startService()
  shop = await service.shop('Larkmoor')
  const { status } = await shop.api.put('/email-branding', {
    footerAddress: 'Larkmoor Ltd\n12 Mill Lane, Bristol BS1 4QD',
    footerText: 'Made slowly, since 1986.',
  })
  assert.equal(status, 200)
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await service?.close()
})

const looks = [600, 375, 320].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

test('every mail fits its window and is accessible', { skip: noBrowser }, async () => {
  const page = await openPage()
  for (const { name, sample } of definitions)
    for (const locale of ['en', 'de', 'ar', 'fa']) await assertGood(page, name, locale, sample)
  await page.close()
})

test('a large order with the longest titles fits its window too, without images', { skip: noBrowser }, async () => {
  const { sample } = requireDefinition('review_request')
  const [product] = sample.products as Record<string, unknown>[]
  const titles = [
    'Kettle',
    'x'.repeat(200),
    'A title of many words that goes on and on '.repeat(4),
    'مقلاة',
    '小さな湯のみ',
    'Six',
    'Seven',
  ]
  const products = titles.map((title, i) => ({ ...product, title, imageUrl: i % 2 ? null : product?.imageUrl }))
  const page = await openPage()
  await assertGood(page, 'review_request', 'pl', { ...sample, products })
  await page.close()
})

async function openPage(): Promise<Page> {
  const page = await browser.newPage()
  await page.route('**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: image }))
  return page
}

type Data = Record<string, unknown>

/** Checks one page at each width and color scheme, because a new page for each would prove no more. */
async function assertGood(page: Page, template: string, locale: string, data: Data): Promise<void> {
  const scope = { storeEnvId: shop.storeEnvId, organizationId: shop.organizationId }
  const { html } = await service.service.db.store(scope, 'read', (tx) => renderMessage(tx, { template, locale, data }))
  await page.setContent(html)
  await page.evaluate(axe.source)
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 700 })
    await page.emulateMedia({ colorScheme })
    await assertGoodNow(page, `${template}-${locale}-${width}-${colorScheme}`, rules[colorScheme])
  }
}

/** Rules for pages, such as landmarks, do not apply to mail. In dark mode only the colours differ. */
const rules = { light: ['wcag2a', 'wcag2aa'], dark: ['color-contrast', 'link-in-text-block'] }

async function assertGoodNow(page: Page, name: string, runOnly: string[]): Promise<void> {
  if (pictures) {
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
  }
  await assertNoSidewaysScroll(page, name)
  const stars = await page.$$eval('a.star', (found) => found.map((star) => star.getBoundingClientRect().toJSON()))
  for (const { width, height } of stars) assert.ok(width >= 24 && height >= 44, `${name}: ${width} × ${height}`)
  const found = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(runOnly)} }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html, failureSummary }) => html.slice(0, 200) + failureSummary).join()))`,
  )) as string[]
  assert.deepEqual(found, [], name)
}

const image =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600" fill="#7c5c3e"/><circle cx="300" cy="300" r="170" fill="#fff6"/></svg>'
