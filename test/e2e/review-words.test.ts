import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type FakeLibreTranslate, startLibreTranslate } from '#test/fakes/libretranslate.ts'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { assertAccessible, assertNoSidewaysScroll, launchBrowser, noBrowser, openPage } from './browser.ts'
import { type ShopPages, serveShopPages } from './shop-pages.ts'

const shots = process.env.TEST_PICTURES

const said = [
  [5, 'Keeps my tea hot', 'It keeps tea hot for over an hour. The handle stays cool even with boiling water.'],
  [5, 'Lovely glaze', 'The glaze looks exactly like the picture. My whole family wants one now.'],
  [4, 'Sturdy', 'Survived two falls from the kitchen table. It is a bit heavy when full.'],
  [5, 'Daily companion', 'I use it every morning and it still looks new. The lid closes tightly.'],
  [3, 'Fine', 'Nice to look at, but smaller than I thought. Holds one cup of coffee.'],
  [2, 'Leaks', 'The lid leaks when the mug falls over in my bag. Very annoying on the train.'],
  [5, 'Perfect', 'Dishwasher safe as promised. The colour has not faded after a year.'],
  [4, 'Good', 'Good value for the price. Delivery took a week though.'],
  [5, 'Warm hands', 'Feels warm and soft in the hand. My tea stays hot until lunch.'],
  [1, 'Broken', 'Arrived with a crack in the handle. The shop has not answered yet.'],
  [5, 'Gift', 'A great gift for tea lovers. It came nicely wrapped.'],
  [4, 'Solid', 'Solid mug with a wide handle. Fits under my coffee machine.'],
] as const

