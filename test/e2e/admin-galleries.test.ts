import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { photo } from '#test/pictures.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, enter, noBrowser, openPage, withLastingNotices } from './browser.ts'
import { addGalleryPhotos } from './gallery-photos.ts'
import { serveShopPages } from './shop-pages.ts'

suite('galleries in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  let photos: string[]
  let galleryId = ''
  before(async () => {
    admin = await startAdmin()
    photos = await addGalleryPhotos(admin.service, admin.shop, [
      { author: 'Ann', at: '2026-11-01T10:00:00.000Z' },
      { author: 'Bo', at: '2026-11-02T10:00:00.000Z', product: 'kettle' },
      { author: 'Cleo', source: 'import', at: '2026-11-03T10:00:00.000Z' },
      { author: 'Dev', incentive: 'coupon', at: '2026-11-04T10:00:00.000Z' },
    ])
    await admin.shop.api.put('/products', [
      { platformProductId: 'kettle', title: 'Enamel kettle', url: 'https://shop.example.com/kettle' },
    ])
  })
  after(() => admin?.close())

  type Item = {
    id: string
    url: string
    cardUrl: string | null
    authorName: string
    permission: string
    caption: string | null
    productIds: string[]
  }
  const items = async (): Promise<Item[]> =>
    (await admin.shop.api.get(`/galleries/${galleryId}/items?limit=100`)).body.data
  const authors = async () => (await items()).map(({ authorName }) => authorName).join()
  const open = async (prepare?: (page: Page) => Promise<unknown>) => {
    const watched = await admin.open()
    await prepare?.(watched.page)
    await watched.page.goto(admin.path(`/galleries/${galleryId}`))
    await watched.page.getByRole('listitem').filter({ hasText: 'Ann' }).waitFor()
    return watched
  }
  const tile = (page: Page, author: string) => page.locator('li[data-item]').filter({ hasText: author })
  const shownAuthors = (page: Page) =>
    page
      .locator('li[data-item]')
      .evaluateAll((all) => all.map((each) => each.querySelector('img ~ div p + p')?.textContent?.split(' ')[0]).join())

  test('a new gallery retains refused input and says that it is empty', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/galleries'))
    await page.getByText('No galleries yet').waitFor()
    await keepPicture(page, 'galleries-none')
    await page.getByRole('button', { name: 'Create gallery' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Home page')
    await page.route('**/api/v1/galleries', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Make it' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Home page')
    await page.getByRole('button', { name: 'Make it' }).click()
    await page.getByRole('heading', { name: 'Home page' }).waitFor()
    await page.getByText('No photos yet').waitFor()
    galleryId = (await admin.shop.api.get('/galleries')).body.data[0].id
    await page.goto(admin.path('/galleries'))
    await page.getByRole('button', { name: /^Create another gallery/ }).click()
    await page.getByRole('dialog').waitFor()
    assertClean(/ERR_FAILED|Failed to load/)
  })

  test('photos in no gallery are filtered by product and added; cards link to their placements', async () => {
    const { api } = admin.shop
    const other = (await api.post('/galleries', { name: 'Cart' })).body.id
    assert.equal((await api.post(`/galleries/${other}/items`, { items: [{ reviewPhotoId: photos[0] }] })).status, 201)
    const placement = { name: 'Home', widget: 'gallery', pageType: 'home', settings: { galleryId: other } }
    const placed = await api.post('/placements', {
      ...placement,
      selector: 'main',
      insert: 'append',
      status: 'published',
    })
    assert.equal(placed.status, 201, placed.text)
    await api.patch(`/galleries/${other}`, { status: 'published' })
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/galleries'))
    const unused = page.getByRole('region', { name: 'Photos in no gallery (3)' })
    await unused.getByRole('checkbox', { name: /Bo/ }).waitFor()
    assert.equal(await unused.getByRole('checkbox', { name: /Ann/ }).count(), 0)
    assert.equal(await unused.getByRole('button', { name: 'Add to gallery' }).count(), 0, 'no photo is chosen')
    await assertForEverybody({ page, settled }, 'galleries-unused')
    const order = () =>
      unused
        .getByRole('checkbox')
        .evaluateAll((all) => all.map((each) => /Photo by (\w+)/.exec(each.ariaLabel ?? '')?.[1]).join())
    const sorting = unused.getByRole('combobox', { name: 'Sort by' })
    assert.equal(await order(), 'Dev,Cleo,Bo')
    await sorting.selectOption('Oldest first')
    await until(async () => (await order()) === 'Bo,Cleo,Dev', 'the oldest photo is first')
    assert.deepEqual(await sorting.getByRole('option').allTextContents(), [
      'Newest first',
      'Oldest first',
      'By product',
    ])
    await sorting.selectOption('By product')
    await until(async () => (await order()).startsWith('Bo'), 'the kettle is before the mug')
    await sorting.selectOption('Newest first')
    await until(async () => (await order()) === 'Dev,Cleo,Bo', 'the newest photo is first')
    await unused.getByRole('button', { name: 'Product: Any product' }).click()
    await page.getByRole('combobox', { name: 'Search products' }).fill('kettle')
    await page.getByRole('option', { name: /Enamel kettle/ }).click()
    const filtered = page.getByRole('region', { name: 'Photos in no gallery', exact: true })
    await filtered.getByRole('button', { name: 'Product: Enamel kettle' }).waitFor()
    await filtered.getByRole('checkbox', { name: /Bo/ }).check()
    assert.equal(await filtered.getByRole('checkbox').count(), 1)
    await filtered.getByText('1 chosen').waitFor()
    await filtered.getByRole('button', { name: 'Add to gallery' }).click()
    await page.getByRole('menuitem', { name: 'Cart' }).click()
    await page.getByText('One photo added.').waitFor()
    await filtered.getByText('No photos of this product').waitFor()
    await assertForEverybody({ page, settled }, 'galleries-unused-none')
    await filtered.getByRole('button', { name: 'Show photos of any product' }).click()
    await page.getByRole('region', { name: 'Photos in no gallery (2)' }).waitFor()
    assert.equal((await api.get(`/galleries/${other}/items`)).body.data.length, 2)
    const card = page.getByRole('listitem').filter({ hasText: 'Cart' })
    await card.getByText(/^In one placement/).waitFor()
    await card.getByText('Copy code', { exact: true }).waitFor()
    assert.equal(await card.locator('h2 + span > svg').count(), 1, 'a chevron says that the card opens')
    await card.getByRole('link', { name: 'one placement' }).click()
    await page.getByRole('heading', { name: 'Placements', level: 1 }).waitFor()
    await api.delete(`/placements/${placed.body.id}`)
    await api.delete(`/galleries/${other}`)
    assertClean()
  })

  test('photos are chosen, also by product, and photos from elsewhere wait for permission', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path(`/galleries/${galleryId}`))
    await page.getByRole('button', { name: 'Choose photos' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: /Dev/ }).waitFor()
    assert.equal(await dialog.getByRole('checkbox').count(), 4)
    await dialog.getByRole('checkbox', { name: /Dev.*rewarded/ }).check()
    await dialog.getByRole('checkbox', { name: /Cleo/ }).check()
    await dialog.getByRole('checkbox', { name: /Ann/ }).check()
    await keepPicture(page, 'galleries-candidates')
    await assertAccessible(page, 'candidates')
    await dialog.getByRole('searchbox', { name: 'Product' }).fill('kettle')
    await dialog.getByRole('button', { name: 'Enamel kettle' }).click()
    await dialog.getByRole('checkbox', { name: /Dev/ }).waitFor({ state: 'detached' })
    await dialog.getByRole('checkbox', { name: /Bo/ }).check()
    await dialog.getByText('4 chosen').waitFor()
    await page.route('**/items', (route) => route.abort(), { times: 1 })
    await dialog.getByRole('button', { name: 'Add them' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('button', { name: 'Add them' }).click()
    await page.getByText('4 photos added. One waits for permission.').waitFor()
    assert.equal(await authors(), 'Dev,Cleo,Ann,Bo')
    await page.getByRole('button', { name: 'Choose photos' }).first().click()
    await page.getByRole('dialog').getByText('In the gallery').first().waitFor()
    assert.ok(await page.getByRole('dialog').getByRole('checkbox', { name: /Ann/ }).isDisabled())
    assertClean(/ERR_FAILED|Failed to load/)
  })

  test('keyboard, dragging and undo change the order, and the focus follows the photo', async () => {
    const { page, settled, assertClean } = await open(withLastingNotices)
    // Waits until the page shows the new order, because the next key press changes the displayed order.
    const holds = async (order: string, what: string) => {
      await until(async () => (await authors()) === order, what)
      await until(async () => (await shownAuthors(page)) === order, `${what}, and shown`)
    }
    await page.getByRole('button', { name: 'Earlier: photo by Ann' }).focus()
    await page.keyboard.press('ArrowLeft')
    await holds('Dev,Ann,Cleo,Bo', 'one to the left')
    await page.keyboard.press('ArrowLeft')
    await holds('Ann,Dev,Cleo,Bo', 'first')
    // At the end of the list, the focus moves to the button for the opposite direction.
    await page.keyboard.press('End')
    await holds('Dev,Cleo,Bo,Ann', 'last')
    await page.getByText('Place 4 of 4').waitFor({ state: 'attached' })
    // Each move has its own notice, which appears with the response.
    await settled()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await holds('Ann,Dev,Cleo,Bo', 'taken back')
    await settled()
    await tile(page, 'Bo').dragTo(tile(page, 'Ann'))
    await until(async () => (await authors()) === 'Bo,Ann,Dev,Cleo', 'dragged')
    assertClean()
  })

  test('a picture is uploaded, and a file of another type is refused with the reason', async () => {
    const { page, assertClean } = await open()
    const field = page.getByLabel('Upload your own photo')
    await field.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await page.getByText('Only photos in JPEG, PNG or WebP format are supported.').waitFor()
    const buffer = await (await photo(300, 200)).jpeg().toBuffer()
    await field.setInputFiles({ name: 'own.jpg', mimeType: 'image/jpeg', buffer })
    await tile(page, 'Your own picture').waitFor()
    assert.equal((await items()).length, 5)
    await page.getByRole('button', { name: 'Take out: your own picture' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take it out' }).click()
    await tile(page, 'Your own picture').waitFor({ state: 'detached' })
    assertClean(/400|415/)
  })

  test('a permission shows who gave it and when, and can be undone', async () => {
    const { page, assertClean } = await open(withLastingNotices)
    await tile(page, 'Ann').getByText('The author, with the form').waitFor()
    await tile(page, 'Cleo').getByText('Ask the author before you show it.').waitFor()
    const select = page.getByRole('combobox', { name: 'Permission: photo by Cleo' })
    await select.selectOption('granted')
    await until(async () => (await items()).every(({ permission }) => permission === 'granted'), 'granted')
    await tile(page, 'Cleo').getByText('You,').waitFor()
    await tile(page, 'Cleo').locator('time').waitFor()
    await tile(page, 'Cleo').getByText('Ask the author').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await items()).some(({ permission }) => permission === 'pending'), 'pending again')
    await tile(page, 'Cleo').getByText('Ask the author').waitFor()
    assertClean()
  })

  test('a photo gets a caption, alternative text and products', async () => {
    const { page, assertClean } = await open()
    await page.getByRole('button', { name: 'Edit: photo by Ann' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Caption' }).fill('In the kitchen <b>')
    await dialog.getByRole('textbox', { name: 'Alt text' }).fill('A kettle on a hob')
    await dialog.getByRole('searchbox', { name: 'Products' }).fill('kettle')
    await dialog.getByRole('button', { name: 'Enamel kettle' }).click()
    await keepPicture(page, 'galleries-photo')
    await page.route('**/items/*', (route) => route.abort(), { times: 1 })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').waitFor()
    assert.equal(await dialog.getByRole('textbox', { name: 'Caption' }).inputValue(), 'In the kitchen <b>')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    const ann = (await items()).find(({ authorName }) => authorName === 'Ann')
    assert.deepEqual([ann?.caption, ann?.productIds.length], ['In the kitchen <b>', 1])
    // The preview is the gallery itself: a photo that is opened there shows its product.
    await page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'A kettle on a hob' }).click()
    const lightbox = page.getByRole('dialog')
    await lightbox.getByText('In the kitchen <b>').waitFor()
    await lightbox.getByRole('link', { name: 'Enamel kettle' }).waitFor()
    await page.keyboard.press('Escape')
    await lightbox.waitFor({ state: 'detached' })
    assertClean(/ERR_FAILED|Failed to load/)
  })

  test("text and layout are previewed while typing; the second editor's input is not lost", async () => {
    const { page, assertClean } = await open()
    const preview = page.getByRole('region', { name: 'Preview' })
    await page.getByRole('textbox', { name: 'Title' }).fill('Seen at home')
    await preview.getByRole('heading', { name: 'Seen at home' }).waitFor()
    await page.getByRole('textbox', { name: 'Description' }).fill('Yours, **soon**. <img src=x onerror=alert(1)>')
    await preview.locator('strong').getByText('soon').waitFor()
    await page.getByRole('radio', { name: 'Masonry' }).check()
    await preview.locator('.masonry').waitFor()
    await keepPicture(page, 'galleries-editor')
    await admin.shop.api.patch(`/galleries/${galleryId}`, { name: 'Start page' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This gallery was changed by someone else').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Seen at home')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('heading', { name: 'Start page' }).waitFor()
    await page.getByRole('textbox', { name: 'Title' }).fill('Seen at home')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    assert.equal((await admin.shop.api.get(`/galleries/${galleryId}`)).body.title, 'Seen at home')
    assertClean(/409/)
  })

  test('a translation draft survives an expired session and is hidden from the next person', async () => {
    const { page, assertClean } = await open()
    await page.getByRole('combobox', { name: 'Add a language' }).selectOption('he')
    const hebrew = page.getByRole('group', { name: 'Hebrew (he)' })
    await hebrew.getByRole('textbox', { name: 'Title' }).fill('בבית')
    await page.getByRole('combobox', { name: 'Language of the preview' }).selectOption('he')
    await page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'בבית' }).waitFor()
    await keepPicture(page, 'galleries-languages')
    await page.context().clearCookies()
    await page.reload()
    await enter(page, admin.shop)
    await page.getByText('You have unsaved changes from an earlier visit.').waitFor()
    await page.locator('summary', { hasText: 'Hebrew (he)' }).click()
    assert.equal(await hebrew.getByRole('textbox', { name: 'Title' }).inputValue(), 'בבית')
    await page.context().clearCookies()
    const owner = await admin.shop.signedIn()
    const email = 'colleague@example.com'
    const { acceptUrl } = (await owner.post('/account/users/invite', { email, role: 'ADMIN' })).body
    const { password } = admin.shop
    const accept = `/auth/invitations/${String(acceptUrl).split('/').at(-1)}/accept`
    assert.equal((await admin.service.anonymous.post(accept, { name: 'Cole', password })).status, 200)
    await page.reload()
    await enter(page, { ownerEmail: email, password })
    await tile(page, 'Ann').waitFor()
    assert.equal(await page.locator('summary', { hasText: 'Hebrew (he)' }).count(), 0)
    await page.context().clearCookies()
    await page.reload()
    await enter(page, admin.shop)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    const { translations } = (await admin.shop.api.get(`/galleries/${galleryId}`)).body
    assert.deepEqual(translations, { he: { title: 'בבית' } })
    assertClean(/401/)
  })

  test('publishing shows a photo to shoppers; unpublishing or denying permission hides it', async () => {
    const { page, assertClean } = await open()
    const seen = async () => {
      const { status, body } = await admin.shop.storefront.get(`/storefront/galleries/${galleryId}`)
      return status === 200 ? body.items.length : status
    }
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Shoppers see it now.').waitFor()
    assert.equal(await seen(), 3)
    await page.getByRole('combobox', { name: 'Permission: photo by Bo' }).selectOption('declined')
    await until(async () => (await seen()) === 2, 'one less is seen')
    await page.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('Shoppers no longer see it.').waitFor()
    assert.equal(await seen(), 404)
    assertClean()
  })

  test('galleries are accessible in light, dark and narrow layouts', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/galleries'))
    const card = page.getByRole('list', { name: 'Galleries' }).getByRole('listitem').filter({ hasText: 'Start page' })
    await card.waitFor()
    await settled()
    const first = (await items()).slice(0, 4).map(({ cardUrl, url }) => cardUrl ?? url)
    assert.ok(first.length > 0)
    const shown = (await card
      .locator('img')
      .evaluateAll((all) =>
        all.map((each) => [(each as HTMLImageElement).src, (each as HTMLImageElement).naturalWidth > 0]),
      )) as [string, boolean][]
    assert.deepEqual(
      shown.map(([src, isLoaded]) => [new URL(src).pathname, isLoaded]),
      first.map((url) => [new URL(url).pathname, true]),
    )
    await assertForEverybody({ page, settled }, 'galleries-list')
    await page.getByRole('link', { name: 'Start page' }).click()
    await tile(page, 'Ann').waitFor()
    await page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Seen at home' }).waitFor()
    await assertForEverybody({ page, settled }, 'galleries-one')
    assertClean()
  })

  test('a failed load can be retried, and a deleted gallery is reported as deleted', async () => {
    const { page, assertClean } = await admin.open()
    await page.route('**/items?*', (route) => route.fulfill({ status: 503, body: '{}' }))
    await page.goto(admin.path(`/galleries/${galleryId}`))
    await page.getByText('This could not be loaded').waitFor()
    await page.unroute('**/items?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await tile(page, 'Ann').waitFor()
    await page.goto(admin.path('/galleries/019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01'))
    await page.getByText('There is no such gallery').waitFor()
    assertClean(/503|404|Failed to load/)
  })

  test('a gallery that a shopper sees and clicks has one view and one click', async () => {
    const { api } = admin.shop
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    const pages = await serveShopPages(admin.origin)
    const add = async (name: string) => {
      const { id } = (await api.post('/galleries', { name, status: 'published' })).body
      const items = [{ reviewPhotoId: photos[0], permission: 'granted' }]
      assert.equal((await api.post(`/galleries/${id}/items`, { items })).status, 201)
      return id as string
    }
    const [seen, unseen] = [await add('Front page'), await add('Below the fold')]
    try {
      const signedIn = await admin.shop.signedIn()
      await signedIn.patch(`/account/stores/${admin.shop.storeEnvId}`, { origins: [pages.origin] })
      const { page, settled } = await admin.open()
      const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })
      await page.goto(admin.path('/galleries'))
      await card('Front page').getByText('Views are not counted').waitFor()
      await page.goto(admin.path(`/galleries/${seen}`))
      await page.getByRole('link', { name: 'Turn on in Insights' }).click()
      await page.getByRole('checkbox', { name: 'Count widget views and clicks' }).click()
      await page.getByRole('checkbox', { name: 'Count widget views and clicks', checked: true }).waitFor()
      await page.goto(admin.path('/galleries'))
      await card('Front page').getByText('No views').waitFor()
      const shopper = await openPage(page.context().browser() as Browser, pages.origin)
      const script = (name: string) =>
        `<script type="module" src="${admin.origin}/widgets/v1/${name}.js" data-store="${admin.shop.storeEnvId}"></script>`
      const body = `${script('counts')}${script('gallery')}<evident-gallery gallery="${seen}"></evident-gallery>
        <div id="gap"></div><evident-gallery gallery="${unseen}"></evident-gallery>`
      await shopper.page.goto(pages.put({ body, above: 4, css: '#gap { height: 3000px }' }))
      const opened = shopper.page.locator('evident-gallery').first().getByRole('button').first()
      const dialog = shopper.page.getByRole('dialog')
      await opened.click()
      await dialog.waitFor()
      await shopper.page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await opened.click()
      await until(async () => (await api.get(`/galleries/${seen}`)).body.uses.clicks === 1, 'the click is counted')
      await shopper.page.context().close()
      await page.reload()
      await card('Front page').getByText('One view · one click').waitFor()
      await card('Below the fold').getByText('No views').waitFor()
      await assertForEverybody({ page, settled }, 'galleries-counted')
      await card('Front page').getByRole('link', { name: 'Front page' }).click()
      await page.getByText('One view · one click in the last 30 days').waitFor()
    } finally {
      pages.close()
      for (const id of [seen, unseen]) await api.delete(`/galleries/${id}`)
    }
  })

  test('photos are removed, and a gallery is deleted, each after confirmation', async () => {
    const { page, assertClean } = await open()
    await page.getByRole('button', { name: 'Take out: photo by Dev' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take it out' }).click()
    await tile(page, 'Dev').waitFor({ state: 'detached' })
    assert.equal((await items()).length, 3)
    assert.equal(photos.length, 4)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No galleries yet').waitFor()
    assert.equal((await admin.shop.api.get(`/galleries/${galleryId}`)).status, 404)
    assertClean(/404/)
  })
})
