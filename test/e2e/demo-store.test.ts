import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '#test/free-port.ts'
import { type Api, startService, type TestService } from '#test/service.ts'
import { setup } from '../../server/entry/commands/setup.ts'
import { aPhoto } from '../../server/resources/storefront/form/form.testing.ts'
import { assertAccessible, assertNoSidewaysScroll, launchBrowser, noBrowser, openPage } from './browser.ts'
import { readShifts, watchShifts } from './shop-pages.ts'

const shots = process.env.TEST_SCREENSHOTS
const password = 'correct horse battery'

suite('the demo storefront', { skip: noBrowser }, () => {
  let service: TestService
  let browser: Browser
  let origin: string
  let port: number
  let api: Api
  let storeEnvId: string

  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    port = await freePort()
    origin = `http://127.0.0.1:${port}`
    service = await startService({ env: { PORT: String(port) }, now: new Date('2026-11-21T12:00:00Z') })
    await service.app.listen({ host: '127.0.0.1', port })
    if (shots) mkdirSync(shots, { recursive: true })
    browser = await launchBrowser()
  })

  after(async () => {
    await browser?.close()
    await service?.close()
  })

  const open = async (path: string, look: Parameters<typeof openPage>[2] = {}, at = origin) => {
    const watched = await openPage(browser, at, look)
    await watchShifts(watched.page)
    await watched.page.goto(`${at}/demo-store${path}`)
    return watched
  }
  const findGoods = (page: Page) => page.locator('.grid')
  const shoot = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: join(shots, `demo-store-${name}.png`), fullPage: true })
  }

  test('without a demo shop the page says how to create one', async () => {
    await service.shop('Somebody’s own')
    const { page, assertClean } = await open('')
    await page.getByRole('heading', { name: 'No demo shop yet' }).waitFor()
    await page.getByText('npm run -s evident -- demo').waitFor()
    await assertAccessible(page, 'no demo shop')
    assertClean(/404/)
    assert.equal((await service.app.inject('/')).headers.location, '/admin')
  })

  test('products show their stars, and a category lists its own products', async () => {
    // Creates a demo shop as `evident demo` does, for a service that had another URL at that time.
    const made = await setup(service.service, {
      ...{ org: 'Larkmoor', owner: 'demo@larkmoor.example', password, store: 'Larkmoor' },
      ...{ origins: ['https://larkmoor.example'], platform: 'demo' },
    })
    storeEnvId = made.storeEnvId
    api = service.with({ authorization: `Bearer ${made.apiKey}`, 'x-store-env-id': storeEnvId })
    await fill(api)
    const { page, assertClean } = await open('')
    await page.getByRole('img', { name: '4.5 out of 5 stars. Reviews: 2', exact: true }).waitFor()
    await page.getByText('3 of 3 shown', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Photo by ⁨Reader 3⁩', exact: true }).waitFor()
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('img', { name: '4.0 out of 5 stars', exact: true }).waitFor()
    await page
      .getByRole('button', { name: '4.0 · 3 reviews. Customer reviews: 4.0 out of 5 stars', exact: true })
      .waitFor()
    assert.deepEqual(await readShifts(page), [])
    await assertAccessible(page, 'goods')
    await shoot(page, 'home')
    await page.getByRole('link', { name: 'Outdoor' }).click()
    // Waits for the URL, because the previous page contains the same link.
    await page.waitForURL(/\/demo-store\?/)
    await page.getByRole('link', { name: 'Drumlin Tent' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Stoneware Mug' }).count(), 0)
    assertClean()
    assert.equal((await service.app.inject('/')).headers.location, '/demo-store')
  })

  test('a product page shows its reviews on any host, with matching structured data', async () => {
    for (const at of [origin, `http://localhost:${port}`]) {
      const { page, assertClean } = await open('/products/mug', {}, at)
      await page.getByRole('article').first().waitFor()
      await page.getByText('2 reviews').waitFor()
      const heading = page.locator('evident-reviews h2')
      assert.match(await heading.evaluate((each) => getComputedStyle(each).fontFamily), /Georgia/)
      const jsonLd = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
      assert.equal(jsonLd.aggregateRating.reviewCount, 2)
      assert.deepEqual(await readShifts(page), [])
      await page.getByRole('link', { name: /out of 5 stars/ }).click()
      await page.waitForURL(/#reviews$/)
      assertClean()
    }
  })

  test('without JavaScript products show stars, reviews and the link to the form', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 375, height: 800 } })
    try {
      const page = await context.newPage()
      await page.goto(`${origin}/demo-store`)
      // Measures boxes, because test tools treat everything in <noscript> as hidden, even where it is visible.
      const isDrawn = async (selector: string) =>
        ((await page.locator(selector).first().boundingBox())?.height ?? 0) > 0
      assert.ok(await isDrawn('.plain-stars'))
      assert.equal(await page.locator('.plain-stars').first().textContent(), '★ 4.5')
      assert.equal(await page.locator('.evident-review-body').count(), 3)
      assert.ok(await isDrawn('.evident-review-body'))
      await shoot(page, 'home-no-script')
      await findGoods(page).getByRole('link', { name: 'Stoneware Mug', exact: true }).click()
      await page.waitForURL('**/products/mug')
      await page.getByRole('heading', { name: 'Stoneware Mug' }).waitFor()
      assert.equal(await page.locator('.evident-review-body').count(), 2)
      for (const selector of ['.plain-stars', '.evident-review-body', '.plain-write'])
        assert.ok(await isDrawn(selector))
      await shoot(page, 'no-script')
      await page.getByLabel('Your name').fill('Plain Visitor')
      await page.getByLabel('Email address').fill('plain@example.com')
      await page.getByRole('button', { name: 'Place a demo order' }).click()
      await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    } finally {
      await context.close()
    }
    const scripted = await open('/products/mug')
    await scripted.page.getByRole('article').first().waitFor()
    assert.equal(await scripted.page.locator('.evident-review-body').count(), 0)
    assert.equal((await service.app.inject('/demo-store/products/mug?evident_cursor=nothing')).statusCode, 400)
  })

  // Layout shifts while loading depend on the window's width, so each width gets a new page. Colors cause no shifts.
  const views = { 'a desk': {}, 'a telephone': { width: 375, height: 800 } } as const
  for (const [name, look] of Object.entries(views)) {
    test(`${name}: accessible in light and dark mode, without layout shifts or sideways scrolling`, async () => {
      const { page, assertClean } = await open('/products/mug?locale=de', look)
      const judge = async (what: string) => {
        assert.deepEqual(await readShifts(page), [])
        await assertAccessible(page, what)
        await assertNoSidewaysScroll(page, what)
        await shoot(page, what)
        await page.emulateMedia({ colorScheme: 'dark' })
        await assertAccessible(page, `${what}, dark`, 'colours')
        await assertNoSidewaysScroll(page, `${what}, dark`)
        await shoot(page, `${what}-dark`)
        await page.emulateMedia({ colorScheme: 'light' })
      }
      await page.getByRole('article').first().waitFor()
      await page.getByRole('heading', { name: 'Kundenbewertungen' }).waitFor()
      await judge(name)
      await page.goto(`${origin}/demo-store?locale=de`)
      await page.getByText('3 von 3 angezeigt', { exact: true }).waitFor()
      await page
        .getByRole('button', { name: '4,0 · 3 Bewertungen. Kundenbewertungen: 4,0 von 5 Sternen', exact: true })
        .waitFor()
      await page.locator('evident-badge').getByText('Bewertungen: 3', { exact: true }).waitFor()
      await judge(`home-${name}`)
      assertClean()
    })
  }

  test('a demo order sends the review request, whose link opens the form', async () => {
    const { page, assertClean } = await open('/products/mug')
    await page.getByLabel('Your name').fill('Jo <b>Visitor</b>')
    await page.getByLabel('Email address').fill('jo@example.com')
    await page.getByRole('button', { name: 'Place a demo order' }).click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    assert.doesNotMatch(page.url(), /jo/)
    await assertAccessible(page, 'thanks')
    await shoot(page, 'thanks')
    await service.runJobs()
    const mail = await mailTo('jo@example.com')
    assert.match(mail.subject, /Larkmoor|Mug/i)
    const link = /http:\/\/127\.0\.0\.1:\d+\/f\/[\w-]{22}/.exec(mail.text)?.[0]
    assert.ok(link, mail.text)
    await page.goto(link)
    await page.getByLabel('Your review').waitFor()
    assertClean(/404/)
  })

  test('a German order gets a German request, and a discontinued product still has its page', async () => {
    const { page, assertClean } = await open('?locale=de')
    await findGoods(page).getByRole('link', { name: 'Stoneware Mug', exact: true }).click()
    await page.getByRole('heading', { name: 'Kundenbewertungen' }).waitFor()
    await page.getByText('one email in Deutsch').waitFor()
    await page.getByLabel('Your name').fill('Heike')
    await page.getByLabel('Email address').fill('heike@example.com')
    await page.getByRole('button', { name: 'Place a demo order' }).click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    await service.runJobs()
    assert.match((await mailTo('heike@example.com')).text, /Bestellung|Bewertung/)
    assertClean()
    const wrong = await order('mug', 'name=Heike&email=nowhere&locale=de')
    assert.match(wrong.text, /name="locale" value="de"/)
    assert.match((await order('mug', 'name=&email=nowhere&locale=%22%3E')).text, /name="locale" value="en"/)
    await api.put('/products', [{ platformProductId: 'kettle', title: 'Old Kettle', status: 'archived' }])
    const gone = await service.app.inject('/demo-store/products/kettle')
    assert.equal(gone.statusCode, 200)
    assert.match(gone.body, /Not sold any more/)
    assert.equal((await order('kettle', 'name=Jo&email=jo%40example.com')).status, 404)
    assert.doesNotMatch((await service.app.inject('/demo-store')).body, /Old Kettle/)
  })

  test('an error shows at its field, and the input is preserved', async () => {
    const { status, text } = await order('mug', 'name=Jo+Visitor&email=jo%40nowhere')
    assert.equal(status, 400)
    assert.match(text, /value="Jo Visitor"/)
    assert.match(text, /value="jo@nowhere" aria-invalid="true"/)
    assert.match(text, /Enter an email address such as/)
    assert.equal((await order('mug', 'name=&email=jo%40example.com')).status, 400)
    assert.equal((await order('mug', 'name=%00&email=jo%40example.com')).status, 400)
    assert.equal((await order('nothing', 'name=Jo&email=jo%40example.com')).status, 404)
  })

  test('a page of another site cannot place orders, and orders are rate-limited', async () => {
    const before = (await api.get('/orders?includeTotal=true')).body.pagination.total
    const stranger = await order('mug', 'name=Jo&email=jo%40example.com', { origin: 'https://evil.example' })
    assert.equal(stranger.status, 403)
    assert.equal((await api.get('/orders?includeTotal=true')).body.pagination.total, before)
    const held = await startService({ beside: service, env: { RATE_LIMITS: '100/1s', PORT: String(port) } })
    try {
      const placed: number[] = []
      for (let i = 0; i < 4; i++)
        placed.push((await order('mug', `name=Jo&email=jo${i}%40example.com`, {}, held)).status)
      assert.deepEqual(placed, [303, 303, 303, 429])
    } finally {
      await held.close()
    }
  })

  async function order(product: string, form: string, headers: Record<string, string> = {}, at = service) {
    const response = await at.app.inject({
      method: 'POST',
      url: `/demo-store/products/${product}/orders`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: `127.0.0.1:${port}`, ...headers },
      payload: form,
    })
    return { status: response.statusCode, text: response.body }
  }

  async function mailTo(recipient: string): Promise<{ subject: string; text: string }> {
    const cookies = (await service.service.services.users.signIn('demo@larkmoor.example', password)) ?? []
    const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
    const owner = service.with({ cookie, 'x-store-env-id': storeEnvId })
    const { body } = await owner.get('/email/mailbox')
    const mail = body.data.find((each: { recipient: string }) => each.recipient === recipient)
    assert.ok(mail, `a mail to ${recipient}`)
    return (await owner.get(`/email/mailbox/${mail.id}`)).body
  }
})

async function fill(api: Api): Promise<void> {
  const good = (id: string, title: string, category: string) => ({
    ...{ platformProductId: id, title, description: `All one can say about a ${id}.`, categories: [category] },
    url: `https://larkmoor.example/${id}`,
    variants: [{ platformVariantId: `${id}-1`, title: 'One', price: '18.00', currency: 'EUR' }],
  })
  await api.put('/products', [good('mug', 'Stoneware Mug', 'Kitchen'), good('tent', 'Drumlin Tent', 'Outdoor')])
  const photo = await api.call('POST', '/uploads', await aPhoto(600, 400), { 'content-type': 'image/jpeg' })
  const reviews = [
    { platformProductId: 'mug', rating: 4 },
    { platformProductId: 'mug', rating: 5 },
    { platformProductId: 'tent', rating: 3, photoIds: [photo.body.id] },
  ]
  for (const each of reviews) {
    const author = { authorName: `Reader ${each.rating}`, authorEmail: `reader${each.rating}@example.com` }
    const { body } = await api.post('/reviews', { ...each, ...author, body: 'Holds tea.' })
    await api.put(`/reviews/${body.id}`, { status: 'approved' })
  }
}
