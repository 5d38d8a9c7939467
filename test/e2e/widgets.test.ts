import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '#test/free-port.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { aPhoto } from '../../server/resources/storefront/form/form.testing.ts'
import { assertAccessible, assertNoSidewaysScroll, launchBrowser, noBrowser, openPage } from './browser.ts'
import { readShifts, type ShopPages, serveShopPages, watchShifts } from './shop-pages.ts'

const shots = process.env.TEST_SCREENSHOTS

suite('the storefront widgets', { skip: noBrowser }, () => {
  let service: TestService
  let browser: Browser
  let shop: Shop
  let pages: ShopPages
  let mug: string

  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    const port = await freePort()
    service = await startService({
      env: { BILLING: 'manual', PORT: String(port) },
      now: new Date('2026-11-21T12:00:00Z'),
    })
    await service.app.listen({ host: '127.0.0.1', port })
    pages = await serveShopPages(`http://127.0.0.1:${port}`)
    shop = await service.shop('Larkmoor')
    const owner = await shop.signedIn()
    const changed = await owner.patch(`/account/stores/${shop.storeEnvId}`, { origins: [pages.origin] })
    assert.equal(changed.status, 200, changed.text)
    await fill(shop)
    mug = `store="${shop.storeEnvId}" product="mug"`
    if (shots) mkdirSync(shots, { recursive: true })
    browser = await launchBrowser()
  })

  after(async () => {
    await browser?.close()
    pages?.close()
    await service?.close()
  })

  type Look = Parameters<typeof openPage>[2]
  /** Opens a page that fails on requests to other origins than the shop and the service, and records layout shifts. */
  const open = async (page: Parameters<ShopPages['put']>[0], look: Look = {}) => {
    const watched = await openPage(browser, 'http://127.0.0.1:', look)
    await watchShifts(watched.page)
    await watched.page.goto(pages.put(page))
    return watched
  }
  const shoot = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: join(shots, `widgets-${name}.png`), fullPage: true })
  }
  const articles = (page: Page) => page.getByRole('article')
  const titles = (page: Page) => page.locator('evident-reviews h3').allTextContents()

  test("a shop's page shows only approved reviews, and no text becomes markup", async () => {
    const { page, assertClean } = await open({ body: `<evident-reviews ${mug}></evident-reviews>` })
    await articles(page).first().waitFor()
    assert.equal(await articles(page).count(), 10)
    await page.getByText('13 reviews').waitFor()
    await page.getByText('Keeps tea hot for an hour').waitFor()
    assert.equal(await page.getByText('Never approved').count(), 0)
    await page.getByText('<img src=x onerror=alert(1)>').waitFor()
    const first = page.getByRole('article', { name: 'Ada Brook' })
    await first.getByText('Verified purchase').waitFor()
    await assertOneLine(page)
    await first.getByText('Reply from').waitFor()
    assert.equal(await page.getByRole('article', { name: 'Bob' }).getByText('Verified purchase').count(), 0)
    await page.getByText('How these reviews are checked').click()
    await page.getByText('belongs to an order of this product').waitFor()
    const record = page.getByRole('link', { name: 'The public record of all decisions on reviews' })
    assert.equal(await record.getAttribute('href'), `${serviceOrigin()}/evidence/${shop.storeEnvId}`)
    assert.deepEqual(await readShifts(page), [])
    assert.equal(await page.evaluate('document.cookie + localStorage.length + sessionStorage.length'), '00')
    await assertAccessible(page, 'reviews')
    await shoot(page, 'light')
    assertClean()
  })

  test('stars and photos filter the list, and it can be sorted, by pointer and by keyboard', async () => {
    const { page, assertClean } = await open({ body: `<evident-reviews ${mug}></evident-reviews>` })
    const one = page.getByRole('button', { name: '1 out of 5 stars: 1 review' })
    await one.focus()
    assert.deepEqual(await readShifts(page), [])
    // Chromium counts a shift as unexpected if it happens more than half a second after a press.
    let slowestMs = 0
    const narrow = async (press: () => Promise<unknown>, holds: () => Promise<boolean>) => {
      const pressedAt = performance.now()
      await press()
      await until(holds)
      slowestMs = Math.max(slowestMs, performance.now() - pressedAt)
    }
    const shows = (count: number) => async () => (await articles(page).count()) === count
    await narrow(() => page.keyboard.press('Enter'), shows(1))
    await page.getByText('Leaks at the handle.').waitFor()
    assert.equal(await one.getAttribute('aria-pressed'), 'true')
    const photos = page.getByRole('button', { name: 'With photos' })
    const parts = [photos, page.getByText('The end of the page')]
    const places = () =>
      Promise.all(parts.map((part) => part.evaluate((node) => Math.round(node.getBoundingClientRect().top + scrollY))))
    const placed = await places()
    await narrow(() => page.keyboard.press('Space'), shows(10))
    assert.deepEqual(await places(), placed)
    await narrow(() => photos.click(), shows(1))
    assert.deepEqual(await places(), placed)
    await narrow(() => photos.click(), shows(10))
    assert.deepEqual(await places(), placed)
    const isSorted = async () => (await titles(page))[0] === 'Leaks'
    await narrow(() => page.getByLabel('Sort by').selectOption({ label: 'Lowest rating' }), isSorted)
    if (slowestMs < 400) assert.deepEqual(await readShifts(page), [])
    assert.equal(await page.getByRole('button', { name: '2 out of 5 stars: 0 reviews' }).isDisabled(), true)
    assertClean()
  })

  test('more reviews load on demand, each once, with the focus on the first new one', async () => {
    const { page, assertClean } = await open({ body: `<evident-reviews ${mug}></evident-reviews>` })
    await articles(page).first().waitFor()
    await page.getByRole('button', { name: 'Show more reviews' }).press('Enter')
    await until(async () => (await articles(page).count()) === 13)
    const names = await articles(page).evaluateAll((all) => all.map((each) => (each as { id: string }).id))
    assert.equal(new Set(names).size, 13)
    const focused = await page.evaluate(`document.querySelector('evident-reviews').shadowRoot.activeElement.id`)
    assert.equal(focused, names[10])
    await page.getByText('13 of 13 shown').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Show more reviews' }).count(), 0)
    assertClean()
  })

  test('a long text is collapsed and can be expanded', async () => {
    const { page } = await open({ body: `<evident-reviews ${mug}></evident-reviews>` })
    const more = page.getByRole('button', { name: 'Read more' })
    const height = () =>
      page.locator('article[aria-label=Long] p.body').evaluate((p) => (p as { offsetHeight: number }).offsetHeight)
    const folded = await height()
    await more.click()
    await page.getByRole('button', { name: 'Read less', expanded: true }).waitFor()
    assert.ok((await height()) > folded)
  })

  test('photos open at full size, respond to arrow keys, and return the focus', async () => {
    const { page, assertClean } = await open({ body: `<evident-reviews ${mug}></evident-reviews>` })
    const second = page.getByRole('button', { name: 'Photo 2 of 2' })
    await second.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('img', { name: 'Photo 2 of 2' }).waitFor()
    await dialog.getByRole('img', { name: /^5 / }).waitFor()
    await dialog.getByText('See for yourself.').waitFor()
    await dialog.getByText('Photo Graph').waitFor()
    await page.keyboard.press('ArrowRight')
    await dialog.getByRole('img', { name: 'Photo 1 of 2' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await dialog.getByRole('img', { name: 'Photo 2 of 2' }).waitFor()
    await assertAccessible(page, 'photos')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const label = `document.querySelector('evident-reviews').shadowRoot.activeElement.ariaLabel`
    assert.equal(await page.evaluate(label), 'Photo 2 of 2')
    assertClean()
  })

  test("a visitor's helpful vote counts, and can be withdrawn after a reload", async () => {
    const { page, assertClean } = await open({ body: `<evident-reviews ${mug}></evident-reviews>` })
    const vote = page.getByRole('article', { name: 'Bob' }).getByRole('button', { name: /^Helpful/ })
    const stored = async () => {
      service.advance(120_000)
      await service.tick()
      return (await shop.api.get('/reviews?q=Leaks')).body.data[0].helpfulCount
    }
    await vote.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Helpful. Votes: 1', pressed: true }).waitFor()
    await until(async () => (await stored()) === 1)
    assert.equal(await page.evaluate('document.cookie'), '')
    await page.reload()
    await page.getByRole('button', { name: 'Helpful. Votes: 1', pressed: true }).waitFor()
    await page.getByLabel('Sort by').selectOption({ label: 'Most helpful' })
    await until(async () => (await titles(page))[0] === 'Leaks')
    await page.getByRole('button', { name: 'Helpful. Votes: 1' }).click()
    await until(async () => (await stored()) === 0)
    assertClean()
  })

  test('a search finds reviews by their words, reports an empty result, and ends when cleared', async () => {
    const { page, assertClean } = await open({ body: `<evident-reviews ${mug}></evident-reviews>` })
    const box = page.getByRole('searchbox', { name: 'Search reviews' })
    await box.fill('TEA hour')
    await box.press('Enter')
    await until(async () => (await articles(page).count()) === 1)
    await page.getByText('Keeps tea hot for an hour').waitFor()
    await box.fill('<img src=x onerror=alert(1)>')
    await box.press('Enter')
    await until(async () => (await titles(page))[0] === '<img src=x onerror=alert(1)>')
    await box.fill('no such words')
    await box.press('Enter')
    await page.getByText('No matching reviews.').waitFor()
    await assertAccessible(page, 'search')
    await box.fill('')
    await until(async () => (await articles(page).count()) === 10)
    assertClean()
  })

  test('extra questions appear in the form, as averages, and in each review', async () => {
    const attributes = [
      { kind: 'scale', label: 'Size <b>', lowLabel: 'Too small', highLabel: 'Too large' },
      { kind: 'choice', label: 'Bought for', choices: ['Home', '<i>Work'] },
    ]
    const set = await shop.api.put('/reviews/attributes', { attributes })
    const [a, b] = set.body.attributes
    for (const value of [2, 3])
      await review(shop, {
        ...{ platformProductId: 'shoe', authorName: `Fit ${value}`, body: 'Fits.' },
        attributes: [
          { id: a.id, value },
          { id: b.id, value: 1 },
        ],
      })
    const shoe = `store="${shop.storeEnvId}" product="shoe"`
    const { page, assertClean } = await open({ body: `<evident-reviews ${shoe}></evident-reviews>` })
    await page.getByRole('img', { name: '2.5 out of 5 (1: Too small – 5: Too large)' }).waitFor()
    await page.getByRole('article', { name: 'Fit 3' }).getByRole('img', { name: '3 out of 5 (1: Too small' }).waitFor()
    await page.getByRole('article', { name: 'Fit 2' }).getByText('<i>Work').waitFor()
    assert.deepEqual(await readShifts(page), [])
    await assertAccessible(page, 'attributes')
    await shoot(page, 'attributes')
    await page.getByRole('button', { name: 'Write a review' }).click()
    const form = page.getByRole('dialog', { name: 'Write a review' })
    const five = form.getByRole('radio', { name: '5: Too large' })
    await form.getByRole('group', { name: 'Size <b>' }).waitFor()
    await five.check()
    await form.getByRole('radio', { name: 'Home' }).check()
    await five.click()
    assert.equal(await five.isChecked(), false, 'an answer can be taken back')
    await form.getByRole('radio', { name: '4', exact: true }).focus()
    await page.keyboard.press('Space')
    await assertAccessible(page, 'attributes in the form')
    await shoot(page, 'attributes-form')
    await form.getByLabel('Your review').fill('With answers.')
    await form.locator('.ev-star').nth(3).click()
    await form.getByLabel('Your name').fill('Ansa')
    await form.getByLabel('E-mail address').fill('ansa@example.com')
    await form.getByLabel(/This is my own experience/).check()
    await until(async () => {
      await form
        .getByRole('button', { name: 'Send review' })
        .click({ timeout: 1000 })
        .catch(() => {})
      return (await form.getByText('Thank you').count()) > 0
    })
    const [sent] = (await shop.api.get('/reviews?q=With%20answers')).body.data
    assert.deepEqual(
      sent.attributes.map(({ value }: { value: number }) => value),
      [4, 0],
    )
    await shop.api.put('/reviews/attributes', { attributes: [] })
    assertClean()
  })

  test('any visitor can report a review, and the shop sees the report', async () => {
    const { page, assertClean } = await open({ body: `<evident-reviews ${mug}></evident-reviews>` })
    await page.getByRole('article', { name: 'Bob' }).getByRole('button', { name: 'Report' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('It is not a real experience').check()
    await dialog.getByLabel('Anything to add?').fill('I know who wrote this.')
    await assertAccessible(page, 'report')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await dialog.getByText('Thank you').waitFor()
    const { body } = await shop.api.get('/reviews?q=Leaks')
    assert.equal(body.data[0].reportCount, 1)
    assertClean()
  })

  test('the form opens above the reviews, and a sent review waits for moderation', async () => {
    const { page, assertClean } = await open({ body: `<evident-reviews ${mug}></evident-reviews>` })
    await page.getByRole('button', { name: 'Write a review' }).click()
    const form = page.getByRole('dialog', { name: 'Write a review' })
    await form.getByLabel('Your review').fill('Written on the shop’s own page.')
    await form.locator('.ev-star').nth(3).click()
    await form.getByLabel('Your name').fill('Cleo')
    await form.getByLabel('E-mail address').fill('cleo@example.com')
    await form.getByLabel(/This is my own experience/).check()
    await assertAccessible(page, 'form')
    // The form requires three seconds between loading and sending.
    await until(async () => {
      await form
        .getByRole('button', { name: 'Send review' })
        .click({ timeout: 1000 })
        .catch(() => {})
      return (await form.getByText('Thank you').count()) > 0
    })
    const { body } = await shop.api.get('/reviews?status=pending&q=own page')
    assert.equal(body.data[0].authorName, 'Cleo')
    assertClean(/400/)
  })

  test('a hundred star elements send one request', async () => {
    const stars = Array.from(
      { length: 100 },
      (_, i) => `<evident-stars product="${i < 2 ? ['mug', 'cup'][i] : `p${i}`}"></evident-stars>`,
    )
    const asked: string[] = []
    const { page, assertClean } = await openPage(browser, 'http://127.0.0.1:')
    page.on('request', (request) => request.method() === 'GET' && asked.push(new URL(request.url()).pathname))
    await watchShifts(page)
    const script = `<script type="module" src="${serviceOrigin()}/widgets/v1/stars.js" data-store="${shop.storeEnvId}"></script>`
    await page.goto(pages.put({ body: stars.join('') + script, script: '' }))
    await page.getByRole('img', { name: '4.3 out of 5 stars. Reviews: 13' }).waitFor()
    assert.equal(asked.filter((path) => path.endsWith('/summary')).length, 1)
    assert.deepEqual(await readShifts(page), [])
    assert.equal(await page.getByRole('img').count(), 2)
    await assertAccessible(page, 'stars')
    assertClean()
  })

  test('a script tag that names a product inserts its reviews after itself', async () => {
    const script = `<script type="module" src="${serviceOrigin()}/widgets/v1/reviews.js" data-store="${shop.storeEnvId}" data-product="mug"></script>`
    const { page, assertClean } = await open({ body: `<p>Before</p>${script}<p>After</p>`, script: '' })
    await articles(page).first().waitFor()
    const order = await page.evaluate(
      `[...document.querySelector('main').children].map(({ nodeName }) => nodeName).join()`,
    )
    assert.equal(order, 'H1,P,SCRIPT,EVIDENT-REVIEWS,P')
    assertClean()
  })

  test('a product without reviews invites visitors to write the first one', async () => {
    const { page, assertClean } = await open({
      body: `<evident-stars ${mug.replace('mug', 'new')}></evident-stars><evident-reviews ${mug.replace('mug', 'new')}></evident-reviews>`,
    })
    await page.getByText('No reviews yet').waitFor()
    await page.getByRole('button', { name: 'Write a review' }).waitFor()
    assert.equal(await page.getByRole('img').count(), 0)
    await shoot(page, 'empty')
    assertClean()
  })

  test('a foreign page shows no reviews, and a request to an unavailable service is retried', async () => {
    const stranger = await service.shop('Elsewhere')
    const body = `<evident-reviews store="${stranger.storeEnvId}" product="mug"></evident-reviews>`
    const { page, assertClean } = await open({ body })
    await page.getByText('could not be loaded').waitFor()
    assert.deepEqual(await readShifts(page), [])
    await shoot(page, 'foreign')
    // Browsers hide the reason of a CORS refusal from the page, so the console names the origin for the person who installs
    // the widgets.
    assert.throws(() => assertClean(/status of 403|CORS|ERR_FAILED/), new RegExp(`Evident: .*\\(${pages.origin}\\)`))

    const away = await openPage(browser, 'http://127.0.0.1:')
    await away.page.route('**/storefront/**', (route) => route.abort())
    await away.page.goto(pages.put({ body: `<evident-reviews ${mug}></evident-reviews>` }))
    await away.page.getByText('could not be loaded').waitFor()
    await away.page.unroute('**/storefront/**')
    await away.page.getByRole('button', { name: 'Try again' }).click()
    await articles(away.page).first().waitFor()
  })

  test('nothing shifts in any window, also after scrolling, for any number of reviews', async () => {
    const elements = (product: string) =>
      `<evident-stars ${mug.replace('mug', product)}></evident-stars><p>Price</p><evident-reviews ${mug.replace('mug', product)}></evident-reviews>`
    for (const product of ['mug', 'cup']) {
      for (const height of [500, 900, 3000]) {
        const { page } = await open({ body: elements(product), above: 4 }, { height })
        await page.getByRole('button', { name: 'Write a review' }).waitFor()
        assert.deepEqual(await readShifts(page), [], `${product} in a window of ${height}`)
        await page.mouse.wheel(0, 400)
        assert.deepEqual(await readShifts(page), [], `${product} in a window of ${height}, scrolled`)
        await page.context().close()
      }
    }
  })

  test('a widget without content is only as high as its text', async () => {
    const of = mug.replace('mug', 'new')
    const names = ['reviews', 'faq', 'carousel', 'badge', 'photos', 'gallery']
    const { page } = await open({
      body: `${names.map((name) => element(name, of)).join('')}${names.map(renderScript).join('')}`,
    })
    await page.getByText('No reviews yet').waitFor()
    const excess = () =>
      page.evaluate(`${JSON.stringify(names)}.map((name) => {
        const host = document.querySelector('evident-' + name)
        const shown = [...host.shadowRoot.children].map((each) => each.getBoundingClientRect().height)
        return [name, Math.round(host.getBoundingClientRect().height - Math.max(0, ...shown)), host.innerText]
      })`) as Promise<[string, number, string][]>
    await until(async () => (await excess()).every(([, height]) => height <= 2)).catch(async () =>
      assert.deepEqual(await excess(), []),
    )
    for (const { width, height } of [
      { width: 375, height: 700 },
      { width: 1280, height: 3000 },
    ]) {
      await page.setViewportSize({ width, height })
      assert.ok(((await page.locator('evident-reviews').boundingBox())?.height ?? 999) < 400)
    }
    await shoot(page, 'without-content')
  })

  test('the remaining reviews load on demand at the end of the page', async () => {
    const { page } = await open({ body: `<evident-reviews ${mug}></evident-reviews>`, above: 4 }, { height: 900 })
    await articles(page).first().waitFor()
    const footer = async () => (await page.getByText('The end of the page').boundingBox())?.y ?? 0
    const before = await footer()
    await shoot(page, 'held')
    await page.getByRole('button', { name: 'Show more reviews' }).last().click()
    await until(async () => (await footer()) > before)
    assert.equal(await page.getByRole('button', { name: 'Show more reviews' }).count(), 1)
    assert.deepEqual(await readShifts(page), [])
  })

  test('clipped content is found by keyboard and search, and is shown in place', async () => {
    const body = `<evident-reviews ${mug}></evident-reviews>`
    for (const reach of ['focus()', 'scrollIntoView()']) {
      const { page } = await open({ body, above: 4 }, { height: 900 })
      await articles(page).first().waitFor()
      const last = page.getByRole('button', { name: 'Report' }).last()
      await last.evaluate(new Function('button', `button.${reach}`) as never)
      await until(async () => !(await page.locator('evident-reviews .place').getAttribute('style')))
      const { y = -1 } = (await last.boundingBox()) ?? {}
      assert.ok(y >= 0 && y < 900, `${reach}: it stands at ${y}`)
      await page.context().close()
    }
  })

  const layouts = {
    'centred in a column': 'main { display: flex; flex-direction: column; align-items: center }',
    'in a row': 'main { display: flex } h1 { width: 0; overflow: hidden }',
    'at the start of a grid': 'main { display: grid; justify-items: start }',
    'in a box as wide as it needs': 'main { display: inline-block }',
    'where a rem is 10 px': 'html { font-size: 62.5% } body { font-size: 16px }',
    'where lines do not break, and begin with a gap':
      'main { white-space: nowrap; text-indent: 4rem; text-align: end }',
  }
  for (const [name, css] of Object.entries(layouts)) {
    test(`${name}: full width, with buttons large enough for a thumb`, async () => {
      for (const width of [375, 1280]) {
        const { page, assertClean } = await open({ body: `<evident-reviews ${mug}></evident-reviews>`, css }, { width })
        await articles(page).first().waitFor()
        const box = await page.locator('evident-reviews').boundingBox()
        assert.ok((box?.width ?? 0) >= Math.min(width - 48, 640), `${name}, ${width}: ${box?.width} px wide`)
        await assertNoSidewaysScroll(page, `${name}, ${width}`)
        const button = await page.getByRole('button', { name: 'Write a review' }).boundingBox()
        assert.ok((button?.height ?? 0) >= 44, `${name}, ${width}: a button of ${button?.height} px`)
        assert.deepEqual(await readShifts(page), [], `${name}, ${width}`)
        await page.getByText('How these reviews are checked').click()
        await assertNoSidewaysScroll(page, `${name}, ${width}, opened`)
        assertClean()
        await page.context().close()
      }
    })
  }

  test("moving the element preserves a visitor's choices, and removing it stops all requests", async () => {
    const { page, assertClean } = await open({ body: `<div><evident-reviews ${mug}></evident-reviews></div>` })
    await page.getByRole('button', { name: '1 out of 5 stars: 1 review' }).click()
    await until(async () => (await articles(page).count()) === 1)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.evaluate(`document.querySelector('main').prepend(document.querySelector('evident-reviews'))`)
    await until(async () => (await articles(page).count()) === 1)
    assert.deepEqual(asked, [])
    // The filter is removed by a key press, and the keyboard focus stays in the widget.
    await page.getByRole('button', { name: '×' }).press('Enter')
    await until(async () => (await articles(page).count()) === 10)
    const focused = `document.querySelector('evident-reviews').shadowRoot.activeElement.textContent`
    assert.equal(await page.evaluate(focused), 'With photos')
    await page.evaluate(`globalThis.taken = document.querySelector('evident-reviews'); taken.remove()`)
    await page.evaluate(`taken.setAttribute('product', 'cup')`)
    await page.evaluate(`document.querySelector('main').append(taken)`)
    await page.getByText('2 reviews', { exact: true }).waitFor()
    await until(async () => (await articles(page).count()) === 2)
    assertClean()
  })

  test('a request without a response times out, and a failed report says that it failed', async () => {
    const { page } = await openPage(browser, 'http://127.0.0.1:')
    // Timeouts of twenty seconds run forty times as fast. Completed calls are not affected.
    await page.addInitScript(`{
      const { timeout } = AbortSignal
      globalThis.timesAsFast = 40
      AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / timesAsFast)
    }`)
    await page.route('**/storefront/reviews*', () => {})
    await page.goto(pages.put({ body: `<evident-reviews ${mug}></evident-reviews>` }))
    await page.getByText('could not be loaded').waitFor()
    await page.unroute('**/storefront/reviews*')
    await page.evaluate('timesAsFast = 1')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.route('**/report', (route) => route.abort())
    await page.getByRole('article', { name: 'Bob' }).getByRole('button', { name: 'Report' }).click()
    await page.getByLabel('It is not a real experience').check()
    await page.getByRole('button', { name: 'Send report' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('could not be sent').waitFor()
    assert.equal(await alert.evaluate((each) => getComputedStyle(each as never).color), 'rgb(179, 38, 30)')
    await page.unroute('**/report')
    await page.getByRole('button', { name: 'Send report' }).click()
    await page.getByRole('dialog').getByText('Thank you').waitFor()
  })

  const views = [
    [
      'German, 375 px',
      { body: '', lang: 'de' },
      { width: 375, height: 800 },
      'Kundenbewertungen',
      'Bewertung schreiben',
    ],
    ['Arabic', { body: '', lang: 'ar', dir: 'rtl' }, {}, 'تقييمات العملاء', 'اكتب تقييمًا'],
    ['Polish in the dark', { body: '', lang: 'pl' }, { colorScheme: 'dark' }, 'Opinie klientów', 'Napisz opinię'],
    ['a language without words', { body: '', lang: 'fi' }, {}, 'Customer reviews', 'Write a review'],
  ] as const

  for (const [name, page, look, heading, write] of views) {
    test(`${name}: rendered, accessible and never wider than the window`, async () => {
      const body = `<evident-stars ${mug}></evident-stars><evident-reviews ${mug}></evident-reviews>`
      const watched = await open({ ...page, body }, look)
      await watched.page.getByRole('heading', { name: heading }).waitFor()
      await articles(watched.page).first().waitFor()
      await watched.page.getByRole('button', { name: write }).waitFor()
      const [whole, filled] = (await watched.page.evaluate(
        `[...document.querySelector('evident-stars').shadowRoot.querySelectorAll('svg, .full')].map((part) =>
          part.getBoundingClientRect()).map(({ left, right }) => [left, right])`,
      )) as [number, number][]
      assert.ok(whole && filled && filled[0] >= whole[0] - 1 && filled[1] <= whole[1] + 1, 'the stars are filled in')
      assert.deepEqual(await readShifts(watched.page), [])
      await assertAccessible(watched.page, name)
      await assertNoSidewaysScroll(watched.page, name)
      await shoot(watched.page, name.replace(/\W+/g, '-'))
      watched.assertClean()
    })
  }

  test("the shop's settings apply, and the element's attributes override them", async () => {
    const settings = {
      theme: { starColor: '#00aa00', corners: 'square' },
      reviews: { sort: 'lowest', pageSize: 3 },
      form: { enabled: false },
    }
    assert.equal((await shop.api.put('/placements/settings', settings)).status, 200)
    const { page } = await open({ body: `<evident-reviews ${mug}></evident-reviews>` })
    await articles(page).first().waitFor()
    assert.equal(await articles(page).count(), 3)
    assert.equal((await titles(page))[0], 'Leaks')
    assert.equal(await page.getByRole('button', { name: 'Write a review' }).count(), 0)
    const star = () =>
      page
        .locator('evident-reviews .stars .full')
        .first()
        .evaluate((path) => getComputedStyle(path as never).fill)
    assert.equal(await star(), 'rgb(0, 170, 0)')
    await page.evaluate(`document.querySelector('evident-reviews').style.setProperty('--evident-star', '#0000ff')`)
    assert.equal(await star(), 'rgb(0, 0, 255)')
    await shop.api.put('/placements/settings', {})
  })

  test('a lapsed shop shows nothing and offers no retry', async () => {
    service.advance(30 * day)
    const { page } = await open({ body: `<evident-reviews ${mug}></evident-reviews>` })
    await page.getByText('No reviews can be shown here').waitFor()
    assert.equal(await page.getByRole('button').count(), 0)
    assert.deepEqual(await readShifts(page), [])
  })

  const serviceOrigin = () => service.service.origin
  const element = (name: string, of: string) =>
    `<evident-${name} ${of} gallery="01890000-0000-7000-8000-000000000000"></evident-${name}>`
  const renderScript = (name: string) =>
    `<script type="module" src="${serviceOrigin()}/widgets/v1/${name}.js" data-store="${shop.storeEnvId}"></script>`
})

/** Checks that the name and the mark of a verified purchase share a baseline on a phone, where they are side by side. */
async function assertOneLine(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 375, height: 800 })
  const baselines = (await page.locator('evident-reviews').evaluate((host) => {
    const header = (host as unknown as Host).shadowRoot.querySelector('header:has(svg)')
    return [...header.children].slice(0, 2).map((line) => {
      const mark = document.createElement('img')
      line.append(mark)
      const { bottom } = mark.getBoundingClientRect()
      mark.remove()
      return Math.round(bottom)
    })
  })) as number[]
  assert.equal(baselines[0], baselines[1])
  if (before) await page.setViewportSize(before)
}

type Line = { append(mark: object): void }
type Host = { shadowRoot: { querySelector(selector: string): { children: Iterable<Line> } } }
declare const document: { createElement(name: string): { getBoundingClientRect(): { bottom: number }; remove(): void } }
declare const getComputedStyle: (element: never) => { fill: string; color: string }

async function fill(shop: Shop): Promise<void> {
  await shop.api.put('/products', [
    { platformProductId: 'mug', title: 'Stoneware mug' },
    { platformProductId: 'cup', title: 'Cup' },
    { platformProductId: 'new', title: 'New in the shop' },
    { platformProductId: 'shoe', title: 'Shoe' },
  ])
  const order = { platformOrderId: 'o-1', email: 'ada@example.com', placedAt: '2026-11-01T00:00:00Z' }
  await shop.api.put('/orders', [{ ...order, lineItems: [{ platformProductId: 'mug', quantity: 1 }] }])
  const photoIds = [await upload(shop), await upload(shop)]
  const long = 'It has been on my desk every day since. '.repeat(20)
  for (let i = 0; i < 8; i++)
    await review(shop, { authorName: `Reader ${i}`, rating: 4 + (i % 2), body: `Number ${i}.` })
  await review(shop, { authorName: 'Bob', rating: 1, title: 'Leaks', body: 'Leaks at the handle.' })
  await review(shop, { authorName: 'Long', rating: 4, body: long })
  await review(shop, {
    authorName: 'Mal',
    rating: 5,
    title: '<img src=x onerror=alert(1)>',
    body: '<script>alert(1)</script>',
  })
  await review(shop, { authorName: 'Photo Graph', rating: 5, body: 'See for yourself.', photoIds })
  const ada = await review(shop, {
    authorName: 'Ada Brook',
    authorEmail: 'ada@example.com',
    title: 'Warm',
    body: 'Keeps tea hot for an hour.',
  })
  await shop.api.put(`/reviews/${ada}`, { reply: { body: 'Thank you, Ada.' } })
  await review(shop, { authorName: 'Nobody', body: 'Never approved.' }, 'pending')
  for (const name of ['Uno', 'Due']) await review(shop, { platformProductId: 'cup', authorName: name, body: 'Small.' })
}

let authors = 0

async function review(shop: Shop, more: object, status = 'approved'): Promise<string> {
  const made = await shop.api.post('/reviews', {
    ...{ platformProductId: 'mug', rating: 5, body: 'Good.', authorName: 'Ann' },
    ...{ authorEmail: `author${++authors}@example.com`, ...more },
  })
  assert.equal(made.status, 201, made.text)
  if (status !== 'pending') assert.equal((await shop.api.put(`/reviews/${made.body.id}`, { status })).status, 200)
  return made.body.id
}

async function upload(shop: Shop): Promise<string> {
  const { status, body, text } = await shop.api.call('POST', '/uploads', await aPhoto(800, 600), {
    'content-type': 'image/jpeg',
  })
  assert.equal(status, 201, text)
  return body.id
}