suite('translations and the digest of the reviews widget', { skip: noBrowser }, () => {
  let engine: FakeLibreTranslate
  let service: TestService
  let browser: Browser
  let shop: Shop
  let pages: ShopPages

  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    engine = await startLibreTranslate()
    engine.translate = ({ q }) => `Üb. ${q}`
    const port = await freePort()
    service = await startService({ env: { PORT: String(port), ...engine.env }, now: new Date('2026-11-21T12:00:00Z') })
    await service.app.listen({ host: '127.0.0.1', port })
    pages = await serveShopPages(`http://127.0.0.1:${port}`)
    shop = await service.shop('Larkmoor')
    const owner = await shop.signedIn()
    assert.equal((await owner.patch(`/account/stores/${shop.storeEnvId}`, { origins: [pages.origin] })).status, 200)
    await shop.api.put('/products', [
      { platformProductId: 'mug', title: 'Mug' },
      { platformProductId: 'cup', title: 'Cup' },
    ])
    for (const [i, [rating, title, body]] of said.entries()) await publish('mug', i, { rating, title, body })
    await publish('cup', 20, { rating: 5, title: 'Plain', body: 'A plain cup without fuss.' })
    if (shots) mkdirSync(shots, { recursive: true })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    pages?.close()
    await service?.close()
    await engine?.close()
  })

  async function publish(product: string, i: number, words: object) {
    const { status, body, text } = await shop.api.post('/reviews', {
      ...{ platformProductId: product, authorName: `Ada ${i}`, authorEmail: `ada${i}@customer.example`, locale: 'en' },
      ...words,
    })
    assert.equal(status, 201, text)
    await shop.api.put(`/reviews/${body.id}`, { status: 'approved' })
  }
  const set = async (settings: object) => {
    const { status, text } = await shop.api.put('/reviews/settings', settings)
    assert.equal(status, 200, text)
    await service.runJobs()
  }
  const open = async (product: string, lang: string, look: Parameters<typeof openPage>[2] = {}) => {
    const watched = await openPage(browser, 'http://127.0.0.1:', look)
    const chunks: string[] = []
    watched.page.on('request', (request) => {
      if (/reviews-words-|\/digest\?/.test(request.url())) chunks.push(request.url())
    })
    const body = `<evident-reviews store="${shop.storeEnvId}" product="${product}"></evident-reviews>`
    await watched.page.goto(pages.put({ body, lang }))
    await watched.page.getByRole('article').first().waitFor()
    return { ...watched, chunks }
  }
  const shoot = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: join(shots, `words-${name}.png`), fullPage: true })
  }

  test('pages of a shop without translations and digests load no code for them', async () => {
    await set({ translate: [], digest: false })
    const { page, chunks, assertClean } = await open('mug', 'de')
    await page.getByText('Solid mug with a wide handle.', { exact: false }).waitFor()
    assert.equal(await page.getByText('Maschinell übersetzt').count(), 0)
    assert.deepEqual(chunks, [])
    assertClean()
  })

  for (const look of [{ width: 1280 }, { width: 375, height: 740, colorScheme: 'dark' }] as const)
    test(`visitors read a marked translation, or the original, at ${look.width} px`, async () => {
      await set({ translate: ['de'], digest: true })
      const { page, assertClean } = await open('mug', 'de', look)
      const article = page.getByRole('article', { name: 'Ada 11', exact: true })
      await article.getByText('Üb. Solid mug with a wide handle.', { exact: false }).waitFor()
      await article.getByText('Maschinell übersetzt').waitFor()
      await page.getByRole('group', { name: 'In den Worten der Kunden' }).waitFor()
      await shoot(page, `translated-${look.width}`)
      await assertAccessible(page, 'translated reviews')
      await assertNoSidewaysScroll(page, 'translated reviews')
      await article.getByRole('button', { name: 'Original anzeigen' }).click()
      await article.getByRole('heading', { name: 'Solid', exact: true }).waitFor()
      assert.equal(await article.getByText('Maschinell übersetzt').count(), 0)
      await article.getByRole('button', { name: 'Übersetzung anzeigen' }).click()
      await article.getByText('Maschinell übersetzt').waitFor()
      assertClean()
    })

  test('the digest quotes sentences exactly, with five drawn stars each, and needs at least ten reviews', async () => {
    await set({ translate: ['de'], digest: true })
    const { page, assertClean } = await open('mug', 'en')
    const digest = page.getByRole('group', { name: 'In customers’ own words' })
    await digest.waitFor()
    const sentences = await digest.locator('q').allTextContents()
    assert.equal(sentences.length, 6)
    for (const sentence of sentences)
      assert.ok(
        said.some(([, , body]) => body.includes(sentence)),
        sentence,
      )
    assert.ok((await digest.getByRole('img', { name: /^[12] out of 5/ }).count()) > 0)
    // Each rating has one shape of five empty stars, below the filled stars.
    assert.equal(await digest.getByRole('img').locator('> .empty').count(), 6)
    const [head, list] = await Promise.all([digest.getByRole('heading').boundingBox(), digest.locator('li').first()])
    const [first, rule] = await Promise.all([
      list.boundingBox(),
      list.evaluate((each) => getComputedStyle(each).borderTopWidth),
    ])
    assert.ok(head && first && first.y - head.y - head.height >= 8, 'the heading keeps a distance from the quotes')
    assert.equal(rule, '0px')
    const tops = await page.evaluate(() => {
      const host = document.querySelector('evident-reviews') as HTMLElement
      return [host, host.shadowRoot?.querySelector('article')].map((each) => each?.getBoundingClientRect().top ?? 0)
    })
    assert.ok((tops[1] ?? 999) - (tops[0] ?? 0) < 560, `the first review is ${tops} px from the top`)
    assert.equal(await digest.getByText('English').count(), 0, 'the language of the page has no tag')
    await shoot(page, 'digest-1280')
    assert.equal(await page.getByText('Translated by a machine').count(), 0)
    assertClean()
    const few = await open('cup', 'en')
    assert.equal(await few.page.getByRole('group', { name: 'In customers’ own words' }).count(), 0)
    few.assertClean()
  })

  test('a sentence in another language names its language, and phones scroll through the sentences', async () => {
    await set({ translate: [], digest: true })
    const { page, assertClean } = await open('mug', 'de', { width: 375, height: 800 })
    const digest = page.getByRole('group', { name: 'In den Worten der Kunden' })
    await digest.getByRole('listitem').first().getByText('Englisch').waitFor()
    const list = digest.getByRole('list')
    const [reach, height] = await list.evaluate((each) => [each.scrollWidth / each.clientWidth, each.clientHeight])
    assert.ok((reach ?? 0) > 3 && (height ?? 999) < 200, `${reach} wide, ${height} px high`)
    await assertAccessible(page, 'the digest on a phone')
    await assertNoSidewaysScroll(page, 'the digest on a phone')
    assertClean()
  })

  test('right-to-left pages have texts in their own language', async () => {
    await set({ translate: ['ar'], digest: true })
    engine.languages.add('ar')
    await set({ translate: [] })
    await set({ translate: ['ar'] })
    const { page, assertClean } = await open('mug', 'ar')
    await page.getByText('ترجمة آلية').first().waitFor()
    await shoot(page, 'arabic-1280')
    await assertNoSidewaysScroll(page, 'Arabic')
    assertClean()
  })

  test('a page in German quotes German sentences first, and an English page English ones', async () => {
    await set({ translate: [], digest: true })
    for (const [i, rating] of [5, 4].entries())
      await publish('mug', 30 + i, {
        rating,
        title: 'Gut',
        body: `Der Griff der Tasse ${i} bleibt kühl.`,
        locale: 'de',
      })
    await service.runJobs()
    const readQuotes = async (lang: string, heading: string) => {
      const { page, assertClean } = await open('mug', lang)
      const digest = page.getByRole('group', { name: heading })
      await digest.waitFor()
      const quotes = await digest.locator('q').evaluateAll((all) => all.map((each) => each.getAttribute('lang')))
      assertClean()
      return quotes
    }
    const german = await readQuotes('de', 'In den Worten der Kunden')
    assert.deepEqual([german.length, german.slice(0, 2), german.at(-1)], [6, ['de', 'de'], 'en'])
    const english = await readQuotes('en', 'In customers’ own words')
    assert.deepEqual([english.length, english[0]], [6, 'en'])
  })
})
