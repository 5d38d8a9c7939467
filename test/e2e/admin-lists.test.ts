import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('lists of the admin application', { skip: noBrowser }, () => {
  let admin: Admin

  before(async () => {
    admin = await startAdmin()
    const { api } = admin.shop
    await api.put('/products', [
      { platformProductId: 'p1', title: 'Oak board' },
      { platformProductId: 'p2', title: 'apron' },
      { platformProductId: 'p3', title: 'Zinc pail', status: 'draft' },
    ])
    const names = ['Ada Brook', 'Robin Vale', 'Jane Doe', 'Brook Field']
    await api.put(
      '/orders',
      names.map((customerName, i) => ({
        ...{ platformOrderId: `o${i}`, orderNumber: `#100${i}`, email: `buyer${i}@example.com`, customerName },
        ...{ placedAt: `2026-0${[3, 1, 4, 2][i]}-10T10:00:00Z`, total: '24.90', currency: 'EUR' },
      })),
    )
    for (const n of [1, 2]) await api.post('/email-suppressions', { email: `gone${n}@example.com` })
    const review = { platformProductId: 'p1', rating: 5, body: 'Fine', authorName: 'Ada Brook' }
    assert.equal((await api.post('/reviews', { ...review, authorEmail: 'buyer0@example.com' })).status, 201)
    await admin.service.runJobs()
  })

  after(() => admin?.close())

  const firstCells = async (page: Page) =>
    (await page.getByRole('row').getByRole('cell').first().count())
      ? ((await page.evaluate(
          `[...document.querySelectorAll('tbody tr')].map((row) => (row.cells[0].querySelector('a') ?? row.cells[0]).innerText.split('\\n')[0])`,
        )) as string[])
      : []
  const becomes = (page: Page, expected: string[]) =>
    until(async () => (await firstCells(page)).join() === expected.join())
  const readSort = (page: Page, header: string) =>
    page.getByRole('columnheader', { name: header }).getAttribute('aria-sort')

  test('orders sort by date in both directions, and the URL contains the sort order', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/orders'))
    await becomes(page, ['#1002', '#1000', '#1003', '#1001'])
    assert.equal(await readSort(page, 'Placed'), 'descending')
    await page.getByRole('button', { name: 'Placed' }).click()
    await becomes(page, ['#1001', '#1003', '#1000', '#1002'])
    assert.equal(await readSort(page, 'Placed'), 'ascending')
    await page.reload()
    await becomes(page, ['#1001', '#1003', '#1000', '#1002'])
    await page.getByRole('button', { name: 'Placed' }).click()
    await becomes(page, ['#1002', '#1000', '#1003', '#1001'])
    await page.getByLabel('Review request').selectOption('skipped')
    await page.getByRole('button', { name: 'Placed' }).waitFor({ state: 'detached' })
    await page.getByRole('columnheader', { name: 'Placed' }).waitFor()
    assertClean()
  })

  test('a hidden column stays hidden for this person, and for nobody else', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/orders'))
    await becomes(page, ['#1002', '#1000', '#1003', '#1001'])
    const header = (name: string) => page.getByRole('columnheader', { name, exact: true })
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const name of ['Form', 'Total']) {
      await page.getByRole('menuitemcheckbox', { name }).click()
      await header(name).waitFor({ state: 'detached' })
    }
    await assertForEverybody({ page, settled }, 'columns-menu')
    await page.keyboard.press('Escape')
    await page.reload()
    await header('Placed').waitFor()
    assert.deepEqual([await header('Form').count(), await header('Total').count()], [0, 0])
    await page.goto(admin.path('/customers'))
    await header('Reviews').waitFor()
    assert.deepEqual([await header('Orders').count(), await header('Added').count()], [1, 0])
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitem', { name: 'Show all columns' }).click()
    await header('Added').waitFor()
    await page.reload()
    await header('Added').waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Added' }).click()
    await header('Added').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.evaluate(`for (const name of Object.keys(localStorage)) if (name.startsWith('evident.columns')) {
      localStorage.setItem(name.replace(/[^.]+(?=[.]orders$)/, 'another-person'), localStorage.getItem(name))
      localStorage.removeItem(name)
    }`)
    await page.goto(admin.path('/orders'))
    await header('Total').waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Form' }).click()
    await page.getByRole('menuitem', { name: 'Show all columns' }).click()
    await header('Form').waitFor()
    assertClean()
  })

  test('rows are 44 px high on a desktop, and at least as high on a phone', async () => {
    const { page, settled, assertClean } = await admin.open()
    const measureRows = (selector: string) =>
      page.evaluate(
        `[...document.querySelectorAll('${selector}')].map((row) => Math.round(row.getBoundingClientRect().height))`,
      ) as Promise<number[]>
    for (const [path, selector] of [
      ['/products', 'tbody tr'],
      ['/orders', 'tbody tr'],
      ['/customers', 'tbody tr'],
      ['/email/suppressions', 'tbody tr'],
      ['/reviews?status=all', '[data-review]'],
    ] as const) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(admin.path(path))
      await page.locator(selector).first().waitFor()
      await settled()
      const desk = await measureRows(selector)
      if (selector === 'tbody tr') assert.ok(Math.max(...desk) <= 52, `${path} has rows of ${desk} px at 1280 px`)
      assert.ok(Math.min(...desk) >= 44, `${path} has rows of ${desk} px at 1280 px`)
      await page.setViewportSize({ width: 375, height: 700 })
      await settled()
      const phone = await measureRows(selector)
      assert.ok(phone.length > 0 && Math.min(...phone) >= 44, `${path} has rows of ${phone} px at 375 px`)
      const small = (await page.evaluate(`[...document.querySelectorAll('th button')]
        .filter((button) => button.getBoundingClientRect().height < 44).map((button) => button.innerText)`)) as string[]
      assert.deepEqual(small, [], `${path} has headers that are hard to tap at 375 px`)
    }
    assertClean()
  })

  test('on phones, a customer or a product has two lines without labels', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.setViewportSize({ width: 375, height: 700 })
    const readRow = async (name: string) => {
      const row = page.getByRole('row').filter({ hasText: name })
      const { height = 0 } = (await row.boundingBox()) ?? {}
      assert.ok(height >= 44 && height <= 72, `${name} has ${height} px`)
      return (await row.allInnerTexts()).join().replace(/\s+/g, ' ').trim()
    }
    await page.goto(admin.path('/customers'))
    await page.getByRole('row').filter({ hasText: 'Robin Vale' }).waitFor()
    await settled()
    assert.match(await readRow('Robin Vale'), /^Robin Vale 1 order · 0 reviews · (just now|\d+ \w+ ago)$/)
    assert.match(await readRow('Ada Brook'), /^Ada Brook 1 order · 1 review · /)
    await page.setViewportSize({ width: 660, height: 700 })
    const headers = page.getByRole('columnheader')
    await until(
      async () => (await headers.allInnerTexts()).join() === 'Customer,Marketing emails,Orders,Reviews,Updated',
    )
    await page.setViewportSize({ width: 375, height: 700 })
    await page.getByRole('button', { name: 'Customer', exact: true }).click()
    await until(async () => (await readRow('Robin Vale')) === 'Robin Vale 1 order · 0 reviews')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Orders' }).click()
    await page.keyboard.press('Escape')
    await until(async () => (await readRow('Robin Vale')) === 'Robin Vale 0 reviews')
    await page.goto(admin.path('/products'))
    await page.getByRole('row').filter({ hasText: 'Zinc pail' }).waitFor()
    await settled()
    assert.match(await readRow('apron'), /apron None approved$/)
    assert.match(await readRow('Zinc pail'), /Zinc pail None approved · Draft$/)
    assertClean()
  })

  test("an order is found by its customer's name", async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/orders'))
    await page.getByRole('searchbox').fill('brook')
    await page.getByText('Looking for a customer called').waitFor()
    await becomes(page, ['#1000', '#1003'])
    await page.getByRole('searchbox').fill('nobody')
    await page.getByText('No matching orders').waitFor()
    assertClean()
  })

  test('products sort by title, and customers by their last change, name or creation date', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/products'))
    await becomes(page, ['apron', 'Oak board', 'Zinc pail'])
    await page.getByRole('button', { name: 'Product' }).click()
    await becomes(page, ['Zinc pail', 'Oak board', 'apron'])
    await page.getByRole('button', { name: 'Added' }).click()
    await until(async () => (await readSort(page, 'Added')) === 'descending')
    await page.goto(admin.path('/customers'))
    await page.getByRole('row').filter({ hasText: 'Robin Vale' }).waitFor()
    assert.equal(await readSort(page, 'Updated'), 'descending')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Added' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('row').filter({ hasText: 'Robin Vale' }).getByText('Jan 10, 2026').waitFor()
    for (const order of ['descending', 'ascending']) {
      await page.getByRole('button', { name: 'Added' }).click()
      await until(async () => (await readSort(page, 'Added')) === order)
    }
    await page.getByRole('button', { name: 'Customer', exact: true }).click()
    await becomes(page, ['Ada Brook', 'Brook Field', 'Jane Doe', 'Robin Vale'])
    await page.goto(admin.path('/email/suppressions'))
    await becomes(page, ['gone2@example.com', 'gone1@example.com'])
    await page.getByRole('button', { name: 'Since' }).click()
    await becomes(page, ['gone1@example.com', 'gone2@example.com'])
    assertClean()
  })

  test('sorted lists fit their window and show their order in light, dark and narrow layouts', async () => {
    const { page, settled, assertClean } = await admin.open()
    for (const place of ['orders', 'products', 'customers', 'email/suppressions']) {
      await page.goto(admin.path(`/${place}`))
      await page.getByRole('table').first().waitFor()
      await assertForEverybody({ page, settled }, `list-${place}`)
    }
    assertClean()
  })
})
