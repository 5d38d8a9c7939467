import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { freePort } from '#test/free-port.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'
import { assertAccessible, assertNoSidewaysScroll, launchBrowser, noBrowser, openPage } from './browser.ts'

const shots = process.env.TEST_SCREENSHOTS

/** Returns words that are broken across lines. A range around a word on one line has one box. */
const findBrokenWords = (cells: Element[]) =>
  cells.flatMap((cell) => {
    const text = cell.firstChild
    if (!text) return []
    return [...(text.nodeValue ?? '').matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
      const range = cell.ownerDocument.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return range.getClientRects().length > 1 ? [word] : []
    })
  })

suite('the public evidence page', { skip: noBrowser }, () => {
  let service: TestService
  let browser: Browser
  let shop: Shop
  let origin: string

  before(async () => {
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    service = await startService({ env: { PORT: String(port) } })
    await service.app.listen({ host: '127.0.0.1', port })
    shop = await service.shop('Larkmoor')
    if (shots) mkdirSync(shots, { recursive: true })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  test('the page starts with a sentence on the record, the numbers behind it and a lookup, and the proofs are collapsed', async () => {
    const url = `${origin}/evidence/${shop.storeEnvId}`
    const empty = await openPage(browser, origin)
    await empty.page.goto(url)
    await empty.page.getByText('Reviews shown here: 0.').waitFor()
    await empty.page.getByRole('link', { name: /^Back to .*Larkmoor/ }).waitFor()
    await assertAccessible(empty.page, 'the empty page')
    const productId = await addProduct(shop)
    const statuses = ['approved', 'approved', 'approved', 'rejected', 'spam', 'pending'] as const
    await addReviews(
      service,
      shop,
      statuses.map((status) => ({ productId, rating: 4, status })),
    )
    assert.equal((await shop.api.put('/evidence/settings', { publicMeter: true })).status, 200)
    for (const look of [{ width: 1280 }, { width: 375, colorScheme: 'dark' }] as const)
      for (const locale of ['en', 'de', 'ar']) {
        const { page, assertClean } = await openPage(browser, origin, { ...look, locale })
        await page.goto(url)
        await page.locator('.sentence').waitFor()
        if (locale === 'en') {
          await page.getByText('Every step of a review is recorded, and changes').waitFor()
          await page.getByText('3 of 6 reviews are shown.').waitFor()
          assert.deepEqual(await page.locator('.tiles dt').allTextContents(), [
            'Rejected',
            'Spam',
            'Deleted',
            'Waiting',
          ])
        }
        const button = await page.locator('#lookup button').boundingBox()
        assert.ok(button && button.y + button.height <= 800, `the lookup ends at ${button && button.y + button.height}`)
        const field = await page.locator('#lookup input').boundingBox()
        assert.ok(field && (look.width > 375 || button.width === field.width), 'on phones the field has the full width')
        assert.deepEqual(await page.locator('th').evaluateAll(findBrokenWords), [])
        assert.deepEqual(
          (await page.locator('.tiles dd').allTextContents()).map((text) =>
            text.replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit))),
          ),
          ['1', '1', '0', '1'],
        )
        const proofs = page.locator('details')
        assert.equal(await proofs.first().getAttribute('open'), null)
        await proofs.first().locator('summary').press('Enter')
        assert.notEqual(await proofs.first().getAttribute('open'), null)
        await assertAccessible(page, `the page in ${locale}`)
        await assertNoSidewaysScroll(page, `the page in ${locale}`)
        if (shots) await page.screenshot({ path: join(shots, `evidence-${locale}-${look.width}.png`), fullPage: true })
        assertClean()
      }
  })

  test('the page opens on the shortest comparable period, and another one is a link away', async () => {
    const store = await service.shop('Slowbury')
    const productId = await addProduct(store)
    const now = service.service.clock.now().getTime()
    const rows = (rating: number, status: 'approved' | 'rejected', days: number, count: number) =>
      Array.from({ length: count }, () => ({
        ...{ productId, rating, status, submittedAt: new Date(now - days * day).toISOString() },
      }))
    await addReviews(service, store, [
      ...rows(1, 'rejected', 60, 4),
      ...rows(2, 'approved', 60, 8),
      ...rows(5, 'approved', 2, 30),
    ])
    const url = `${origin}/evidence/${store.storeEnvId}`
    assert.equal((await store.api.put('/evidence/settings', { publicMeter: true })).status, 200)
    for (const look of [{ width: 1280 }, { width: 375, colorScheme: 'dark' }] as const)
      for (const locale of ['en', 'de', 'ar']) {
        const { page, assertClean } = await openPage(browser, origin, { ...look, locale })
        await page.goto(url)
        const periods = page.locator('#withheld nav a')
        assert.deepEqual(await periods.evaluateAll((all) => all.map((each) => each.getAttribute('aria-current'))), [
          null,
          'true',
          null,
        ])
        const bars = page.locator('.groups .bar')
        const drawn = await bars.evaluateAll((all) =>
          all.map((bar) => {
            const [whole = 0, part = 0] = [...bar.children].map((rect) => rect.getBoundingClientRect().width)
            return Math.round((part / whole) * 100)
          }),
        )
        assert.deepEqual(drawn, [33, 0], 'the bars show the shares')
        if (look.width === 375) {
          const heights = await page
            .locator('#withheld tbody tr')
            .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
          assert.ok(Math.max(...heights) <= 90, `a rating takes up to three lines: ${heights}`)
        }
        await assertAccessible(page, `the meter in ${locale}`)
        await assertNoSidewaysScroll(page, `the meter in ${locale}`)
        if (shots) await page.screenshot({ path: join(shots, `meter-${locale}-${look.width}.png`), fullPage: true })
        if (locale === 'en') {
          await page.getByText('Low ratings are withheld more often, by 33.3 percentage points.').waitFor()
          await page.getByRole('link', { name: '30 days' }).click()
          await page.getByText('0 of 0 decided reviews with one or two stars are withheld').waitFor()
          await page.getByLabel('Review link, id or entry number').fill('0')
          await page.getByRole('button', { name: 'Look up' }).click()
          await page.waitForURL(/\?q=0&period=30d#lookup$/)
          await page.getByRole('link', { name: '12 months' }).click()
          await page.getByText('Low ratings are withheld more often, by 33.3 percentage points.').waitFor()
          assert.equal(await page.getByText('the shortest period').count(), 0)
          assert.equal(await page.getByLabel('Review link, id or entry number').inputValue(), '0')
        }
        assertClean()
      }
  })
})
