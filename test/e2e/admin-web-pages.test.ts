import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Client } from 'pg'
import type { Page } from 'playwright-core'
import { published as faq } from '#resources/faqs/faqs.testing.ts'
import { addReviews } from '#resources/reviews/reviews.testing.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, assertNoSidewaysScroll, noBrowser, withLastingNotices } from './browser.ts'
import { addGalleryPhotos } from './gallery-photos.ts'

suite('web pages in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  let pageId = ''
  before(async () => {
    admin = await startAdmin({ BILLING: 'manual' })
    const { shop, service } = admin
    const photos = await addGalleryPhotos(service, shop, [
      { author: 'Ann', at: '2026-11-01T10:00:00.000Z' },
      { author: 'Bo', at: '2026-11-02T10:00:00.000Z', product: 'kettle' },
      { author: 'Dev', incentive: 'coupon', at: '2026-11-04T10:00:00.000Z' },
    ])
    await shop.api.put('/products', [
      { platformProductId: 'kettle', title: 'Enamel kettle', url: 'https://shop.example.com/kettle' },
    ])
    const productId = (await shop.api.get('/products/by-platform-id/kettle')).body.id
    await addReviews(
      service,
      shop,
      Array.from({ length: 25 }, (_, i) => ({
        productId,
        rating: 5 - (i % 4),
        title: i % 2 ? 'Holds its heat' : null,
        body: `It boils quickly and keeps warm for an hour, ${i} times so far.\n\nThe handle stays cool.`,
        authorName: ['Ann', 'Børge', 'Çiğdem', 'Dev'][i % 4] as string,
        verified: i % 3 === 0,
        incentive: i === 1 ? ('points' as const) : null,
        reply: i === 2 ? 'Thank you!' : null,
        submittedAt: new Date(Date.UTC(2026, 9, 1 + i)).toISOString(),
      })),
    )
    const { id } = (await shop.api.post('/galleries', { name: 'Home', title: 'At your homes', status: 'published' }))
      .body
    await shop.api.post(`/galleries/${id}/items`, {
      items: photos.map((reviewPhotoId) => ({ reviewPhotoId, permission: 'granted' })),
    })
    await faq(shop.api, { question: 'Is it dishwasher safe?', answer: 'Yes, **always**.', group: 'Care' })
    await faq(shop.api, { question: 'How long does it take?', answer: 'Two days.', group: 'Shipping' })
  })
  after(() => admin?.close())

  const open = async (prepare?: (page: Page) => Promise<unknown>) => {
    const watched = await admin.open()
    await prepare?.(watched.page)
    await watched.page.goto(admin.path(`/pages/${pageId}`))
    await watched.page.getByRole('heading', { name: 'On the page' }).waitFor()
    return watched
  }
  const add = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'Add a block' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the page"]')
  const stored = async () => (await admin.shop.api.get(`/web-pages/${pageId}`)).body
  const types = async (): Promise<string> => (await stored()).blocks.map(({ type }: { type: string }) => type).join()
  const blockAt = (page: Page, label: string) => page.getByRole('listitem', { name: label, exact: true })

  test('a new page retains refused input and gets a slug', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/pages'))
    await page.getByText('No pages yet').waitFor()
    await page.getByText('Your first page creates an address').waitFor()
    await keepPicture(page, 'pages-none')
    await page.getByRole('button', { name: 'Create page' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Title' }).fill('What people säy')
    assert.equal(await dialog.getByRole('textbox', { name: 'Address' }).inputValue(), 'what-people-say')
    await page.route('**/api/v1/web-pages', (route) => route.abort(), { times: 1 })
    await dialog.getByRole('button', { name: 'Make it' }).click()
    await dialog.getByRole('alert').waitFor()
    assert.equal(await dialog.getByRole('textbox', { name: 'Title' }).inputValue(), 'What people säy')
    await dialog.getByRole('button', { name: 'Make it' }).click()
    await page.getByRole('heading', { name: 'What people säy', level: 1 }).waitFor()
    const { data } = (await admin.shop.api.get('/web-pages')).body
    pageId = data[0].id
    assert.match(data[0].url, /\/p\/larkmoor\/what-people-say$/)
    await preview(page).getByRole('heading', { name: 'Customer reviews' }).waitFor()
    assertClean(/ERR_FAILED|Failed to load/)
  })

  test('blocks are added, moved by keyboard, removed, restored, and previewed while typing', async () => {
    const { page, assertClean } = await open()
    await add(page, 'Text')
    await page
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill('# Hello\n\nYours, **soon**. <img src=x onerror=alert(1)>')
    await preview(page).getByRole('heading', { name: 'Hello' }).waitFor()
    await preview(page).getByText('<img src=x onerror=alert(1)>').waitFor()
    await add(page, 'FAQs')
    await page.getByRole('combobox', { name: 'Group' }).selectOption('Care')
    await add(page, 'Gallery')
    await page.getByRole('combobox', { name: 'Gallery' }).selectOption('Home')
    await add(page, 'Products')
    await blockAt(page, '5. Products').getByRole('searchbox', { name: 'Products' }).fill('kettle')
    await blockAt(page, '5. Products').getByRole('button', { name: 'Enamel kettle' }).click()
    await add(page, 'Button')
    await page.getByRole('textbox', { name: 'Label' }).fill('See them all')
    await page.getByRole('textbox', { name: 'Leads to' }).fill('/collections/all')
    await preview(page).getByRole('link', { name: 'See them all' }).waitFor()
    await page.getByRole('button', { name: 'Up: block 2' }).focus()
    await page.keyboard.press('Enter')
    await blockAt(page, '1. Text').waitFor()
    assert.ok(
      await page.evaluate(`document.activeElement.closest('[data-block]')?.getAttribute('aria-label') === '1. Text'`),
    )
    await page.getByRole('button', { name: 'Take out: block 3' }).click()
    await blockAt(page, '3. Gallery').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await blockAt(page, '3. FAQs').waitFor()
    await keepPicture(page, 'pages-editor')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    assert.equal(await types(), 'markdown,reviews,faqs,gallery,products,button')
    assertClean()
  })

  test('errors show at their field, and an unsaved draft is restored or discarded', async () => {
    const { page, assertClean } = await open(withLastingNotices)
    await page.getByRole('textbox', { name: 'Leads to' }).fill('javascript:alert(1)')
    await page.getByRole('textbox', { name: 'Corners' }).fill('url(x)')
    await page.getByText(/^Not shown yet/).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Correct the fields above.').waitFor()
    await page
      .getByText(/Must (begin with https|be a length)/)
      .first()
      .waitFor()
    const link = page.getByRole('textbox', { name: 'Leads to' })
    await page.getByRole('link', { name: 'All pages' }).click()
    await page.getByRole('link', { name: 'What people säy' }).click()
    await page.getByText('You have unsaved changes from an earlier visit.').waitFor()
    assert.equal(await link.inputValue(), 'javascript:alert(1)')
    await page.reload()
    await page.getByText('You have unsaved changes from an earlier visit.').waitFor()
    assert.equal(await link.inputValue(), 'javascript:alert(1)')
    await page.getByRole('button', { name: 'Discard' }).click()
    assert.equal(await link.inputValue(), '/collections/all')
    await page.getByRole('button', { name: 'Undo' }).click()
    assert.equal(await link.inputValue(), 'javascript:alert(1)')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.reload()
    await page.getByRole('heading', { name: 'On the page' }).waitFor()
    assert.equal(await link.inputValue(), '/collections/all')
    assertClean(/400/)
  })

  test('the second editor gets a warning and overwrites or loads the other version', async () => {
    const { page, assertClean } = await open()
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await title.fill('Mine')
    await admin.shop.api.patch(`/web-pages/${pageId}`, { title: 'Theirs' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Someone else saved this page.').waitFor()
    await keepPicture(page, 'pages-stale')
    assert.equal(await title.inputValue(), 'Mine')
    await page.getByRole('button', { name: 'Save mine as new version' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    assert.equal((await stored()).title, 'Mine')
    await title.fill('Mine again')
    await admin.shop.api.patch(`/web-pages/${pageId}`, { title: 'What people say' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await until(async () => (await title.inputValue()) === 'What people say', 'theirs stands there')
    assertClean(/409/)
  })

  test('a page is published, viewed, changed, restored to an earlier version, and unpublished', async () => {
    const { page, settled, assertClean } = await open()
    const { url } = await stored()
    const seen = async () => {
      const { statusCode, body } = await admin.service.app.inject(url.slice(admin.origin.length))
      return statusCode === 200 ? /<h1[^>]*>([^<]*)/.exec(body)?.[1] : statusCode
    }
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Shoppers see it now.').waitFor()
    assert.equal(await seen(), 'What people say')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('What everybody says')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved. Shoppers see it once you publish.').waitFor()
    await page.getByText('Newer version').waitFor()
    assert.equal(await seen(), 'What people say')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('What all say')
    await page.getByRole('button', { name: 'Save and publish' }).click()
    await until(async () => (await seen()) === 'What all say', 'saved and published')
    // Waits until the list of versions has reloaded.
    await settled()
    const versions = page.getByRole('region', { name: 'Versions' })
    await versions
      .getByRole('button', { name: /Restore version/ })
      .nth(1)
      .click()
    await page.getByText(/was restored as version/).waitFor()
    await until(async () => (await stored()).title === 'What people say', 'an earlier title')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await until(async () => (await seen()) === 'What people say', 'and shown')
    await page.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('Shoppers no longer see it.').waitFor()
    assert.equal(await seen(), 404)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await until(async () => (await seen()) === 'What people say', 'shown again')
    assertClean()
  })

  test("the handle changes, and another store's handle is refused with the reason", async () => {
    const other = await admin.service.shop('Others')
    await other.api.put('/web-pages/settings', { handle: 'others' })
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/pages'))
    await page.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Handle' }).fill('others')
    await dialog.getByRole('button', { name: 'Move them' }).click()
    await dialog.getByText('This handle is taken. Choose another one.').waitFor()
    await dialog.getByRole('textbox', { name: 'Handle' }).fill('larkmoor-goods')
    await dialog.getByRole('button', { name: 'Move them' }).click()
    await page.getByText('Former handles that still redirect: larkmoor.').waitFor()
    assertClean(/409/)
  })

  test('the pages never overflow in light, dark and narrow layouts', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/pages'))
    await page.getByRole('link', { name: 'What people say' }).waitFor()
    await page
      .getByRole('row', { name: /(Published|Published, changed|Changed) (just now|\d+ minutes? ago)$/ })
      .waitFor()
    const isDraft = (await stored()).status === 'draft'
    assert.equal(
      await page.getByRole('row').getByText('Draft', { exact: true }).count(),
      isDraft ? 1 : 0,
      'only drafts have a badge',
    )
    await assertForEverybody({ page, settled }, 'pages-list')
    await page.getByRole('link', { name: 'What people say' }).click()
    await preview(page).getByRole('heading', { name: 'Customer reviews' }).waitFor()
    await assertForEverybody({ page, settled }, 'pages-one')
    assertClean()
  })

  test('a published page fits its window, runs no script and is accessible', async () => {
    const { url } = await stored()
    const { page, settled, assertClean } = await admin.openUnknown()
    await page.goto(url)
    await page.getByRole('heading', { level: 1, name: 'What people say' }).waitFor()
    await page.getByText('Is it dishwasher safe?').click()
    await page.getByText('Yes, always.').waitFor()
    await assertForEverybody({ page, settled }, 'pages-public')
    await page.getByRole('link', { name: 'Page 2 of 2' }).click()
    // Only the oldest review, on page 2, contains "hour, 0 times".
    await page.getByText('for an hour, 0 times so far').waitFor()
    assertClean()
  })

  test('a page gets other blocks in another language, which the preview in that language shows', async () => {
    const { page, assertClean } = await open()
    await page.getByRole('combobox', { name: 'Language of these texts' }).selectOption('en')
    await page.getByRole('combobox', { name: 'Add a language' }).selectOption('de')
    const german = page.getByRole('group', { name: 'German (de)' })
    await german.getByRole('textbox', { name: 'Title' }).fill('Was man sagt')
    await german.getByRole('button', { name: 'Write its own blocks' }).click()
    await german.getByRole('textbox', { name: 'Leads to' }).fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await german
      .getByText(/Must begin with https/)
      .first()
      .waitFor()
    await german.getByRole('textbox', { name: 'Leads to' }).fill('/alle')
    await german.getByRole('textbox', { name: 'Label' }).fill('Alle ansehen')
    await page.getByRole('combobox', { name: 'Language of the preview' }).selectOption('de')
    await preview(page).getByRole('heading', { name: 'Was man sagt' }).waitFor()
    await preview(page).getByRole('link', { name: 'Alle ansehen' }).waitFor()
    await keepPicture(page, 'pages-languages')
    await assertAccessible(page, 'languages')
    await assertNoSidewaysScroll(page, 'languages')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByText(/^Saved\./)
      .first()
      .waitFor()
    const { translations, locale } = await stored()
    assert.deepEqual([locale, translations.de.title, translations.de.blocks.length], ['en', 'Was man sagt', 6])
    assertClean(/400/)
  })

  test('German and Arabic readers get their language, and missing translations are listed', async () => {
    const { blocks, url } = await stored()
    await admin.shop.api.patch(`/web-pages/${pageId}`, {
      locale: 'en',
      variables: { '--evident-accent': '#43552f', '--evident-radius': '2px' },
      translations: {
        de: {
          title: 'Was alle sagen',
          blocks: [{ type: 'markdown', text: 'Jede Bewertung, **ungefiltert**.' }, ...blocks.slice(1)],
        },
        ar: {
          title: 'ما يقوله الجميع',
          blocks: [{ type: 'markdown', text: 'كل رأي، **دون تصفية**.' }, ...blocks.slice(1)],
        },
      },
    })
    await admin.shop.api.post(`/web-pages/${pageId}/publish`)
    const { page, assertClean } = await admin.openUnknown()
    for (const locale of ['de', 'ar']) {
      await page.goto(`${url}?locale=${locale}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      assert.equal(await page.locator('html').getAttribute('dir'), locale === 'ar' ? 'rtl' : 'ltr')
      await keepPicture(page, `pages-public-${locale}`)
      await assertAccessible(page, locale)
      await assertNoSidewaysScroll(page, locale)
    }
    await page.goto(`${url}-gone`)
    await page.getByRole('heading', { name: 'This page is not here' }).waitFor()
    await keepPicture(page, 'pages-public-gone')
    assertClean(/404/)
  })

  test('a failed load can be retried, and a deleted page is reported as deleted', async () => {
    const { page, assertClean } = await admin.open()
    await page.route(`**/web-pages/${pageId}`, (route) => route.fulfill({ status: 503, body: '{}' }))
    await page.goto(admin.path(`/pages/${pageId}`))
    await page.getByText('This could not be loaded').waitFor()
    await page.unroute(`**/web-pages/${pageId}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'On the page' }).waitFor()
    await page.goto(admin.path('/pages/019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01'))
    await page.getByText('There is no such page').waitFor()
    assertClean(/503|404|Failed to load/)
  })

  test('on a lower plan, the list names the plan that has pages, and old pages can be read', async () => {
    const { service } = admin
    const small = await service.shop('Small Shop')
    await small.api.post('/web-pages', { kind: 'landing', slug: 'kept', title: 'Kept from before' })
    const superuser = new Client({ connectionString: service.databaseUrl })
    await superuser.connect()
    await superuser.query(`update subscriptions set plan = 'starter', status = 'active' where store_env_id = $1`, [
      small.storeEnvId,
    ])
    await superuser.end()
    const { page, assertClean } = await admin.open({}, small)
    await page.goto(`${admin.home}/stores/${small.storeEnvId}/pages`)
    await page.getByText('part of the Growth plan; your store has Starter').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Create page' }).count(), 0)
    await keepPicture(page, 'pages-below-plan')
    await page.getByRole('link', { name: 'Kept from before' }).click()
    await page.getByText('Previews need permission to edit pages.').waitFor()
    assert.ok(await page.getByRole('textbox', { name: 'Title', exact: true }).isDisabled())
    assert.equal(await page.getByRole('button', { name: 'Publish' }).count(), 0)
    assertClean()
  })

  test('a page is deleted after confirmation', async () => {
    const { page, assertClean } = await open()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No pages yet').waitFor()
    assert.equal((await admin.shop.api.get(`/web-pages/${pageId}`)).status, 404)
    assertClean(/404/)
  })
})
