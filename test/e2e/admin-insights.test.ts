import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { day } from '#test/service.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, noBrowser } from './browser.ts'

suite('insights in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
  })
  after(() => admin?.close())

  test('without reviews, the page says what will appear here', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/reviews'))
    await page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name: 'Insights' }).click()
    await page.getByText('Reviews appear here by the day they were submitted').waitFor()
    await page.getByText('No product was reviewed in these days').waitFor()
    await page.getByText('No topics yet').waitFor()
    await settled()
    await keepPicture(page, 'insights-empty')
    await assertAccessible(page, 'insights without reviews')
    assertClean()
  })

  test('numbers are tiles, a chart and a table, and can be downloaded as a file', async () => {
    const { shop, service } = admin
    const productId = await addProduct(shop, 'mug')
    const now = service.service.clock.now().getTime()
    await addReviews(
      service,
      shop,
      Array.from({ length: 24 }, (_, i) => ({
        productId,
        rating: [5, 5, 4, 3, 1][i % 5] ?? 5,
        status: i % 4 ? ('approved' as const) : ('pending' as const),
        body: i % 2 ? 'A sturdy handle and a tight lid' : 'The handle is fine',
        submittedAt: new Date(now - ((i % 20) + 1) * day).toISOString(),
      })),
    )
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/insights'))
    const reviews = page.getByRole('region', { name: 'Reviews', exact: true })
    await reviews.getByText('24', { exact: true }).first().waitFor()
    const choice = reviews.getByRole('group', { name: 'Shown in the chart: Reviews' })
    await choice.getByRole('button', { name: 'Received', pressed: true }).waitFor()
    await reviews.getByRole('heading', { name: 'By status' }).waitFor()
    await choice.getByRole('button', { name: 'Average rating' }).click()
    await choice.getByRole('button', { name: 'Average rating', pressed: true }).waitFor()
    await reviews.getByRole('figure', { name: /^Average rating, Reviews/ }).waitFor()
    await reviews.getByText('Show as table').first().click()
    await reviews.getByRole('table', { name: 'Reviews' }).waitFor()
    await reviews.getByText('Show as table').last().click()
    const statuses = reviews.getByRole('table', { name: 'Reviews, by status' })
    await statuses.getByRole('row', { name: /^Approved/ }).waitFor()
    assert.equal(await statuses.getByRole('row').count(), 5)
    const download = page.waitForEvent('download')
    await reviews.getByRole('button', { name: 'Download as CSV: Reviews' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
    assert.equal(lines.length, 31)
    assert.match(lines[0] ?? '', /^date,received,/)
    await page.getByRole('region', { name: 'Products' }).getByRole('link', { name: 'The mug' }).waitFor()
    const topics = page.getByRole('list', { name: 'Topics' })
    const topic = topics.getByText('sturdy handle', { exact: true })
    await topic.click()
    const quotes = page.getByRole('list', { name: 'Sentences about “sturdy handle”' })
    const sentence = quotes.getByRole('link', { name: 'A sturdy handle and a tight lid' }).first()
    await sentence.waitFor()
    assert.match((await sentence.getAttribute('href')) ?? '', /\/reviews\/[0-9a-f-]{36}\?status=approved$/)
    await keepPicture(page, 'insights-topics')
    assert.match(await (await saveTopics(page)).text(), /^topic,language,reviews,averageRating,low,high,lowShare\r\n/)
    await page.getByRole('checkbox', { name: 'Count widget views and clicks' }).click()
    await page.getByRole('checkbox', { name: 'Count widget views and clicks', checked: true }).waitFor()
    await page.getByRole('button', { name: '12 months' }).click()
    await page.waitForURL(/range=365d/)
    await reviews.getByText('24', { exact: true }).first().waitFor()
    assertClean()
  })

  test('topics open by keyboard, sort by low ratings and lead to the inbox', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/insights'))
    const topics = page.getByRole('region', { name: 'Topics' })
    await topics.getByRole('button', { name: 'Most low ratings' }).click()
    const first = topics.locator('summary').first()
    await first.focus()
    await page.keyboard.press('Enter')
    await topics.getByRole('link', { name: 'Show in the inbox' }).click()
    await page.waitForURL(/\/reviews\?status=approved&q=/)
    await page
      .getByRole('list', { name: /Reviews/ })
      .first()
      .waitFor()
    assertClean()
  })

  test('numbers are compared with the previous days once the store is old enough', async () => {
    const { shop, service } = admin
    await service.query("update stores set created_at = created_at - interval '90 days' where id = $1", [
      shop.storeEnvId,
    ])
    const productId = await addProduct(shop, 'cup')
    const at = service.service.clock.now().getTime() - 40 * day
    await addReviews(service, shop, [{ productId, status: 'approved', submittedAt: new Date(at).toISOString() }])
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/insights'))
    await page.getByRole('region', { name: 'Reviews', exact: true }).getByText('vs 1').first().waitFor()
    await page.getByText('Compared with the 30 days before, in UTC').waitFor()
    await page.getByRole('link', { name: 'Change time zone' }).waitFor()
    assertClean()
  })

  test('the previous period is drawn as bars behind the columns and covers none of them', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/insights'))
    const reviews = page.getByRole('region', { name: 'Reviews', exact: true })
    const chart = reviews.getByRole('figure', { name: /^Received, Reviews/ })
    await chart.locator('[data-period="before"] rect').first().waitFor()
    assert.equal(await chart.locator('[data-period="before"] rect').count(), 1)
    assert.equal(await chart.locator('path[stroke]:not(pattern path)').count(), 0)
    const isBehind = await chart
      .locator('[data-period="before"]')
      .evaluate((before) => before.nextElementSibling?.getAttribute('fill') === 'var(--accent)')
    assert.equal(isBehind, true)
    assert.equal(await reviews.getByText('Not over yet').count(), 0, 'nothing is drawn for today')
    const today = admin.service.service.clock.now().toISOString()
    const productId = await addProduct(admin.shop, 'bowl')
    await addReviews(admin.service, admin.shop, [{ productId, status: 'approved', submittedAt: today }])
    await page.reload()
    await reviews.getByText('Not over yet').waitFor()
    assertClean()
  })

  test('a person chooses two dates, which the URL keeps and every report uses', async () => {
    const { page, settled, assertClean } = await admin.open()
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (/\/analytics\/(reviews|topics|widgets|email)$/.test(pathname)) asked.push(search)
    })
    await page.goto(admin.path('/insights'))
    const days = page.getByRole('group', { name: 'Days' })
    await days.getByRole('button', { name: 'Custom' }).click()
    await days.getByRole('button', { name: 'Custom', pressed: true }).waitFor()
    const form = page.getByRole('form', { name: 'Custom period' })
    const today = Date.parse(await form.getByLabel('To').inputValue())
    const dayOf = (ago: number) => new Date(today - ago * day).toISOString().slice(0, 10)
    assert.equal(await form.getByLabel('From').inputValue(), dayOf(29))
    await form.getByLabel('From').fill(dayOf(35))
    await form.getByLabel('To').fill(dayOf(45))
    await form.getByRole('button', { name: 'Apply' }).click()
    await form.getByRole('alert').getByText('The first day must not be after the last.').waitFor()
    await assertForEverybody({ page, settled }, 'insights-custom')
    asked.length = 0
    await form.getByLabel('From').fill(dayOf(45))
    await form.getByLabel('To').fill(dayOf(35))
    await form.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(`**/insights?from=${dayOf(45)}&to=${dayOf(35)}`)
    await page.getByText('Compared with the 11 days before, in UTC').waitFor()
    await page.reload()
    const received = page
      .getByRole('region', { name: 'Reviews', exact: true })
      .getByRole('button', { name: /^Received/, pressed: true })
    await until(async () => (await received.textContent()) === 'Received1vs 0')
    await settled()
    const chosen = `from=${dayOf(45)}&to=${dayOf(35)}`
    const compared = `from=${dayOf(56)}&to=${dayOf(46)}`
    assert.ok(
      asked.length >= 6 && asked.every((each) => each.includes(chosen) || each.includes(compared)),
      asked.join(),
    )
    await page.setViewportSize({ width: 375, height: 700 })
    await page.reload()
    const select = page.getByRole('combobox', { name: 'Days' })
    assert.equal(await select.inputValue(), 'custom')
    assert.equal(await days.count(), 0, 'a phone has a select instead of buttons')
    await select.selectOption('90d')
    await page.waitForURL('**/insights?range=90d')
    await form.waitFor({ state: 'detached' })
    assertClean()
  })

  test('a person turns on emails, and a failed save is reported and not shown as saved', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/insights'))
    const emails = page.getByRole('region', { name: 'Emails to you' })
    const weekly = emails.getByRole('checkbox', { name: 'Weekly summary' })
    await page.route('**/analytics/notifications', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await weekly.click()
    await emails.getByRole('alert').waitFor()
    assert.equal(await weekly.isChecked(), false)
    await page.unroute('**/analytics/notifications')
    await weekly.focus()
    await page.keyboard.press('Space')
    await emails.getByRole('alert').waitFor({ state: 'detached' })
    await page.reload()
    await emails.getByRole('checkbox', { name: 'Weekly summary', checked: true }).waitFor()
    assert.equal(await emails.getByRole('checkbox', { name: 'New low ratings' }).isChecked(), false)
    assertClean(/ERR_FAILED|Failed to load/)
  })

  test('insights are accessible in light, dark and narrow layouts', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/insights'))
    await page.getByRole('list', { name: 'Topics' }).waitFor()
    await page.getByRole('list', { name: 'Topics' }).getByText('sturdy handle', { exact: true }).click()
    await page.getByRole('region', { name: 'Reviews', exact: true }).getByText('Received').first().waitFor()
    await assertForEverybody({ page, settled }, 'insights')
    assertClean()
  })

  test('a failed load is reported and can be retried', async () => {
    const { page, assertClean } = await admin.open()
    await page.route('**/api/v1/analytics/reviews*', (route) => route.abort())
    await page.goto(admin.path('/insights'))
    const reviews = page.getByRole('region', { name: 'Reviews', exact: true })
    await reviews.getByRole('alert').waitFor()
    await page.unroute('**/api/v1/analytics/reviews*')
    await reviews.getByRole('button', { name: 'Try again' }).click()
    await reviews.getByRole('figure').first().waitFor()
    assertClean(/ERR_FAILED|Failed to load/)
  })

  test('on a lower plan, the page names the plan that has insights', async () => {
    const paid = await startAdmin({ BILLING: 'manual' })
    try {
      const { page, assertClean } = await paid.open()
      await page.goto(paid.path('/insights'))
      await page.getByText('is part of the Scale plan').waitFor()
      assert.equal(await page.getByRole('button', { name: '12 months' }).count(), 0)
      await page.getByRole('button', { name: 'Custom' }).click()
      const form = page.getByRole('form', { name: 'Custom period' })
      await form.getByLabel('From').fill('2025-01-01')
      await form.getByRole('button', { name: 'Apply' }).click()
      await form.getByRole('alert').getByText('Choose at most 92 days.').waitFor()
      await keepPicture(page, 'insights-growth')
      assertClean()
    } finally {
      await paid.close()
    }
  })
})

async function saveTopics(page: Page) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV: Topics' }).click()
  const file = await (await download).path()
  return { text: () => readFile(file, 'utf8') }
}
