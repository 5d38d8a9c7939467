import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import type { Shop, TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { order } from '../../server/resources/storefront/form/form.testing.ts'
import { assertAccessible, assertNoSidewaysScroll, noBrowser, openPage } from './browser.ts'
import { type FormFixture, openFormFixture, shoot } from './form-fixture.ts'

suite('the review form behind a link', { skip: noBrowser }, () => {
  let fixture: FormFixture
  let service: TestService
  let browser: Browser
  let shop: Shop
  let origin: string
  let photo: string
  let large: string
  let noPhoto: string

  before(async () => {
    fixture = await openFormFixture()
    ;({ service, browser, shop, origin, photo } = fixture)
    large = join(fixture.folder, 'large.jpg')
    noPhoto = join(fixture.folder, 'no-photo.jpg')
    writeFileSync(large, Buffer.alloc(11 * 1024 * 1024, 7))
    writeFileSync(noPhoto, '<svg xmlns="http://www.w3.org/2000/svg"></svg>')
  })
  after(() => fixture?.close())

  const fetchReviews = async (orderId: string) => (await shop.api.get(`/reviews?orderId=${orderId}`)).body.data
  const withoutScripts = async (look: { width?: number } = {}) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: look.width ?? 1280, height: 900 },
    })
    context.setDefaultTimeout(40_000)
    return context.newPage()
  }
  const star = (page: Page, n: number) => page.locator(`.ev-star >> nth=${n - 1}`)
  const fillIn = async (page: Page, text: string) => {
    await star(page, 4).click()
    await page.getByLabel('Your review').fill(text)
    await page.getByLabel(/This is my own experience/).check()
    await page.getByRole('button', { name: 'Send review' }).click()
  }

  test('with scripts, a star link leads to a review with a photo and a thank-you', async () => {
    const { orderId, token, products } = await order(service, shop)
    const { page, assertClean } = await openPage(browser, origin)
    await page.goto(`${origin}/f/${token}?product=${products[0]}&rating=4`)
    await page.locator('.ev-alive').waitFor()
    assert.equal(await page.locator('input[name=rating]:checked').inputValue(), '4')
    await until(
      async () => (await shop.api.get(`/orders/${orderId}`)).body.reviewFormViewCount === 1,
      'the opening is counted',
    )
    assert.equal((await shop.api.get(`/orders/${orderId}`)).body.clickedRating, 4)
    await star(page, 5).click()
    await page.getByLabel('Headline').fill('Daily companion')
    await page.getByLabel('Your review').fill('Keeps tea hot for an hour.')
    await page.locator('input[type=file]').setInputFiles(photo)
    await page.locator('input[name=photoId1]').waitFor({ state: 'attached' })
    await page.getByLabel(/This is my own experience/).check()
    await page.getByRole('button', { name: 'Send review' }).click()
    await page.getByText('Your review has arrived').waitFor()
    assert.equal(await page.evaluate('document.activeElement.className'), 'ev-done')
    const [review] = await fetchReviews(orderId)
    assert.deepEqual(
      [review.rating, review.title, review.photos.length, review.verified],
      [5, 'Daily companion', 1, true],
    )
    assert.equal((await shop.api.get(`/orders/${orderId}`)).body.reviewFormViewCount, 1)
    assertClean()
  })

  test('without scripts, errors show at their fields, and no text or photo is lost', async () => {
    const { orderId, token } = await order(service, shop)
    const page = await withoutScripts()
    await page.goto(`${origin}/f/${token}`)
    await star(page, 3).click()
    await page.getByLabel('Headline').fill('Fine')
    await page.getByLabel('Your review').fill('Does what a mug does.')
    await page.locator('input[type=file]').setInputFiles(photo)
    await page.getByRole('button', { name: 'Send review' }).click()
    await page.getByText('Without your agreement').waitFor()
    assert.equal(await page.getByLabel('Your review').inputValue(), 'Does what a mug does.')
    assert.equal(await page.locator('input[name=rating]:checked').inputValue(), '3')
    assert.equal(await page.locator('.ev-photo img').count(), 1)
    await shoot(page, 'no-script-errors')
    // Waits until the page has reloaded, because a box that is ticked on the old page would be lost.
    const again = page.waitForEvent('load')
    await page.getByLabel('Headline').press('Enter')
    await again
    await page.getByText('Without your agreement').waitFor()
    assert.equal(await page.locator('.ev-photo img').count(), 1)
    await page.getByLabel(/This is my own experience/).check()
    await page.getByRole('button', { name: 'Send review' }).click()
    await page.getByText('Your review has arrived').waitFor()
    const [review] = await fetchReviews(orderId)
    assert.deepEqual([review.rating, review.photos.length], [3, 1])
    assert.equal((await shop.api.get(`/orders/${orderId}`)).body.reviewFormViewCount, 1)
  })

  test('a draft survives a closed tab and is deleted after the review is sent', async () => {
    const { token } = await order(service, shop)
    const { page, assertClean } = await openPage(browser, origin)
    await page.goto(`${origin}/f/${token}`)
    await page.locator('.ev-alive').waitFor()
    await star(page, 2).click()
    await page.getByLabel('Your review').fill('Half of what I wanted to say')
    await page.locator('input[type=file]').setInputFiles(photo)
    await page.locator('input[name=photoId1]').waitFor({ state: 'attached' })
    await until(
      async () => /Half of.*photos\W{1,12}id/.test(String(await page.evaluate('JSON.stringify(localStorage)'))),
      'the draft is kept',
    )
    await page.reload()
    await page.getByText('Your text from last time is still here.').waitFor()
    assert.equal(await page.getByLabel('Your review').inputValue(), 'Half of what I wanted to say')
    assert.equal(await page.locator('input[name=rating]:checked').inputValue(), '2')
    assert.equal(await page.locator('.ev-photo img').count(), 1)
    await page.getByLabel(/This is my own experience/).check()
    await page.getByRole('button', { name: 'Send review' }).click()
    await page.getByText('Your review has arrived').waitFor()
    assert.equal(await page.evaluate('localStorage.length'), 0)
    assertClean()
  })

  test('text typed before the script loads is preserved', async () => {
    const { token } = await order(service, shop)
    const { page } = await openPage(browser, origin)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/widgets/v1/review-form.js*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${origin}/f/${token}`, { waitUntil: 'commit' })
    await page.getByLabel('Your review').fill('Typed early')
    await star(page, 4).click()
    release()
    await page.locator('.ev-alive').waitFor()
    assert.equal(await page.getByLabel('Your review').inputValue(), 'Typed early')
    assert.equal(await page.locator('input[name=rating]:checked').inputValue(), '4')
  })

  test('a stuck photo retains its position and uploads again, by button or on sending', async () => {
    const { orderId, token } = await order(service, shop)
    const { page } = await openPage(browser, origin)
    await page.goto(`${origin}/f/${token}`)
    await page.locator('.ev-alive').waitFor()
    const getStuck = async (n: number) => {
      await page.route('**/uploads', (route) => route.abort())
      await page.locator('input[type=file]').setInputFiles(photo)
      await page.getByRole('button', { name: `Upload photo ${n} again` }).waitFor()
      await page.getByText('That photo could not be uploaded. Try it again.').waitFor()
      await page.unroute('**/uploads')
    }
    await getStuck(1)
    await assertAccessible(page, 'a stuck photo')
    await shoot(page, 'stuck')
    await page.getByRole('button', { name: 'Upload photo 1 again' }).click()
    await page.locator('input[name=photoId1]').waitFor({ state: 'attached' })
    await getStuck(2)
    await fillIn(page, 'Sent from a train.')
    await page.getByText('Your review has arrived').waitFor()
    assert.equal((await fetchReviews(orderId))[0].photos.length, 2)
  })

  test('text written during an upload is sent too, and removing the photo aborts the upload', async () => {
    const { orderId, token } = await order(service, shop)
    const { page } = await openPage(browser, origin)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/uploads', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${origin}/f/${token}`)
    await page.locator('.ev-alive').waitFor()
    // Matches only the upload, because the request of the picture on the page is aborted too.
    const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/uploads'))
    await page.locator('input[type=file]').setInputFiles(photo)
    await page.getByRole('button', { name: 'Remove photo 1' }).click()
    await givenUp
    assert.equal(await page.evaluate('document.activeElement.name'), 'photo')
    await page.locator('input[type=file]').setInputFiles(photo)
    await fillIn(page, 'First words.')
    await page.getByRole('button', { name: 'Sending …' }).waitFor()
    await page.getByLabel('Your review').fill('First words, and a second thought.')
    release()
    await page.getByText('Your review has arrived').waitFor()
    const [review] = await fetchReviews(orderId)
    assert.deepEqual([review.body, review.photos.length], ['First words, and a second thought.', 1])
  })

  test('photos that the service deleted are reported once and removed; the rest is sent', async () => {
    const { orderId, token } = await order(service, shop)
    const { page } = await openPage(browser, origin)
    await page.goto(`${origin}/f/${token}`)
    await page.locator('.ev-alive').waitFor()
    await page.locator('input[type=file]').setInputFiles([photo, photo, photo])
    await page.locator('input[name=photoId3]').waitFor({ state: 'attached' })
    for (const n of [1, 3]) {
      const id = await page.locator(`input[name=photoId${n}]`).inputValue()
      assert.equal((await shop.api.delete(`/uploads/${id}`)).status, 204)
    }
    await fillIn(page, `${'x'.repeat(4_999)}\0\n\n`)
    await page.getByText('That photo could not be uploaded.').waitFor()
    assert.equal(await page.locator('.ev-photo').count(), 1)
    await page.getByRole('button', { name: 'Send review' }).click()
    await page.getByText('Your review has arrived').waitFor()
    const [review] = await fetchReviews(orderId)
    assert.deepEqual([review.body.length, review.photos.length], [4_999, 1])
  })

  test('text typed before the script loads replaces the draft', async () => {
    const { token } = await order(service, shop)
    const { page } = await openPage(browser, origin)
    await page.goto(`${origin}/f/${token}`)
    await page.locator('.ev-alive').waitFor()
    await page.getByLabel('Your review').fill('Of yesterday')
    await page.getByLabel('Your name').fill('Janet')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/widgets/v1/review-form.js*', async (route) => {
      await held
      await route.continue()
    })
    // The test need not wait here, because leaving the page saves text that was typed since the last pause.
    await page.goto(`${origin}/f/${token}?again`, { waitUntil: 'commit' })
    await page.getByLabel('Your review').fill('Of today')
    release()
    await page.locator('.ev-alive').waitFor()
    assert.equal(await page.getByLabel('Your review').inputValue(), 'Of today')
    assert.equal(await page.getByLabel('Your name').inputValue(), 'Janet')
  })

  test('files are refused immediately if they are too large, too many or not photos', async () => {
    const { token } = await order(service, shop)
    const { page } = await openPage(browser, origin)
    await page.goto(`${origin}/f/${token}`)
    await page.locator('.ev-alive').waitFor()
    const choose = (files: string[]) => page.locator('input[type=file]').setInputFiles(files)
    await choose([large])
    await page.getByText('That photo is larger than 10 MB.').waitFor()
    await choose([noPhoto])
    await page.getByText('That file is not a JPEG, PNG or WebP photo.').waitFor()
    await choose(Array(6).fill(photo))
    await page.getByText('You can add up to 5 photos.').waitFor()
    await page.locator('input[name=photoId5]').waitFor({ state: 'attached' })
    assert.equal(await page.locator('.ev-adder').count(), 0)
    await page.getByRole('button', { name: 'Remove photo 3' }).click()
    assert.equal(await page.locator('.ev-photo').count(), 4)
    await page.locator('.ev-adder').waitFor()
  })

  test('errors are marked, the first one gets the focus, and a correction clears its mark', async () => {
    const { token } = await order(service, shop)
    const { page, assertClean } = await openPage(browser, origin)
    await page.goto(`${origin}/f/${token}`)
    await page.locator('.ev-alive').waitFor()
    await page.getByLabel('Your review').fill('x'.repeat(5_003))
    await page.getByText('3 characters too many').waitFor()
    await page.getByRole('button', { name: 'Send review' }).click()
    await page.getByText('The text has 5003 characters').waitFor()
    assert.equal(await page.evaluate('document.activeElement.name'), 'rating')
    await assertAccessible(page, 'the form with mistakes')
    await shoot(page, 'errors')
    await page.getByLabel('Your review').fill('Short.')
    await page.getByText('The text has 5003 characters').waitFor({ state: 'detached' })
    assertClean()
  })

  test('the stars are one keyboard control with names for screen readers', async () => {
    const { token } = await order(service, shop)
    const { page } = await openPage(browser, origin)
    await page.goto(`${origin}/f/${token}`)
    await page.locator('.ev-alive').waitFor()
    await page.getByRole('radio', { name: '1 out of 5 stars – Very poor' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    assert.equal(await page.locator('input[name=rating]:checked').inputValue(), '3')
    await page.getByText('All right', { exact: true }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.name'), 'body', 'the words come before their title')
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.name'), 'title')
  })

  test('stars are large enough for a thumb, and fill the width of a phone', async () => {
    const { token } = await order(service, shop)
    for (const width of [1280, 375]) {
      const { page, assertClean } = await openPage(browser, origin, { width })
      await page.goto(`${origin}/f/${token}`)
      await page.locator('.ev-alive').waitFor()
      const boxes = await page
        .locator('.ev-star')
        .evaluateAll((stars) => stars.map((each) => each.getBoundingClientRect().toJSON() as DOMRect))
      for (const box of boxes) assert.ok(box.width >= 44 && box.height >= 44, `${box.width} × ${box.height}`)
      const field = await page.getByLabel('Headline').boundingBox()
      const reach = (boxes.at(-1)?.right ?? 0) - (boxes[0]?.left ?? 0)
      assert.ok(field && Math.abs((boxes[0]?.left ?? 0) - field.x) <= 6, 'the stars begin where the fields begin')
      if (width === 375) assert.ok(reach >= field.width, `${reach} of ${field.width}`)
      assertClean()
      await page.context().close()
    }
  })

  test('the number of characters left appears only near the limit', async () => {
    const { token } = await order(service, shop)
    const { page, assertClean } = await openPage(browser, origin)
    await page.goto(`${origin}/f/${token}`)
    await page.locator('.ev-alive').waitFor()
    await page.getByLabel('Your review').fill('x'.repeat(4500))
    assert.equal(await page.getByText('characters left').count(), 0)
    await page.getByLabel('Your review').fill('x'.repeat(4501))
    await page.getByText('499 characters left').waitFor()
    await page.getByLabel('Your review').fill('x'.repeat(5002))
    await page.getByText('2 characters too many').waitFor()
    assertClean()
  })

  test('a lost connection loses no input: the form reports it, and sending again works', async () => {
    const { orderId, token } = await order(service, shop)
    const { page } = await openPage(browser, origin)
    await page.goto(`${origin}/f/${token}`)
    await page.locator('.ev-alive').waitFor()
    await star(page, 5).click()
    await page.getByLabel('Your review').fill('Written on a train.')
    await page.getByLabel(/This is my own experience/).check()
    await page.route('**/reviews', (route) => route.abort())
    await page.getByRole('button', { name: 'Send review' }).click()
    await page.getByText('Your review could not be sent. Your text is still here').waitFor()
    await page.unroute('**/reviews')
    await page.getByRole('button', { name: 'Send review' }).click()
    await page.getByText('Your review has arrived').waitFor()
    assert.equal((await fetchReviews(orderId)).length, 1)
  })

  test('sending a review twice, or from two tabs, shows two thank-yous and stores one review', async () => {
    const { orderId, token } = await order(service, shop)
    const { page } = await openPage(browser, origin)
    const second = await page.context().newPage()
    for (const each of [page, second]) {
      await each.goto(`${origin}/f/${token}`)
      await each.locator('.ev-alive').waitFor()
    }
    await page.route('**/reviews', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await fillIn(page, 'Once.')
    await page.getByText('Your review could not be sent.').waitFor()
    await page.unroute('**/reviews')
    await page.getByRole('button', { name: 'Send review' }).click()
    await page.getByText('already with us').waitFor()
    await fillIn(second, 'Twice.')
    await second.getByText('already with us').waitFor()
    assert.equal(await second.locator('form').count(), 0)
    assert.equal(await second.evaluate('localStorage.length'), 0)
    assert.deepEqual(
      (await fetchReviews(orderId)).map(({ body }: { body: string }) => body),
      ['Once.'],
    )
  })

  test('the heading fits one open product, the rest of an order, and a completed order', async () => {
    const { page, assertClean } = await openPage(browser, origin)
    const headings = async () => [
      await page.locator('h1').textContent(),
      await page.locator('main > .quiet').textContent(),
      await page.title(),
    ]
    const done = ['All done', 'You have reviewed everything in this order.', 'All done – Larkmoor']
    const send = async (n: number) => {
      const card = page.locator('.product').nth(n)
      await card.locator('.ev-star >> nth=4').click()
      await card.getByLabel('Your review').fill('Pours without a drip.')
      await card.getByLabel(/This is my own experience/).check()
      await card.getByRole('button', { name: 'Send review' }).click()
      await card.getByText('Your review has arrived').waitFor()
    }
    const one = await order(service, shop)
    await page.goto(`${origin}/f/${one.token}`)
    await page.locator('.ev-alive').waitFor()
    assert.equal((await headings())[0], 'How do you like it?')
    await send(0)
    assert.deepEqual(await headings(), done)
    await assertAccessible(page, 'the thanks')
    await shoot(page, 'all-done')
    const two = await order(service, shop, { products: ['mug', 'teapot'] })
    await page.goto(`${origin}/f/${two.token}`)
    await page.locator('.ev-alive').nth(1).waitFor({ state: 'attached' })
    await send(0)
    assert.deepEqual(await headings(), [
      'And the rest of your order?',
      'Tell others about it too. Both praise and criticism help.',
      'Write a review – Larkmoor',
    ])
    await shoot(page, 'some-done')
    await send(1)
    assert.deepEqual(await headings(), done)
    assertClean()
  })

  test('after sending, the next product gets the focus; after the last one, the reward is shown', async () => {
    const offer = { kind: 'coupon', text: '10 % off your next order', code: 'THANKS10', status: 'active' }
    const { status, body, text } = await shop.api.post('/review-incentives', offer)
    assert.equal(status, 201, text)
    for (const width of [1280, 375]) {
      const { token } = await order(service, shop, { products: ['mug', 'teapot'] })
      const { page, assertClean } = await openPage(browser, origin, { width, colorScheme: 'dark' })
      await page.goto(`${origin}/f/${token}`)
      await page.locator('.ev-alive').nth(1).waitFor({ state: 'attached' })
      const [first, second] = [page.locator('.product').nth(0), page.locator('.product').nth(1)]
      const send = async (card: typeof first) => {
        await card.locator('.ev-star >> nth=1').click()
        await card.getByLabel('Your review').fill('Drips.')
        await card.getByLabel(/This is my own experience/).check()
        await card.getByRole('button', { name: 'Send review' }).press('Enter')
        await card.getByText('Your review has arrived').waitFor()
      }
      await send(first)
      const focused = () => page.evaluate('document.activeElement.id')
      await until(async () => (await focused()) === 'f1-star1', 'the next product has the focus')
      assert.equal(await first.getByText('applies to your review').isVisible(), false)
      await assertNoSidewaysScroll(page, `the next product at ${width} px`)
      await shoot(page, `next-${width}`)
      await send(second)
      for (const card of [first, second]) {
        await card.getByText(/10 % off your next order.* applies to your review, at any rating/).waitFor()
      }
      await assertAccessible(page, 'the end of the form')
      await assertNoSidewaysScroll(page, `the end of the form at ${width} px`)
      await shoot(page, `ended-${width}`)
      assertClean()
    }
    await shop.api.patch(`/review-incentives/${body.id}`, { status: 'ended' })
  })

  test('a French form shows the offer in French, with and without scripts, before and after sending', async () => {
    const translations = { fr: { text: '10 % sur votre prochaine commande', terms: 'Une fois par personne.' } }
    const offer = {
      kind: 'coupon',
      text: '10 % off your next order',
      terms: 'Once.',
      code: 'MERCI10',
      status: 'active',
    }
    const { status, body, text } = await shop.api.post('/review-incentives', { ...offer, locale: 'en', translations })
    assert.equal(status, 201, text)
    const { token } = await order(service, shop, { products: ['mug'], locale: 'fr-BE' })
    const { page, assertClean } = await openPage(browser, origin, { width: 375 })
    const withoutScripts = await browser.newContext({ javaScriptEnabled: false })
    const plain = await withoutScripts.newPage()
    await plain.goto(`${origin}/f/${token}`)
    await page.goto(`${origin}/f/${token}`)
    await page.locator('.ev-alive').first().waitFor()
    for (const each of [plain, page]) {
      await each.getByText('10 % sur votre prochaine commande').waitFor()
      await each.getByText('Une fois par personne.').waitFor()
      assert.equal(await each.getByText(/off your next order|Once\./).count(), 0)
    }
    await withoutScripts.close()
    await shoot(page, 'french-offer')
    await page.locator('.ev-star >> nth=1').click()
    await page.locator('[name=body]').fill('Elle fuit.')
    await page.locator('[name=consent]').check()
    await page.locator('.ev-submit').click()
    await page
      .locator('.ev-done')
      .getByText(/10 % sur votre prochaine commande/)
      .waitFor()
    await shoot(page, 'french-offer-ended')
    assertClean()
    await shop.api.patch(`/review-incentives/${body.id}`, { status: 'ended' })
  })

  test('an order of several products has one page, and reviewed products are marked done', async () => {
    const { orderId, token, products } = await order(service, shop, { products: ['mug', 'teapot', 'kettle'] })
    const { page, assertClean } = await openPage(browser, origin)
    await page.goto(`${origin}/f/${token}?product=${products[1]}&rating=5`)
    await page.locator('.ev-alive').first().waitFor()
    assert.equal(await page.locator('.product h2').first().textContent(), 'The teapot')
    const first = page.locator('.product').first()
    await first.getByLabel('Your review').fill('Pours without a drip.')
    await first.getByLabel(/This is my own experience/).check()
    await shoot(page, 'several')
    await first.getByRole('button', { name: 'Send review' }).click()
    await first.getByText('Your review has arrived').waitFor()
    await page.locator('.product').nth(1).getByLabel('Your review').waitFor()
    const [review] = await fetchReviews(orderId)
    assert.deepEqual([review.productId, review.rating], [products[1], 5])
    await page.reload()
    await page.getByText('already with us').waitFor()
    await assertAccessible(page, 'several products')
    await shoot(page, 'several-one-done')
    assertClean()
  })

  test('without scripts, sending the review of one product preserves text typed for the others', async () => {
    for (const width of [1280, 375]) {
      const { orderId, token } = await order(service, shop, { products: ['mug', 'teapot', 'kettle'] })
      const page = await withoutScripts({ width })
      await page.goto(`${origin}/f/${token}`)
      const card = (title: string) => page.locator('.product', { has: page.getByRole('heading', { name: title }) })
      const [mug, teapot] = [card('The mug'), card('The teapot')]
      await mug.locator('.ev-star >> nth=3').click()
      await mug.getByLabel('Headline').fill('Half a headline')
      await mug.getByLabel('Your review').fill('Half a thought')
      await mug.locator('input[type=file]').setInputFiles(photo)
      await teapot.locator('summary').click()
      await teapot.locator('.ev-star >> nth=4').click()
      await teapot.getByLabel('Your review').fill('Pours without a drip.')
      // Enter submits no review, because it is unclear which product the person means.
      await teapot.getByLabel('Your review').press('Tab')
      await teapot.getByLabel('Your name').press('Enter')
      await teapot.getByRole('button', { name: 'Send review' }).click()
      await teapot.getByText('Without your agreement').waitFor()
      const assertKept = async () => {
        await page.waitForLoadState()
        assert.equal(await mug.getByLabel('Headline').inputValue(), 'Half a headline')
        assert.equal(await mug.getByLabel('Your review').inputValue(), 'Half a thought')
        assert.equal(await mug.locator('input[type=radio]:checked').inputValue(), '4')
        assert.equal(await mug.locator('.ev-photo img').count(), 1)
        assert.equal(await mug.getByRole('alert').count(), 0)
        assert.ok(await mug.getByLabel('Headline').isVisible())
      }
      await assertKept()
      assert.equal(await page.locator('.product h2').first().textContent(), 'The teapot')
      assert.equal(await teapot.locator('input[type=radio]:checked').inputValue(), '5')
      await assertNoSidewaysScroll(page, `several without scripts at ${width} px`)
      await shoot(page, `several-no-script-errors-${width}`)
      await teapot.getByLabel(/This is my own experience/).check()
      await teapot.getByRole('button', { name: 'Send review' }).click()
      await teapot.getByText('Your review has arrived').waitFor()
      await assertKept()
      await shoot(page, `several-no-script-${width}`)
      await mug.getByLabel(/This is my own experience/).check()
      await mug.getByRole('button', { name: 'Send review' }).click()
      await mug.getByText('Your review has arrived').waitFor()
      const reviews = (await fetchReviews(orderId)) as { body: string; photos: unknown[] }[]
      assert.deepEqual(reviews.map((each) => [each.body, each.photos.length]).sort(), [
        ['Half a thought', 1],
        ['Pours without a drip.', 0],
      ])
      assert.equal((await shop.api.get(`/orders/${orderId}`)).body.reviewFormViewCount, 1)
    }
  })

  test('input before the script loads stays with its product on pages with several products', async () => {
    const { orderId, token } = await order(service, shop, { products: ['mug', 'teapot'] })
    const { page, assertClean } = await openPage(browser, origin)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/widgets/v1/review-form.js*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${origin}/f/${token}`, { waitUntil: 'commit' })
    const [mug, teapot] = [page.locator('.product').nth(0), page.locator('.product').nth(1)]
    await teapot.locator('summary').click()
    await mug.locator('.ev-star >> nth=1').click()
    await teapot.locator('.ev-star >> nth=4').click()
    await mug.getByLabel('Your review').fill('Of the mug')
    await teapot.getByLabel('Your review').fill('Of the teapot')
    await teapot.locator('input[type=file]').setInputFiles(photo)
    await assertAccessible(page, 'several products before the script')
    release()
    await teapot.locator('.ev-alive').waitFor()
    await teapot.locator('input[name=photoId1]').waitFor({ state: 'attached' })
    assert.deepEqual(
      await page
        .locator('input[name=rating]:checked')
        .evaluateAll((all) => all.map((each) => Reflect.get(each, 'value'))),
      ['2', '5'],
    )
    assert.equal(await mug.getByLabel('Your review').inputValue(), 'Of the mug')
    await teapot.getByLabel(/This is my own experience/).check()
    await teapot.getByLabel('Headline').press('Enter')
    await teapot.getByText('Your review has arrived').waitFor()
    assert.equal(await mug.getByLabel('Your review').inputValue(), 'Of the mug')
    const [review] = await fetchReviews(orderId)
    assert.deepEqual([review.body, review.rating, review.photos.length], ['Of the teapot', 5, 1])
    assertClean()
  })

  test('the form is accessible in light and dark, on a phone, in German and Arabic', async () => {
    const judge = async (page: Page, name: string, only?: 'colours') => {
      await assertAccessible(page, name, only)
      await assertNoSidewaysScroll(page, name)
      await shoot(page, name)
    }
    const looks = [
      { name: 'light', locale: 'en' },
      { name: 'german-phone', locale: 'de', width: 375 },
      { name: 'german', locale: 'de' },
      { name: 'arabic', locale: 'ar', customerName: 'ليلى حسن' },
      { name: 'arabic-phone-dark', locale: 'ar', width: 375, colorScheme: 'dark', customerName: 'ليلى حسن' },
    ] as const
    for (const { name, locale, ...more } of looks) {
      const { token } = await order(service, shop, {
        locale,
        ...('customerName' in more && { customerName: more.customerName }),
      })
      const { page, assertClean } = await openPage(browser, origin, more as { width?: number; colorScheme?: 'dark' })
      await page.goto(`${origin}/f/${token}?rating=4`)
      await page.locator('.ev-alive').waitFor()
      await page.locator('input[type=file]').setInputFiles(photo)
      await page.locator('input[name=photoId1]').waitFor({ state: 'attached' })
      await judge(page, name)
      if (name === 'light') {
        await page.emulateMedia({ colorScheme: 'dark' })
        await judge(page, 'dark', 'colours')
        await page.emulateMedia({ colorScheme: 'light' })
        await page.setViewportSize({ width: 375, height: 800 })
        await judge(page, 'phone')
      }
      assertClean()
    }
  })

  test('the notices for dead links and for confirmations are accessible too', async () => {
    const { page } = await openPage(browser, origin)
    await page.goto(`${origin}/f/${'A'.repeat(22)}`)
    await page.getByText('This link leads nowhere').waitFor()
    await assertAccessible(page, 'nowhere')
    await shoot(page, 'nowhere')
  })

  test('the script is 14.4 kB at most', async () => {
    const { rawPayload } = await service.app.inject('/widgets/v1/review-form.js')
    assert.ok(gzipSync(rawPayload, { level: 9 }).length <= 14_400, `${gzipSync(rawPayload, { level: 9 }).length} bytes`)
  })
})
