import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { addProduct, addReviews } from '../../server/resources/reviews/reviews.testing.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, noBrowser } from './browser.ts'

suite('reviews of the shop in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
    const productId = await addProduct(admin.shop)
    await addReviews(admin.service, admin.shop, [{ productId, rating: 5 }])
  })
  after(() => admin?.close())

  const settings = async () => (await admin.shop.api.get('/reviews/settings')).body.shop

  test("email settings contain the question about the shop; if it is empty, the form's default applies", async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/email'))
    const card = page.getByRole('region', { name: 'Reviews of the shop' })
    await card.getByRole('checkbox', { name: 'Ask about the shop too' }).click()
    await card.getByRole('textbox', { name: 'Question' }).fill('How was it to shop with us?')
    await card.getByRole('spinbutton', { name: 'Ask nobody again within' }).fill('90')
    await assertAccessible(page, 'question')
    await keepPicture(page, 'shop-question')
    await card.getByRole('button', { name: 'Save the question' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    assert.deepEqual(await settings(), { asked: true, question: 'How was it to shop with us?', askAgainDays: 90 })
    await card.getByRole('textbox', { name: 'Question' }).fill('')
    await card.getByRole('button', { name: 'Save the question' }).click()
    await card.getByRole('button', { name: 'Save the question' }).waitFor({ state: 'detached' })
    assert.equal((await settings()).question, null)
    assertClean()
  })

  test('the question is accessible in light, dark and narrow layouts', async () => {
    const watched = await admin.open()
    await watched.page.goto(admin.path('/settings/email'))
    await watched.page.getByRole('checkbox', { name: 'Ask about the shop too' }).waitFor()
    await assertForEverybody(watched, 'shop-question')
  })

  test('Insights show the number and stars of reviews of the shop, and how to get the first one', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/insights'))
    const card = page.getByRole('region', { name: 'Reviews of the shop' })
    await card.getByText('No reviews of the shop yet').waitFor()
    await keepPicture(page, 'shop-insights-none')
    await addReviews(admin.service, admin.shop, [
      { productId: null, rating: 2, verified: true },
      { productId: null, rating: 5 },
      { productId: null, rating: 5, status: 'pending' },
    ])
    await page.reload()
    await card.getByText('(2 approved reviews)').waitFor()
    await card.getByText('3.5', { exact: true }).waitFor()
    await card.getByText(/1 from verified purchases/).waitFor()
    await assertAccessible(page, 'insights')
    await keepPicture(page, 'shop-insights')
    await card.getByRole('link', { name: 'Show them' }).click()
    await page.waitForURL(/subject=shop/)
    assertClean()
  })

  test('the widgets page previews reviews of the shop and gives the code', async () => {
    const { page, assertClean } = await admin.open()
    for (const widget of ['reviews', 'form', 'carousel', 'badge', 'tab']) {
      await page.goto(admin.path(`/widgets?widget=${widget}`))
      await page.getByRole('combobox', { name: 'Reviews of' }).selectOption('shop')
      await page
        .getByText(/subject="shop"/)
        .first()
        .waitFor()
      const product = await page.getByText(/ product="/).count()
      assert.equal(product, 0, widget)
    }
    await page.goto(admin.path('/widgets?widget=reviews'))
    await page.getByRole('combobox', { name: 'Reviews of' }).selectOption('shop')
    await page.frameLocator('iframe').getByText('Reviews of our shop').waitFor()
    assert.equal(await page.getByLabel('Heading').getAttribute('placeholder'), 'Reviews of our shop')
    await keepPicture(page, 'shop-widget')
    await page.goto(admin.path('/widgets?widget=faq'))
    await page.getByRole('heading', { name: 'Questions and answers', exact: true }).waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Reviews of' }).count(), 0)
    assertClean()
  })

  test("a placement and a page's block can show reviews of the shop", async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/placements'))
    await page.getByRole('button', { name: 'Place a widget' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop in the footer')
    await page.getByRole('textbox', { name: 'Element' }).fill('footer')
    await page.getByRole('combobox', { name: 'Reviews of' }).selectOption({ label: 'The shop itself' })
    await keepPicture(page, 'shop-placement')
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page.getByText('Saved as a draft').waitFor()
    const [placement] = (await admin.shop.api.get('/placements')).body.data
    assert.equal(placement.settings.subject, 'shop')
    const made = await admin.shop.api.post('/web-pages', { kind: 'reviews', slug: 'said', title: 'Said about us' })
    await page.goto(admin.path(`/pages/${made.body.id}`))
    await page.getByRole('combobox', { name: 'Reviews of' }).selectOption({ label: 'The shop itself' })
    await keepPicture(page, 'shop-block')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Not saved yet.').waitFor({ state: 'detached' })
    const { blocks } = (await admin.shop.api.get(`/web-pages/${made.body.id}`)).body
    assert.equal(blocks[0].subject, 'shop')
    assertClean()
  })
})
