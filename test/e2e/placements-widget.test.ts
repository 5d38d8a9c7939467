import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { addReviews } from '#resources/reviews/reviews.testing.ts'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { launchBrowser, noBrowser, openPage } from './browser.ts'
import { addGalleryPhotos } from './gallery-photos.ts'
import { readShifts, type ShopPages, serveShopPages, watchShifts } from './shop-pages.ts'

const pictures = process.env.TEST_PICTURES

suite('the placements of a shop', { skip: noBrowser }, () => {
  let service: TestService
  let browser: Browser
  let shop: Shop
  let pages: ShopPages
  let origin: string
  let galleryId: string

  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    service = await startService({ env: { PORT: String(port), PUBLIC_ORIGIN: origin } })
    await service.app.listen({ host: '127.0.0.1', port })
    pages = await serveShopPages(origin)
    shop = await service.shop('Larkmoor')
    await (await shop.signedIn()).patch(`/account/stores/${shop.storeEnvId}`, { origins: [pages.origin] })
    await shop.api.put('/products', [
      { platformProductId: 'mug', title: 'Mug' },
      { platformProductId: 'tee', title: 'Tee' },
    ])
    for (const name of ['mug', 'tee']) {
      const productId = (await shop.api.get(`/products/by-platform-id/${name}`)).body.id
      const review = { productId, status: 'approved' as const, rating: 5 }
      await addReviews(
        service,
        shop,
        Array.from({ length: 6 }, (_, i) => ({
          ...review,
          body: `The ${name}, said ${i}.`,
          submittedAt: new Date(Date.UTC(2026, 10, i + 10)).toISOString(),
        })),
      )
    }
    galleryId = (await shop.api.post('/galleries', { name: 'Home', status: 'published', title: 'Seen at home' })).body
      .id
    const photos = await addGalleryPhotos(service, shop, [{ author: 'Ida' }, { author: 'Bo' }])
    await shop.api.post(`/galleries/${galleryId}/items`, { items: photos.map((reviewPhotoId) => ({ reviewPhotoId })) })
    await shop.api.post('/faqs', { question: 'Is it safe?', answer: 'Yes.', status: 'published' })
    if (pictures) mkdirSync(pictures, { recursive: true })
    browser = await launchBrowser()
  })

  after(async () => {
    await browser?.close()
    pages?.close()
    await service?.close()
  })

  test('carousel, badge, tab and photos can be placed like other widgets', async () => {
    await place(['carousel', 'badge', 'tab', 'photos'].map((widget) => ({ widget, selector: 'h1', insert: 'after' })))
    const { page, assertClean } = await open('')
    await page.locator('evident-carousel').getByRole('article').first().waitFor()
    await page.locator('evident-badge').getByRole('img').first().waitFor()
    await page.locator('evident-tab').getByRole('button').first().waitFor()
    await page
      .locator('evident-photos')
      .getByRole('button', { name: /Photo by/ })
      .first()
      .waitFor()
    assertClean()
  })

  const place = async (placements: object[]): Promise<string[]> => {
    for (const { id } of (await shop.api.get('/placements?limit=100')).body.data)
      await shop.api.delete(`/placements/${id}`)
    const ids: string[] = []
    for (const placement of placements) {
      const { status, body, text } = await shop.api.post('/placements', {
        name: 'One',
        pageType: 'any',
        status: 'published',
        ...placement,
      })
      assert.equal(status, 201, text)
      ids.push(body.id)
    }
    return ids
  }
  const tag = (more = 'data-product="mug"') =>
    `<script type="module" src="${origin}/widgets/v1/placements.js" data-store="${shop.storeEnvId}" ${more}></script>`
  const open = async (
    body: string,
    {
      css = '',
      above = 4,
      query = '',
      lang = 'en',
      more,
    }: { css?: string; above?: number; query?: string; lang?: string; more?: string } = {},
  ) => {
    const watched = await openPage(browser, 'http://127.0.0.1:')
    await watchShifts(watched.page)
    const asked: string[] = []
    const said: string[] = []
    watched.page.on('request', (request) => void asked.push(request.url()))
    watched.page.on('console', (message) => void said.push(message.text()))
    await watched.page.goto(pages.put({ script: '', above, lang, css, body: tag(more) + body }) + query)
    return { ...watched, asked, said }
  }
  const count = (page: Page, selector: string) => page.locator(selector).count()
  const listScripts = (asked: string[]) =>
    asked.flatMap((url) => /\/widgets\/v1\/([\w-]+\.js)$/.exec(url)?.[1] ?? []).sort()

  test('a page makes one request, loads only the scripts it needs, and inserts widgets without a shift', async () => {
    await place([
      { widget: 'stars', selector: '#stars', priority: 3 },
      {
        widget: 'reviews',
        selector: '#about',
        insert: 'after',
        settings: { heading: '<img src=x onerror=alert(1)>', limit: 2 },
        priority: 2,
      },
      { widget: 'faq', selector: '#about', insert: 'after', settings: { heading: 'Ask away' }, priority: 1 },
      { widget: 'gallery', selector: 'main', settings: { galleryId, heading: 'Photos', limit: 1 } },
      { widget: 'loyalty', selector: 'main', pageType: 'cart' },
    ])
    const { page, asked, assertClean } = await open(
      '<div id="stars"></div><div id="about">About</div><p id="below">Below</p>',
      { css: '#stars { min-height: 1.5em } #about { height: 900px }' },
    )
    await page.getByRole('heading', { name: '<img src=x onerror=alert(1)>' }).waitFor()
    await page.getByText('The mug, said 5.').waitFor()
    await page.getByRole('heading', { name: 'Ask away' }).waitFor()
    await page.getByRole('heading', { name: 'Photos' }).waitFor()
    await page.locator('#stars evident-stars').waitFor()
    assert.equal(
      await page
        .locator('evident-reviews')
        .getByText(/The mug, said/)
        .count(),
      2,
    )
    assert.equal(await page.locator('evident-gallery li > button').count(), 1)
    const order = await page.evaluate(`[...document.querySelectorAll('main > *')].map((each) =>
      each.matches('[data-evident-placement]') ? each.firstElementChild.localName : each.id).filter(Boolean).join()`)
    assert.equal(order, 'stars,about,evident-reviews,evident-faq,below,evident-gallery')
    assert.equal(asked.filter((url) => url.includes('/storefront/placements')).length, 1)
    assert.deepEqual(listScripts(asked), ['faq.js', 'gallery.js', 'placements.js', 'reviews.js', 'stars.js'])
    assert.deepEqual(await readShifts(page), [])
    assert.equal(await page.evaluate('document.cookie + localStorage.length + sessionStorage.length'), '00')
    if (pictures) await page.screenshot({ path: join(pictures, 'placements-page.png'), fullPage: true })
    assertClean()
  })

  test('a widget that would move visible content appears once its position is out of view', async () => {
    await place([{ widget: 'reviews', selector: '#about', insert: 'after' }])
    const { page, assertClean } = await open('<div id="about">About</div><p id="below">Below</p><div id="gap"></div>', {
      css: '#gap { height: 4000px }',
    })
    const reviews = page.locator('evident-reviews')
    await reviews.waitFor({ state: 'attached' })
    await page.getByText('Below').waitFor()
    await page.evaluate('window.scrollTo(0, 2500)')
    await until(
      async () =>
        (await page.evaluate(`document.querySelector('evident-reviews').parentElement.style.display`)) === 'contents',
      'it has its place',
    )
    // The widget must be drawn before the page scrolls back, because the browser measures shifts by frame.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
    await page.evaluate('window.scrollTo(0, 0)')
    await page.getByText('The mug, said 5.').waitFor()
    assert.equal(await count(page, 'evident-reviews'), 1)
    assert.deepEqual(await readShifts(page), [])
    assertClean()
  })

  test('a late or re-added element gets its widget once; an invalid selector logs a warning', async () => {
    await place([
      { widget: 'faq', selector: '#late', insert: 'append' },
      { widget: 'stars', selector: ':unknown-to-browsers(a)' },
      { widget: 'reviews', selector: '#never' },
    ])
    const { page, said, assertClean } = await open('<p>Early</p>')
    await until(() => said.some((line) => line.includes(':unknown-to-browsers(a)')), 'the console says so')
    const build = `(() => {
      document.querySelector('#late')?.remove()
      const late = document.createElement('section')
      late.id = 'late'
      document.querySelector('main').append(late)
    })()`
    await page.evaluate(build)
    await page.locator('#late evident-faq').waitFor({ state: 'attached' })
    await page.evaluate(build)
    await page.locator('#late evident-faq').waitFor({ state: 'attached' })
    assert.equal(await count(page, 'evident-faq'), 1)
    assert.equal(await count(page, 'evident-reviews, evident-stars'), 0)
    assertClean(/unknown-to-browsers/)
  })

  test('a duplicate script tag inserts no widget twice, and the product attribute changes the product', async () => {
    const [first = ''] = await place([{ widget: 'reviews', selector: '#here' }])
    const tee = (await shop.api.get('/products/by-platform-id/tee')).body.id
    await shop.api.post('/placements', {
      name: 'Of the tee',
      widget: 'stars',
      selector: '#here',
      status: 'published',
      rule: { productIds: [tee] },
    })
    const twice = `<script type="module" src="${origin}/widgets/v1/placements.js?again"></script>`
    const { page, assertClean } = await open(`<div id="here"></div>${tag()}${twice}`)
    await page.getByText('The mug, said 5.').waitFor()
    assert.equal(await count(page, 'evident-reviews'), 1)
    await page.evaluate(`document.querySelector('script[data-product]').dataset.product = 'tee'`)
    await page.getByText('The tee, said 5.').waitFor()
    await page.locator('#here evident-stars').waitFor({ state: 'attached' })
    assert.equal(await count(page, 'evident-reviews, evident-stars'), 2)
    assert.equal(await count(page, `[data-evident-placement="${first}"]`), 1)
    await page.evaluate(`document.querySelector('script[data-product]').dataset.product = 'mug'`)
    await page.getByText('The mug, said 5.').waitFor()
    await page.locator('evident-stars').waitFor({ state: 'detached' })
    assertClean()
  })

  test("a draft's link shows its placement, marked as a draft; other visitors see nothing", async () => {
    const [id = ''] = await place([{ widget: 'faq', selector: '#here', status: 'draft' }])
    const { token } = (await shop.api.post(`/placements/${id}/preview`)).body
    const plain = await open('<div id="here"></div>')
    await until(() => plain.asked.some((url) => url.includes('/storefront/placements')), 'it asked')
    assert.equal(await count(plain.page, 'evident-faq'), 0)
    const query = `?evident_preview=${token}`
    const { page, assertClean } = await open('<div id="here"></div>', { query, lang: 'de' })
    await page.getByText('Vorschau: nur Sie sehen das').waitFor()
    await page.locator('evident-faq').getByText('Is it safe?').waitFor()
    assert.ok(page.url().endsWith(query), 'the address stays as it was')
    if (pictures) await page.screenshot({ path: join(pictures, 'placements-preview.png'), fullPage: true })
    assertClean()
    const late = await open('<div id="here"></div>', { query: '?evident_preview=over' })
    await until(() => late.said.some((line) => line.includes('No draft to preview')), 'the console says so')
    assert.equal(await count(late.page, 'evident-faq'), 0)
    late.assertClean(/No draft to preview/)
  })

  test("a form has a heading above, and the loyalty widget uses the script tag's attributes", async () => {
    await place([
      { widget: 'review_form', selector: 'main', settings: { heading: 'Write one' } },
      { widget: 'loyalty', selector: 'main', settings: { heading: 'Points' } },
    ])
    const { page, assertClean } = await open('<div id="gap"></div>', {
      css: '#gap { height: 1500px }',
      more: 'data-product="mug" data-sign-in="/login"',
    })
    await page.locator('evident-review-form').getByRole('radio').first().waitFor({ state: 'attached' })
    await page.getByRole('heading', { name: 'Write one' }).waitFor()
    await page.getByRole('heading', { name: 'Points' }).waitFor()
    assert.equal(await page.locator('evident-loyalty').getByRole('link').getAttribute('href'), '/login')
    assert.deepEqual(await readShifts(page), [])
    assertClean()
  })
})
