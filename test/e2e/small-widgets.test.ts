import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { aPhoto } from '../../server/resources/storefront/form/form.testing.ts'
import { assertAccessible, assertNoSidewaysScroll, launchBrowser, noBrowser, openPage } from './browser.ts'
import { readShifts, type ShopPages, serveShopPages, watchShifts } from './shop-pages.ts'

const shots = process.env.TEST_SCREENSHOTS

suite('the small widgets', { skip: noBrowser }, () => {
  let service: TestService
  let browser: Browser
  let shop: Shop
  let pages: ShopPages
  let store: string

  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    const port = await freePort()
    service = await startService({ env: { PORT: String(port) }, now: new Date('2026-11-21T12:00:00Z') })
    await service.app.listen({ host: '127.0.0.1', port })
    pages = await serveShopPages(`http://127.0.0.1:${port}`)
    shop = await service.shop('Larkmoor')
    const owner = await shop.signedIn()
    await owner.patch(`/account/stores/${shop.storeEnvId}`, { origins: [pages.origin] })
    store = `store="${shop.storeEnvId}"`
    await fill(shop)
    if (shots) mkdirSync(shots, { recursive: true })
    browser = await launchBrowser()
  })

  after(async () => {
    await browser?.close()
    pages?.close()
    await service?.close()
  })

  type Look = Parameters<typeof openPage>[2]
  const open = async (page: Parameters<ShopPages['put']>[0], look: Look = {}) => {
    const watched = await openPage(browser, 'http://127.0.0.1:', look)
    await watchShifts(watched.page)
    await watched.page.goto(pages.put({ above: 4, ...page }))
    return watched
  }
  const shoot = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: join(shots, `small-${name}.png`), fullPage: true })
  }
  const carousel = (more = '') => ({
    body: `<evident-carousel ${store} ${more}></evident-carousel><p>Below</p>`,
    script: 'carousel',
  })

  test('a carousel does not play by default, includes every rating, and states total and average', async () => {
    const { page, assertClean } = await open(carousel('limit="5"'))
    const region = page.getByRole('region', { name: 'Customer reviews' })
    await region.getByText('5 of 8 shown').waitFor()
    await region.getByText('Average of all: 3.8 out of 5').waitFor()
    await region.getByText('Newest first').waitFor()
    const articles = region.getByRole('article')
    assert.equal(await articles.count(), 5)
    assert.equal(await articles.getByRole('img', { name: '1 out of 5 stars' }).count(), 1)
    await region.getByText('<img src=x onerror=alert(1)>').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Pause' }).count(), 0)
    const record = region.getByRole('link', { name: 'How these reviews are checked' })
    assert.equal(await record.getAttribute('href'), `${service.service.origin}/evidence/${shop.storeEnvId}`)
    assert.deepEqual(await readShifts(page), [])
    assert.equal(await page.evaluate('document.cookie + localStorage.length + sessionStorage.length'), '00')
    await assertAccessible(page, 'carousel')
    await shoot(page, 'carousel')
    assertClean()
  })

  test('a card of a long review still shows author and product', async () => {
    const { page } = await open(carousel())
    const articles = page.getByRole('region', { name: 'Customer reviews' }).getByRole('article')
    await articles.first().waitFor()
    const hidden = await articles.evaluateAll((cards) => {
      for (const card of cards)
        for (const body of card.querySelectorAll('.body')) body.textContent = 'Words. '.repeat(200)
      const end = (element: Element | null) => element?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY
      return cards.filter((card) => end(card.querySelector('footer')) > end(card.closest('ul'))).length
    })
    assert.equal(hidden, 0)
  })

  const left = (page: Page) =>
    page.evaluate(`Math.round(document.querySelector('evident-carousel').shadowRoot.querySelector('ul').scrollLeft)`)

  test('cards are paged by buttons and by keyboard', async () => {
    const { page } = await open(carousel())
    await page.getByRole('button', { name: 'Next' }).press('Enter')
    await until(async () => Number(await left(page)) > 100)
    await page.getByRole('button', { name: 'Previous' }).click()
    await until(async () => Number(await left(page)) === 0)
    await page.getByRole('list', { name: 'Customer reviews' }).focus()
    await page.keyboard.press('ArrowRight')
    await until(async () => Number(await left(page)) > 0)
  })

  test('a carousel of the highest ratings says that it is a selection', async () => {
    const { page } = await open(carousel('sort="highest" limit="2" href="/reviews"'))
    await page.getByText('Highest rating first').waitFor()
    await page.getByText('2 of 8 shown').waitFor()
    await page.getByText('Average of all: 3.8 out of 5').waitFor()
    assert.equal(await page.getByRole('link', { name: 'All reviews' }).getAttribute('href'), '/reviews')
  })

  test('a playing carousel can be paused, and never plays with reduced motion', async () => {
    const { page } = await open(carousel('autoplay="4"'))
    await page.getByRole('button', { name: 'Pause' }).press('Enter')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.reload()
    await page.getByRole('button', { name: 'Next' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Pause' }).count(), 0)
  })

  test('a badge shows the average of the store or of a product', async () => {
    const body = `<evident-badge ${store} href="/reviews"></evident-badge> <evident-badge ${store} product="cup"></evident-badge>`
    const { page, assertClean } = await open({ body, script: 'badge' })
    await page.getByRole('img', { name: '3.8 out of 5 stars' }).waitFor()
    await page.getByRole('link', { name: 'Reviews: 8' }).waitFor()
    await page.getByRole('img', { name: '5.0 out of 5 stars' }).waitFor()
    await page.getByText('Reviews: 1').waitFor()
    assert.deepEqual(await readShifts(page), [])
    await assertAccessible(page, 'badge')
    await shoot(page, 'badge')
    assertClean()
  })

  test('a product without reviews has no badge', async () => {
    const { page } = await open({ body: `<evident-badge ${store} product="new"></evident-badge>`, script: 'badge' })
    await page.waitForLoadState('networkidle')
    assert.equal(await page.getByRole('img').count(), 0)
  })

  test('a tab opens all reviews above the page, loads more, and returns the focus', async () => {
    await shop.api.put('/placements/settings', { reviews: { pageSize: 5 } })
    const { page, assertClean } = await open({ body: `<evident-tab ${store}></evident-tab>`, script: 'tab' })
    const tab = page.getByRole('button', { name: '3.8 · 8 reviews. Customer reviews: 3.8 out of 5 stars' })
    await shoot(page, 'tab')
    await tab.waitFor()
    assert.deepEqual(await readShifts(page), [])
    const panel = page.getByRole('dialog', { name: 'Customer reviews' })
    // Chromium counts a shift as unexpected if it happens more than half a second after a press.
    let slowestMs = 0
    const press = async (button: Locator, shown: string) => {
      const pressedAt = performance.now()
      await button.press('Enter')
      await panel.getByText(shown).waitFor()
      slowestMs = Math.max(slowestMs, performance.now() - pressedAt)
    }
    await press(tab, '5 of 8 shown')
    await panel.getByText('Average of all: 3.8 out of 5').waitFor()
    await assertAccessible(page, 'tab')
    await shoot(page, 'tab-open')
    await press(panel.getByRole('button', { name: 'Show more reviews' }), '8 of 8 shown')
    assert.equal(await panel.getByRole('article').count(), 8)
    await panel.getByText('Thank you, Uno.').waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    const focused = await page.evaluate(`document.querySelector('evident-tab').shadowRoot.activeElement.className`)
    assert.equal(focused, 'tab')
    if (slowestMs < 400) assert.deepEqual(await readShifts(page), [])
    assertClean()
  })

  test('on a wide page the tab is vertical, within the margin', async () => {
    const { page } = await open({ body: `<evident-tab ${store}></evident-tab>`, script: 'tab' }, { width: 1280 })
    const tab = page.getByRole('button', { name: '3.8 · 8 reviews. Customer reviews: 3.8 out of 5 stars' })
    const { x = 0, width = 0, height = 0 } = (await tab.boundingBox()) ?? {}
    assert.ok(x >= 1208 && width >= 44 && height > 100, `${x}, ${width} × ${height}`)
    await shoot(page, 'tab-wide')
  })

  test('on a phone the tab shows only the average, and its name stays complete', async () => {
    const { page } = await open({ body: `<evident-tab ${store}></evident-tab>`, script: 'tab' }, { width: 375 })
    const tab = page.getByRole('button', { name: '3.8 · 8 reviews. Customer reviews: 3.8 out of 5 stars' })
    await tab.waitFor()
    const texts = tab.locator('span')
    assert.deepEqual(await Promise.all([0, 1, 2].map((i) => texts.nth(i).isVisible())), [true, true, false])
    assert.match((await tab.textContent()) ?? '', /^★ 3\.8 · 8 reviews$/)
    const { width = 0, height = 0 } = (await tab.boundingBox()) ?? {}
    assert.ok(width <= 100 && height >= 44, `${width} × ${height}`)
  })

  test('customer photos form a strip, open large, respond to arrow keys, and link their review', async () => {
    const body = `<evident-photos ${store} product="mug"></evident-photos><evident-reviews ${store} product="mug"></evident-reviews>
      <script type="module" src="${service.service.origin}/widgets/v1/photos.js"></script>`
    const { page, assertClean } = await open({ body })
    const photos = page.getByRole('region', { name: 'Photos of our customers' })
    await photos.getByRole('button', { name: 'Photo by ⁨Photo Graph⁩' }).first().waitFor()
    assert.equal(await photos.getByRole('listitem').count(), 2)
    await page.getByRole('article', { name: 'Photo Graph' }).waitFor()
    await page.evaluate(`document.querySelector('evident-photos').setAttribute('limit', '5')`)
    await photos.getByRole('button', { name: 'Photo by ⁨Photo Graph⁩' }).first().press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Photo 1 of 2').waitFor()
    await page.keyboard.press('ArrowRight')
    await dialog.getByText('Photo 2 of 2').waitFor()
    await dialog.getByText('See for yourself.').waitFor()
    await assertAccessible(page, 'photos')
    await shoot(page, 'photos-open')
    await dialog.getByRole('button', { name: 'Read this review' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const focused = () => page.evaluate(`document.querySelector('evident-reviews').shadowRoot.activeElement?.ariaLabel`)
    await until(async () => (await focused()) === 'Photo Graph')
    await shoot(page, 'photos')
    assertClean()
  })

  const views = [
    [
      'German, 375 px',
      { lang: 'de' },
      { width: 375, height: 800 },
      'Kundenbewertungen',
      'Durchschnitt aller: 3,8 von 5',
    ],
    ['Arabic', { lang: 'ar', dir: 'rtl' }, {}, 'تقييمات العملاء', 'متوسط الكل: 3.8 من 5'],
    [
      'English in the dark',
      { lang: 'en' },
      { colorScheme: 'dark' },
      'Customer reviews',
      'Average of all: 3.8 out of 5',
    ],
  ] as const

  for (const [name, page, look, heading, average] of views) {
    test(`${name}: rendered, accessible, never wider than the window, and without layout shifts`, async () => {
      const body = `<evident-carousel ${store}></evident-carousel><evident-badge ${store}></evident-badge><evident-tab ${store}></evident-tab>
        <script type="module" src="${service.service.origin}/widgets/v1/badge.js"></script>
        <script type="module" src="${service.service.origin}/widgets/v1/tab.js"></script>`
      const watched = await open({ ...page, body, script: 'carousel' }, look)
      await watched.page.getByRole('heading', { name: heading }).waitFor()
      await watched.page.getByText(average).first().waitFor()
      assert.deepEqual(await readShifts(watched.page), [])
      await assertAccessible(watched.page, name)
      await assertNoSidewaysScroll(watched.page, name)
      await shoot(watched.page, name.replace(/\W+/g, '-'))
      await watched.page.locator('evident-tab button').click()
      await watched.page.getByRole('dialog').getByRole('article').first().waitFor()
      await shoot(watched.page, `${name.replace(/\W+/g, '-')}-tab`)
      watched.assertClean()
    })
  }
})

async function fill(shop: Shop): Promise<void> {
  await shop.api.put('/products', [
    { platformProductId: 'mug', title: 'Stoneware mug', url: 'https://shop.example.com/mug' },
    { platformProductId: 'cup', title: 'Cup' },
    { platformProductId: 'new', title: 'New in the shop' },
  ])
  const photoIds = [await upload(shop), await upload(shop)]
  const uno = await review(shop, { platformProductId: 'cup', authorName: 'Uno', body: 'Small.' })
  await shop.api.put(`/reviews/${uno}`, { reply: { body: 'Thank you, Uno.' } })
  for (const rating of [4, 4]) await review(shop, { authorName: `Reader ${rating}`, rating })
  await review(shop, { authorName: 'Photo Graph', rating: 5, body: 'See for yourself.', photoIds })
  await review(shop, { authorName: 'Bob', rating: 1, title: 'Leaks', body: 'Leaks at the handle.' })
  await review(shop, {
    ...{ authorName: 'Mal', rating: 5, title: '<img src=x onerror=alert(1)>' },
    body: '<script>alert(1)</script>',
  })
  await review(shop, { authorName: 'Long', rating: 2, body: 'It has been on my desk every day since. '.repeat(20) })
  await review(shop, { authorName: 'Ada Brook', rating: 4, title: 'Warm', body: 'Keeps tea hot for an hour.' })
}

let authors = 0

async function review(shop: Shop, more: object): Promise<string> {
  const made = await shop.api.post('/reviews', {
    ...{ platformProductId: 'mug', rating: 5, body: `Good, ${authors}.`, authorName: 'Ann' },
    ...{ authorEmail: `author${++authors}@example.com`, ...more },
  })
  assert.equal(made.status, 201, made.text)
  assert.equal((await shop.api.put(`/reviews/${made.body.id}`, { status: 'approved' })).status, 200)
  return made.body.id
}

async function upload(shop: Shop): Promise<string> {
  const { status, body, text } = await shop.api.call('POST', '/uploads', await aPhoto(800, 600), {
    'content-type': 'image/jpeg',
  })
  assert.equal(status, 201, text)
  return body.id
}
