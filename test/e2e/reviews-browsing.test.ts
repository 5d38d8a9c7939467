import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { aPhoto } from '../../server/resources/storefront/form/form.testing.ts'
import { assertAccessible, assertNoSidewaysScroll, launchBrowser, noBrowser, openPage } from './browser.ts'
import { readShifts, type ShopPages, serveShopPages, watchShifts } from './shop-pages.ts'

const shots = process.env.TEST_SCREENSHOTS

/** More reviews with photos than the strip loads. */
const photographers = 14

suite('photos and filters of the reviews widget', { skip: noBrowser }, () => {
  let service: TestService
  let browser: Browser
  let shop: Shop
  let pages: ShopPages

  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    const port = await freePort()
    service = await startService({ env: { PORT: String(port) }, now: new Date('2026-11-21T12:00:00Z') })
    await service.app.listen({ host: '127.0.0.1', port })
    pages = await serveShopPages(`http://127.0.0.1:${port}`)
    shop = await service.shop('Larkmoor')
    const owner = await shop.signedIn()
    assert.equal((await owner.patch(`/account/stores/${shop.storeEnvId}`, { origins: [pages.origin] })).status, 200)
    await fill(shop)
    if (shots) mkdirSync(shots, { recursive: true })
    browser = await launchBrowser()
  })

  after(async () => {
    await browser?.close()
    pages?.close()
    await service?.close()
  })

  const open = async (product: string, look: Parameters<typeof openPage>[2] = {}, lang = 'en') => {
    const watched = await openPage(browser, 'http://127.0.0.1:', look)
    await watchShifts(watched.page)
    // The API accepts no incentive, so the test adds one to the response, in the newest photo's review.
    await watched.page.route('**/reviews?*hasPhotos*', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      if (json.data[0]?.authorName === `Photographer ${photographers}`) json.data[0].incentive = 'coupon'
      await route.fulfill({ response, json })
    })
    const body = `<evident-reviews store="${shop.storeEnvId}" product="${product}"></evident-reviews>`
    await watched.page.goto(pages.put({ body, lang, above: 5 }))
    await watched.page.getByRole('article').first().waitFor()
    return watched
  }
  const shoot = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: join(shots, `browsing-${name}.png`) })
  }
  const dialogName = async (page: Page) => String(await page.getByRole('dialog').getAttribute('aria-label'))
  const authors = (page: Page) =>
    page.getByRole('article').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))

  for (const look of [{ width: 1280 }, { width: 375, height: 740, colorScheme: 'dark' }] as const)
    test(`one lightbox leads through all customer photos at ${look.width} px`, async () => {
      const { page, assertClean } = await open('mug', look)
      const strip = page.getByRole('list', { name: 'Customer photos' })
      assert.equal(await strip.getByRole('button').count(), 12)
      assert.deepEqual(await readShifts(page), [])
      await assertNoSidewaysScroll(page, 'the strip')
      await assertAccessible(page, 'the strip')
      await shoot(page, `strip-${look.width}`)
      const newest = strip.getByRole('button', { name: `Photo by Photographer ${photographers}` })
      await newest.press('Enter')
      assert.equal(await dialogName(page), `Photo 1 of 12+, Photographer ${photographers}`)
      const dialog = page.getByRole('dialog')
      await dialog.getByText(`Picture number ${photographers}.`).waitFor()
      await dialog.getByText('Verified purchase').waitFor()
      await dialog.getByText('Received a reward').waitFor()
      await dialog.getByText('Reply from Larkmoor').waitFor()
      await assertAccessible(page, 'the lightbox')
      await assertNoSidewaysScroll(page, 'the lightbox')
      await shoot(page, `lightbox-${look.width}`)
      // The focus stays inside the dialog. Tab leaves it only to the browser's own controls.
      for (let i = 0; i < 8; i++) {
        await page.keyboard.press('Tab')
        const isInside = `(() => { const root = document.querySelector('evident-reviews').shadowRoot
          return document.activeElement === document.body || root.querySelector('dialog').contains(root.activeElement) })()`
        assert.equal(await page.evaluate(isInside), true)
      }
      await dialog.getByRole('button', { name: 'Next photo' }).focus()
      for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight')
      await until(async () => (await dialogName(page)) === 'Photo 13 of 14, Photographer 2', 'the next page is loaded')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      assert.equal(await dialogName(page), `Photo 1 of 14, Photographer ${photographers}`)
      await swipe(page, -120)
      assert.equal(await dialogName(page), `Photo 2 of 14, Photographer ${photographers - 1}`)
      await swipe(page, 120)
      assert.equal(await dialogName(page), `Photo 1 of 14, Photographer ${photographers}`)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      const focused = `document.querySelector('evident-reviews').shadowRoot.activeElement.getAttribute('aria-label')`
      assert.equal(await page.evaluate(focused), `Photo by Photographer ${photographers}`)
      assertClean()
    })

  test("an older review's photo opens in the same lightbox, even if loading more photos fails", async () => {
    const { page, assertClean } = await open('mug')
    // The first press shows the whole list, the second one loads the rest.
    await page.getByRole('button', { name: 'Show more reviews' }).click()
    await page.getByRole('button', { name: 'Show more reviews' }).click()
    const older = page.getByRole('article', { name: 'Photographer 1', exact: true })
    await page.route('**/reviews?*hasPhotos*', (route) => route.abort())
    await older.getByRole('button', { name: 'Photo 1 of 1' }).click()
    await until(async () => (await dialogName(page)) === 'Photo 13 of 13, Photographer 1', 'the counter is final')
    await page.keyboard.press('ArrowLeft')
    assert.equal(await dialogName(page), 'Photo 12 of 13, Photographer 3')
    assertClean(/ERR_FAILED|Failed to fetch/)
  })

  test('no strip appears for a product with one photo or none', async () => {
    const { page } = await open('cup')
    assert.equal(await page.getByRole('list', { name: 'Customer photos' }).count(), 0)
    assert.deepEqual(await readShifts(page), [])
  })

  for (const look of [{ width: 1280 }, { width: 375, height: 740, colorScheme: 'dark' }] as const)
    test(`variant, answers, language and verification filter the list at ${look.width} px`, async () => {
      const { page, assertClean } = await open('cup', look)
      const chip = page.getByRole('button', { name: 'Filter', exact: true })
      assert.equal(await chip.getAttribute('aria-expanded'), 'false')
      await chip.press('Enter')
      const panel = page.getByRole('group', { name: 'Filter' })
      await panel.getByLabel('Variant').waitFor()
      assert.equal(await chip.getAttribute('aria-expanded'), 'true')
      await assertAccessible(page, 'the filters')
      await assertNoSidewaysScroll(page, 'the filters')
      await shoot(page, `filters-${look.width}`)
      const shows = (names: string[]) =>
        until(async () => (await authors(page)).join() === names.join(), `only ${names.join()} are shown`)
      await panel.getByLabel('Variant').selectOption({ label: 'Blue (2)' })
      await shows(['Ben', 'Cleo'])
      await panel.getByLabel('Size').selectOption({ label: '5 – Large (1)' })
      await shows(['Ben'])
      await panel.getByLabel('Size').selectOption({ label: 'Any' })
      await panel.getByLabel('Variant').selectOption({ label: 'Any' })
      await shows(['Ann', 'Ben', 'Dieter', 'Cleo'])
      await panel.getByLabel('Use').selectOption({ label: 'Coffee (1)' })
      await shows(['Cleo'])
      await panel.getByRole('button', { name: 'Clear filters' }).click()
      await panel.getByLabel('Language').selectOption({ label: 'German (2)' })
      await shows(['Dieter', 'Cleo'])
      await panel.getByLabel('Variant').selectOption({ label: 'Red (1)' })
      await page.getByText('No matching reviews.').waitFor()
      await panel.getByRole('button', { name: 'Clear filters' }).click()
      await panel.getByLabel('Verified purchase').check()
      await shows(['Ann', 'Ben', 'Cleo'])
      assertClean()
    })

  test('on a phone one row has the filters and the order, and the open filters have the search', async () => {
    const { page } = await open('mug', { width: 375, height: 740 })
    const controls = [
      page.getByRole('button', { name: 'Filter', exact: true }),
      page.getByRole('button', { name: 'With photos' }),
      page.getByRole('combobox', { name: 'Sort by' }),
    ]
    const tops = await Promise.all(controls.map(async (each) => (await each.boundingBox())?.y))
    assert.deepEqual(new Set(tops).size, 1, tops.join())
    const search = page.getByRole('searchbox', { name: 'Search reviews' })
    assert.equal(await search.isVisible(), false)
    await shoot(page, 'one-row')
    await controls[0]?.click()
    await page.getByRole('group', { name: 'Filter' }).waitFor()
    await search.fill('Picture')
    await search.press('Enter')
    await controls[0]?.click()
    await page.getByRole('group', { name: 'Filter' }).waitFor({ state: 'detached' })
    assert.ok(await search.isVisible(), 'a search in use stays visible')
  })

  test('filters that fail to load can be retried', async () => {
    const { page, assertClean } = await open('cup')
    await page.route('**/review-filters*', (route) => route.abort())
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const panel = page.getByRole('group', { name: 'Filter' })
    await panel.getByRole('alert').waitFor()
    await page.unroute('**/review-filters*')
    await panel.getByRole('button', { name: 'Try again' }).click()
    await panel.getByLabel('Variant').waitFor()
    assertClean(/ERR_FAILED|Failed to fetch/)
  })

  test('for a list with pooled reviews, the filters are requested with the same pool', async () => {
    const { page, assertClean } = await openPage(browser, 'http://127.0.0.1:')
    const body = `<evident-reviews store="${shop.storeEnvId}" product="cup" pool="all"></evident-reviews>`
    await page.goto(pages.put({ body, lang: 'en', above: 5 }))
    await page.getByRole('article').first().waitFor()
    const asked = page.waitForRequest('**/review-filters*')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    assert.equal(new URL((await asked).url()).searchParams.get('pool'), 'all')
    await page.getByRole('group', { name: 'Filter' }).getByLabel('Variant').waitFor()
    assertClean()
  })

  test("reviews in the shopper's language come first, and the widget says so", async () => {
    const english = await open('cup')
    assert.deepEqual(await authors(english.page), ['Ann', 'Ben', 'Dieter', 'Cleo'])
    const german = await open('cup', {}, 'de')
    assert.deepEqual(await authors(german.page), ['Dieter', 'Cleo', 'Ann', 'Ben'])
    await german.page.getByText('So werden diese Bewertungen geprüft').click()
    await german.page.getByText('Bewertungen in deiner Sprache stehen zuerst').waitFor()
  })
})

