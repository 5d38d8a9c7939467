import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { addReviews } from '#resources/reviews/reviews.testing.ts'
import { published, setHandle } from '#resources/web-pages/web-pages.testing.ts'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { assertAccessible, assertNoSidewaysScroll, launchBrowser, noBrowser, openPage } from './browser.ts'
import { addGalleryPhotos } from './gallery-photos.ts'

suite('hosted pages', { skip: noBrowser }, () => {
  let service: TestService
  let browser: Browser
  let shop: Shop
  let url: string

  before(async () => {
    const port = await freePort()
    service = await startService({ env: { PORT: String(port) } })
    await service.app.listen({ host: '127.0.0.1', port })
    shop = await service.shop('The Rather Long Name of a Hardware Shop')
    const photos = await addGalleryPhotos(service, shop, [{ author: 'Ada', incentive: 'coupon' }, { author: 'Ben' }])
    const mug = { platformProductId: 'mug', title: 'Mug', url: 'https://shop.example.com/mug', status: 'active' }
    await shop.api.put('/products', [mug])
    const [product] = (await shop.api.get('/products')).body.data
    const { id } = (
      await shop.api.post('/galleries', { name: 'G', title: 'At home', layout: 'masonry', status: 'published' })
    ).body
    const items = photos.map((reviewPhotoId) => ({ reviewPhotoId, productIds: [product.id] }))
    assert.equal((await shop.api.post(`/galleries/${id}/items`, { items })).status, 201)
    await setHandle(shop, 'hardware')
    const page = await published(shop.api, {
      title: 'From our customers',
      blocks: [{ type: 'gallery', galleryId: id }],
      variables: { '--evident-accent': '#43552f' },
    })
    url = page.url
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  for (const look of [{ width: 1280 }, { width: 375, colorScheme: 'dark' }] as const)
    test(`captions fit their columns, and the header fits one line, at ${look.width} px`, async () => {
      const { page, assertClean } = await openPage(browser, service.service.origin, look)
      await page.goto(url)
      const mark = page.getByText('Received a reward for this review')
      const [column, marked] = await Promise.all([page.locator('li', { has: mark }).boundingBox(), mark.boundingBox()])
      const author = await page.locator('li', { has: mark }).getByText('Photo by Ada').boundingBox()
      assert.ok(marked && author && marked.y - author.y - author.height >= 5, 'the mark has a distance from the author')
      const most = await page.locator('.evident-photos').evaluate((each) => getComputedStyle(each).columnCount)
      assert.equal(most, '3', "the gallery's own number of columns is the most")
      assert.ok(column && marked && marked.x + marked.width <= column.x + column.width + 1, 'the mark is in its column')
      const parts = page.locator('.evident-brand > a')
      const boxes = await parts.evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect),
      )
      assert.equal(boxes.length, 2)
      const [name, back] = boxes
      const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
      assert.ok(
        heading && name && heading.y - name.bottom >= 32,
        'the heading has a distance from the name of the shop',
      )
      assert.ok(name && back && back.left >= name.right && back.top < name.bottom, 'the way back is beside the name')
      const product = page.getByRole('link', { name: 'Mug' }).first()
      const line = () => product.evaluate((each) => getComputedStyle(each).textDecorationLine)
      assert.equal(await line(), 'none')
      await product.focus()
      assert.equal(await line(), 'underline')
      await assertAccessible(page, `a hosted page, ${look.width}`)
      await assertNoSidewaysScroll(page, `a hosted page, ${look.width}`)
      assertClean()
    })

  test('readers filter and sort reviews by links and the keyboard, without a script', async () => {
    const products = ['kettle', 'vase'].map((id) => ({
      ...{ platformProductId: id, title: `The ${id}`, url: `https://shop.example.com/${id}`, status: 'active' },
      imageUrl: `${service.service.origin}/media/none.webp`,
    }))
    await shop.api.put('/products', products)
    const ids = await Promise.all(
      products.map(async ({ platformProductId: id }) => (await shop.api.get(`/products/by-platform-id/${id}`)).body.id),
    )
    await addReviews(
      service,
      shop,
      [5, 3, 1, 5, 4].map((rating, n) => ({
        ...{ productId: ids[n % 2], rating, title: `Title ${n}`, body: 'Words.' },
        submittedAt: new Date(Date.UTC(2026, 9, n + 1)).toISOString(),
      })),
    )
    const blocks = [{ type: 'reviews', productIds: ids }]
    const { url: address } = await published(shop.api, { title: 'All of them', locale: 'en', blocks })
    for (const look of [{ width: 1280 }, { width: 375, colorScheme: 'dark' }] as const) {
      const page = await browser.newPage({ viewport: { width: look.width, height: 800 }, javaScriptEnabled: false })
      await page.goto(address)
      const titles = () => page.locator('.evident-review-title').allTextContents()
      assert.deepEqual(await titles(), ['Title 4', 'Title 3', 'Title 2', 'Title 1', 'Title 0'])
      await page.getByRole('link', { name: '5 ★ 2' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(/rating=5/)
      assert.deepEqual(await titles(), ['Title 3', 'Title 0'])
      assert.equal(
        await page.locator('[aria-current=true]').first().getAttribute('title'),
        '5 out of 5 stars: 2 reviews',
      )
      await page.getByRole('link', { name: 'Clear filters' }).click()
      await page.locator('summary', { hasText: 'Sort by Newest' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Lowest rating' }).click()
      await page.waitForURL(/sort=lowest/)
      await page.getByText('Sort by Lowest rating').waitFor()
      assert.deepEqual(await titles(), ['Title 2', 'Title 1', 'Title 4', 'Title 3', 'Title 0'])
      const picture = await page.locator('.evident-review-picture').first().boundingBox()
      const words = await page.getByText('Words.').first().boundingBox()
      assert.ok(picture && words && picture.x + picture.width <= words.x, 'the picture is beside the review')
      await page.close()
      const visible = await openPage(browser, service.service.origin, look)
      await visible.page.goto(`${address}?rating=5&sort=lowest`)
      await assertAccessible(visible.page, `a filtered page, ${look.width}`)
      await assertNoSidewaysScroll(visible.page, `a filtered page, ${look.width}`)
      await visible.page.locator('summary', { hasText: 'Sort by' }).click()
      await assertAccessible(visible.page, `the open orders, ${look.width}`)
      await assertNoSidewaysScroll(visible.page, `the open orders, ${look.width}`)
      await visible.page.context().close()
    }
  })
})
