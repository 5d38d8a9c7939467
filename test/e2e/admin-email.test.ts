import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Pool } from 'pg'
import type { Page } from 'playwright-core'
import { newId } from '#platform/values/ids.ts'
import { queue, request } from '#resources/email/email.testing.ts'
import { recordFormOpened } from '#resources/review-requests/commands.ts'
import { plain } from '#test/pictures.ts'
import { day, type Shop, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, openPlace, startAdmin } from './admin.ts'
import { noBrowser, type Person, type Watched, withLastingNotices } from './browser.ts'

/** Sample mails link to images that do not exist. The browser also logs each error response that a test provokes. */
const foreignImages = /foreign request: https:\/\/(shop|cdn)\.example\.com|ERR_|Failed to load resource: net/

suite('the admin pages for review requests', { skip: noBrowser }, () => {
  let admin: Admin
  let service: TestService
  let pool: Pool
  let shop: Shop

  before(async () => {
    admin = await startAdmin()
    ;({ service, shop } = admin)
    pool = new Pool({ connectionString: service.databaseUrl, max: 2 })
    await fill(service, shop)
  })

  after(async () => {
    await pool?.end()
    await admin?.close()
  })

  const inStore = (path: string) => admin.path(path)
  const fetchOrder = async (platformOrderId: string) =>
    (await shop.api.get(`/orders/by-platform-id/${platformOrderId}`)).body

  async function open(look = {}, person: Person = shop): Promise<Watched> {
    const watched = await admin.open(look, person)
    await watched.page.route(/example\.com/, (route) => route.abort())
    return watched
  }

  const mailIn = (page: Page) => page.frameLocator('iframe[src="/admin/mail-frame"]')

  /** Evaluated from outside the frame, because no script may run inside it, not even for a test. */
  const styleIn = (page: Page, selector: string, property: string) =>
    page.evaluate(
      `getComputedStyle(document.querySelector('iframe').contentDocument.querySelector('${selector}')).${property}`,
    ) as Promise<string>

  test('a request is found by its order, and each tab counts the requests found', async () => {
    const { page, assertClean } = await open()
    await page.goto(inStore('/requests'))
    const rows = page.getByRole('table', { name: 'Scheduled requests' }).getByRole('row')
    await rows.filter({ hasText: '#1002' }).waitFor()
    const search = page.getByRole('searchbox', { name: 'Order number, name or full email' })
    await search.fill('#1003')
    await rows.filter({ hasText: '#1002' }).waitFor({ state: 'detached' })
    await rows.filter({ hasText: '#1003' }).waitFor()
    assert.equal(await rows.count(), 2)
    await page.getByRole('link', { name: 'Scheduled 1' }).waitFor()
    await page.getByRole('link', { name: 'Sent 0' }).click()
    await page.getByText('No matching requests').waitFor()
    assert.equal(await search.inputValue(), '#1003')
    await search.fill('buyer@')
    await page.getByText('Type the whole address').waitFor()
    assertClean()
  })

  test('a scheduled request is sent now or cancelled, and the order shows it', async () => {
    const { page, assertClean } = await open()
    await page.goto(inStore('/requests'))
    await page.getByRole('button', { name: 'More: order #1002' }).click()
    await page.getByRole('menuitem', { name: 'Cancel the request' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Do not ask' }).click()
    await page.getByText('The request is cancelled').waitFor()
    assert.deepEqual(await fetchFate('o-2'), ['skipped', 'cancelled_by_merchant'])
    await page.getByRole('link', { name: /^Skipped/ }).click()
    await page.getByRole('row').filter({ hasText: '#1002' }).getByText('Cancelled by hand').waitFor()

    await page.goto(inStore(`/orders/${(await fetchOrder('o-3')).id}`))
    await page.getByRole('button', { name: 'Send now to the buyer of order #1003' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    await page.getByText('The request is on its way').waitFor()
    await service.runJobs()
    assert.deepEqual(await fetchFate('o-3'), ['sent', null])
    await page.reload()
    await page.getByText('Sent', { exact: true }).first().waitFor()
    assert.equal(await page.getByRole('button', { name: /^Send now/ }).count(), 0)
    assertClean()
  })

  async function fetchFate(platformOrderId: string) {
    const { reviewRequest } = await fetchOrder(platformOrderId)
    return [reviewRequest.state, reviewRequest.reason]
  }

  test('Requests shows the counts and shares of the report on Home, for a chosen period', async () => {
    const { page, assertClean } = await open()
    await page.goto(inStore('/requests'))
    const { body } = await shop.api.get('/analytics/requests')
    const { sent, opened, reviewed } = body.total
    const card = page.getByRole('region', { name: 'Results of requests' })
    await card.getByText('Sent in the last 30 days, in UTC.').waitFor()
    await card.getByText('Opened the form', { exact: true }).waitFor()
    const shown = await card.locator('dd > span:first-child').allInnerTexts()
    assert.deepEqual(
      shown.map((text) => Number.parseInt(text, 10)),
      [sent, opened, reviewed],
    )
    assert.equal(opened, 1)
    const share = (await card.locator('dd > span:nth-child(2)').first().textContent()) ?? ''
    assert.match(share, /^\d+\.\d%$/)
    await page.goto(inStore(''))
    const tile = page.getByRole('region', { name: 'Review requests' }).locator('dl > div').filter({ hasText: 'Opened' })
    assert.ok((await tile.textContent())?.includes(share), share)
    await page.goto(inStore('/requests'))
    await card.getByRole('button', { name: '90 days' }).click()
    // The pressed state appears with the page's new URL.
    await card.getByRole('button', { name: '90 days', pressed: true }).waitFor()
    assertClean()
  })

  test('on phones, the settings of requests are one line', async () => {
    const { page, assertClean } = await open()
    await page.goto(inStore('/requests'))
    const card = page.getByRole('region', { name: 'How buyers are asked' })
    await card.getByText('Sent by').waitFor()
    await page.setViewportSize({ width: 375, height: 800 })
    await card.getByText(/^(\d+ days? after|On|When) .*, (no|one|two) reminders? · Change$/).waitFor()
    assert.equal(await card.getByText('Sent by').isVisible(), false)
    const height = (await card.boundingBox())?.height ?? 0
    assert.ok(height < 120, `the card has ${height} px`)
    assertClean()
  })

  test('request settings are saved together, and each error appears at its field', async () => {
    const { page, assertClean } = await open()
    await page.goto(inStore('/settings/email'))
    await page.getByLabel('Ask after').fill('21')
    await page.getByLabel('Remind', { exact: true }).selectOption('2')
    await page.getByRole('checkbox', { name: /Quiet hours/ }).check()
    await page.getByLabel('From', { exact: true }).fill('22:00')
    await page.getByLabel('To', { exact: true }).fill('22:00')
    await page.getByRole('radio', { name: /Only customers who agreed/ }).check()
    await page.getByText('Reminder 2').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Start and end must differ.').waitFor()
    await page.getByLabel('To', { exact: true }).fill('07:30')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const kept = await settings()
    assert.deepEqual(
      [kept.delayDays, kept.reminders, kept.consent, kept.quietHours],
      [21, 2, 'opted_in_only', { start: '22:00', end: '07:30' }],
    )
    await page.getByRole('checkbox', { name: /Quiet hours/ }).uncheck()
    await page.getByRole('button', { name: 'Discard' }).click()
    assert.ok(await page.getByRole('checkbox', { name: /Quiet hours/ }).isChecked())
    // The quiet hours are chosen so that no test below sends during them, at any time of day.
    const timeIn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
    const quietHours = { start: timeIn(6), end: timeIn(7) }
    assert.equal((await shop.api.put('/email/settings', { quietHours })).status, 200)
    assertClean(/400/)
  })

  const settings = async () => (await shop.api.get('/email/settings')).body

  test('a template is edited beside a preview, and errors name their line and column', async () => {
    const { page, assertClean } = await open()
    await page.goto(inStore('/email/templates'))
    await page.getByRole('link', { name: 'Review request', exact: true }).click()
    await page.getByLabel('Heading', { exact: true }).waitFor()
    await mailIn(page).getByRole('link').first().waitFor()
    await page.getByLabel('Heading', { exact: true }).fill('Is the kettle whistling, {{ customer.firstName }}?')
    await mailIn(page).getByText('Is the kettle whistling, Anna?').waitFor()
    await page.getByLabel('Subject', { exact: true }).fill('Hello {{ customer.fistName }}')
    await page.getByText(/Line 1, column 10: there is no customer\.fistName/i).waitFor()
    await mailIn(page).getByText('Is the kettle whistling, Anna?').waitFor()
    await page.getByLabel('Subject', { exact: true }).fill('Hello ')
    await page.getByRole('button', { name: 'Customer name', exact: true }).click()
    await page.getByRole('region', { name: 'Preview' }).getByText('Hello Anna Keller').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. New emails use this text.').waitFor()
    const { body } = await shop.api.get('/email/templates/review_request?locale=en')
    assert.equal(body.content.subject, 'Hello {{ customer.name }}')
    assert.equal(body.customized, true)

    const background = () =>
      mailIn(page)
        .locator('body')
        .evaluate((body) => getComputedStyle(body).backgroundColor)
    const byDay = await background()
    await page.getByRole('button', { name: 'Dark', exact: true }).click()
    await until(async () => (await background()) !== byDay)
    await page.getByRole('button', { name: 'Phone' }).click()
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await page
      .getByRole('region', { name: 'Preview' })
      .getByText(/Is the kettle whistling, Anna\?/)
      .waitFor()
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
    await page.getByText('Reset to the default text', { exact: true }).waitFor()
    assert.equal((await shop.api.get('/email/templates/review_request?locale=en')).body.customized, false)
    // The browser logs an error, because the test read a style in a frame that forbids scripts.
    assertClean(new RegExp(`${foreignImages.source}|400|Blocked script execution`))
  })

  test('merchants see chips, and Liquid only when they edit as code', async () => {
    const { page, assertClean } = await open()
    await page.goto(inStore('/email/templates/review_request?locale=en'))
    const subject = page.getByLabel('Subject', { exact: true })
    await subject.getByText('Product name').waitFor()
    const fields = page.getByRole('group').filter({ has: subject }).first()
    assert.doesNotMatch((await fields.textContent()) ?? '', /\{[{%]|%\}/)
    await keepPicture(page, 'template-chips')
    const before = (await shop.api.get('/email/templates/review_request?locale=en')).body.content.subject
    await page.getByRole('button', { name: 'Edit as code' }).click()
    assert.equal(await subject.inputValue(), before)
    await page.getByText('Variables', { exact: true }).click()
    await page.getByRole('button', { name: 'store.name', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit with chips' }).click()
    await subject.fill('From ')
    await page.getByRole('button', { name: 'Store name', exact: true }).click()
    await page.keyboard.type('!')
    await page.getByRole('region', { name: 'Preview' }).getByText('From Larkmoor!').waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit as code' }).click()
    assert.equal(await subject.inputValue(), 'From ')
    await page.getByRole('button', { name: 'Discard' }).click()
    assertClean(foreignImages)
  })

  test('deleting one tag of a condition deletes its other tags, and the text between them stays', async () => {
    const { page } = await open()
    await page.goto(inStore('/email/templates/review_request?locale=en'))
    const subject = page.getByLabel('Subject', { exact: true })
    await subject.getByText('Otherwise').waitFor()
    await subject.focus()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('Backspace')
    await page.getByRole('button', { name: 'Edit as code' }).click()
    assert.equal(
      await subject.inputValue(),
      'What do you think of {{ products[0].title | truncate: 60 }}?What do you think of your order from {{ store.name }}?',
    )
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('a click never discards unsaved text', async () => {
    const { page } = await open()
    await page.goto(inStore('/email/templates/review_reply'))
    await page.getByLabel('Heading', { exact: true }).fill('Never kept')
    await openPlace(page, 'Catalog', 'Orders')
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    assert.equal(await page.getByLabel('Heading', { exact: true }).textContent(), 'Never kept')
    await openPlace(page, 'Catalog', 'Orders')
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
  })

  test('a custom layout without an unsubscribe link is refused with the position of the error', async () => {
    const { page } = await open()
    await page.goto(inStore('/email/templates/review_reminder?locale=de'))
    await page.getByRole('checkbox', { name: /Custom layout/ }).check()
    assert.match(await page.getByLabel('MJML', { exact: true }).inputValue(), /<mjml/)
    await page
      .getByLabel('MJML', { exact: true })
      .fill('<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>')
    await page.getByText(/Must link to \{\{ unsubscribeUrl \}\}/).waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    assert.equal(await page.getByRole('checkbox', { name: /Custom layout/ }).isChecked(), false)
  })

  test('a test mail with unsaved text reaches the mailbox of a store without SMTP', async () => {
    const { page, assertClean } = await open()
    await withLastingNotices(page)
    await page.goto(inStore('/email/templates/review_confirmation?locale=en'))
    await page.getByLabel('Heading', { exact: true }).fill('Only a trial')
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('The test uses your unsaved text.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('The test email arrives in the mailbox in a moment').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    // The link of the notice is clicked before the mail is sent, because the notice may disappear during sending.
    await page.getByRole('button', { name: 'Open it' }).click()
    await page.getByRole('heading', { name: 'Mailbox' }).waitFor()
    await service.runJobs()
    await page.reload()
    await page.getByRole('main').getByRole('list', { name: 'Emails', exact: true }).getByRole('link').first().click()
    await mailIn(page).getByText('Only a trial').waitFor()
    assertClean(foreignImages)
  })

  test('the design is previewed before saving, and illegible text is refused at its field', async () => {
    const { page, assertClean } = await open()
    await page.goto(inStore('/settings/branding'))
    await mailIn(page).getByRole('link').first().waitFor()
    await page.getByLabel('Text', { exact: true }).fill('#dddddd')
    await page.getByText(/Has a contrast of .* to the card/).waitFor()
    await page.getByLabel('Text', { exact: true }).fill('#222222')
    await page.getByLabel('Footer text').fill('Made slowly, since 1986.')
    await mailIn(page).getByText('Made slowly, since 1986.').waitFor()
    assert.equal((await shop.api.get('/email-branding')).body.footerText, null)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. New emails look like this.').waitFor()
    const kept = (await shop.api.get('/email-branding')).body
    assert.deepEqual([kept.footerText, kept.colors.text], ['Made slowly, since 1986.', '#222222'])
    await page.getByRole('button', { name: 'Reset to the default look' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
    await page.getByText('Reset to the default look', { exact: true }).last().waitFor()
    await until(async () => (await shop.api.get('/email-branding')).body.footerText === null)
    assertClean(new RegExp(`${foreignImages.source}|400`))
  })

  test('a logo is uploaded, previewed in the mail, and saved', async () => {
    const { page, assertClean } = await open({ width: 375 })
    await page.goto(inStore('/settings/branding'))
    await mailIn(page).getByRole('link').first().waitFor()
    const isShown = () =>
      page.evaluate(
        `[...document.querySelector('iframe')?.contentDocument?.querySelectorAll('img') ?? []].some(({ src, naturalWidth }) => src.startsWith(origin) && naturalWidth > 0)`,
      ) as Promise<boolean>
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.getByLabel('Picture for the logo').setInputFiles({ name, mimeType, buffer })
    await choose('logo.gif', 'image/gif', Buffer.from('GIF89a'))
    await page.getByText(/Send the photo as .*not image\/gif/).waitFor()
    await choose('logo.png', 'image/png', await plain(300, 120, '#0b6e4f').png().toBuffer())
    await page.getByText('Save to use it as your logo.').waitFor()
    await until(isShown)
    await keepPicture(page, 'branding-logo')
    assert.equal((await shop.api.get('/email-branding')).body.logoUrl, null)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. New emails look like this.').waitFor()
    assert.match((await shop.api.get('/email-branding')).body.logoUrl, /\/media\/catalogue\/.*\.png$/)
    await until(isShown)
    // Saving a second time leaves the logo unchanged.
    await page.getByLabel('Footer text').fill('Since 1986.')
    await page.getByRole('button', { name: 'Save' }).click()
    await until(async () => (await shop.api.get('/email-branding')).body.footerText === 'Since 1986.')
    assertClean(new RegExp(`${foreignImages.source}|415|Blocked script execution`))
    await shop.api.put('/email-branding', {})
  })

  test('a failed message shows its reason and is retried', async () => {
    const [failed] = await queue(service, shop, request({ to: { email: 'fay@example.com', name: 'Fay' } }))
    await pool.query(
      `update email_messages set state = 'failed', reason = 'given_up', answer = '451 4.3.0 Try later', attempt = 9 where id = $1`,
      [failed?.id],
    )
    const { page, assertClean } = await open()
    await page.goto(inStore('/email/messages'))
    await page.getByLabel('State').selectOption('failed')
    await page.getByRole('button', { name: 'fay@example.com', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('451 4.3.0 Try later').waitFor()
    await dialog.getByText('could not be reached for a day').waitFor()
    await dialog.getByRole('button', { name: 'Try again to fay@example.com' }).click()
    await page.getByText('The message is tried again').waitFor()
    await page.getByLabel('State').selectOption('')
    await page.getByRole('row').filter({ hasText: 'fay@example.com' }).getByText('Waiting', { exact: true }).waitFor()
    await service.runJobs()
    assert.equal((await shop.api.get(`/email/messages/${failed?.id}`)).body.state, 'sent')
    await page.getByRole('row').filter({ hasText: 'fay@example.com' }).getByText('Sent', { exact: true }).waitFor()
    await page.getByLabel('Find by full email address').fill('fay@example.com')
    await page.getByRole('row').filter({ hasText: 'fay@example.com' }).getByText('Sent', { exact: true }).waitFor()
    assertClean()
  })

  test('a pause caused by bounces is shown, and an administrator ends it', async () => {
    await pool.query(
      `insert into email_sending (store_env_id, paused_at, paused_reason) values ($1, now(), 'hard_bounces')
       on conflict (store_env_id) do update set paused_at = excluded.paused_at, paused_reason = excluded.paused_reason`,
      [shop.storeEnvId],
    )
    const { page, assertClean } = await open()
    await page.goto(inStore('/email/messages'))
    await page.getByText(/Sending is paused since/).waitFor()
    await page.getByRole('button', { name: 'Resume sending' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Sending resumed').waitFor()
    assert.equal((await shop.api.get('/email/sending')).body.pausedAt, null)
    await page.getByText(/Sending is paused since/).waitFor({ state: 'detached' })
    assertClean()
  })

  test('no script, form or frame in a mail runs; links open in a new tab', async () => {
    const id = newId()
    await pool.query(
      `insert into mailbox (id, organization_id, store_env_id, recipient, sender, subject, text_body, html_body, created_at)
       values ($1, $2, $3, 'Mal <mal@example.com>', 'Larkmoor <shop@example.com>', 'Harmless', 'Plain words', $4, now())`,
      [id, shop.organizationId, shop.storeEnvId, hostile],
    )
    const { page } = await open()
    await page.goto(inStore(`/mailbox/${id}`))
    const mail = mailIn(page)
    const words = mail.getByText('Words in colour')
    await words.waitFor()
    assert.equal(await styleIn(page, '.c', 'color'), 'rgb(1, 2, 3)')
    await words.click()
    await mail.getByText('script link').click()
    await mail.getByRole('button', { name: 'Send it' }).click()
    assert.equal(await page.evaluate('window.stolen'), undefined)
    assert.equal(page.url(), inStore(`/mailbox/${id}`))
    assert.equal(await mail.frameLocator('iframe').getByText('Skip to the content').count(), 0)
    const link = mail.getByRole('link', { name: 'outside' })
    // The response is faked, because without a name server the browser would show an error page in the new tab.
    await page
      .context()
      .route(/outside\.example/, (route) => route.fulfill({ contentType: 'text/html', body: 'Outside' }))
    assert.deepEqual(
      [await link.getAttribute('target'), await link.getAttribute('rel')],
      ['_blank', 'noopener noreferrer'],
    )
    const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
    await opened.getByText('Outside').waitFor()
    assert.equal(await opened.evaluate('window.opener'), null)
    await opened.close()
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await page.getByText('Plain words').waitFor()
  })

  test('the mailbox is emptied only after confirmation, and an empty one explains real delivery', async () => {
    const { page, assertClean } = await open()
    await page.goto(`${admin.home}/mailbox`)
    await page.getByRole('button', { name: 'Empty it' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    const owner = await shop.signedIn()
    assert.notEqual((await owner.get('/email/mailbox')).body.data.length, 0)
    await page.getByRole('button', { name: 'Empty it' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Empty the mailbox' }).click()
    await page.getByText('No email yet').waitFor()
    await page.getByText('connects a mail server').waitFor()
    assert.deepEqual((await owner.get('/email/mailbox')).body.data, [])
    assertClean()
  })

  test('a Viewer can read the request settings and change nothing', async () => {
    const owner = await shop.signedIn()
    const email = 'vera@example.com'
    const { acceptUrl } = (await owner.post('/account/users/invite', { email, role: 'VIEWER' })).body
    const token = String(acceptUrl).split('/').at(-1)
    await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Vera', password: shop.password })
    const { page, assertClean } = await open({}, { ...shop, ownerEmail: email })
    await page.goto(inStore('/reviews'))
    await page.getByRole('heading', { name: 'Reviews' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Mailbox' }).count(), 0)
    await page.goto(inStore('/settings/email'))
    await page.getByText('Only owners and admins can change this').waitFor()
    assert.ok(await page.getByLabel('Ask after').isDisabled())
    await page.goto(inStore('/requests'))
    await page.getByRole('link', { name: '#1004' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Send now/ }).count(), 0)
    await page.goto(inStore('/email/templates/review_request'))
    await page.getByText('but no preview').waitFor()
    await page.goto(inStore('/mailbox'))
    await page.getByText('Only for owners and admins').waitFor()
    assertClean()
  })

  test('every request page is accessible in light, dark and narrow layouts', async () => {
    const { page, assertClean, settled } = await open()
    await queue(service, shop, request({ to: { email: 'jane@example.com', name: 'Jane' } }))
    await service.runJobs()
    for (const { path, label, ready } of await pagesUnderTest()) {
      await page.goto(inStore(path))
      await ready(page).waitFor()
      await assertForEverybody({ page, settled }, label)
    }
    assertClean(foreignImages)
  })

  type PageUnderTest = { path: string; label: string; ready(page: Page): { waitFor(): Promise<void> } }

  async function pagesUnderTest(): Promise<PageUnderTest[]> {
    const owner = await shop.signedIn()
    const { id: mailId } = (await owner.get('/email/mailbox')).body.data[0]
    const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true }).first()
    const mail = (page: Page) => mailIn(page).locator('a').first()
    return [
      { path: '/requests', label: 'requests', ready: heading('How buyers are asked') },
      {
        path: '/requests?state=sent',
        label: 'requests-sent',
        ready: (page) => page.getByRole('link', { name: '#1001' }),
      },
      { path: '/requests?state=failed', label: 'requests-failed', ready: (page) => page.getByText('Nothing failed') },
      { path: '/orders', label: 'orders', ready: (page) => page.getByRole('link', { name: '#1001' }) },
      { path: `/orders/${(await fetchOrder('o-4')).id}`, label: 'order', ready: heading('Review request') },
      {
        path: `/orders/${(await fetchOrder('o-1')).id}`,
        label: 'order-asked',
        ready: heading('Emails about this order'),
      },
      { path: '/settings/email', label: 'email-settings', ready: heading('Limits') },
      { path: '/email/templates', label: 'templates', ready: heading('Review request') },
      { path: '/email/templates/review_request', label: 'template', ready: mail },
      { path: '/settings/branding', label: 'branding', ready: mail },
      { path: '/email/messages', label: 'messages', ready: (page) => page.getByRole('cell').first() },
      {
        path: '/mailbox',
        label: 'mailbox',
        ready: (page) => page.getByRole('main').getByRole('list', { name: 'Emails', exact: true }),
      },
      { path: `/mailbox/${mailId}`, label: 'mail', ready: (page) => mailIn(page).getByRole('link').first() },
    ]
  }
})

const hostile = `<!doctype html><html><head><style>.c { color: rgb(1, 2, 3) }</style>
<script>parent.stolen = 1</script></head><body>
<p class="c" onclick="parent.stolen = 2">Words in colour</p><img src="data:," onerror="parent.stolen = 3">
<a href="javascript:parent.stolen=4">script link</a> <a href="https://outside.example/">outside</a>
<form action="/admin"><button>Send it</button></form><iframe src="/admin/sign-in"></iframe></body></html>`

async function fill(service: TestService, shop: Shop): Promise<void> {
  const { body } = await shop.api.put('/products', [
    { platformProductId: 'mug-01', title: 'Stoneware mug', url: 'https://shop.example.com/mug' },
  ])
  assert.equal(body.failed, 0)
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
  const order = (n: number, deliveredDaysAgo: number, more: object = {}) => ({
    platformOrderId: `o-${n}`,
    orderNumber: `#100${n}`,
    email: `buyer${n}@example.com`,
    customerName: ['Ada Brook', 'Tom Ashdown', 'Ines Sandoval', 'Jonas Weidenbach', 'Mei Tanaka', 'Oskar Lind'][n - 1],
    total: '24.90',
    currency: 'EUR',
    acceptsMarketing: true,
    placedAt: ago(deliveredDaysAgo + 3),
    deliveredAt: ago(deliveredDaysAgo),
    lineItems: [{ platformProductId: 'mug-01', title: 'Stoneware mug', quantity: 1, unitPrice: '24.90' }],
    ...more,
  })
  const pushed = await shop.api.put('/orders', [
    order(1, 20),
    order(2, 2),
    order(3, 1),
    order(4, 0),
    order(5, 20, { email: null }),
    order(6, 21),
  ])
  assert.equal(pushed.body.failed, 0)
  // Requests that are already due are queued for the next minute.
  service.advance(2 * 60_000)
  await service.tick()
  const { id } = (await shop.api.get('/orders/by-platform-id/o-1')).body
  await service.service.db.store(shop, 'write', (tx) => recordFormOpened(tx, { orderId: id, rating: 4 }))
}
