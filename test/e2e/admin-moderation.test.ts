import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, suite, test } from 'node:test'
import { fileAppeal, findRejection } from '#resources/evidence/appeals/commands.ts'
import { addProduct, addReviews, post } from '#resources/reviews/reviews.testing.ts'
import { day } from '#test/service.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, noBrowser } from './browser.ts'

suite('moderation in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  let productId: string
  before(async () => {
    admin = await startAdmin()
  })
  after(() => admin?.close())

  const fetchReview = async (id: string) => (await admin.shop.api.get(`/reviews/${id}`)).body
  let washes = 1
  async function appealed(statement: string) {
    const { shop, service } = admin
    const body = `Robin faded after ${++washes} washes.`
    const { id } = await post(shop.api, productId, { rating: 2, body })
    await shop.api.put(`/reviews/${id}`, { status: 'rejected', reason: 'privacy' })
    await service.service.db.store(shop, 'write', async (tx) => {
      const rejection = await findRejection(tx, id)
      assert.ok(rejection)
      await fileAppeal(tx, rejection, statement)
    })
    return id as string
  }

  test('without reviews, appeals or a policy, the pages say what will appear there', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/reviews'))
    await page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name: 'Moderation' }).click()
    await page.getByText('No reviews in these days').waitFor()
    const current = page.getByRole('navigation', { name: 'Moderation and evidence' }).locator('[aria-current=page]')
    assert.deepEqual(await current.allTextContents(), ['Withheld'])
    await settled()
    await keepPicture(page, 'moderation-empty')
    await page.getByRole('link', { name: 'Appeals' }).click()
    await page.getByText('No appeal is open').waitFor()
    assert.deepEqual(await current.allTextContents(), ['Appeals'])
    await page.getByRole('link', { name: 'Policy' }).click()
    await page.getByText('Included with the service').waitFor()
    await page.getByText('In force', { exact: true }).waitFor()
    await assertAccessible(page, 'moderation without anything')
    assertClean()
  })

  test('R asks for a reason: a letter chooses it, Enter skips it, Escape cancels', async () => {
    const { shop } = admin
    productId = await addProduct(shop, 'mug')
    const first = await post(shop.api, productId, { body: 'The first of three.' })
    const second = await post(shop.api, productId, { body: 'The second of three.' })
    const third = await post(shop.api, productId, { body: 'The third of three.' })
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path(`/reviews/${third.id}?status=pending`))
    await page.getByRole('button', { name: 'Reject' }).waitFor()
    // Waits, because the page handles keys only a moment after it is drawn.
    await settled()
    await page.keyboard.press('r')
    await page.getByRole('dialog', { name: 'Why is it rejected?' }).waitFor()
    await settled()
    await assertAccessible(page, 'why it is rejected')
    await keepPicture(page, 'moderation-reasons')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('r')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('p')
    await page.getByText('Review rejected').waitFor()
    await page.waitForURL((url) => url.pathname.endsWith(second.id))
    await until(async () => (await fetchReview(third.id)).moderation?.reason === 'privacy')
    await page.keyboard.press('r')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Enter')
    await until(async () => (await fetchReview(second.id)).moderation?.reason === 'unspecified')
    await page.getByRole('button', { name: 'Spam' }).click()
    await until(async () => (await fetchReview(first.id)).moderation?.reason === 'spam')
    await page.goto(admin.path(`/reviews/${third.id}`))
    await page.getByRole('term').filter({ hasText: 'Rejected' }).waitFor()
    await page.getByRole('link', { name: 'version 1 of the policy' }).waitFor()
    assertClean()
  })

  test('the page opens on the shortest period with enough decisions, and says so', async () => {
    const shop = await admin.service.shop('Fewbury')
    const mug = await addProduct(shop, 'mug')
    const ago = (days: number) => new Date(admin.service.service.clock.now().getTime() - days * day).toISOString()
    const reviews = (rating: number, days: number, count: number) =>
      Array.from({ length: count }, () => ({
        ...{ productId: mug, rating, status: 'approved' as const },
        submittedAt: ago(days),
      }))
    await addReviews(admin.service, shop, [...reviews(1, 2, 3), ...reviews(5, 2, 11), ...reviews(2, 40, 7)])
    const { page, settled, assertClean } = await admin.open({}, shop)
    await page.goto(`${admin.home}/stores/${shop.storeEnvId}/moderation`)
    await page.getByRole('button', { name: '90 days', pressed: true }).waitFor()
    await page.getByText('Low and high ratings are withheld equally often.').waitFor()
    const days = page.getByRole('group', { name: 'Days' })
    const hint = '90 days is the shortest period with enough decided reviews to compare.'
    assert.equal(await days.getAttribute('title'), hint)
    await assertForEverybody({ page, settled }, 'moderation-shortest')
    await page.getByRole('button', { name: '30 days' }).click()
    await page.getByText('10 with 4–5. You have 3 and 11.').waitFor()
    assert.equal(await days.getAttribute('title'), null)
    await page.reload()
    await page.getByText('10 with 4–5. You have 3 and 11.').waitFor()
    await page.getByRole('button', { name: '30 days', pressed: true }).waitFor()
    await assertForEverybody({ page, settled }, 'moderation-few')
    assertClean()
  })

  test('on a phone, each rating is one line of a table with four numbers', async () => {
    const { page, settled, assertClean } = await admin.open({ width: 375, height: 700 })
    await page.goto(admin.path('/moderation'))
    const table = page.getByRole('table', { name: 'Withheld reviews by stars' })
    await table.waitFor()
    await settled()
    const headers = await table.getByRole('columnheader').allTextContents()
    assert.deepEqual(headers, ['Stars', 'Approved', 'Withheld', 'Pending', 'Withheld share'])
    const rows = await table.locator('tbody tr').all()
    assert.equal(rows.length, 5)
    for (const [at, row] of rows.entries()) {
      assert.equal(await row.getByRole('rowheader').locator('span[aria-hidden]').textContent(), `${5 - at}★`)
      assert.equal(await row.getByRole('cell').count(), 4)
      assert.ok(((await row.boundingBox())?.height ?? 99) < 50, 'a rating is one line')
    }
    assertClean()
  })

  test('the rating gap is shown in sentences, as a table and as a file', async () => {
    const { shop, service } = admin
    const now = service.service.clock.now().getTime()
    const submittedAt = new Date(now - 2 * day).toISOString()
    await addReviews(
      service,
      shop,
      Array.from({ length: 60 }, (_, i) => ({
        productId,
        rating: [5, 5, 4, 2, 1][i % 5] ?? 5,
        status: i % 5 > 2 && i % 2 ? ('rejected' as const) : ('approved' as const),
        submittedAt,
      })),
    )
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/moderation'))
    const low = page.locator('dl > div').filter({ hasText: 'Withheld, 1–2 stars' })
    await low.getByText(/^12 of 24decided reviews$/).waitFor()
    await page
      .getByText('So far, low ratings are withheld more often: 12 of 24, compared with 3 of 39 high ratings.')
      .waitFor()
    await page.getByText('The gap has reached your limit').waitFor()
    const bars = await page
      .locator('dl [style*=width]')
      .evaluateAll((all) => all.map((each) => (each as HTMLElement).style.width))
    assert.deepEqual([bars[0], Number.parseFloat(bars[1] ?? '') < 20], ['100%', true], 'both shares have one scale')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as CSV: Withheld reviews' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
    assert.deepEqual([lines.length, lines[0]], [6, 'rating,received,published,withheld,pending,withheldShare'])
    const limit = page.getByRole('spinbutton', { name: /Alert owners at a gap/ })
    await limit.fill('75')
    await page.getByRole('checkbox', { name: /^Publish the share of withheld reviews/ }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The gap has reached your limit').waitFor({ state: 'detached' })
    assert.deepEqual((await shop.api.get('/evidence/settings')).body, {
      publicMeter: true,
      alertGap: 0.75,
      publicEntries: false,
    })
    assert.match((await service.app.inject(`/evidence/${shop.storeEnvId}`)).body, /How much is withheld/)
    assertClean()
  })

  test('numbers of withheld reviews lead to these reviews in the inbox', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/moderation'))
    await page.getByRole('link', { name: '6 withheld, with 1 star: show them' }).click()
    await page.waitForURL(/\/reviews\?status=withheld&from=[^&]+&until=[^&]+&rating=1$/)
    const list = page.getByRole('list', { name: 'Reviews' })
    await list.getByRole('listitem').nth(5).waitFor()
    assert.equal(await list.getByRole('listitem').count(), 6)
    await list.getByText('Rejected').first().waitFor()
    const tabs = page.getByRole('navigation', { name: 'Status' })
    assert.deepEqual(await tabs.locator('[aria-current=page]').allTextContents(), ['Withheld6'])
    await assertForEverybody({ page, settled }, 'moderation-withheld')
    await page.goto(admin.path('/moderation'))
    const reasons = page.getByRole('list').filter({ hasText: 'No reason given' })
    await reasons
      .getByText(/^1 \(\d+\.\d%\)$/)
      .first()
      .waitFor()
    await reasons.getByRole('link', { name: 'Spam' }).click()
    await page.waitForURL(/\/reviews\?status=spam&from=/)
    assertClean()
  })

  test('an appeal is decided with a note, and its review is approved', async () => {
    const id = await appealed('Robin is the name of the colour, not of a person.')
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/moderation?view=appeals'))
    await page.getByText('Robin is the name of the colour').waitFor()
    await page.getByRole('button', { name: 'Decide' }).click()
    await page.getByRole('dialog').getByText('Robin faded after 2 washes.').waitFor()
    await settled()
    await assertAccessible(page, 'deciding an appeal')
    await keepPicture(page, 'moderation-decide')
    await page.getByRole('textbox', { name: 'Message to the author' }).fill('You were right.')
    await page.getByRole('button', { name: 'Approve and notify the author' }).click()
    await page.getByText('No appeal is open').waitFor()
    assert.equal((await fetchReview(id)).status, 'approved')
    await page.getByRole('combobox', { name: 'State' }).selectOption('overturned')
    await page.getByText('You were right.').waitFor()
    assertClean()
  })

  test('saving a policy creates a new version, and the old version can be read', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/moderation?view=policy'))
    await page.getByRole('textbox', { name: 'Version 1' }).fill('# Ours\n\nEvery honest review.')
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await page.getByRole('textbox', { name: 'Version 2' }).waitFor()
    await page.getByRole('button', { name: 'Read version 1' }).click()
    await page.getByRole('dialog', { name: 'Version 1' }).getByText('How we moderate reviews').waitFor()
    assertClean()
  })

  test('the moderation pages are accessible in light, dark and narrow layouts', async () => {
    await appealed('Seen by everybody: write to me, the lid is what I meant, and not your courier.')
    const { page, settled, assertClean } = await admin.open()
    for (const [view, sign] of [
      ['meter', 'Withheld, 1–2 stars'],
      ['appeals', 'Seen by everybody'],
      ['policy', 'In force'],
    ] as const) {
      await page.goto(admin.path(`/moderation?view=${view}`))
      await page
        .getByText(sign, { exact: sign === 'In force' })
        .first()
        .waitFor()
      await assertForEverybody({ page, settled }, `moderation-${view}`)
    }
    assertClean()
  })

  test('a failed load is reported and can be retried', async () => {
    const { page, assertClean } = await admin.open()
    await page.route('**/api/v1/evidence/suppression*', (route) => route.abort())
    await page.goto(admin.path('/moderation'))
    const meter = page.getByRole('region', { name: 'Withheld reviews' })
    await meter.getByRole('alert').waitFor()
    await page.unroute('**/api/v1/evidence/suppression*')
    await meter.getByRole('button', { name: 'Try again' }).click()
    await meter.getByRole('table').waitFor()
    assertClean(/ERR_FAILED|Failed to load/)
  })
})
