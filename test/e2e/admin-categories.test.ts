import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertNoSidewaysScroll, noBrowser, withLastingNotices } from './browser.ts'

suite('categories in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
  })
  after(() => admin?.close())

  const excluded = async (name: string) => {
    const { body } = await admin.shop.api.get('/categories')
    return body.data.find((each: { name: string }) => each.name === name)?.requestsExcluded
  }

  test('without categories, the page says how to import them', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/products/categories'))
    await page.getByText('No categories yet').waitFor()
    assertClean()
  })

  test('a category is found, excluded from requests, restored by undo, and removed', async () => {
    const { api } = admin.shop
    await api.put('/products', [
      { platformProductId: 'p1', title: 'Oak board', categories: ['Kitchen'] },
      { platformProductId: 'p2', title: 'Apron' },
    ])
    await api.put('/categories', [
      { platformCategoryId: '10', name: 'Großes & Kleines', products: ['p1', 'p2'] },
      { platformCategoryId: '11', name: 'Sale' },
    ])
    const { page, assertClean } = await admin.open()
    await withLastingNotices(page)
    await page.goto(admin.path('/products'))
    await page.getByRole('link', { name: 'Categories' }).click()
    // Waits for the button, because the previous page also has a search field.
    await page.getByRole('button', { name: 'Remove Sale' }).waitFor()
    await page.getByRole('searchbox').fill('kitch')
    await page.getByText('Sale').waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Ask about products of Kitchen' }).click()
    await page.getByText('Customers are not asked about Kitchen').waitFor()
    assert.equal(await excluded('Kitchen'), true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await excluded('Kitchen')) === false)
    await page.getByRole('link', { name: '1 product', exact: true }).click()
    await page.getByRole('button', { name: 'Show products of all categories' }).getByText('In Kitchen').waitFor()
    await page.getByText('Oak board').waitFor()
    await page.getByText('Apron').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show products of all categories' }).click()
    await page.getByText('Apron').waitFor()
    await page.goto(admin.path('/products/categories'))
    await page.getByRole('button', { name: 'Remove Sale' }).click()
    await page.getByRole('button', { name: 'Remove the category' }).click()
    await page.getByText('Sale is removed').waitFor()
    assert.equal(await excluded('Sale'), undefined)
    assertClean()
  })

  test('a category links to its reviews, and the inbox filter can switch to another category', async () => {
    const { api } = admin.shop
    for (const [platformProductId, category] of [
      ['cup', 'Cups'],
      ['bowl', 'Bowls'],
    ]) {
      await api.put('/products', [{ platformProductId, title: platformProductId, categories: [category] }])
      const { status, text } = await api.post('/reviews', {
        ...{ platformProductId, rating: 5, body: `All about the ${platformProductId}` },
        ...{ authorName: 'Jo', authorEmail: 'jo@customer.example' },
      })
      assert.equal(status, 201, text)
    }
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/products/categories'))
    await page.getByRole('link', { name: 'Reviews of Cups' }).click()
    await page.getByText('All about the cup').first().waitFor()
    assert.equal(await page.getByText('All about the bowl').count(), 0)
    const active = page.getByRole('list', { name: 'Active filters' })
    await active.getByText('Category: Cups', { exact: true }).waitFor()
    await assertNoSidewaysScroll(page, 'inbox of a category')
    await keepPicture(page, 'inbox-of-a-category')
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    const chosen = page.getByRole('combobox', { name: 'Category' })
    await chosen.selectOption('Bowls')
    await active.getByText('Category: Bowls', { exact: true }).waitFor()
    await page.getByText('All about the bowl').first().waitFor()
    await page.getByText('All about the cup').waitFor({ state: 'detached' })
    await chosen.selectOption('Any category')
    await page.getByText('All about the cup').first().waitFor()
    assert.ok(!page.url().includes('categoryId'))
    assertClean()
  })

  test('categories are accessible in light, dark and narrow layouts', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/products/categories'))
    await page.getByRole('table').waitFor()
    await assertForEverybody({ page, settled }, 'categories')
    assertClean()
  })
})
