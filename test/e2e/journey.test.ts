import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import PostalMime, { type Email } from 'postal-mime'
import { type Sink, startSink } from '../../server/resources/email/sending/sink.testing.ts'
import { aPhoto } from '../../server/resources/storefront/form/form.testing.ts'
import { assertAccessible, assertNoSidewaysScroll, launchBrowser, noBrowser, openPage } from './browser.ts'
import { type Installation, install } from './installation.ts'

const shots = process.env.TEST_SCREENSHOTS
const day = 86_400_000

type Demo = { storeEnvId: string; apiKey: string }
// biome-ignore lint/suspicious/noExplicitAny: a test reads any shape of answer
type Body = any

suite('from an order to a published review', { skip: noBrowser }, () => {
  let sink: Sink
  let service: Installation
  let demo: Demo
  let browser: Browser
  const folder = mkdtempSync(join(tmpdir(), 'evident-journey-'))
  const photo = join(folder, 'holiday.jpg')

  before(async () => {
    sink = await startSink()
    service = await install({
      now: new Date('2026-11-21T12:00:00Z'),
      env: {
        SMTP_URL: sink.url,
        MAIL_FROM: 'Reviews <reviews@mail.example>',
        // Four buyers and a mail scanner share one IP address here.
        STOREFRONT_RATE_LIMITS: '300/10s',
      },
    })
    await service.start()
    demo = JSON.parse(await service.evident('demo', '--json'))
    writeFileSync(photo, await aPhoto(1200, 900))
    if (shots) mkdirSync(shots, { recursive: true })
    browser = await launchBrowser()
  })

  after(async () => {
    await browser?.close()
    await service?.remove()
    await sink?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const call = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await fetch(`${service.origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${demo.apiKey}`,
        'x-store-env-id': demo.storeEnvId,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  const get = (path: string) => call('GET', path)
  const fetchOrder = async (email: string) => (await get(`/orders?email=${encodeURIComponent(email)}`)).data[0]
  const fetchReview = async (order: { id: string }) => (await get(`/reviews?orderId=${order.id}`)).data[0]
  const funnel = () => get('/orders/review-request-funnel')
  const approve = ({ id }: { id: string }) => call('PUT', `/reviews/${id}`, { status: 'approved' })
  const open = (look?: Parameters<typeof openPage>[2]) => openPage(browser, service.origin, look)
  const shoot = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true })
  }
  const mailsTo = (email: string) => sink.received.filter(({ to }) => to === email)
  const mailTo = async (email: string, count = 1): Promise<Email> => {
    await until(
      async () => mailsTo(email).length >= count,
      async () => JSON.stringify((await get(`/email/messages?limit=3&email=${encodeURIComponent(email)}`)).data),
    )
    return PostalMime.parse(mailsTo(email).at(-1)?.raw ?? '')
  }
  const linksIn = ({ html = '' }: Email) =>
    [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  const starLink = (mail: Email, rating: number) =>
    linksIn(mail).find((href) => href.endsWith(`rating=${rating}`)) ?? assert.fail('no link for that star')

  const buy = async (page: Page, productUrl: string, { name, email }: { name: string; email: string }) => {
    await page.goto(productUrl)
    await page.getByLabel('Your name').fill(name)
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Place a demo order' }).click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
  }
  /** Acts as a mail scanner, which requests every URL in the mail and presses no button. */
  const scan = async (mail: Email) => {
    const header = /<(https?:[^>]+)>/.exec(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1]
    const ours = [...linksIn(mail), header ?? ''].filter((href) => href.startsWith(service.origin))
    assert.ok(ours.some((href) => href.includes('/u/')) && ours.some((href) => href.includes('/f/')))
    for (const href of new Set(ours)) {
      for (const method of ['HEAD', 'GET']) {
        const { status } = await fetch(href, { method, headers: { 'user-agent': 'scanner' } })
        assert.equal(status, 200, `${method} ${href}`)
      }
      // Pages behind mailed links allow ten calls a second from one address, so the scanner pauses.
      await sleep(250)
    }
    return header ?? ''
  }
  const article = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })

  test('a visitor buys, gets a mail, reviews with a photo, and sees the published review', {
    timeout: 300_000,
  }, async () => {
    const email = 'nora.quist@customer.example'
    const words = 'It has been on every walk since, and the enamel has not chipped.'
    const shopping = await open()
    await shopping.page.goto(`${service.origin}/demo-store`)
    await shoot(shopping.page, 'shop')
    await shopping.page.getByRole('link', { name: 'Spruce Enamel Mug' }).click()
    await shopping.page.waitForURL('**/products/*')
    await shopping.page.getByRole('article').first().waitFor()
    const productUrl = shopping.page.url()
    await shoot(shopping.page, 'product')
    await buy(shopping.page, productUrl, { name: 'Nora Quist', email })
    await shoot(shopping.page, 'thanks')
    await assertAccessible(shopping.page, 'thanks')
    shopping.assertClean()

    const mail = await mailTo(email)
    assert.equal(mail.from?.name, 'Larkmoor')
    assert.match(mail.text ?? '', /Spruce Enamel Mug/)
    await lookAtMail(mail, 'mail')
    const before = await funnel()
    const unsubscribeUrl = await scan(mail)
    const untouched = await fetchOrder(email)
    assert.equal(untouched.reviewRequest.state, 'sent')
    assert.deepEqual([untouched.reviewFormViewCount, untouched.clickedRating], [0, null])
    assert.deepEqual((await get(`/email-suppressions?email=${encodeURIComponent(email)}`)).data, [])
    assert.equal((await funnel()).opened, before.opened, 'a scanner opens nothing')

    const writing = await open({ width: 375, height: 740 })
    await writing.page.goto(starLink(mail, 4))
    // The page also has a form about the shop, below this form about the product.
    const form = writing.page.locator('#first')
    await form.locator('.ev-alive').waitFor()
    assert.equal(await form.locator('input[name=rating]:checked').inputValue(), '4')
    await until(async () => (await fetchOrder(email)).reviewFormViewCount === 1)
    assert.equal((await fetchOrder(email)).clickedRating, 4)
    const opened = await funnel()
    assert.deepEqual(
      [opened.opened - before.opened, opened.openedAndLeft - before.openedAndLeft, opened.reviewed - before.reviewed],
      [1, 1, 0],
    )
    await form.getByLabel('Headline').fill('Worth its weight')
    await form.getByLabel('Your review').fill(words)
    await form.locator('input[type=file]').setInputFiles(photo)
    await form.locator('input[name=photoId1]').waitFor({ state: 'attached' })
    await form.getByLabel(/This is my own experience/).check()
    await shoot(writing.page, 'form-filled-375')
    await form.getByRole('button', { name: 'Send review' }).click()
    await writing.page.getByText('Your review has arrived').waitFor()
    await shoot(writing.page, 'form-sent-375')
    await writing.page.getByRole('link', { name: 'Back to' }).first().click()
    await writing.page.waitForURL('**/demo-store')
    writing.assertClean()

    const review = await fetchReview(await fetchOrder(email))
    assert.deepEqual(
      [review.status, review.rating, review.verified, review.source, review.photos.length],
      ['pending', 4, true, 'email_form', 1],
    )
    const reviewed = await funnel()
    assert.deepEqual([reviewed.reviewed - before.reviewed, reviewed.openedAndLeft - before.openedAndLeft], [1, 0])
    const early = await open()
    await early.page.goto(productUrl)
    await early.page.getByRole('article').first().waitFor()
    assert.equal(await article(early.page, words).count(), 0, 'nothing is published before it was approved')

    await approve(review)
    const reading = await open()
    await reading.page.goto(productUrl)
    const published = article(reading.page, words)
    await published.waitFor()
    await published.getByText('Verified purchase').waitFor()
    const picture = published.locator('img').first()
    await until(() => picture.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth > 0))
    await published.scrollIntoViewIfNeeded()
    await shoot(reading.page, 'published')
    assert.match(
      (await reading.page.locator('script[type="application/ld+json"]').textContent()) ?? '',
      /Worth its weight/,
    )
    reading.assertClean()

    const receipt = await mailTo(email, 2)
    assert.match(receipt.text ?? '', /\/w\/[\w-]{22}\b/, 'the author can read, correct and withdraw the review')
    const left = await fetch(unsubscribeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    assert.equal(left.status, 200)
    await shopping.page.goto(`${service.origin}/demo-store`)
    await shopping.page.getByRole('link', { name: 'Sway Hammock' }).click()
    await shopping.page.waitForURL('**/products/*')
    await buy(shopping.page, shopping.page.url(), { name: 'Nora Quist', email })
    await until(async () => (await fetchOrder(email)).reviewRequest.state === 'skipped')
    assert.equal((await fetchOrder(email)).reviewRequest.reason, 'customer_unsubscribed')
    assert.equal(mailsTo(email).length, 2, 'the request and the receipt, and no second request')
  })

  test('a review written in the shop is verified after its author confirms by mail', {
    timeout: 300_000,
  }, async () => {
    const email = 'tomas.reyl@customer.example'
    const words = 'Written on the shop’s own page, months after I bought it.'
    const goods = await open({ colorScheme: 'dark' })
    await goods.page.goto(`${service.origin}/demo-store`)
    await goods.page.locator('ul.grid').getByRole('link', { name: 'Tarn Insulated Bottle 750' }).click()
    await goods.page.waitForURL('**/products/*')
    const productUrl = goods.page.url()
    const platformProductId = decodeURIComponent(productUrl.split('/').at(-1) ?? '')
    await call('PUT', '/orders', [
      {
        ...{ platformOrderId: 'journey-2', email, customerName: 'Tomas Reyl', placedAt: '2026-11-20T08:00:00Z' },
        lineItems: [{ platformProductId, quantity: 1 }],
      },
    ])
    const { page } = goods
    await page.getByRole('button', { name: 'Write a review' }).click()
    const form = page.getByRole('dialog', { name: 'Write a review' })
    await form.locator('.ev-star').nth(4).click()
    await form.getByLabel('Your review').fill(words)
    await form.locator('input[type=file]').setInputFiles(photo)
    await form.locator('.ev-photo img').waitFor()
    await form.getByLabel('Your name').fill('Tomas R.')
    await form.getByLabel('E-mail address').fill(email)
    await form.getByLabel(/This is my own experience/).check()
    await shoot(page, 'widget-form-dark')
    await until(async () => {
      // The form requires three seconds between loading and sending.
      const send = form.getByRole('button', { name: 'Send review' })
      if (await send.count()) await send.click({ timeout: 1000 }).catch(() => {})
      return (await form.getByText(`sent to ${email}`).count()) > 0
    })
    await shoot(page, 'widget-sent-dark')

    const mail = await mailTo(email)
    assert.match(mail.text ?? '', /Tarn Insulated Bottle 750/)
    assert.ok(
      !mail.headers.some(({ key }) => key === 'list-unsubscribe'),
      'nobody can unsubscribe from what they asked for',
    )
    await lookAtMail(mail, 'confirmation')
    const found = async () => (await get('/reviews?status=pending&q=months after')).data[0]
    const link = linksIn(mail).find((href) => href.includes('/c/')) ?? assert.fail('no link to confirm by')
    assert.equal((await fetch(link)).status, 200)
    assert.equal((await found()).verified, false, 'looking confirms nothing')
    const confirming = await open()
    await confirming.page.goto(link)
    await shoot(confirming.page, 'confirm')
    await confirming.page.getByRole('button', { name: 'Yes, it is mine' }).click()
    await confirming.page.getByText('Your review is confirmed').waitFor()
    const review = await found()
    assert.deepEqual([review.verified, review.source, review.photos.length], [true, 'widget_form', 1])

    await approve(review)
    const reading = await open({ width: 375, height: 740 })
    await reading.page.goto(productUrl)
    await article(reading.page, words).getByText('Verified purchase').waitFor()
    await assertNoSidewaysScroll(reading.page, 'the product on a phone')
    await shoot(reading.page, 'published-375')
    reading.assertClean()
  })

  test('without JavaScript the form still accepts a review with a photo', { timeout: 300_000 }, async () => {
    const email = 'ilse.brandt@customer.example'
    const context = await browser.newContext({ javaScriptEnabled: false })
    context.setDefaultTimeout(40_000)
    const page = await context.newPage()
    await page.goto(`${service.origin}/demo-store`)
    await page.getByRole('link', { name: 'Cairn 28 Daypack' }).click()
    await page.waitForURL('**/products/*')
    await buy(page, page.url(), { name: 'Ilse Brandt', email })
    await page.goto(starLink(await mailTo(email), 5))
    const form = page.locator('#first')
    assert.equal(await form.locator('input[name$=rating]:checked').inputValue(), '5')
    await form.getByLabel('Your review').fill('Carried two weeks of everything.')
    await form.locator('input[type=file]').setInputFiles(photo)
    await shoot(page, 'no-script')
    await form.getByRole('button', { name: 'Send review' }).click()
    await page.getByText('Without your agreement').waitFor()
    await form.getByLabel(/This is my own experience/).check()
    await form.getByRole('button', { name: 'Send review' }).click()
    await page.getByText('Your review has arrived').waitFor()
    await shoot(page, 'no-script-sent')
    const order = await fetchOrder(email)
    const review = await fetchReview(order)
    assert.deepEqual([review.rating, review.photos.length, review.verified], [5, 1, true])
    assert.equal(order.reviewFormViewCount, 1)
    await approve(review)
    await context.close()
  })

  test('a review request that is due during an outage is sent exactly once afterwards', {
    timeout: 300_000,
  }, async () => {
    const email = 'mina.okoro@customer.example'
    await call('PUT', '/email/settings', { delayDays: 2 })
    const { data } = await get('/products?limit=1')
    await call('PUT', '/orders', [
      {
        ...{
          platformOrderId: 'journey-4',
          email,
          // Requests go only to buyers who ordered after the demo shop was connected.
          placedAt: '2026-11-21T12:30:00Z',
          deliveredAt: '2026-11-21T12:30:00Z',
        },
        lineItems: [{ platformProductId: data[0].platformProductId, quantity: 1 }],
      },
    ])
    assert.equal((await fetchOrder(email)).reviewRequest.state, 'scheduled')
    // Browsers keep connections open for a minute. The shutdown does not wait for them.
    assert.ok((await service.stop()) < 30_000)
    assert.equal(mailsTo(email).length, 0)
    service.advance(2 * day + 3_600_000)
    await service.evident('jobs', 'run', 'review-requests')
    assert.equal(mailsTo(email).length, 1, 'the command comes back when the mail is out')
    await service.start()
    await service.evident('jobs', 'run', 'review-requests')
    assert.equal(mailsTo(email).length, 1)
    assert.equal((await fetchOrder(email)).reviewRequest.state, 'sent')
    const doctor = JSON.parse(await service.evident('doctor', '--json'))
    assert.equal(doctor.ok, true, JSON.stringify(doctor))
    assert.deepEqual(JSON.parse(await service.evident('migrate', '--json')), { status: 'up_to_date' })
  })

  async function lookAtMail({ html = '' }: Email, name: string): Promise<void> {
    const looks = [{}, { colorScheme: 'dark', width: 375 }] as const
    for (const [i, look] of looks.entries()) {
      const { page } = await open(look)
      await page.setContent(html)
      await assertNoSidewaysScroll(page, name)
      await shoot(page, i === 0 ? name : `${name}-375-dark`)
      await page.context().close()
    }
  }
})

async function until(
  holds: () => Promise<boolean>,
  explain: () => Promise<string> | string = () => 'it did not come to be in time',
  withinMs = 60_000,
): Promise<void> {
  for (const end = Date.now() + withinMs; !(await holds()); await sleep(400))
    if (Date.now() > end) assert.fail(await explain())
}
