import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { launchBrowser, noBrowser, openPage } from './browser.ts'
import { type ShopPages, serveShopPages } from './shop-pages.ts'

suite('counting widgets', { skip: noBrowser }, () => {
  let service: TestService
  let browser: Browser
  let shop: Shop
  let pages: ShopPages
  let origin: string

  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    service = await startService({ env: { PORT: String(port) } })
    await service.app.listen({ host: '127.0.0.1', port })
    pages = await serveShopPages(origin)
    shop = await service.shop('Larkmoor')
    await (await shop.signedIn()).patch(`/account/stores/${shop.storeEnvId}`, { origins: [pages.origin] })
    const productId = await addProduct(shop, 'mug')
    await addReviews(service, shop, [
      { productId, status: 'approved', rating: 5, submittedAt: new Date().toISOString() },
    ])
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    pages?.close()
    await service?.close()
  })

  const counts = async () =>
    Object.fromEntries(
      (await shop.api.get('/analytics/widgets?interval=month')).body.data.map(
        ({ widget, impressions, clicks }: { widget: string; impressions: number; clicks: number }) => [
          widget,
          [impressions, clicks],
        ],
      ),
    )
  const address = () =>
    pages.put({
      body: `<script type="module" src="${origin}/widgets/v1/counts.js" data-store="${shop.storeEnvId}"></script>
        <evident-stars product="mug"></evident-stars><div id="gap"></div><evident-reviews product="mug"></evident-reviews>`,
      above: 4,
      css: '#gap { height: 3000px }',
    })

  test('a visible widget counts one view, a clicked widget one use, a hidden widget neither', async () => {
    await shop.api.put('/analytics/settings', { widgetCounts: true })
    const { page } = await openPage(browser, pages.origin)
    await page.goto(address())
    await until(async () => (await counts()).stars?.[0] === 1, 'the stars are counted')
    assert.deepEqual(await counts(), { stars: [1, 0] })
    await page.locator('evident-reviews').scrollIntoViewIfNeeded()
    await page.locator('evident-reviews').getByRole('button').first().click()
    await page.keyboard.press('Escape')
    await page.locator('evident-stars').scrollIntoViewIfNeeded()
    await page.locator('evident-reviews').scrollIntoViewIfNeeded()
    await until(async () => (await counts()).reviews?.join() === '1,1', 'the reviews are counted')
    assert.deepEqual((await counts()).stars, [1, 0])
    await page.context().close()
  })

  test('a browser with a do-not-track setting sends nothing', async () => {
    const before = await counts()
    const { page } = await openPage(browser, pages.origin)
    await page.addInitScript(`Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })`)
    const sent: string[] = []
    page.on('request', (request) => request.url().endsWith('/storefront/analytics') && sent.push(request.url()))
    await page.goto(address())
    await page.locator('evident-reviews').scrollIntoViewIfNeeded()
    await page.locator('evident-reviews').getByRole('button').first().waitFor()
    await page.close({ runBeforeUnload: true })
    assert.deepEqual([sent, await counts()], [[], before])
  })
})
