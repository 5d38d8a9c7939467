import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { after, before, suite, test } from 'node:test'
import { Client } from 'pg'
import type { Browser, Locator } from 'playwright-core'
import type { Shop, TestService } from '#test/service.ts'
import { order } from '../../server/resources/storefront/form/form.testing.ts'
import { assertAccessible, assertNoSidewaysScroll, noBrowser, openPage } from './browser.ts'
import { type FormFixture, openFormFixture, shoot } from './form-fixture.ts'

suite('the review form in a shop’s page', { skip: noBrowser }, () => {
  let fixture: FormFixture
  let service: TestService
  let browser: Browser
  let shop: Shop
  let origin: string
  let photo: string
  let shopPage: Server
  let shopOrigin: string

  before(async () => {
    fixture = await openFormFixture()
    ;({ service, browser, shop, origin, photo } = fixture)
    shopPage = createServer((request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(shopHtml(origin, shop.storeEnvId, new URL(request.url ?? '/', 'http://x').searchParams))
    })
    await new Promise<void>((resolve) => shopPage.listen(0, '127.0.0.1', resolve))
    shopOrigin = `http://127.0.0.1:${(shopPage.address() as { port: number }).port}`
    const owner = await shop.signedIn()
    const changed = await owner.patch(`/account/stores/${shop.storeEnvId}`, { origins: [shopOrigin] })
    assert.equal(changed.status, 200, changed.text)
  })
  after(async () => {
    shopPage?.close()
    await fixture?.close()
  })

  test('a form that accepts only buyers says so above the stars', async () => {
    assert.equal((await shop.api.put('/reviews/settings', { buyersOnly: true })).status, 200)
    await order(service, shop, { products: ['mug'] })
    const { page } = await openPage(browser, shopOrigin)
    await page.goto(`${shopOrigin}/?product=mug`)
    const note = page.getByText('Only buyers can write a review.')
    await note.waitFor()
    const [above, below] = [await note.boundingBox(), await page.locator('.ev-star').first().boundingBox()]
    assert.ok(above && below && above.y + above.height <= below.y)
    await assertAccessible(page, 'the form for buyers only')
    await shoot(page, 'widget-buyers-only')
    assert.equal((await shop.api.put('/reviews/settings', { buyersOnly: false })).status, 200)
  })

  test('the form asks for no photos and links the privacy policy, as the store chose', async () => {
    const form = { asksForPhotos: false, privacyUrl: 'https://shop.example.com/privacy' }
    assert.equal((await shop.api.put('/placements/settings', { form })).status, 200)
    await order(service, shop, { products: ['mug'] })
    const { page } = await openPage(browser, shopOrigin)
    await page.goto(`${shopOrigin}/?product=mug`)
    const link = page.getByRole('link', { name: 'Privacy' })
    await link.waitFor()
    assert.equal(await link.getAttribute('href'), form.privacyUrl)
    assert.equal(await page.locator('input[type=file]').count(), 0)
    await assertAccessible(page, 'the form with a privacy policy')
    await shoot(page, 'widget-privacy')
    assert.equal((await shop.api.put('/placements/settings', {})).status, 200)
  })

  test("a review is sent even if the page's locale is malformed", async () => {
    await order(service, shop, { products: ['mug'] })
    const { page } = await openPage(browser, shopOrigin)
    for (const [locale, sent, button] of [
      ['deutsch (Österreich)', undefined, 'Send review'],
      ['de_AT.UTF-8', 'de_AT', 'Bewertung abschicken'],
    ] as const) {
      await page.goto(`${shopOrigin}/?product=mug&locale=${encodeURIComponent(locale)}`)
      await page.locator('[name=body]').fill(`Holds a pint, ${locale}.`)
      await page.locator('.ev-star >> nth=3').click()
      await page.locator('[name=authorName]').fill('Bea')
      await page.locator('[name=authorEmail]').fill('locale@example.com')
      await page.locator('[name=consent]').check()
      const answer = page.waitForResponse((response) => /\/storefront\/reviews$/.test(response.url()))
      await page.getByRole('button', { name: button }).click()
      assert.equal((await answer).status(), 202)
      assert.equal((await answer).request().postDataJSON().locale, sent)
    }
  })

  test("the element accepts a review, asks for confirmation, and uses the shop's colours", async () => {
    await order(service, shop, { products: ['mug'], email: 'buyer@example.com' })
    const { page } = await openPage(browser, shopOrigin)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const sent = page.waitForRequest(
      (request) => /\/storefront\/reviews$/.test(request.url()) && request.method() === 'POST',
    )
    await page.goto(`${shopOrigin}/?product=mug`)
    await page.getByLabel('Your review').fill('Holds a pint.')
    await page.locator('.ev-star >> nth=3').click()
    await page.getByLabel('Your name').fill('Bea')
    await page.getByLabel('E-mail address').fill('buyer@example.com')
    await page.locator('input[type=file]').setInputFiles(photo)
    await page.locator('.ev-photo img').waitFor()
    await page.getByLabel(/This is my own experience/).check()
    await shoot(page, 'widget')
    await page.getByRole('button', { name: 'Send review' }).click()
    await page.getByText('open the link we have just sent to buyer@example.com').waitFor()
    // Mails use the language of the page, although the review itself states no language.
    const request = await sent
    assert.deepEqual([request.postDataJSON().locale, request.headers()['accept-language']], [undefined, 'en'])
    const { data } = (await shop.api.get('/reviews?limit=1')).body
    assert.equal(data[0].locale, null)
    assert.deepEqual(
      [data[0].source, data[0].body, data[0].verified, data[0].photos.length],
      ['widget_form', 'Holds a pint.', false, 1],
    )
    assert.deepEqual(await page.evaluate('document.cookie'), '')
    assert.deepEqual(
      requests.filter((url) => ![origin, shopOrigin].includes(new URL(url).origin) && !/^blob:/.test(url)),
      [],
    )
    await service.runJobs()
    const owner = await shop.signedIn()
    const mails = (await owner.get('/email/messages?limit=5')).body.data
    assert.equal(mails.find((each: { template: string }) => each.template === 'review_confirmation')?.state, 'sent')
  })

  test('the form has the brand colour of the mails, unless the page sets another', async () => {
    assert.equal((await shop.api.put('/email-branding', { colors: { primary: '#43552f' } })).status, 200)
    const { page } = await openPage(browser, shopOrigin)
    await page.goto(`${shopOrigin}/?product=mug`)
    const button = page.getByRole('button', { name: 'Send review' })
    await button.waitFor()
    const color = () => button.evaluate((each) => getComputedStyle(each as never).backgroundColor)
    assert.equal(await color(), 'rgb(122, 31, 61)', 'the page of this shop names one')
    await page.addStyleTag({ content: 'evident-review-form { --evident-accent: initial !important }' })
    assert.equal(await color(), 'rgb(67, 85, 47)')
    await assertAccessible(page, 'in the colour of the brand')
  })

  test('a failed form offers a retry, and a closed form says that it is closed', async () => {
    const beginning = '**/storefront/review-form?*'
    const { page } = await openPage(browser, shopOrigin, { width: 375 })
    await page.route(beginning, (route) => route.abort())
    await page.goto(`${shopOrigin}/?product=mug`)
    await page.getByText('The form could not be loaded.').waitFor()
    await assertAccessible(page, 'a form that could not be loaded')
    await shoot(page, 'widget-not-loaded')
    await page.unroute(beginning)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(beginning, async (route) => {
      await held
      await route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' }, json: {} })
    })
    const button = page.getByRole('button', { name: 'Try again' })
    await button.click()
    await page.locator('evident-review-form button[aria-disabled=true]').waitFor()
    release()
    await page.locator('evident-review-form button:not([aria-disabled])').waitFor()
    await page.unroute(beginning)
    await button.click()
    await page.getByLabel('Your review').waitFor()
    assert.equal(
      await page.evaluate(`document.querySelector('evident-review-form').shadowRoot.activeElement.name`),
      'rating',
    )
    await page.route(beginning, (route) =>
      route.fulfill({
        status: 403,
        headers: { 'access-control-allow-origin': '*' },
        json: { code: 'subscription_expired' },
      }),
    )
    await page.reload()
    await page.getByText('The shop takes no reviews at the moment.').waitFor()
    assert.equal(await button.count(), 0)
  })

  test('the confirmation link opens a page, and its button confirms once', async () => {
    const client = new Client({ connectionString: service.databaseUrl })
    await client.connect()
    const { rows } = await client.query(
      `select text_body from mailbox where recipient like '%buyer@example.com%' order by created_at desc`,
    )
    await client.end()
    const link = rows.map(({ text_body: text }) => /\/c\/[\w-]{22}/.exec(text)?.[0]).find(Boolean)
    const { page } = await openPage(browser, origin, { width: 375 })
    await page.goto(`${origin}${link}`)
    await assertAccessible(page, 'confirming')
    await shoot(page, 'confirm')
    await page.getByRole('button', { name: 'Yes, it is mine' }).click()
    await page.getByText('Your review is confirmed').waitFor()
    const { data } = (await shop.api.get('/reviews?limit=1')).body
    assert.equal(data[0].verified, true)
    await page.goto(`${origin}${link}`)
    await page.getByText('Your review is confirmed').waitFor()
  })

  test('the element shows the offer in the language of its texts, else the original', async () => {
    const { body: offer } = await shop.api.post('/review-incentives', {
      ...{ kind: 'coupon', code: 'TEA', status: 'active', text: 'A mug of tea', terms: 'Once per person.' },
      translations: { fr: { text: 'Une tasse de thé', terms: 'Une fois par personne.' } },
    })
    const { page } = await openPage(browser, shopOrigin)
    for (const [query, texts] of [
      ['lang=fr', ['Une tasse de thé', 'Une fois par personne.']],
      ['locale=fr-CA', ['Une tasse de thé', 'Une fois par personne.']],
      ['lang=de', ['A mug of tea', 'Once per person.']],
    ] as const) {
      await page.goto(`${shopOrigin}/?product=mug&${query}`)
      for (const text of texts) await page.getByText(text, { exact: true }).waitFor()
    }
    await shop.api.patch(`/review-incentives/${offer.id}`, { status: 'ended' })
  })

  test('an offer with terms is above the stars, and is honored even if it ends before the review is sent', async () => {
    const { body: offer } = await shop.api.post('/review-incentives', {
      ...{ kind: 'coupon', code: 'TEA', status: 'active', text: '10 % off <b>for</b> your review' },
      terms: 'Whatever you write. Once per person.',
    })
    const { page } = await openPage(browser, shopOrigin)
    await page.goto(`${shopOrigin}/?product=mug`)
    const text = page.getByText('10 % off <b>for</b> your review')
    await text.waitFor()
    await page.getByText('Whatever you write. Once per person.').waitFor()
    const top = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN
    assert.ok((await top(text)) < (await top(page.locator('.ev-star').first())))
    for (const star of [0, 4]) {
      await page.locator('.ev-star').nth(star).click()
      assert.ok(await text.isVisible(), `with ${star + 1} stars`)
    }
    await page.locator('.ev-star').first().click()
    await assertAccessible(page, 'an offer above the form')
    await shoot(page, 'widget-offer')
    const ended = await shop.api.patch(`/review-incentives/${offer.id}`, { status: 'ended' })
    assert.equal(ended.status, 200, ended.text)
    await page.getByLabel('Your review').fill('It leaks.')
    await page.getByLabel('Your name').fill('Cas')
    await page.getByLabel('E-mail address').fill('cas@example.com')
    await page.getByLabel(/This is my own experience/).check()
    await page.getByRole('button', { name: 'Send review' }).click()
    await page.getByText('open the link we have just sent to cas@example.com').waitFor()
    const [review] = (await shop.api.get('/reviews?limit=1')).body.data
    assert.deepEqual([review.body, review.rating, review.incentive], ['It leaks.', 1, 'coupon'])
    const rewards = (await shop.api.get(`/review-incentives/${offer.id}/rewards`)).body.data
    assert.deepEqual(
      rewards.map(({ state }: { state: string }) => state),
      ['pending'],
    )
    await page.reload()
    await page.getByLabel('Your review').waitFor()
    assert.equal(await text.count(), 0)
  })

  test('a draft contains no address, belongs to its customer, and expires after two weeks', async () => {
    const { page } = await openPage(browser, shopOrigin)
    const write = async (query: string, text: string) => {
      await page.goto(`${shopOrigin}/?product=mug${query}`)
      await page.locator('.ev-alive').waitFor()
      const found = await page.getByLabel('Your review').inputValue()
      await page.getByLabel('Your review').fill(text)
      return found
    }
    assert.equal(await write('', 'A guest’s'), '')
    await page.getByLabel('E-mail address').fill('guest@example.com')
    await page.evaluate(`localStorage.setItem('evident-draft:other', '{"at":1,"values":{}}')`)
    const [ann, ben] = ['ann@example.com', 'ben@example.com'].map((email) => `&token=${tokenFor(email)}`)
    assert.equal(await write(ann ?? '', 'Ann’s'), '')
    assert.equal(await write(ben ?? '', 'Ben’s'), '')
    assert.equal(await write(ann ?? '', 'Ann’s'), 'Ann’s')
    assert.equal(await write('', 'A guest’s'), 'A guest’s')
    assert.equal(await page.getByLabel('E-mail address').inputValue(), '')
    const kept = String(await page.evaluate('JSON.stringify(localStorage)'))
    assert.doesNotMatch(kept, /@example|evident-draft:other/)
  })

  test('a customer who is identified later needs no address, and the typed text is preserved', async () => {
    const { page } = await openPage(browser, shopOrigin)
    await page.goto(`${shopOrigin}/?product=mug`)
    await page.getByLabel('E-mail address').waitFor()
    const name = (email: string, exp: number) =>
      page.evaluate(
        `document.querySelector('evident-review-form').setAttribute('customer-token', '${tokenFor(email, exp)}')`,
      )
    await name('ann@example.com', 1)
    await page.getByLabel('E-mail address').waitFor({ state: 'detached' })
    await page.getByLabel('Your review').fill('Holds a pint.')
    const renewed = page.waitForResponse('**/storefront/review-form?*')
    await name('ann@example.com', 2)
    await renewed
    assert.equal(await page.getByLabel('Your review').inputValue(), 'Holds a pint.')
  })

  test('in a dark Arabic shop the form is dark and right-to-left', async () => {
    const { page } = await openPage(browser, shopOrigin, { width: 375 })
    await page.goto(`${shopOrigin}/?product=mug&lang=ar&scheme=dark`)
    await page.locator('.ev-alive').waitFor()
    assert.equal(
      await page.evaluate(`document.querySelector('evident-review-form').shadowRoot.querySelector('.ev-host').dir`),
      'rtl',
    )
    await assertAccessible(page, 'the widget in Arabic')
    await assertNoSidewaysScroll(page, 'the widget in Arabic')
    await shoot(page, 'widget-arabic-dark')
  })
})

