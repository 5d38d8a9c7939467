import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { assertAccessible, assertNoSidewaysScroll, launchBrowser, noBrowser, openPage } from './browser.ts'
import { addGalleryPhotos } from './gallery-photos.ts'
import { readShifts, type ShopPages, serveShopPages, watchShifts } from './shop-pages.ts'

const pictures = process.env.TEST_PICTURES

suite('the galleries of a shop', { skip: noBrowser }, () => {
  let service: TestService
  let browser: Browser
  let shop: Shop
  let pages: ShopPages
  const ids: Record<string, string> = {}

  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    const port = await freePort()
    service = await startService({ env: { PORT: String(port), PUBLIC_ORIGIN: `http://127.0.0.1:${port}` } })
    await service.app.listen({ host: '127.0.0.1', port })
    pages = await serveShopPages(`http://127.0.0.1:${port}`)
    shop = await service.shop('Larkmoor')
    const owner = await shop.signedIn()
    const changed = await owner.patch(`/account/stores/${shop.storeEnvId}`, { origins: [pages.origin] })
    assert.equal(changed.status, 200, changed.text)
    await shop.api.put('/products', [
      { platformProductId: 'kettle', title: '<b>Enamel</b> kettle', url: 'https://shop.example.com/kettle' },
      { platformProductId: 'tray', title: 'Tray' },
    ])
    const productId = async (id: string) => (await shop.api.get(`/products/by-platform-id/${id}`)).body.id
    const products = [await productId('kettle'), await productId('tray')]
    const photos = await addGalleryPhotos(service, shop, [
      { author: '<img src=x onerror=alert(1)>', incentive: 'coupon' },
      ...Array.from({ length: 28 }, (_, i) => ({ author: `Customer ${i + 2}` })),
    ])
    const make = async (name: string, gallery: object, count: number) => {
      const made = await shop.api.post('/galleries', { name, status: 'published', ...gallery })
      assert.equal(made.status, 201, made.text)
      ids[name] = made.body.id
      if (count === 0) return
      const items = photos.slice(0, count).map((reviewPhotoId, i) => ({
        reviewPhotoId,
        ...(i === 0 && {
          caption: 'Tea & <script>alert(1)</script>',
          alt: 'A kettle on a hob',
          translations: { de: { caption: 'Tee am Morgen', alt: 'Ein Kessel auf dem Herd' } },
          productIds: products,
        }),
      }))
      const added = await shop.api.post(`/galleries/${made.body.id}/items`, { items })
      assert.equal(added.status, 201, added.text)
    }
    const words = {
      title: 'Seen at home',
      description: 'Send us **yours**. <i>raw</i> [How](https://shop.example.com/how)',
      translations: { de: { title: 'Bei euch zu Hause' } },
    }
    await make('grid', { ...words, layout: 'grid', columns: 4 }, 29)
    await make('masonry', { ...words, layout: 'masonry', columns: 3 }, 29)
    await make('carousel', { ...words, layout: 'carousel', columns: 3 }, 8)
    await make('few', { layout: 'grid', columns: 3 }, 3)
    await make('empty', { title: 'Nothing here' }, 0)
    if (pictures) mkdirSync(pictures, { recursive: true })
    browser = await launchBrowser()
  })

  after(async () => {
    await browser?.close()
    pages?.close()
    await service?.close()
  })

  const element = (name: string, more = '') =>
    `<evident-gallery store="${shop.storeEnvId}" gallery="${ids[name]}" ${more}></evident-gallery>`
  const open = async (page: Parameters<ShopPages['put']>[0], look: Parameters<typeof openPage>[2] = {}) => {
    const watched = await openPage(browser, 'http://127.0.0.1:', look)
    await watchShifts(watched.page)
    await watched.page.goto(pages.put({ script: 'gallery', ...page }))
    return watched
  }
  const keep = async (page: Page, name: string) => {
    if (pictures) await page.screenshot({ path: join(pictures, `gallery-${name}.png`), fullPage: true })
  }
  const showAll = async (page: Page) => {
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('button', { name: 'Show all' }).waitFor({ state: 'detached' })
  }
  const focused = (page: Page) =>
    page.evaluate(`(() => {
      const { activeElement } = document.querySelector('evident-gallery').shadowRoot
      return activeElement && (activeElement.getAttribute('aria-label') ?? activeElement.querySelector('img')?.alt ?? activeElement.textContent)
    })()`)

  test('the keyboard opens, pages through and closes photos, and the focus returns', async () => {
    const { page, assertClean } = await open({ body: element('few') })
    const first = page.getByRole('button', { name: 'A kettle on a hob' })
    await first.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Photo 1 of 3').waitFor()
    await page.keyboard.press('ArrowRight')
    await dialog.getByText('Photo 2 of 3').waitFor()
    await dialog.getByText('Photo by \u2068Customer 2\u2069').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await dialog.getByText('Photo 3 of 3').waitFor()
    await page.keyboard.press('ArrowRight')
    await dialog.getByText('Photo 1 of 3').waitFor()
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('Tab')
      const at = await page.evaluate(`(() => {
        const { activeElement } = document.querySelector('evident-gallery').shadowRoot
        return activeElement === null ? 'browser' : activeElement.closest('dialog') ? 'dialog' : 'page'
      })()`)
      assert.notEqual(at, 'page')
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await focused(page), 'A kettle on a hob')
    assertClean()
  })

  test('author and shop texts are plain text, rewards are marked, and products are links', async () => {
    const { page, assertClean } = await open({ body: element('grid') })
    await page.getByRole('heading', { name: 'Seen at home' }).waitFor()
    await page.getByText('Send us yours. <i>raw</i> How').waitFor()
    await page.getByText('Received a reward for this review').waitFor()
    await page.getByRole('button', { name: 'A kettle on a hob' }).click()
    const dialog = page.getByRole('dialog', { name: 'Seen at home' })
    await dialog.getByText('Tea & <script>alert(1)</script>').waitFor()
    await dialog.getByText('Photo by \u2068<img src=x onerror=alert(1)>\u2069').waitFor()
    await dialog.getByText('Received a reward for this review').waitFor()
    const link = dialog.getByRole('link', { name: '<b>Enamel</b> kettle' })
    assert.equal(await link.getAttribute('href'), 'https://shop.example.com/kettle')
    await dialog.getByText('Tray').waitFor()
    assert.equal(await dialog.getByRole('link').count(), 1)
    await dialog.locator('img').evaluate('(image) => image.decode()')
    await assertAccessible(page, 'lightbox')
    await keep(page, 'lightbox')
    assert.equal(await page.evaluate('document.cookie + localStorage.length + sessionStorage.length'), '00')
    assertClean()
  })

  test('a swipe shows the next photo, and a tap does not', async () => {
    const { page, assertClean } = await open({ body: element('few') }, { width: 375, height: 700 })
    await page.getByRole('button', { name: 'A kettle on a hob' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Photo 1 of 3').waitFor()
    const box = await dialog.locator('img').boundingBox()
    assert.ok(box)
    const finger = await page.context().newCDPSession(page)
    const swipe = async (from: number, to: number) => {
      const y = box.y + box.height / 3
      const touch = (type: string, x?: number) =>
        finger.send('Input.dispatchTouchEvent', {
          type: type as 'touchStart',
          touchPoints: x === undefined ? [] : [{ x: box.x + x * box.width, y }],
        })
      await touch('touchStart', from)
      await touch('touchMove', (from + to) / 2)
      await touch('touchMove', to)
      await touch('touchEnd')
    }
    await swipe(0.5, 0.52)
    await swipe(0.8, 0.2)
    await dialog.getByText('Photo 2 of 3').waitFor()
    await swipe(0.2, 0.8)
    await dialog.getByText('Photo 1 of 3').waitFor()
    assertClean()
  })

  test('more photos load on demand, in the page and in the lightbox, each once', async () => {
    const { page, assertClean } = await open({ body: element('masonry') })
    const tiles = page.locator('evident-gallery li > button')
    await showAll(page)
    assert.equal(await tiles.count(), 24)
    await page.getByRole('button', { name: 'A kettle on a hob' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Photo 1 of 29').waitFor()
    for (let n = 2; n <= 25; n++) {
      await page.keyboard.press('ArrowRight')
      await dialog.getByText(`Photo ${n} of 29`).waitFor()
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await tiles.count(), 29)
    assert.equal(await page.getByRole('button', { name: 'Show more photos' }).count(), 0)
    const sources = await tiles.locator('img').evaluateAll((all) => all.map((image) => image.getAttribute('src')))
    assert.equal(new Set(sources).size, 29)
    assertClean()
  })

  test('the number of masonry columns follows the width, and every photo stays visible', async () => {
    const { page, assertClean } = await open({ body: element('masonry') })
    const columns = page.locator('evident-gallery .column')
    await page.getByRole('button', { name: 'A kettle on a hob' }).waitFor()
    assert.equal(await columns.count(), 3)
    await page.setViewportSize({ width: 375, height: 800 })
    await until(async () => (await columns.count()) === 2, 'two columns')
    assert.equal(await page.locator('evident-gallery li > button').count(), 24)
    assertClean()
  })

  test('a carousel scrolls by its buttons', async () => {
    const { page, assertClean } = await open({ body: element('carousel') })
    const first = page.getByRole('button', { name: 'A kettle on a hob' })
    await first.waitFor()
    const offset = `document.querySelector('evident-gallery').shadowRoot.querySelector('.carousel').scrollLeft`
    assert.equal(await page.evaluate(offset), 0, 'the row begins at its own start')
    const place = async () => (await first.boundingBox())?.x ?? 0
    const before = await place()
    await page.getByRole('button', { name: 'Next photo' }).click()
    await until(async () => (await place()) < before - 300, 'it has moved on')
    await page.getByRole('button', { name: 'Previous photo' }).click()
    await until(async () => Math.abs((await place()) - before) < 2, 'it is back')
    assertClean()
  })

  test('an empty, draft or unknown gallery shows nothing and takes no space', async () => {
    await shop.api.patch(`/galleries/${ids.few}`, { status: 'draft' })
    for (const body of [
      element('empty'),
      element('few'),
      `<evident-gallery store="${shop.storeEnvId}" gallery="x"></evident-gallery>`,
    ]) {
      const { page, settled, assertClean } = await open({ body: `${body}<p>below</p>` })
      const isSettled = `document.querySelector('evident-gallery').shadowRoot?.querySelector('.place > :not(section)') != null`
      await until(async () => Boolean(await page.evaluate(isSettled)), 'nothing is there')
      await settled()
      assert.equal(await page.evaluate(`document.querySelector('evident-gallery').shadowRoot.textContent`), '')
      assert.equal((await page.locator('evident-gallery').boundingBox())?.height, 0)
      assertClean(/404|400|Evident: /)
    }
    await shop.api.patch(`/galleries/${ids.few}`, { status: 'published' })
  })

  test('a gallery that failed to load shows an error and a retry', async () => {
    const { page, assertClean } = await openPage(browser, 'http://127.0.0.1:')
    await page.route('**/storefront/galleries/**', (route) => route.abort(), { times: 1 })
    await page.goto(pages.put({ script: 'gallery', body: element('few') }))
    await page.getByText('The photos could not be loaded.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'A kettle on a hob' }).waitFor()
    assertClean(/ERR_FAILED|Failed to fetch|Evident: /)
  })

  test('a gallery whose visitor is over the limit shows an error and a retry', async () => {
    const { page, assertClean } = await openPage(browser, 'http://127.0.0.1:')
    const over = { status: 429, json: { code: 'rate_limited', message: 'Too many requests.' } }
    await page.route('**/storefront/galleries/**', (route) => route.fulfill(over), { times: 1 })
    await page.goto(pages.put({ script: 'gallery', body: element('few') }))
    await page.getByText('The photos could not be loaded.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'A kettle on a hob' }).waitFor()
    assertClean(/429|Evident: /)
  })

  // The page sets its own colors, because the contrast is measured against them.
  const css = 'html { background: Canvas; color: CanvasText }'
  const looks = [
    ['grid', 'light', 'en', {}],
    ['grid', 'dark-375', 'en', { colorScheme: 'dark', width: 375, height: 800 }],
    ['masonry', 'german', 'de', {}],
    ['masonry', 'arabic-375', 'ar', { width: 375, height: 800 }],
    ['carousel', 'dark', 'en', { colorScheme: 'dark' }],
    ['carousel', 'arabic', 'ar', {}],
    ['carousel', '375', 'de', { width: 375, height: 800 }],
  ] as const
  for (const [layout, name, lang, look] of looks) {
    test(`nothing shifts while the gallery loads, and it fits the window: ${layout}, ${name}`, async () => {
      const dir = lang === 'ar' ? 'rtl' : 'ltr'
      const { page, settled, assertClean } = await open(
        { body: `${element(layout)}<p>below</p>`, lang, dir, css },
        look,
      )
      const title = lang === 'de' ? 'Bei euch zu Hause' : 'Seen at home'
      await page.getByRole('heading', { name: title }).waitFor()
      await settled()
      assert.deepEqual(await readShifts(page), [])
      await assertNoSidewaysScroll(page, name)
      await assertAccessible(page, name)
      await keep(page, `${layout}-${name}`)
      assertClean()
    })
  }
})
