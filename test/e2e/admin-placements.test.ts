import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, noBrowser } from './browser.ts'

suite('placements in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
    const mug = { platformProductId: 'mug', title: 'Blue mug', categories: ['Kitchen'] }
    assert.equal((await admin.shop.api.put('/products', [mug])).body.failed, 0)
    await admin.shop.api.post('/galleries', { name: 'Home page' })
  })
  after(() => admin?.close())

  const placements = async () => (await admin.shop.api.get('/placements')).body.data

  test('a placement is previewed in its place and retains refused input', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/placements'))
    await page.getByText('No placements yet').waitFor()
    await page.getByText('Not seen yet').waitFor()
    assert.equal(await page.getByText('/widgets/v1/placements.js').count(), 0, 'no code for a shop that was not named')
    assert.deepEqual(
      await page
        .getByRole('main')
        .getByText(/^(Add the script once|No placements yet)$/)
        .allTextContents(),
      ['Add the script once', 'No placements yet'],
    )
    await keepPicture(page, 'placements-none')
    await page.getByRole('group', { name: 'Kind of shop' }).getByRole('button', { name: 'Shopify' }).click()
    await page.getByText('/widgets/v1/placements.js').first().waitFor()
    await page.getByRole('button', { name: 'Place a widget' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Photos below')
    await page.getByRole('combobox', { name: 'Widget' }).selectOption('gallery')
    await page.getByRole('combobox', { name: 'Gallery' }).selectOption({ label: 'Home page' })
    await page.getByRole('textbox', { name: 'Element' }).fill('<div>')
    await page.getByRole('textbox', { name: 'Heading' }).fill('Seen at home')
    await page.getByRole('searchbox', { name: 'Products' }).fill('mug')
    await page.getByRole('list', { name: 'Products that were found' }).getByRole('button', { name: 'Blue mug' }).click()
    assert.match((await page.getByRole('region', { name: 'Preview' }).textContent()) ?? '', /<div>[\s\S]*Seen at home/)
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page.getByText('must be one CSS selector').waitFor()
    await page.getByRole('textbox', { name: 'Element' }).fill('#product')
    await assertAccessible(page, 'editor')
    await keepPicture(page, 'placements-editor')
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page.getByText('Saved as a draft').waitFor()
    const [row] = await placements()
    assert.deepEqual(
      [row.status, row.selector, row.settings.heading, row.rule.productIds.length, row.pageType],
      ['draft', '#product', 'Seen at home', 1, 'product'],
    )
    assertClean(/400/)
  })

  test('a placement is previewed in the shop, published, changed, unpublished and deleted', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/placements'))
    await page.getByText('Below “product”').waitFor()
    await page.getByRole('button', { name: /^Preview/ }).click()
    const link = page.getByRole('dialog').getByRole('link', { name: 'Open https://shop.example.com' })
    const address = new URL((await link.getAttribute('href')) ?? '')
    const shown = await admin.shop.storefront.get(
      `/storefront/placements?platformProductId=mug&preview=${address.searchParams.get('evident_preview')}`,
    )
    assert.deepEqual(shown.body.data, [], 'its gallery is a draft')
    await keepPicture(page, 'placements-link')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await act(page, 'Publish')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published', { exact: true }).waitFor()
    await page.route('**/features/first-run', async (route) => {
      const body = await (await route.fetch()).json()
      await route.fulfill({ json: { ...body, widgets: [] } })
    })
    await page.reload()
    await page.getByText('Waiting for script', { exact: true }).waitFor()
    await page.unroute('**/features/first-run')
    await page.getByRole('button', { name: /^Edit/ }).click()
    await page.getByRole('spinbutton', { name: 'Priority' }).fill('7')
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('button', { name: /^Edit/ }).click()
    await page.getByText('You have unsaved changes from an earlier visit.').waitFor()
    await page.getByRole('combobox', { name: 'Add a language' }).selectOption('ar')
    await page
      .getByRole('group', { name: 'Arabic (ar)' })
      .getByRole('textbox', { name: 'Heading' })
      .fill('كما يُرى في البيت')
    await page.getByRole('combobox', { name: 'Language of the preview' }).selectOption('ar')
    await page.getByRole('region', { name: 'Preview' }).getByText('كما يُرى في البيت').waitFor()
    await assertAccessible(page, 'languages')
    await keepPicture(page, 'placements-languages')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.deepEqual(
      (await placements()).map(({ status, priority, translations }: Record<string, unknown>) => [
        status,
        priority,
        translations,
      ]),
      [['published', 7, { ar: { heading: 'كما يُرى في البيت' } }]],
    )
    await page.getByText('Photos below', { exact: true }).waitFor()
    await assertForEverybody({ page, settled }, 'placements')
    await act(page, 'Unpublish')
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('Draft', { exact: true }).waitFor()
    // A list of fewer than eight rows shows its filter only while a value is chosen.
    assert.equal(await page.getByRole('combobox', { name: 'Pages' }).count(), 0)
    await page.goto(admin.path('/placements?pageType=home'))
    await page.getByText('No placements on these pages').waitFor()
    await page.getByRole('combobox', { name: 'Pages' }).selectOption('')
    await act(page, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No placements yet').waitFor()
    assert.deepEqual(await placements(), [])
    assertClean()
  })

  test('on a phone, a button leads from the fields of a widget to its preview', async () => {
    const { page, assertClean } = await admin.open({ width: 375, height: 700 })
    await page.goto(admin.path('/widgets'))
    await page.getByLabel('Heading').waitFor()
    const picker = page.getByRole('navigation', { name: 'Widgets' })
    assert.equal(await picker.locator('a svg').count(), 10)
    assert.equal(await picker.getByRole('region', { name: 'For the whole shop' }).getByRole('link').count(), 3)
    const preview = page.getByRole('heading', { name: 'Preview' })
    const isInView = () =>
      preview.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })
    assert.equal(await isInView(), false)
    await page.getByRole('button', { name: 'Copy code' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).first().waitFor()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await until(isInView)
    assertClean()
  })

  test('the script counts as found once a page of the shop asks for its placements', async () => {
    assert.equal((await admin.shop.storefront.get('/storefront/placements?pageType=home')).status, 200)
    const seen = async () =>
      (await admin.shop.api.get('/features/first-run')).body.widgets.some(
        ({ widget }: { widget: string }) => widget === 'placements',
      )
    await until(seen)
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/placements'))
    await page.getByText('Found in your shop').waitFor()
    await page.getByText(/^Last seen on /).waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Add the script once' }).count(), 0)
    await page.getByRole('button', { name: 'Show the script' }).click()
    await page.getByRole('heading', { name: 'Add the script once' }).waitFor()
    await page.getByRole('button', { name: 'Another shop' }).click()
    await page.getByText('/widgets/v1/placements.js').first().waitFor()
    assertClean()
  })
})

async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^More: / }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