const swipe = (page: Page, by: number) =>
  page.evaluate(`(() => {
    const stage = document.querySelector('evident-reviews').shadowRoot.querySelector('.stage')
    const touch = (x) => new Touch({ identifier: 1, target: stage, clientX: x, clientY: 200 })
    stage.dispatchEvent(new TouchEvent('touchstart', { touches: [touch(200)], changedTouches: [touch(200)], bubbles: true }))
    stage.dispatchEvent(new TouchEvent('touchend', { changedTouches: [touch(${200 + by})], bubbles: true }))
  })()`)

async function fill(shop: Shop): Promise<void> {
  const variants = ['Red', 'Blue'].map((title) => ({ platformVariantId: title, title }))
  await shop.api.put('/products', [
    { platformProductId: 'mug', title: 'Mug' },
    { platformProductId: 'cup', title: 'Cup', variants },
  ])
  const { body } = await shop.api.put('/reviews/attributes', {
    attributes: [
      { kind: 'scale', label: 'Size', lowLabel: 'Small', highLabel: 'Large' },
      { kind: 'choice', label: 'Use', choices: ['Tea', 'Coffee'] },
    ],
  })
  const [size, use] = body.attributes.map(({ id }: { id: string }) => id)
  const photo = await aPhoto(600, 400)
  for (let n = 1; n <= photographers; n++) {
    const { body, text } = await shop.api.call('POST', '/uploads', photo, { 'content-type': 'image/jpeg' })
    assert.ok(body.id, text)
    const isLast = n === photographers
    const email = `photographer${n}@example.com`
    if (isLast) await order(shop, { platformOrderId: 'p', email }, { platformProductId: 'mug' })
    const id = await review(shop, {
      ...{ platformProductId: 'mug', authorName: `Photographer ${n}`, authorEmail: email, photoIds: [body.id] },
      body: `Picture number ${n}. ${isLast ? 'It holds a whole pot of tea, and the handle stays cool. '.repeat(12) : ''}`,
      submittedAt: `2026-11-${String(n).padStart(2, '0')}T08:00:00Z`,
    })
    if (isLast) await shop.api.put(`/reviews/${id}`, { reply: { body: 'What a lovely table.' } })
  }
  const cups = [
    { authorName: 'Cleo', variant: 'Blue', locale: 'de', attributes: [{ id: use, value: 1 }] },
    { authorName: 'Dieter', locale: 'de-AT' },
    { authorName: 'Ben', variant: 'Blue', locale: 'en', attributes: [{ id: size, value: 5 }] },
    { authorName: 'Ann', variant: 'Red', locale: 'en-GB', attributes: [{ id: size, value: 3 }] },
  ]
  for (const [i, { variant, ...cup }] of cups.entries()) {
    const email = `${cup.authorName}@example.com`
    const row = { platformOrderId: cup.authorName, email }
    const orderId = variant && (await order(shop, row, { platformProductId: 'cup', platformVariantId: variant }))
    await review(shop, {
      ...{ platformProductId: 'cup', body: 'A cup.', authorEmail: email, submittedAt: `2026-11-1${i}T08:00:00Z` },
      ...cup,
      ...(orderId && { orderId }),
    })
  }
}

async function order(shop: Shop, row: { platformOrderId: string; email: string }, line: object): Promise<string> {
  const lineItems = [{ ...line, quantity: 1 }]
  const { body, text } = await shop.api.put('/orders', [{ placedAt: '2026-11-01T00:00:00Z', ...row, lineItems }])
  assert.equal(body.failed, 0, text)
  const listed = (await shop.api.get('/orders?limit=100')).body.data as { id: string; platformOrderId: string }[]
  return String(listed.find(({ platformOrderId }) => platformOrderId === row.platformOrderId)?.id)
}

async function review(shop: Shop, more: object): Promise<string> {
  const { status, body, text } = await shop.api.post('/reviews', { rating: 5, ...more })
  assert.equal(status, 201, text)
  assert.equal((await shop.api.put(`/reviews/${body.id}`, { status: 'approved' })).status, 200)
  return body.id
}
