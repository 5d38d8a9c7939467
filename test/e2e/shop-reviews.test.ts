import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { sql } from '#platform/db/query.ts'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { addProduct, addReviews } from '../../server/resources/reviews/reviews.testing.ts'
import { assertAccessible, assertNoSidewaysScroll, type Look, launchBrowser, noBrowser, openPage } from './browser.ts'
import { type ShopPage, type ShopPages, serveShopPages } from './shop-pages.ts'

const pictures = process.env.TEST_PICTURES

suite('widgets with reviews of the shop', { skip: noBrowser }, () => {
  let service: TestService
  let browser: Browser
  let pages: ShopPages
  let shop: Shop
  let empty: Shop
  let origin: string

  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    service = await startService({ env: { PORT: String(port) }, now: new Date('2026-11-21T12:00:00Z') })
    await service.app.listen({ host: '127.0.0.1', port })
    pages = await serveShopPages(origin)
    shop = await service.shop('Larkmoor')
    empty = await service.shop('New one')
    for (const each of [shop, empty])
      await (await each.signedIn()).patch(`/account/stores/${each.storeEnvId}`, { origins: [pages.origin] })
    const mug = await addProduct(shop)
    const [, slow] = await addReviews(service, shop, [
      { productId: mug, rating: 1, body: 'The mug leaks.' },
      { productId: null, rating: 2, title: 'Slow', body: 'Eleven days.', authorName: 'Cay', reply: 'We are sorry.' },
      { productId: null, rating: 5, body: 'Fast and friendly.', authorName: 'Ada', verified: true },
    ])
    await service.service.db.store(shop, 'write', (tx) =>
      tx.run(
        sql`update reviews set corrected_at = ${tx.now} where store_env_id = ${tx.storeEnvId} and id = ${String(slow)}`,
      ),
    )
    if (pictures) mkdirSync(pictures, { recursive: true })
    browser = await launchBrowser()
  })

  after(async () => {
    await browser?.close()
    pages?.close()
    await service?.close()
  })

  const element = (name: string, { storeEnvId }: Shop = shop, more = '') =>
    `<evident-${name} store="${storeEnvId}" subject="shop" ${more}></evident-${name}>`
  const open = async (shown: ShopPage, look: Look = {}) => {
    const watched = await openPage(browser, 'http://127.0.0.1:', look)
    const asked: string[] = []
    watched.page.on('request', (request) => void asked.push(request.url()))
    await watched.page.goto(pages.put({ above: 4, ...shown }))
    return { ...watched, asked }
  }
  const shoot = async (page: Page, name: string) => {
    if (pictures) await page.screenshot({ path: join(pictures, `shop-${name}.png`), fullPage: true })
  }

  test('the list shows only reviews of the shop, with texts about the shop', async () => {
    const { page, asked, assertClean } = await open({ body: element('reviews') })
    await page.getByRole('heading', { name: 'Reviews of our shop' }).waitFor()
    await page.getByText('Fast and friendly.').waitFor()
    await page.getByText('2 of 2 shown').waitFor()
    await page.getByText('Changed by the author').waitFor()
    assert.equal(await page.getByText('The mug leaks.').count(), 0)
    await page.getByText('How these reviews are checked').click()
    await page.getByText(/belongs to an order in this shop/).waitFor()
    assert.equal(await page.getByText(/this product/).count(), 0)
    const lists = asked.filter((url) => url.includes('/storefront/reviews?'))
    assert.ok(
      lists.length > 0 && lists.every((url) => url.includes('subject=shop') && !url.includes('platformProductId')),
    )
    await page.getByRole('button', { name: /^2 out of 5 stars/ }).click()
    await page.getByText('Fast and friendly.').waitFor({ state: 'detached' })
    await page.getByText('Eleven days.').waitFor()
    await assertAccessible(page, 'list')
    await shoot(page, 'list')
    assertClean()
  })

  test('the list is usable on a phone, in dark mode and in a right-to-left language', async () => {
    for (const [name, look, lang, heading] of [
      ['phone', { width: 375, height: 800 }, 'de', 'Bewertungen unseres Shops'],
      ['dark', { colorScheme: 'dark' as const }, 'en', 'Reviews of our shop'],
      ['arabic', { width: 375, height: 800 }, 'ar', 'تقييمات متجرنا'],
    ] as const) {
      const badge = `<script type="module" src="${origin}/widgets/v1/badge.js"></script>`
      const body = `${badge}${element('reviews')}${element('badge')}`
      const { page, assertClean } = await open({ body, lang, script: 'reviews' }, look)
      await page.getByRole('heading', { name: heading }).waitFor()
      await page.getByText('Eleven days.').waitFor()
      await page.locator('evident-badge').getByRole('img').first().waitFor()
      await assertNoSidewaysScroll(page, name)
      await assertAccessible(page, name)
      await shoot(page, name)
      assertClean()
    }
  })

  test('carousel, badge and tab show reviews of the shop, and a card marks a changed review', async () => {
    const { page, assertClean } = await open({ body: element('carousel'), script: 'carousel' })
    await page.getByRole('heading', { name: 'Reviews of our shop' }).waitFor()
    await page.getByText('2 of 2 shown').waitFor()
    await page.getByText('Average of all: 3.5 out of 5').waitFor()
    await page.getByRole('article', { name: 'Cay' }).getByText('Changed by the author').waitFor()
    await assertAccessible(page, 'carousel')
    await shoot(page, 'carousel')
    assertClean()
    const badge = await open({ body: element('badge'), script: 'badge' })
    await badge.page.getByRole('region', { name: 'Reviews of our shop' }).waitFor()
    await badge.page.getByText('Reviews: 2').waitFor()
    badge.assertClean()
    const tab = await open({ body: element('tab'), script: 'tab' })
    await tab.page.getByRole('button', { name: '3.5 · 2 reviews. Reviews of our shop: 3.5 out of 5 stars' }).click()
    const panel = tab.page.getByRole('dialog', { name: 'Reviews of our shop' })
    await panel.getByText('2 of 2 shown').waitFor()
    await panel.getByText('Changed by the author').waitFor()
    await panel.getByText('Reply from Shop').waitFor()
    await assertAccessible(tab.page, 'tab')
    await shoot(tab.page, 'tab')
    tab.assertClean()
  })

  test('without reviews of the shop the list invites visitors to write one, and badge and tab are hidden', async () => {
    const { page, assertClean } = await open({ body: element('reviews', empty) })
    await page.getByText('No reviews yet').waitFor()
    await page.getByText('Have you ordered from us?').waitFor()
    await shoot(page, 'empty')
    assertClean()
    for (const name of ['badge', 'tab', 'carousel']) {
      const watched = await open({ body: element(name, empty), script: name })
      await watched.page.waitForLoadState('networkidle')
      assert.equal(await watched.page.getByRole('img').count(), 0, name)
      watched.assertClean()
    }
  })

  test('a failed request offers another try, after which the reviews appear', async () => {
    const { page } = await open({ body: '' })
    await page.route('**/storefront/shop-summary*', (route) => route.abort())
    await page.goto(pages.put({ above: 4, body: element('reviews') }))
    await page.getByText('The reviews could not be loaded.').waitFor()
    await shoot(page, 'failed')
    await page.unroute('**/storefront/shop-summary*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Fast and friendly.').waitFor()
  })

  test('the form sends a review of the shop, also from the dialog of the list', async () => {
    const { page, asked, assertClean } = await open({ body: element('reviews') })
    await page.getByRole('button', { name: 'Write a review' }).first().click()
    const form = page.getByRole('dialog', { name: 'Write a review' })
    await form.locator('.ev-star >> nth=3').click()
    await form.getByLabel('Your review').fill('Parcels come when they should.')
    await form.getByLabel('Your name').fill('Bo')
    await form.getByLabel('E-mail address').fill('bo@customer.example')
    await form.getByLabel(/This is my own experience/).check()
    await shoot(page, 'form')
    await form.getByRole('button', { name: 'Send review' }).click()
    await form.getByText('Thank you!').waitFor()
    assert.ok(asked.some((url) => url.includes('/storefront/review-form?subject=shop')))
    const [found] = (await shop.api.get('/reviews?subject=shop&status=pending')).body.data
    assert.deepEqual([found.subject, found.productId, found.body], ['shop', null, 'Parcels come when they should.'])
    assertClean()
  })

  test('a placement shows reviews of the shop until the subject attribute is removed', async () => {
    const placement = { name: 'Shop', pageType: 'any', status: 'published', selector: 'h1', insert: 'after' }
    const placed = await shop.api.post('/placements', {
      ...placement,
      widget: 'reviews',
      settings: { subject: 'shop' },
    })
    assert.equal(placed.status, 201, placed.text)
    const tag = `<script type="module" src="${origin}/widgets/v1/placements.js" data-store="${shop.storeEnvId}" data-product="mug"></script>`
    const { page, assertClean } = await open({ body: tag, script: '' })
    await page.getByText('Fast and friendly.').waitFor()
    assert.equal(await page.getByText('The mug leaks.').count(), 0)
    await page.locator('evident-reviews').evaluate((each) => each.removeAttribute('subject'))
    await page.getByText('The mug leaks.').waitFor()
    await page.getByRole('heading', { name: 'Customer reviews' }).waitFor()
    assertClean()
  })
})
