import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { assertAccessible, assertNoSidewaysScroll, launchBrowser, noBrowser, openPage } from './browser.ts'
import { readShifts, type ShopPages, serveShopPages, watchShifts } from './shop-pages.ts'

const shots = process.env.TEST_PICTURES

suite('the questions and answers of a shop', { skip: noBrowser }, () => {
  let service: TestService
  let browser: Browser
  let shop: Shop
  let pages: ShopPages

  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    const port = await freePort()
    service = await startService({ env: { BILLING: 'manual', PORT: String(port) } })
    await service.app.listen({ host: '127.0.0.1', port })
    pages = await serveShopPages(`http://127.0.0.1:${port}`)
    shop = await service.shop('Larkmoor')
    const owner = await shop.signedIn()
    const changed = await owner.patch(`/account/stores/${shop.storeEnvId}`, { origins: [pages.origin] })
    assert.equal(changed.status, 200, changed.text)
    await shop.api.put('/products', [{ platformProductId: 'kettle', title: 'Enamel kettle' }])
    const kettle = (await shop.api.get('/products/by-platform-id/kettle')).body.id
    const write = async (faq: object) =>
      assert.equal((await shop.api.post('/faqs', { status: 'published', ...faq })).status, 201)
    await write({
      question: 'Does the kettle work on an induction hob?',
      answer:
        'Yes: on **all** hobs.\n\n- induction\n- gas\n\n[More](https://shop.example.com/hobs) <b>raw</b> ![x](https://tracker.example/x.gif)',
      productIds: [kettle],
      translations: {
        de: { question: 'Passt der Kessel auf Induktion?' },
        ar: { question: 'هل يعمل الإبريق على الحث؟' },
      },
    })
    await write({
      question: '<img src=x onerror=alert(1)> & "quotes"',
      answer: 'Text & `<code>`.',
      group: '<i>Care</i>',
    })
    for (const n of [1, 2, 3, 4, 5])
      await write({ question: `How long does parcel ${n} take?`, answer: 'Two days.', group: 'Shipping' })
    if (shots) mkdirSync(shots, { recursive: true })
    browser = await launchBrowser()
  })

  after(async () => {
    await browser?.close()
    pages?.close()
    await service?.close()
  })

  const element = (more = '') => `<evident-faq store="${shop.storeEnvId}" ${more}></evident-faq>`
  const open = async (page: Parameters<ShopPages['put']>[0], look: Parameters<typeof openPage>[2] = {}) => {
    const watched = await openPage(browser, 'http://127.0.0.1:', look)
    await watchShifts(watched.page)
    await watched.page.goto(pages.put({ script: 'faq', ...page }))
    return watched
  }
  /** A clipped list shows this button as soon as the list is rendered. */
  const showAll = async (page: Page) => {
    const all = page.getByRole('button', { name: 'Show all' })
    if (await all.count()) await all.click()
    await all.waitFor({ state: 'detached' })
  }
  const shoot = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: join(shots, `faq-${name}.png`), fullPage: true })
  }

  test('product answers can be read by keyboard, and their markup appears as text', async () => {
    const { page, assertClean } = await open({ body: element('product="kettle"') })
    const question = page.getByText('Does the kettle work on an induction hob?')
    await question.waitFor()
    await showAll(page)
    await question.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Yes: on all hobs.').waitFor()
    assert.equal(await page.getByRole('link', { name: 'More' }).getAttribute('href'), 'https://shop.example.com/hobs')
    await page.getByText('<b>raw</b> x').waitFor()
    await page.getByText('<img src=x onerror=alert(1)> & "quotes"').click()
    await page.getByText('Text & <code>.').waitFor()
    await page.getByRole('heading', { name: '<i>Care</i>' }).waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Shipping' }).count(), 1)
    assert.equal(await page.evaluate('document.cookie + localStorage.length + sessionStorage.length'), '00')
    await assertAccessible(page, 'read')
    await shoot(page, 'light')
    assertClean()
  })

  test('an opened answer pushes down everything below it', async () => {
    const css = 'evident-faq { min-height: 14rem }'
    const { page, assertClean } = await open({ body: element(), above: 2, css })
    await page.getByRole('button', { name: 'Show all' }).waitFor()
    await page
      .locator('summary')
      .first()
      .evaluate((summary) => (summary as HTMLElement).click())
    await page.getByRole('button', { name: 'Show all' }).waitFor({ state: 'detached' })
    const ends = (await page.evaluate(`(() => {
      const host = document.querySelector('evident-faq')
      return [host.shadowRoot.querySelector('.asking'), host].map((each) => each.getBoundingClientRect().bottom)
    })()`)) as [number, number]
    assert.ok(ends[0] <= ends[1], `the last button ends at ${ends[0]}, the element at ${ends[1]}`)
    assertClean()
  })

  test('clipped text fades into any page background', async () => {
    const css = 'body { background: #4a1d5c; color: #fff } evident-faq { min-height: 14rem }'
    const { page, assertClean } = await open({ body: element(), above: 2, css })
    await page.getByRole('button', { name: 'Show all' }).waitFor()
    const painted = await page.locator('.cut').evaluate((cut) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(cut)
      const { backdropFilter, maskImage, backgroundColor: veil } = getComputedStyle(cut, '::before')
      return [backgroundColor, backgroundImage, veil, backdropFilter, maskImage.startsWith('linear-gradient')]
    })
    const nothing = 'rgba(0, 0, 0, 0)'
    assert.deepEqual(painted, [nothing, 'none', nothing, 'blur(8px)', true])
    await page.getByRole('button', { name: 'Show all' }).scrollIntoViewIfNeeded()
    await assertAccessible(page, 'cut off, on a page of its own colour')
    await shoot(page, 'cut')
    assertClean()
  })

  test('a search filters the list, reports its results, and does not move content below', async () => {
    const { page, assertClean } = await open({ body: `${element()}<p id="below">below</p>` })
    await page.getByText('How long does parcel 1 take?').waitFor()
    await showAll(page)
    const before = await page.evaluate(`document.getElementById('below').offsetTop`)
    const search = page.getByRole('searchbox', { name: 'Search the answers' })
    await search.fill('parcel 3')
    await page.getByText('Found: 1').waitFor({ state: 'attached' })
    assert.equal(await page.locator('details').count(), 1)
    assert.equal(await page.evaluate(`document.getElementById('below').offsetTop`), before)
    await search.fill('zebra')
    await page.getByText('Nothing found.').waitFor()
    await search.fill('')
    await page.getByText('How long does parcel 1 take?').waitFor()
    assertClean()
  })

  test("a shopper's question survives a failure, is sent, and reaches the store", async () => {
    const { page, assertClean } = await open({ body: element('product="kettle"') })
    await page.getByText('induction hob?').waitFor()
    await showAll(page)
    await page.getByRole('button', { name: 'Ask a question' }).click()
    const question = page.getByRole('textbox', { name: 'Your question' })
    await question.waitFor()
    await question.fill('Does it whistle?')
    await page.getByRole('textbox', { name: /e-mail address/ }).fill('jane@customer.example')
    await page.getByLabel('Send me one e-mail').check()
    await page.getByLabel(/may keep my question/).check()
    await assertAccessible(page, 'form')
    await shoot(page, 'form')
    await page.route('**/storefront/faqs/questions', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Send the question' }).click()
    await page.getByText('Your question could not be sent.').waitFor()
    assert.equal(await question.inputValue(), 'Does it whistle?')
    await page.getByRole('button', { name: 'Send the question' }).click()
    await page.getByText('Thank you! Your question has arrived.').waitFor()
    const [asked] = (await shop.api.get('/faqs/questions')).body.data
    assert.deepEqual(
      [asked.question, asked.notify, asked.status, asked.product.platformProductId],
      ['Does it whistle?', true, 'pending', 'kettle'],
    )
    assertClean(/ERR_FAILED|Failed to load/)
  })

  for (const [name, lang, look] of [
    ['dark-375', 'en', { colorScheme: 'dark', width: 375, height: 800 }],
    ['german', 'de', {}],
    ['arabic-375', 'ar', { width: 375, height: 800 }],
  ] as const) {
    test(`nothing shifts while the widget loads, and it fits the window: ${name}`, async () => {
      const first = { en: 'Does the kettle', de: 'Passt der Kessel', ar: 'هل يعمل' }[lang]
      const dir = lang === 'ar' ? 'rtl' : 'ltr'
      const { page, assertClean } = await open({ body: `${element('product="kettle"')}<p>below</p>`, lang, dir }, look)
      await page.getByText(first).first().waitFor()
      assert.deepEqual(await readShifts(page), [])
      await assertNoSidewaysScroll(page, name)
      await assertAccessible(page, name)
      await shoot(page, name)
      assertClean()
    })
  }

  test('an element whose store does not allow the page shows an error and a retry', async () => {
    const other = await open({ body: '<evident-faq store="019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01"></evident-faq>' })
    await other.page.getByText('The questions could not be loaded.').waitFor()
    await other.page.getByRole('button', { name: 'Try again' }).waitFor()
    other.assertClean(/403|Evident: |CORS|ERR_FAILED/)
  })
})
