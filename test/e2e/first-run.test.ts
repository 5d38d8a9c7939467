import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, suite, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { until } from '#test/until.ts'
import { type Sink, startSink } from '../../server/resources/email/sending/sink.testing.ts'
import { aPhoto } from '../../server/resources/storefront/form/form.testing.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { launchBrowser, noBrowser, openPage, withLastingNotices } from './browser.ts'
import { type Installation, install } from './installation.ts'

/**
 * Seconds that a person needs for a click (including finding the target) and for a key press. The values come from
 * keystroke-level models.
 */
const clickSeconds = 2.65
const keySeconds = 0.28

suite('the first run', { skip: noBrowser }, () => {
  let service: Installation
  let sink: Sink
  let browser: Browser
  let shop: Server
  let shopOrigin: string
  let pasted = ''

  before(async () => {
    sink = await startSink()
    service = await install({
      now: new Date(),
      env: { SMTP_URL: sink.url, MAIL_FROM: 'Larkmoor <reviews@mail.larkmoor.example>' },
    })
    shop = createServer((_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><html lang="en"><head><title>Mug</title></head><body><h1>Mug</h1>${pasted}</body></html>`),
    )
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
    shopOrigin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
    browser = await launchBrowser()
    await service.start()
  })

  after(async () => {
    await browser?.close()
    shop?.close()
    await service?.remove()
    await sink?.close()
  })

  test('a newcomer follows the checklist to their own reviews in their shop within five minutes', {
    timeout: 300_000,
  }, async () => {
    const startedMs = Date.now()
    const seen = { clicks: 0, keys: 0 }
    const { page, assertClean } = await openPage(browser, service.origin, { width: 1280, height: 900 })
    const byHandSeconds = () => seen.clicks * clickSeconds + seen.keys * keySeconds
    const steps: string[] = []
    /** Adds a step with two times: as measured here, and with the seconds that a person needs for clicks and keys. */
    const note = (step: string) => {
      const hereSeconds = (Date.now() - startedMs) / 1000
      steps.push(`${formatClock(hereSeconds)} here, ${formatClock(hereSeconds + byHandSeconds())} by hand: ${step}`)
    }
    const press = async (where: Locator) => {
      seen.clicks++
      await where.click()
    }
    const type = async (label: string, text: string, isPasted = false) => {
      seen.clicks++
      seen.keys += isPasted ? 2 : text.length
      await page.getByLabel(label, { exact: true }).fill(text)
    }
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const bring = async (name: string, file: string, choose?: () => Promise<unknown>) => {
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(file) })
      seen.clicks += 2
      await choose?.()
      await press(button('Check the file'))
      await press(button('Import now'))
    }
    const back = async (done: string) => {
      await press(link('First steps'))
      await page.getByRole('heading', { name: done, exact: true }).waitFor()
    }

    await page.goto(`${service.origin}/admin`)
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor()
    await keepPicture(page, 'first-account')
    await type('Your name', 'Ada Byron')
    await type('Email', 'ada@larkmoor.example')
    await type('Password', 'seven blue kettles')
    await type('Organization', 'Larkmoor')
    await type('Store', 'Larkmoor')
    await type('Address of the shop', shopOrigin, true)
    await press(button('Create account'))
    await page.getByRole('heading', { name: 'Set up your store' }).waitFor()
    await page.getByText('0 of 5 done').waitFor()
    const platforms = page.getByRole('list', { name: 'Platforms' }).getByRole('link')
    const names = ['Shopify', 'WooCommerce', 'BigCommerce', 'Medusa', 'Vendure', 'Another shop']
    for (const [at, name] of names.entries())
      assert.ok(
        await platforms
          .nth(at)
          .and(page.getByRole('link', { name, exact: true }))
          .isVisible(),
        name,
      )
    assert.equal(await platforms.count(), names.length)
    note('account and store created')
    const storeEnvId = /stores\/([\w-]+)/.exec(page.url())?.[1] ?? ''

    await press(link('Upload a file'))
    assert.equal(await page.getByLabel('Content').inputValue(), 'products')
    await bring('products.csv', `id,title,link,gtin\nmug,Mug,${shopOrigin}/mug,4006381333931\n`)
    await link('See the products').waitFor()
    await back('Products added')
    note('products imported')

    await press(link('Import reviews'))
    await bring(
      'reviews.csv',
      'product_id,rating,title,body,created_at,author\n' +
        'mug,5,Daily companion,Keeps tea hot for an hour.,2026-03-02,Jane\n' +
        'mug,4,Good,A little heavy.,2026-03-04,Sam\n',
      async () => {
        await page.getByLabel('Status after import').selectOption('pending')
        seen.clicks++
      },
    )
    note('reviews imported')
    await press(link('See the imported reviews'))
    await press(page.getByRole('link', { name: /Keeps tea hot/ }))
    for (const words of [/Keeps tea hot/, /A little heavy/]) {
      await page.getByRole('article').getByText(words).waitFor()
      seen.keys++
      await page.keyboard.press('a')
      await page.getByRole('link', { name: words }).waitFor({ state: 'detached' })
    }
    note('reviews approved')
    await back('First reviews received')

    await press(link('Pick a widget'))
    const preview = page.frameLocator('iframe[title="Preview of the widget"]')
    await preview.getByText('Keeps tea hot for an hour.').waitFor()
    assert.equal(await sightings(page, storeEnvId), 0, 'looking at it here is not seeing it in the shop')
    await press(page.getByRole('button', { name: 'Copy code' }))
    // The clipboard is written a moment after the press.
    await until(async () => {
      const copied = (await page.evaluate('navigator.clipboard.readText()')) as string
      pasted = copied
      return /<evident-reviews product="mug"/.test(pasted)
    }, 'the widget in the clipboard')
    await press(link('First steps'))
    const visitor = await openPage(browser, 'http://127.0.0.1:')
    await visitor.page.goto(`${shopOrigin}/mug`)
    await visitor.page.getByText('Keeps tea hot for an hour.').waitFor()
    note('own review seen in the own shop')
    process.stdout.write(`${steps.join('\n')}\n`)
    const minutes = (Date.now() - startedMs) / 60_000
    const byHand = byHandSeconds() / 60
    process.stdout.write(
      `a live widget after ${seen.clicks} clicks and ${seen.keys} keys: ${minutes.toFixed(1)} minutes here, ${byHand.toFixed(1)} by hand\n`,
    )
    assert.ok(byHand <= 3.5, `${byHand} minutes`)
    assert.ok(minutes <= 5, `${minutes} minutes`)
    await page.getByRole('heading', { name: 'Your shop shows reviews', exact: true }).waitFor()
    await keepPicture(page, 'setup-half')

    await press(button('Send me the review request'))
    await until(async () => sink.received.some(({ to }) => to === 'ada@larkmoor.example'), 'the mail')
    const mail = await PostalMime.parse(sink.received.at(-1)?.raw ?? '')
    assert.match(mail.subject ?? '', /\S/)
    assert.match(mail.html ?? '', /Larkmoor/)
    await press(link('Add the postal address'))
    await type('Postal address', '1 Mill Lane, Larkmoor')
    await press(button('Save'))
    await page.getByText('Not saved yet.').waitFor({ state: 'detached' })
    await back('Sender set up')

    await press(link('Turn on the feed'))
    await press(button('Turn on the feed'))
    await page.getByLabel('Address of the feed').waitFor()
    await press(link('First steps'))
    await page.getByText('Your store is set up', { exact: true }).waitFor()
    await page.getByText('5 of 5 done').waitFor()
    await keepPicture(page, 'setup-complete')
    const all = byHandSeconds() / 60
    process.stdout.write(
      `the whole list after ${seen.clicks} clicks and ${seen.keys} keys: ${all.toFixed(1)} minutes by hand\n`,
    )
    const other = await openPage(browser, service.origin)
    await other.page.goto(`${service.origin}/admin/first-account`)
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assertClean()
    visitor.assertClean(/favicon/)
  })
})

const formatClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

async function sightings(page: Page, storeEnvId: string): Promise<number> {
  const answer = await page.evaluate(
    `fetch('/api/v1/features/first-run', { headers: { 'x-store-env-id': '${storeEnvId}' } }).then((each) => each.json())`,
  )
  return (answer as { widgets: unknown[] }).widgets.length
}

suite('the pages of the first run', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    admin = await startAdmin()
    const { api } = admin.shop
    await api.put('/products', [
      { platformProductId: 'mug', title: 'Blue mug' },
      { platformProductId: 'bowl', title: 'Bowl' },
    ])
    const photo = await api.call('POST', '/uploads', await aPhoto(400, 300), { 'content-type': 'image/jpeg' })
    const review = await api.post('/reviews', { ...aReview, platformProductId: 'mug', photoIds: [photo.body.id] })
    await api.put(`/reviews/${review.body.id}`, { status: 'approved' })
    const faq = { question: 'Is it safe in the oven?', answer: 'Yes.', status: 'published' }
    await api.post('/faqs', faq)
  })
  after(() => admin?.close())

  const aReview = {
    ...{ rating: 5, title: 'Daily companion', body: 'Keeps tea hot for an hour.', authorName: 'Jane' },
    authorEmail: 'jane@customer.example',
  }

  const unfold = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true }).click()

  test('only the next step is open, and any other step opens and closes by its title', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/setup'))
    const steps = page.getByRole('list', { name: 'Steps' })
    const skips = steps.getByRole('button', { name: /^Skip: / })
    await skips.first().waitFor()
    assert.equal(await skips.count(), 1)
    await steps.getByText('Google shows the stars beside your products.').waitFor()
    const title = steps.getByRole('button', { name: 'Show stars in Google Shopping', exact: true })
    assert.equal(await title.getAttribute('aria-expanded'), 'false')
    await title.click()
    await steps.getByRole('link', { name: 'Turn on the feed' }).waitFor()
    assert.equal(await skips.count(), 2)
    await title.click()
    await steps.getByRole('link', { name: 'Turn on the feed' }).waitFor({ state: 'detached' })
    assertClean()
  })

  test('each missing sender setting has its own line and action', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/setup'))
    await unfold(page, 'Set up your sender')
    await unfold(page, 'Show stars in Google Shopping')
    const step = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Set up your sender' }) })
    await step.getByText('Your postal address is missing.').waitFor()
    await settled()
    const { steps } = (await admin.shop.api.get('/features/first-run')).body
    const { missing } = steps.find(({ name }: { name: string }) => name === 'sender')
    assert.equal(await step.getByRole('listitem').count(), missing.length)
    const acts = await step.locator('a, button').allInnerTexts()
    assert.equal(acts.filter((act) => act === 'Add the postal address').length, 1)
    assert.equal(acts.includes('Set up a sending domain'), missing.includes('sender_address'))
    assert.equal(acts.includes('Open the test mailbox'), missing.includes('smtp'))
    const edges = (await page
      .getByRole('button', { name: /^Skip: / })
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)))) as number[]
    assert.equal(new Set(edges).size, 1, `the Skip buttons start at ${edges} px`)
    assertClean()
  })

  test('undo restores a skipped step, and the list can be hidden and found again', async () => {
    const { page, assertClean } = await admin.open()
    await withLastingNotices(page)
    await page.goto(admin.path('/setup'))
    for (const title of ['Show stars in Google Shopping', 'Show reviews in your shop']) await unfold(page, title)
    await page.getByRole('button', { name: 'Skip: Show stars in Google Shopping' }).click()
    await page.getByRole('button', { name: 'Resume: Show stars in Google Shopping' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Skip: Show stars in Google Shopping' }).waitFor()
    for (const title of ['Show stars in Google Shopping', 'Get your first reviews', 'Show reviews in your shop'])
      await page.getByRole('button', { name: `Skip: ${title}` }).click()
    await page.getByRole('button', { name: 'Skip: Set up your sender' }).click()
    await page.getByText('Your store is set up', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Resume: Show reviews in your shop' }).click()
    await page.getByRole('button', { name: 'Skip: Show reviews in your shop' }).waitFor()
    assertClean()
    await admin.shop.api.patch('/features/first-run', { skipped: [] })
  })

  test('each widget preview shows the chosen settings and sends no visitor request', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/widgets'))
    const preview = page.frameLocator('iframe[title="Preview of the widget"]')
    await preview.getByText('Keeps tea hot for an hour.').waitFor()
    assert.equal(
      await preview.getByRole('button', { name: 'Show more reviews' }).count(),
      0,
      'nothing of it is cut off',
    )
    const [width, cardWidth] = [
      await frameWidth(page),
      await page.getByRole('main').evaluate((main) => Reflect.get(main, 'clientWidth')),
    ]
    assert.ok(width > cardWidth * 0.55, `the preview has ${width} of ${cardWidth} px`)
    await page.getByPlaceholder('Default (10)').waitFor()
    await page.getByRole('button', { name: 'Phone' }).click()
    await until(async () => (await frameWidth(page)) === 373, 'the preview is as wide as a phone')
    await page.getByRole('button', { name: 'Desktop' }).click()
    await page.getByText('product="mug"').waitFor()
    await page.getByLabel('Heading').fill('Said by buyers')
    await preview.getByText('Said by buyers').waitFor()
    await page.getByLabel('Buttons and links', { exact: true }).fill('#43552f')
    await page.getByText('--evident-accent: #43552f;').waitFor()
    await page.getByLabel('Product of the preview', { exact: true }).selectOption('bowl')
    await page.getByText('This product has no approved reviews yet, so visitors see this.').waitFor()
    await page.getByRole('button', { name: 'Shopify' }).click()
    await page.getByText('{{ product.id }}').waitFor()
    await page.getByRole('link', { name: 'Questions and answers', exact: true }).click()
    await preview.getByText('Is it safe in the oven?').waitFor()
    await page.getByRole('link', { name: 'Review form', exact: true }).click()
    await preview.getByRole('radio').first().waitFor()
    await page.getByRole('link', { name: 'Stars', exact: true }).click()
    await preview.getByText('5.0 (1)').waitFor()
    await page.getByRole('link', { name: 'Carousel', exact: true }).click()
    await preview.getByText('1 of 1 shown').waitFor()
    await page.getByLabel('Order', { exact: true }).selectOption('lowest')
    await preview.getByText('Lowest rating first').waitFor()
    await page.getByText('sort="lowest"').waitFor()
    await page.getByLabel('Reviews of', { exact: true }).selectOption('product')
    await page.getByLabel('Product of the preview', { exact: true }).selectOption('bowl')
    await page.getByText('There are no approved reviews yet, so visitors see nothing.').waitFor()
    await page.getByRole('link', { name: 'Badge', exact: true }).click()
    await preview.getByText('Reviews: 1').waitFor()
    await page.getByRole('link', { name: 'Customer photos', exact: true }).click()
    await preview.getByRole('button', { name: /^Photo by/ }).waitFor()
    await page.getByRole('link', { name: 'Floating tab', exact: true }).click()
    // Chromium does not render a frame below the window, so the frame cannot be clicked there.
    await page.locator('iframe[title="Preview of the widget"]').scrollIntoViewIfNeeded()
    await preview.getByRole('button', { name: '5.0 · 1 review. Customer reviews: 5.0 out of 5 stars' }).click()
    await preview.getByRole('dialog').getByText('Keeps tea hot for an hour.').waitFor()
    const reach = await page
      .frames()
      .find((frame) => frame.url().endsWith('/admin/widget-frame'))
      ?.evaluate(
        `(() => { try { return String(parent.document.title) } catch (error) { return error.name } })() + ' ' + origin`,
      )
    assert.equal(reach, 'SecurityError null')
    assertClean()
  })

  test('the first-run pages are accessible in light and dark mode and on a phone', { timeout: 240_000 }, async () => {
    const { page, settled, assertClean } = await admin.open()
    for (const path of [
      '/setup',
      '/widgets',
      '/widgets?widget=gallery',
      '/placements',
      '/widgets?widget=loyalty',
      '/widgets?widget=carousel',
      '/widgets?widget=tab',
    ]) {
      await page.goto(admin.path(path))
      await page.getByRole('heading', { level: 1 }).waitFor()
      await assertForEverybody({ page, settled }, `first-run${path}`)
    }
    assertClean()
  })
})

const frameWidth = (page: Page): Promise<number> =>
  page.locator('iframe[title="Preview of the widget"]').evaluate((frame) => Reflect.get(frame, 'clientWidth') as number)
