import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Shop } from '#test/service.ts'
import { type Admin, assertForEverybody, startAdmin } from './admin.ts'
import { assertAccessible, noBrowser } from './browser.ts'

suite('the questions next to the star rating', { skip: noBrowser }, () => {
  let admin: Admin
  let shop: Shop
  before(async () => {
    admin = await startAdmin({})
    shop = admin.shop
    await shop.api.put('/categories', [{ platformCategoryId: 'shirts', name: 'Shirts', products: ['tee'] }])
  })
  after(() => admin?.close())

  const open = async () => {
    const opened = await admin.open()
    await opened.page.goto(`${admin.home}/stores/${shop.storeEnvId}/settings/storefront`)
    await opened.page.getByRole('heading', { name: 'Extra questions' }).waitFor()
    return opened
  }
  const asked = async () => (await shop.api.get('/reviews/attributes')).body.attributes

  test('a scale question and a choice question are added, reworded, reordered and removed', async () => {
    const { page } = await open()
    await page.getByText('No extra questions yet.').waitFor()
    await page.getByRole('button', { name: 'Add a scale from 1 to 5' }).click()
    await page.getByLabel('Name of the scale').fill('Size')
    await page.getByLabel('1 means').fill('Too small')
    await page.getByLabel('5 means').fill('Too large')
    await page.getByRole('button', { name: 'Add a choice' }).click()
    await page.getByLabel('Name of the choice').fill('size')
    await page.getByLabel('Answer 1').fill('Home')
    await page.getByLabel('Answer 2').fill('Work')
    await page.getByRole('button', { name: 'Save questions' }).click()
    await page.getByText('is asked twice').first().waitFor()
    await page.getByLabel('Name of the choice').fill('Bought for')
    await assertAccessible(page, 'questions')
    await page.getByRole('button', { name: 'Move Bought for up' }).click()
    await page.getByRole('button', { name: 'Save questions' }).click()
    await page.getByText('Saved. Forms now ask this.').waitFor()
    const [choice, scale] = await asked()
    assert.deepEqual([choice.label, choice.choices, scale.lowLabel], ['Bought for', ['Home', 'Work'], 'Too small'])
    await page.getByRole('button', { name: 'Remove Bought for' }).click()
    await page.getByRole('button', { name: 'Save questions' }).click()
    await page.getByRole('button', { name: 'Remove Bought for' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save questions' }).waitFor({ state: 'detached' })
    assert.deepEqual(
      (await asked()).map((each: { label: string }) => each.label),
      ['Size'],
    )
  })

  test('a category has its own questions', async () => {
    const { page, assertClean } = await open()
    await page.getByLabel('Asked about').selectOption({ label: 'Shirts' })
    await page.getByRole('button', { name: 'Add a scale from 1 to 5' }).click()
    await page.getByLabel('Name of the scale').fill('Cloth')
    await page.getByRole('button', { name: 'Save questions' }).click()
    await page.getByText('Saved. Forms now ask this.').waitFor()
    const [, cloth] = await asked()
    assert.deepEqual([cloth.label, typeof cloth.categoryId], ['Cloth', 'string'])
    assertClean()
  })

  test('questions about the shop are not asked about products', async () => {
    const { page, assertClean, settled } = await open()
    await page.getByLabel('Asked about').selectOption({ label: 'The shop' })
    await page.getByText('No extra questions yet.').waitFor()
    await page.getByText('Asked with a review of the shop itself').waitFor()
    await page.getByRole('button', { name: 'Add a scale from 1 to 5' }).click()
    await page.getByLabel('Name of the scale').fill('Delivery')
    await page.getByRole('button', { name: 'Save questions' }).click()
    await page.getByText('Saved. Forms now ask this.').waitFor()
    const labels = async (query: string) =>
      (await shop.api.get(`/reviews/attributes${query}`)).body.attributes.map(({ label }: { label: string }) => label)
    assert.deepEqual(await labels('?subject=shop'), ['Delivery'])
    assert.ok(!(await labels('')).includes('Delivery'))
    await page.getByLabel('Asked about').selectOption({ label: 'All products' })
    assert.equal(await page.getByRole('button', { name: 'Remove Delivery' }).count(), 0)
    await page.getByLabel('Asked about').selectOption({ label: 'The shop (has its own)' })
    await page.getByRole('button', { name: 'Remove Delivery' }).waitFor()
    assertClean()
    await assertForEverybody({ page, settled }, 'questions-of-shop')
  })

  test('the questions are accessible and never overflow in light, dark and narrow layouts', async () => {
    const { page, settled } = await open()
    await page.getByLabel('Name of the scale').waitFor()
    await assertForEverybody({ page, settled }, 'questions')
  })
})
