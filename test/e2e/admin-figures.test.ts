import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('lists of the admin application sorted by figures, and their export', { skip: noBrowser }, () => {
  let admin: Admin

  before(async () => {
    admin = await startAdmin()
    const { service, shop } = admin
    const buyers = ['Ada', 'Bo', 'Bo', 'Bo', 'Cy', 'Cy']
    const { body, text } = await shop.api.put(
      '/orders',
      buyers.map((customerName, n) => ({
        ...{ platformOrderId: `o${n}`, email: `${customerName.toLowerCase()}@customer.example`, customerName },
        placedAt: `2026-03-0${n + 1}T10:00:00Z`,
      })),
    )
    assert.equal(body.failed, 0, text)
    const [mug, pan, jug] = [
      await addProduct(shop, 'mug'),
      await addProduct(shop, 'pan'),
      await addProduct(shop, 'jug'),
    ]
    const by = (authorName: string) => ({ authorName, authorEmail: `${authorName.toLowerCase()}@customer.example` })
    await addReviews(service, shop, [
      { productId: mug, rating: 4, ...by('Ada') },
      { productId: mug, rating: 5, ...by('Ada') },
      { productId: pan, rating: 5, ...by('Cy') },
      { productId: jug, rating: 5, status: 'pending', ...by('Ada') },
    ])
  })

  after(() => admin?.close())

  const readNames = (page: Page) =>
    page.evaluate(
      `[...document.querySelectorAll('tbody tr')].map((row) => row.cells[0].querySelector('a').innerText)`,
    ) as Promise<string[]>
  const becomes = (page: Page, expected: string[]) =>
    until(async () => (await readNames(page)).join() === expected.join())
  const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
  const press = (page: Page, name: string) => header(page, name).getByRole('button').click()
  const pressKey = async (page: Page, name: string) => {
    await header(page, name).getByRole('button').focus()
    await page.keyboard.press('Enter')
  }
  const readSort = (page: Page, name: string) => header(page, name).getAttribute('aria-sort')

  test('customers sort by orders and by reviews, highest first, and the URL contains the order', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/customers'))
    await header(page, 'Orders').waitFor()
    assert.equal(await readSort(page, 'Orders'), null)
    await press(page, 'Orders')
    await becomes(page, ['Bo', 'Cy', 'Ada'])
    assert.equal(await readSort(page, 'Orders'), 'descending')
    await press(page, 'Orders')
    await becomes(page, ['Ada', 'Cy', 'Bo'])
    assert.equal(await readSort(page, 'Orders'), 'ascending')
    await page.reload()
    await becomes(page, ['Ada', 'Cy', 'Bo'])
    await pressKey(page, 'Reviews')
    await becomes(page, ['Ada', 'Cy', 'Bo'])
    await until(async () => (await readSort(page, 'Reviews')) === 'descending')
    assert.equal(await readSort(page, 'Orders'), null)
    await page.keyboard.press('Enter')
    await becomes(page, ['Bo', 'Cy', 'Ada'])
    await header(page, 'Reviews').locator('button:focus').waitFor()
    await page.getByRole('button', { name: 'With reviews' }).click()
    await becomes(page, ['Cy', 'Ada'])
    assert.match(page.url(), /sort=reviewCount/)
    await assertForEverybody({ page, settled }, 'customers-by-reviews')
    assertClean()
  })

  test('products sort by rating and by reviews, and a product without a rating is last in both directions', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/products'))
    await becomes(page, ['The jug', 'The mug', 'The pan'])
    await press(page, 'Rating')
    await becomes(page, ['The pan', 'The mug', 'The jug'])
    assert.equal(await readSort(page, 'Rating'), 'descending')
    await press(page, 'Rating')
    await becomes(page, ['The mug', 'The pan', 'The jug'])
    assert.equal(await readSort(page, 'Rating'), 'ascending')
    await pressKey(page, 'Reviews')
    await becomes(page, ['The mug', 'The pan', 'The jug'])
    const cells = page
      .getByRole('row', { name: /The mug/ })
      .getByRole('cell')
      .locator('> div')
    assert.deepEqual((await cells.allInnerTexts()).slice(1, 3), ['4.5', '2'])
    await pressKey(page, 'Reviews')
    await becomes(page, ['The jug', 'The pan', 'The mug'])
    assert.match(page.url(), /sort=reviewCount/)
    await assertForEverybody({ page, settled }, 'products-by-reviews')
    assertClean()
  })

  test('on phones, the headers above the list sort by the figures', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.setViewportSize({ width: 375, height: 700 })
    await page.goto(admin.path('/customers'))
    await press(page, 'Orders')
    await becomes(page, ['Bo', 'Cy', 'Ada'])
    await page.goto(admin.path('/products'))
    await press(page, 'Rating')
    await becomes(page, ['The pan', 'The mug', 'The jug'])
    await settled()
    await page.getByRole('row').filter({ hasText: 'The mug' }).getByText('(2 approved reviews)').last().waitFor()
    assertClean()
  })

  test('the export saves the filtered customers as a CSV file', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/customers'))
    await page.getByRole('button', { name: 'With reviews' }).click()
    await page.getByRole('button', { name: 'With reviews 2', exact: true }).waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    assert.equal(saved.suggestedFilename(), 'customers.csv')
    const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
    assert.equal(lines[0], 'name,email,orderCount,reviewCount,acceptsMarketing,firstOrderAt,createdAt,updatedAt')
    assert.deepEqual(
      lines
        .slice(1)
        .map((line) => line.split(',').slice(0, 4).join(','))
        .sort(),
      ['Ada,ada@customer.example,1,3', 'Cy,cy@customer.example,2,1'],
    )
    assertClean()
  })

  test('an empty list has nothing to export', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/customers'))
    await page.getByRole('searchbox').fill('nobody')
    await page.getByText('No matching customers').waitFor()
    await until(() => page.getByRole('button', { name: 'Export', exact: true }).isDisabled())
    await assertForEverybody({ page, settled }, 'customers-none')
    await page.getByRole('searchbox').fill('')
    await until(() => page.getByRole('button', { name: 'Export', exact: true }).isEnabled())
    assertClean()
  })

  test('a failed export says why, and can be tried again', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/customers'))
    const button = page.getByRole('button', { name: 'Export', exact: true })
    await button.waitFor()
    const slots = [1, 2].map(() => admin.service.service.db.stream('export', admin.shop))
    await button.click()
    await page.getByText(/At most 2 exports of one store/).waitFor()
    await assertForEverybody({ page, settled }, 'customers-export-failed')
    for (const slot of slots) slot.leave()
    const [saved] = await Promise.all([page.waitForEvent('download'), button.click()])
    assert.equal(saved.suggestedFilename(), 'customers.csv')
    assertClean(/429/)
  })
})
