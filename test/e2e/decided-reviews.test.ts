import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { photo } from '#test/pictures.ts'
import { until } from '#test/until.ts'
import { type Admin, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'
import { type ShopPages, serveShopPages } from './shop-pages.ts'

/** The inbox sends a decision within four seconds, because merchants reload the shop within six seconds. */
const sentAfterMs = 4_000
const names = ['reviews', 'stars', 'badge', 'carousel', 'tab', 'photos', 'faq', 'placements'] as const

suite('a decided review in the shop', { skip: noBrowser }, () => {
  let admin: Admin
  let pages: ShopPages
  let shopAddress: string
  let reviewId: string

  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    admin = await startAdmin()
    const { api, storeEnvId, signedIn } = admin.shop
    pages = await serveShopPages(admin.origin)
    const owner = await signedIn()
    await owner.patch(`/account/stores/${storeEnvId}`, { origins: [pages.origin] })
    await api.put('/products', [{ platformProductId: 'mug', title: 'Stoneware mug', url: `${pages.origin}/mug` }])
    const jpeg = await (await photo(600, 400)).jpeg().toBuffer()
    const upload = await api.call('POST', '/uploads', jpeg, { 'content-type': 'image/jpeg' })
    const made = await api.post('/reviews', {
      ...{ platformProductId: 'mug', rating: 4, body: 'Keeps tea hot for an hour.', photoIds: [upload.body.id] },
      ...{ authorName: 'Ada Brook', authorEmail: 'ada@example.com' },
    })
    assert.equal(made.status, 201, made.text)
    reviewId = made.body.id
    await admin.service.runJobs()
    const of = `store="${storeEnvId}" product="mug"`
    const elements = names.slice(0, -1).map((name) => `<evident-${name} ${of}></evident-${name}>`)
    shopAddress = pages.put({
      script: 'reviews',
      body: `${elements.join('')}<div id="place"></div>${names
        .map(
          (name) =>
            `<script type="module" src="${admin.origin}/widgets/v1/${name}.js" data-store="${storeEnvId}"></script>`,
        )
        .join('')}`,
    })
  })

  after(async () => {
    pages?.close()
    await admin?.close()
  })

  const browserPage = async () => {
    const { page } = await admin.openUnknown()
    return page
  }
  const decideInInbox = async (key: string, ...more: string[]) => {
    const { page } = await admin.open()
    await page.clock.install()
    await page.goto(admin.path(`/reviews/${reviewId}?status=all`))
    await page.getByRole('article', { name: 'Review by Ada Brook' }).waitFor()
    for (const each of [key, ...more]) await page.keyboard.press(each)
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.clock.runFor(sentAfterMs)
    return page
  }
  const statusIs = (status: string) =>
    until(async () => (await admin.shop.api.get(`/reviews/${reviewId}`)).body.status === status)
  const shown = {
    stars: (page: Page) => page.locator('evident-stars').getByRole('img'),
    reviews: (page: Page) => page.locator('evident-reviews').getByRole('article'),
    badge: (page: Page) => page.locator('evident-badge').getByRole('img'),
    carousel: (page: Page) => page.locator('evident-carousel').getByRole('article'),
    tab: (page: Page) => page.locator('evident-tab').getByRole('button'),
    photos: (page: Page) => page.locator('evident-photos').getByRole('button', { name: /Photo by/ }),
  }
  const count = async (page: Page) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(shown).map(async ([name, find]) => [name, Math.min(1, await find(page).count())] as const),
      ),
    )
  const all = (n: number) => Object.fromEntries(Object.keys(shown).map((name) => [name, n]))
  const becomes = async (page: Page, n: number) => {
    const wanted = JSON.stringify(all(n))
    await until(async () => JSON.stringify(await count(page)) === wanted).catch(async () =>
      assert.deepEqual(await count(page), all(n)),
    )
  }

  test('the first reload shows an approved review in every widget and drops a rejected one', async () => {
    const page = await browserPage()
    await page.goto(shopAddress)
    await page.getByText('No reviews yet').first().waitFor()
    await becomes(page, 0)
    const inbox = await decideInInbox('a')
    await statusIs('approved')
    await inbox.getByText('Live in your shop.').waitFor()
    const opening = inbox.context().waitForEvent('page')
    await inbox.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'View' }).click()
    assert.equal((await opening).url(), `${pages.origin}/mug#evident-review-${reviewId}`)
    await page.reload()
    await becomes(page, 1)
    const rejecting = await decideInInbox('r', 'Enter')
    await statusIs('rejected')
    assert.equal(await rejecting.getByText('Live in your shop.').count(), 0)
    await page.reload()
    await page.getByText('No reviews yet').first().waitFor()
    await becomes(page, 0)
  })

  test('the link of the toast scrolls to the review and marks it, also on a later page', async () => {
    const { api } = admin.shop
    for (let i = 0; i < 12; i++) {
      const made = await api.post('/reviews', {
        ...{ platformProductId: 'mug', rating: 5, body: `Newer words ${i}`, authorName: `Reader ${i}` },
        authorEmail: `reader-${i}@example.com`,
      })
      await api.put(`/reviews/${made.body.id}`, { status: 'approved' })
    }
    await api.put(`/reviews/${reviewId}`, { status: 'approved' })
    const page = await browserPage()
    await page.goto(`${shopAddress}#evident-review-${reviewId}`)
    const sought = page.locator('evident-reviews').getByRole('article', { name: 'Ada Brook' })
    await sought.waitFor()
    await until(async () => (await sought.evaluate((article) => article.matches(':focus'))) === true)
    assert.match(await sought.evaluate((article) => article.getAttribute('style') ?? ''), /outline/)
    const box = await sought.boundingBox()
    assert.ok(box && box.y >= 0 && box.y < (page.viewportSize()?.height ?? 0), JSON.stringify(box))
    await page.goto(`${shopAddress}?other#evident-review-unknown`)
    await page.locator('evident-reviews').getByRole('article').nth(12).waitFor()
    for (let i = 0; i < 12; i++) {
      const { body } = await api.get(`/reviews?q=${encodeURIComponent(`Newer words ${i}`)}`)
      for (const { id } of body.data) await api.delete(`/reviews/${id}`)
    }
    await api.put(`/reviews/${reviewId}`, { status: 'rejected' })
  })

  test('the first reload shows a published answer and a published placement', async () => {
    const { api } = admin.shop
    const page = await browserPage()
    await page.goto(shopAddress)
    await page.getByText('No reviews yet').first().waitFor()
    const faq = await api.post('/faqs', { question: 'Is it dishwasher safe?', answer: 'Yes.', status: 'published' })
    assert.equal(faq.status, 201, faq.text)
    const placement = await api.post('/placements', {
      ...{ name: 'Below', widget: 'faq', pageType: 'any', selector: '#place', insert: 'append' },
      ...{ status: 'published', settings: { heading: 'Asked often' } },
    })
    assert.equal(placement.status, 201, placement.text)
    await page.reload()
    await page.locator('evident-faq').first().getByText('Is it dishwasher safe?').waitFor()
    await page.locator('#place').getByText('Asked often').waitFor()
  })

  test("a repeated visit without a reload uses the browser's cache", async () => {
    const page = await browserPage()
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const answers: { url: string; isCached: boolean }[] = []
    session.on('Network.responseReceived', ({ response: { url, fromDiskCache } }) => {
      if (url.includes('/api/v1/storefront/')) answers.push({ url, isCached: fromDiskCache === true })
    })
    const visit = async () => {
      answers.length = 0
      await page.goto(shopAddress)
      await page.getByText('No reviews yet').first().waitFor()
      await page.waitForLoadState('networkidle')
      return answers.filter(({ url }) => /\/(?:reviews|summary|config)\?/.test(url))
    }
    assert.ok((await visit()).length >= 3)
    await page.goto('about:blank')
    const repeated = await visit()
    assert.ok(repeated.length >= 3)
    assert.deepEqual(
      repeated.filter(({ isCached }) => !isCached),
      [],
    )
  })
})