/**
 * The token is like a shop server's token except for the signature. The form only checks whether the token contains an
 * address.
 */
const tokenFor = (email: string, exp = 1) => `${Buffer.from(JSON.stringify({ email, exp })).toString('base64url')}.0`

const shopHtml = (origin: string, store: string, query: URLSearchParams) => `<!doctype html>
<html lang="${query.get('lang') ?? 'en'}" dir="${query.get('lang') === 'ar' ? 'rtl' : 'ltr'}" style="color-scheme: ${query.get('scheme') ?? 'light'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A shop</title><link rel="icon" href="data:,">
<style>body { margin: 2rem 1rem; background: light-dark(#fffdf8, #1c1612); color: light-dark(#222, #eee); font-family: Georgia, serif } main { max-width: 36rem; margin: auto; --evident-accent: light-dark(#7a1f3d, #f5a3bf); --evident-font: inherit; --evident-radius: 2px }</style>
<main><h1>${query.get('lang') === 'ar' ? 'كوب' : 'The mug'}</h1>
<evident-review-form store="${store}" product="${query.get('product')}"${query.has('locale') ? ` locale="${query.get('locale')}"` : ''}${query.has('token') ? ` customer-token="${query.get('token')}"` : ''}></evident-review-form></main>
<script type="module" src="${origin}/widgets/v1/review-form.js"></script></html>`

declare const getComputedStyle: (element: never) => { backgroundColor: string }
