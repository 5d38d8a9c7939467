import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Api } from '#test/service.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, noBrowser, withLastingNotices } from './browser.ts'

const payload = '<img src=x onerror="window.__hit=1">'

suite("moderators' saved work", { skip: noBrowser }, () => {
  let admin: Admin
  let owner: Api
  let authors = 0

  before(async () => {
    admin = await startAdmin()
    owner = await admin.shop.signedIn()
    await admin.shop.api.put('/products', [
      { platformProductId: 'pan', title: `Iron pan ${payload}` },
      { platformProductId: 'pot', title: 'Clay pot' },
    ])
    await review('Ada', { rating: 1 })
    await review('Bea', { platformProductId: 'pot', rating: 5 })
  })

  after(() => admin?.close())

  async function review(authorName: string, more: object = {}): Promise<string> {
    const made = await admin.shop.api.post('/reviews', {
      ...{ platformProductId: 'pan', rating: 4, body: `Words of ${authorName}.`, authorName },
      ...{ authorEmail: `author${++authors}@example.com`, ...more },
    })
    assert.equal(made.status, 201, made.text)
    return made.body.id
  }
  const openAt = async (path: string, prepare?: (page: Page) => Promise<unknown>) => {
    const watched = await admin.open()
    await prepare?.(watched.page)
    await watched.page.goto(admin.path(path))
    await watched.page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor()
    return watched
  }
  const views = (page: Page) => page.getByRole('button', { name: /^Views/ })
  const choose = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).click()

  test('a filter is saved as a view, opened by default, renamed, deleted and restored', async () => {
    const { page, assertClean } = await openAt('/reviews', withLastingNotices)
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByRole('button', { name: 'Product: Any product' }).click()
    await page.getByRole('combobox', { name: 'Search products' }).fill('clay')
    await page.getByRole('option', { name: /Clay pot/ }).click()
    await page.getByRole('link', { name: /Words of Bea/ }).waitFor()
    await page.getByRole('link', { name: /Words of Ada/ }).waitFor({ state: 'detached' })

    await views(page).click()
    await choose(page, 'Save this view')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(`Pots ${payload}`)
    await dialog.getByLabel('Open the inbox with this view').check()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('View saved').waitFor()

    // Opens another browser too, because a view belongs to the person.
    const elsewhere = await admin.open()
    await elsewhere.page.goto(admin.path('/reviews'))
    const chips = elsewhere.page.getByRole('list', { name: 'Active filters' })
    await chips.getByRole('button', { name: 'Remove filter: Product: Clay pot' }).waitFor()
    await elsewhere.page.getByRole('button', { name: 'Filters (1)' }).click()
    await elsewhere.page.getByRole('button', { name: 'Product: Clay pot', exact: true }).waitFor()
    await elsewhere.page.getByRole('button', { name: `Views: Pots ${payload}` }).waitFor()

    await views(page).click()
    await choose(page, 'Manage views')
    await dialog.getByRole('button', { name: /^Rename/ }).click()
    await dialog.getByRole('textbox').fill('Pots')
    await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
    await dialog.getByRole('button', { name: 'Delete Pots' }).click()
    await dialog.getByText('You have no views.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await owner.get('/reviews/views')).body.data.length === 1)
    const [view] = (await owner.get('/reviews/views')).body.data
    assert.deepEqual([view.name, view.isDefault, view.filter.status], ['Pots', true, 'pending'])
    assert.equal((await owner.delete(`/reviews/views/${view.id}`)).status, 204)
    assert.equal(await page.evaluate('window.__hit'), undefined)
    assertClean()
  })

  test('a template starts a reply, with the names of author and product filled in', async () => {
    const id = await review('Cleo')
    const { page, assertClean } = await openAt(`/reviews/${id}`)
    await page.getByLabel('Your public reply').waitFor()
    await page.getByRole('button', { name: 'Templates' }).click()
    await choose(page, 'Manage templates')
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByLabel('Title').fill('Thanks')
    await page.getByLabel('Text', { exact: true }).fill('Thank you, {author}. Enjoy the {product}!')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Edit Thanks' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Templates' }).click()
    await choose(page, /^Thanks/)
    assert.equal(
      await page.getByLabel('Your public reply').inputValue(),
      `Thank you, Cleo. Enjoy the Iron pan ${payload}!`,
    )
    await page.getByRole('button', { name: 'Save reply' }).click()
    await page.getByRole('region', { name: 'Reply' }).getByText('Thank you, Cleo.').waitFor()
    await page.getByRole('region', { name: 'History' }).getByText('replied', { exact: false }).first().waitFor()
    assertClean()
  })

  test('a saved reply is suggested for its stars and topics, and for no other review', async () => {
    const late = await review('Ida')
    const { page, settled, assertClean } = await openAt(`/reviews/${late}`)
    await page.getByRole('button', { name: 'Templates' }).click()
    await choose(page, 'Manage templates')
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByLabel('Title').fill('Words welcome')
    await page.getByLabel('Text', { exact: true }).fill('Thank you for your words, {author}.')
    await page.getByRole('checkbox', { name: '4 stars' }).check()
    await page.getByLabel('Suggest when the review mentions').fill('shipping, words of ida')
    await assertForEverybody({ page, settled }, 'reply-template')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByText('words of ida').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    const suggested = page.getByRole('list', { name: 'Suggested replies' })
    await suggested.getByRole('button', { name: 'Words welcome' }).waitFor()
    await assertForEverybody({ page, settled }, 'suggested-reply')
    await suggested.getByRole('button', { name: 'Words welcome' }).click()
    assert.equal(await page.getByLabel('Your public reply').inputValue(), 'Thank you for your words, Ida.')
    assert.equal(await suggested.count(), 0)
    await page.getByLabel('Your public reply').fill('')
    await page.goto(admin.path(`/reviews/${await review('Jo')}`))
    await page.getByLabel('Your public reply').waitFor()
    await settled()
    assert.equal(await suggested.count(), 0)
    assertClean()
  })

  test('the filter for published reviews without a reply can be saved as a view', async () => {
    const answered = await review('Fay')
    const waiting = await review('Gil')
    for (const id of [answered, waiting])
      assert.equal((await owner.put(`/reviews/${id}`, { status: 'approved' })).status, 200)
    assert.equal((await owner.put(`/reviews/${answered}`, { reply: { body: 'Thank you, Fay.' } })).status, 200)
    const { page, assertClean } = await openAt('/reviews')
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    const reply = page.getByLabel('Reply', { exact: true })
    await reply.selectOption('Unanswered')
    await page.getByRole('link', { name: /Words of Gil/ }).waitFor()
    await page.getByRole('link', { name: /Words of Fay/ }).waitFor({ state: 'detached' })
    assert.deepEqual(
      ['status', 'answered'].map((name) => new URL(page.url()).searchParams.get(name)),
      ['approved', 'false'],
    )
    await views(page).click()
    await choose(page, 'Save this view')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('To answer')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('View saved').waitFor()
    const view = (await owner.get('/reviews/views')).body.data.find(
      ({ name }: { name: string }) => name === 'To answer',
    )
    assert.deepEqual(view.filter, { status: 'approved', hasReply: false })
    const filters = page.getByRole('button', { name: 'Filters (1)' })
    await filters.click()
    await reply.selectOption('Answered')
    await page.getByRole('link', { name: /Words of Fay/ }).waitFor()
    await page.getByRole('link', { name: /Words of Gil/ }).waitFor({ state: 'detached' })
    await views(page).click()
    await choose(page, 'To answer')
    await page.getByRole('link', { name: /Words of Gil/ }).waitFor()
    await filters.click()
    assert.equal(await reply.inputValue(), 'false')
    assert.equal((await owner.delete(`/reviews/views/${view.id}`)).status, 204)
    assertClean()
  })

  test('a second decision is refused, and the error names the first with its reason', async () => {
    const id = await review('Dora')
    const { page, assertClean } = await openAt(`/reviews/${id}`)
    await page.getByRole('article', { name: 'Review by Dora' }).waitFor()
    const rejected = await owner.put(`/reviews/${id}`, { status: 'rejected', reason: 'off_topic' })
    assert.equal(rejected.status, 200)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText(/Nothing was changed: .* was first and rejected it: off topic/).waitFor()
    assert.equal((await owner.get(`/reviews/${id}`)).body.status, 'rejected')
    await page.goto(admin.path(`/reviews/${id}`))
    await page.getByRole('region', { name: 'History' }).getByText('rejected it: off topic').waitFor()
    assertClean(/409/)
  })

  test('a second reply replaces the first only after confirmation', async () => {
    const id = await review('Edda')
    const { page, assertClean } = await openAt(`/reviews/${id}`)
    await page.getByLabel('Your public reply').fill('The second.')
    assert.equal((await owner.put(`/reviews/${id}`, { reply: { body: 'The first.' } })).status, 200)
    await page.getByRole('button', { name: 'Save reply' }).click()
    await page.getByText('Your text was not sent.', { exact: false }).waitFor()
    await page.getByRole('blockquote').getByText('The first.').waitFor()
    await keepPicture(page, 'reply-taken')
    await page.getByRole('button', { name: 'Send mine instead' }).click()
    await page.getByRole('region', { name: 'Reply' }).getByText('The second.').waitFor()
    assert.equal((await owner.get(`/reviews/${id}`)).body.reply.body, 'The second.')
    assertClean(/409/)
  })

  test('a review in a foreign language shows its language and can be translated in the browser', async () => {
    const id = await review('Fay', { body: 'Sehr gute Pfanne.', locale: 'de' })
    const { page, assertClean } = await admin.open()
    await page.addInitScript(`window.Translator = {
      availability: async () => 'available',
      create: async ({ sourceLanguage, targetLanguage }) => ({
        translate: async (text) => sourceLanguage + '>' + targetLanguage + ': ' + text, destroy() {} }) }`)
    await page.goto(admin.path(`/reviews/${id}`))
    await page.getByRole('button', { name: 'Translate on this device' }).click()
    await page.getByRole('region', { name: 'Translation' }).getByText('de>en: Sehr gute Pfanne.').waitFor()
    assert.equal(await page.locator('[lang="de"][translate="yes"]').count(), 1)
    const without = await admin.open()
    await without.page.addInitScript('delete window.Translator')
    await without.page.goto(admin.path(`/reviews/${id}`))
    await without.page.getByText('use “Translate” in the menu of your browser', { exact: false }).waitFor()
    assertClean()
  })

  test('the choice of dark or light mode applies to one browser and lasts', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/account'))
    const canvas = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await canvas()
    await page.getByRole('radio', { name: 'Dark', exact: true }).check()
    assert.notEqual(await canvas(), light)
    await page.reload()
    await page.getByRole('radio', { name: 'Dark', exact: true, checked: true }).waitFor()
    assert.notEqual(await canvas(), light)
    await assertAccessible(page, 'the account, dark')
    await page.getByRole('radio', { name: /^As this device/ }).check()
    assert.equal(await canvas(), light)
    assertClean()
  })

  test('a review, the views, the product filter and the account are accessible in all layouts', async () => {
    const id = await review(`Gus ${payload}`, { title: payload, body: payload })
    await owner.put(`/reviews/${id}`, { status: 'rejected', reason: 'fake' })
    await owner.put(`/reviews/${id}`, { status: 'approved' })
    await owner.put(`/reviews/${id}`, { reply: { body: payload } })
    const watched = await admin.open()
    const { page, assertClean } = watched
    await page.goto(admin.path(`/reviews/${id}?status=all`))
    await page.getByRole('region', { name: 'History' }).getByText('replied', { exact: false }).first().waitFor()
    await assertForEverybody(watched, 'review')
    await page.goto(admin.path('/reviews'))
    await views(page).click()
    const save = page.getByRole('menuitem', { name: 'Save this view' })
    await save.waitFor()
    await assertForEverybody(watched, 'views')
    await save.press('Escape')
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByRole('button', { name: /^Product/ }).click()
    const products = page.getByRole('dialog')
    await products.getByRole('option').first().waitFor()
    await assertForEverybody(watched, 'product-filter')
    await products.getByRole('combobox').press('Escape')
    await page.goto(admin.path('/settings/account'))
    await page.getByRole('heading', { name: 'Appearance' }).waitFor()
    await assertForEverybody(watched, 'account')
    assert.equal(await page.evaluate('window.__hit'), undefined)
    assertClean()
  })
})
