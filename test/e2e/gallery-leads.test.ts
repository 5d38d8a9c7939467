import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { mailTo } from '#resources/galleries/leads/leads.testing.ts'
import { startReceiver, type TestReceiver } from '#resources/outbound-webhooks/webhooks.testing.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, assertNoSidewaysScroll, noBrowser, withLastingNotices } from './browser.ts'
import { addGalleryPhotos } from './gallery-photos.ts'
import { readShifts, type ShopPages, serveShopPages, watchShifts } from './shop-pages.ts'

const hostile = '<img src=x onerror=alert(1)> =1+1'

suite('leads from a gallery', { skip: noBrowser }, () => {
  let admin: Admin
  let pages: ShopPages
  let receiver: TestReceiver
  let galleryId = ''
  let secret = ''
  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    admin = await startAdmin()
    pages = await serveShopPages(admin.origin)
    receiver = await startReceiver()
    const owner = await admin.shop.signedIn()
    await owner.patch(`/account/stores/${admin.shop.storeEnvId}`, { origins: [pages.origin] })
    const photos = await addGalleryPhotos(admin.service, admin.shop, [{ author: 'Ann' }, { author: 'Bo' }])
    galleryId = (await admin.shop.api.post('/galleries', { name: 'Home page', status: 'published' })).body.id
    await admin.shop.api.post(`/galleries/${galleryId}/items`, {
      items: photos.map((reviewPhotoId) => ({ reviewPhotoId, permission: 'granted' })),
    })
  })
  after(async () => {
    await receiver?.close()
    pages?.close()
    await admin?.close()
  })

  const at = (view: string) => admin.path(`/galleries/${galleryId}?view=${view}`)
  const shopPage = async (page: Page, more = '') => {
    await watchShifts(page)
    const store = admin.shop.storeEnvId
    const body = `<evident-gallery store="${store}" gallery="${galleryId}" ${more}></evident-gallery>`
    await page.goto(pages.put({ script: 'gallery', body, above: 2 }))
  }

  test('the form is set up with preview, errors at their field, and a one-time secret', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(at('form'))
    await page.getByText('The form is off').waitFor()
    await page.getByRole('checkbox', { name: /Show a form/ }).check()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('form', { name: 'Write to us' }).waitFor()
    await page.getByRole('textbox', { name: 'Title' }).fill('Ask us <b>')
    await preview.getByRole('heading', { name: 'Ask us <b>' }).waitFor()
    await page.getByRole('textbox', { name: 'Consent text' }).fill(' ')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must say what visitors agree to while the form is on.').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Ask us <b>')
    await page.getByRole('textbox', { name: 'Consent text' }).fill('I agree that my message is kept.')
    await page.getByRole('textbox', { name: /privacy policy/ }).fill('https://shop.example.com/privacy')
    await page.getByRole('combobox', { name: 'Message' }).selectOption('required')
    await page.getByRole('textbox', { name: 'Notify by email' }).fill('sales@shop.example')
    await page.getByRole('textbox', { name: 'Send to another system' }).fill('https://127.0.0.1:1/')
    await page.getByRole('textbox', { name: 'Send to another system' }).fill(receiver.url)
    await page.getByRole('checkbox', { name: /Confirm email addresses/ }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    secret = await page.getByRole('dialog').getByRole('textbox', { name: 'Secret' }).inputValue()
    assert.match(secret, /^whsec_/)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await settled()
    await keepPicture(page, 'leads-form')
    const { leadForm } = (await admin.shop.api.get(`/galleries/${galleryId}`)).body
    assert.deepEqual(
      [leadForm.enabled, leadForm.title, leadForm.fields.message, leadForm.confirmEmail, leadForm.webhookUrl],
      [true, 'Ask us <b>', 'required', true, receiver.url],
    )
    assertClean(/400/)
  })

  test('an empty list says that it has no leads yet', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(at('leads'))
    await page.getByText('No leads yet').waitFor()
    assertClean()
  })

  test('a visitor writes by keyboard, sees errors beside the field, and nothing shifts', async () => {
    const { page, settled } = await admin.openUnknown()
    await shopPage(page)
    const form = page.getByRole('form', { name: 'Ask us <b>' })
    await form.waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await settled()
    await keepPicture(page, 'leads-widget')
    await assertAccessible(page, 'widget')
    assert.equal(
      await page.getByRole('link', { name: 'Privacy' }).getAttribute('href'),
      'https://shop.example.com/privacy',
    )
    await form.getByRole('button', { name: 'Send' }).click()
    const email = form.getByRole('textbox', { name: 'E-mail address' })
    await form.getByText('Please agree first.').waitFor()
    assert.equal(await form.getByText('Please fill this in.').count(), 2)
    assert.ok(await email.evaluate((input) => input.matches(':focus')), 'the first that is wrong has the focus')
    assert.equal(await email.getAttribute('aria-invalid'), 'true')
    await keepPicture(page, 'leads-widget-errors')
    // The first key press removes the field's error, and the form becomes shorter. Chromium does not count fill() as
    // typing. Chromium reports a layout shift if the last key press is half a second ago.
    const write = async (field: Locator, text: string) => {
      await field.press('x')
      await field.fill(text)
    }
    await write(email, 'sam.fuller@customer')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('Please give an e-mail address').waitFor()
    await write(email, 'sam.fuller@customer.example')
    assert.equal(await email.getAttribute('aria-invalid'), null)
    await form.getByRole('textbox', { name: 'Name (optional)' }).fill(hostile)
    await write(form.getByRole('textbox', { name: 'Message' }), `Do you ship to Norway?\n${hostile}`)
    await form.getByRole('checkbox').focus()
    await page.keyboard.press('Space')
    await page.route('**/leads', (route) => route.abort(), { times: 1 })
    await form.getByRole('button', { name: 'Send' }).press('Enter')
    await form.getByText('Your message could not be sent.').waitFor()
    assert.equal(await email.inputValue(), 'sam.fuller@customer.example')
    await form.getByRole('button', { name: 'Send' }).press('Enter')
    const thanks = page.getByText('Almost done: we have sent you an e-mail.')
    await thanks.waitFor()
    assert.ok(await thanks.evaluate((text) => text.matches(':focus')))
    assert.deepEqual(await readShifts(page), [])
  })

  test('a submission waits for confirmation by the mailed link, then everybody is notified', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(at('leads'))
    await page.getByRole('listitem').getByText('Not confirmed').waitFor()
    assert.deepEqual(await mailTo(admin.service, admin.shop, 'sales@shop.example'), [])
    const [mail] = await mailTo(admin.service, admin.shop, 'sam.fuller@customer.example')
    const link = /\S+\/l\/[\w-]{64}/.exec(mail?.text ?? '')?.[0] ?? ''
    const path = new URL(link).pathname
    await page.goto(admin.origin + path)
    await page.getByRole('heading', { name: 'Did you write this?' }).waitFor()
    await page.getByText('Do you ship to Norway?').waitFor()
    await keepPicture(page, 'leads-confirm')
    await assertAccessible(page, 'confirmation')
    await page.getByRole('button', { name: 'Yes, it was me' }).click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    const [notice, ...more] = await mailTo(admin.service, admin.shop, 'sales@shop.example')
    assert.deepEqual([more.length, notice?.replyTo], [0, 'sam.fuller@customer.example'])
    await receiver.has(1)
    const [sent] = receiver.received
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(sent?.headers['x-service-signature-v2'] ?? '') ?? []
    assert.equal(v1, createHmac('sha256', secret).update(`${t}.${sent?.text}`).digest('hex'))
    assert.deepEqual(
      [sent?.body.event, sent?.body.data.email, sent?.body.data.name],
      ['gallery.lead_submitted', 'sam.fuller@customer.example', hostile],
    )
    assertClean()
  })

  test('a lead is processed: contacted, noted, found, marked as spam, restored, exported and deleted', async () => {
    const { page, assertClean } = await admin.open()
    await withLastingNotices(page)
    await page.goto(at('leads'))
    await page.getByRole('button', { name: 'Leads (1 new)' }).waitFor()
    const row = page.getByRole('listitem').filter({ hasText: 'Norway' })
    await row.getByRole('link', { name: 'sam.fuller@customer.example' }).waitFor()
    assert.equal(await row.locator('img').count(), 0)
    await row.getByText('Consent', { exact: true }).click()
    await row.getByText('I agree that my message is kept.').waitFor()
    await row.getByRole('button', { name: 'Contacted' }).click()
    await row.locator('p').getByText('Contacted').waitFor()
    await row.getByRole('button', { name: 'Note something' }).click()
    await row.getByRole('textbox', { name: 'Note' }).fill(`Called. ${hostile}`)
    await page.route('**/leads/*', (route) => route.abort(), { times: 1 })
    await row.getByRole('button', { name: 'Save the note' }).click()
    await row.getByText(/fetch|reach|could not/i).waitFor()
    await row.getByRole('button', { name: 'Save the note' }).click()
    await row.getByText(`Called. ${hostile}`).waitFor()
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('nothing like this')
    await page.getByText('No such lead').waitFor()
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('norWAY')
    await row.waitFor()
    await row.getByRole('button', { name: 'Spam' }).click()
    await row.getByRole('button', { name: 'No spam' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await row.locator('p').getByText('Contacted').waitFor()
    await keepPicture(page, 'leads-list')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    const csv = await readFile(await (await saving).path(), 'utf8')
    assert.match(csv, /sam\.fuller@customer\.example/)
    assert.match(csv, /Norway/)
    await row.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No such lead').waitFor()
    assertClean(/ERR_FAILED|Failed to load/)
  })

  test('a visitor reads the form in another language, in right-to-left text and on a phone', async () => {
    const { page, settled } = await admin.openUnknown({ width: 375, height: 700 })
    await shopPage(page, 'locale="ar"')
    await page.getByText('البريد الإلكتروني').waitFor()
    await page.getByRole('form').locator('xpath=ancestor::section').locator('.cut button').click()
    await settled()
    await keepPicture(page, 'leads-widget-ar-375')
    await assertNoSidewaysScroll(page, 'form')
    await assertAccessible(page, 'form in Arabic')
    assert.deepEqual(await readShifts(page), [])
  })

  test('a gallery without photos shows only its form', async () => {
    const made = await admin.shop.api.post('/galleries', {
      name: 'Form alone',
      status: 'published',
      leadForm: { enabled: true, consentText: 'I agree.' },
    })
    const { page, assertClean } = await admin.openUnknown({ colorScheme: 'dark' })
    await page.goto(
      pages.put({
        script: 'gallery',
        body: `<evident-gallery store="${admin.shop.storeEnvId}" gallery="${made.body.id}"></evident-gallery>`,
      }),
    )
    await page.getByRole('form', { name: 'Write to us' }).waitFor()
    await keepPicture(page, 'leads-widget-alone-dark')
    await admin.shop.api.delete(`/galleries/${made.body.id}`)
    assertClean(/foreign request/)
  })

  test("a gallery's form and leads never overflow, in light, dark and narrow layouts", async () => {
    const { body } = await admin.shop.storefront.get('/storefront/forms', { origin: pages.origin })
    admin.service.advance(5_000)
    await admin.shop.storefront.post(
      `/storefront/galleries/${galleryId}/leads`,
      {
        email: 'jo@customer.example',
        name: 'Jo '.repeat(30),
        message: 'Averylongwordwithoutanyspace'.repeat(8),
        consent: true,
        startedAt: body.startedAt,
      },
      { origin: pages.origin },
    )
    const { page, settled, assertClean } = await admin.open()
    for (const view of ['form', 'leads']) {
      await page.goto(at(view))
      await (view === 'form'
        ? page.getByRole('region', { name: 'Preview' }).getByRole('form').waitFor()
        : page.getByRole('listitem').filter({ hasText: 'Averylong' }).first().waitFor())
      await assertForEverybody({ page, settled }, `leads-${view}`)
    }
    assertClean()
  })

  test('leads that fail to load show an error and a retry', async () => {
    const { page, assertClean } = await admin.open()
    await page.route('**/leads?limit=30*', (route) => route.fulfill({ status: 503, body: '{}' }))
    await page.goto(at('leads'))
    await page.getByText('This could not be loaded').waitFor()
    await page.unroute('**/leads?limit=30*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await until(async () => (await page.getByRole('listitem').filter({ hasText: 'Averylong' }).count()) > 0, 'leads')
    assertClean(/503|Failed to load/)
  })
})
