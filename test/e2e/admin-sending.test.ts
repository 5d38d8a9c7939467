import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Client } from 'pg'
import { type FakeProviders, startProviders } from '#test/fakes/email-marketing.ts'
import { type NameServer, startNameServer } from '#test/fakes/name-server.ts'
import { photo } from '#test/pictures.ts'
import type { Shop, TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, startAdmin } from './admin.ts'
import { noBrowser, type Person } from './browser.ts'

const goodKey = 'pk_live_123456'

suite('the admin pages about sending, storefronts and reports', { skip: noBrowser }, () => {
  let names: NameServer
  let providers: FakeProviders
  let admin: Admin
  let service: TestService
  let superuser: Client
  let shop: Shop
  let origin: string

  before(async () => {
    names = await startNameServer()
    providers = await startProviders()
    providers.goodKeys.add(goodKey)
    admin = await startAdmin({
      BILLING: 'manual',
      ...providers.env,
      DNS_SERVERS: names.address,
      MAIL_FROM: 'Evident <no-reply@mail.evident.example>',
      BOUNCE_ADDRESS: 'bounces@mail.evident.example',
    })
    ;({ service, shop, origin } = admin)
    superuser = new Client({ connectionString: service.databaseUrl })
    await superuser.connect()
    await shop.api.put('/products', [{ platformProductId: 'mug-01', title: 'Stoneware mug' }])
  })

  after(async () => {
    await superuser?.end()
    await admin?.close()
    await providers?.close()
    await names?.close()
  })

  const pathIn = ({ storeEnvId }: Shop, path: string) => `${admin.home}/stores/${storeEnvId}${path}`
  const inStore = (path: string) => pathIn(shop, path)

  const open = (person?: Person) => admin.open({}, person)

  const suppressions = async (query = '') =>
    (await shop.api.get(`/email-suppressions${query}`)).body.data as { reason: string; scope: string }[]

  test('an address is suppressed manually, found by full address, and restored only after a warning', async () => {
    const { page, assertClean } = await open()
    await page.goto(inStore('/email/suppressions'))
    await page.getByText('No suppressions yet').waitFor()
    await page.getByRole('button', { name: 'Add an address' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email address').fill('ada@localhost')
    await dialog.getByRole('button', { name: 'Suppress' }).click()
    await dialog.getByText('Is not an e-mail address.').waitFor()
    assert.equal(await dialog.getByLabel('Email address').getAttribute('aria-invalid'), 'true')
    await dialog.getByLabel('Email address').fill('Ada@Example.com')
    await dialog.getByLabel('Block').selectOption('review_requests')
    await dialog.getByLabel('Note').fill('asked by phone')
    await dialog.getByRole('button', { name: 'Suppress' }).click()
    await page.getByRole('row').filter({ hasText: 'asked by phone' }).waitFor()
    assert.deepEqual(
      (await suppressions('?email=ada@example.com')).map(({ reason, scope }) => [reason, scope]),
      [['manual', 'review_requests']],
    )
    const search = page.getByRole('searchbox', { name: 'Find by full email address' })
    await search.fill('ada')
    await page.getByText('Type the whole address').waitFor()
    await search.fill('tom@example.com')
    await page.getByText('No suppression for this address').waitFor()
    await search.fill('ADA@example.com')
    await page.getByRole('button', { name: 'Remove the suppression of ada@example.com' }).click()
    await dialog.getByText('This address gets emails again.').waitFor()
    await dialog.getByRole('button', { name: 'Remove the suppression' }).click()
    await page.getByText('Suppression removed').waitFor()
    assert.deepEqual(await suppressions(), [])
    assertClean(/400/)
  })

  test('a pasted list is imported completely, and its invalid addresses are named', async () => {
    const { page, assertClean } = await open()
    await page.goto(inStore('/email/suppressions'))
    await page.getByRole('button', { name: 'Import a list' }).click()
    const many = Array.from({ length: 1_100 }, (_, i) => `gone${i}@example.com`)
    const text = ['email,name', 'gone0@example.com,"Gone, First"', 'nobody at all', ...many].join('\n')
    await page.getByLabel('Addresses').fill(text)
    await page.getByRole('button', { name: 'Import 1,102' }).click()
    await page.getByRole('heading', { name: 'The list was imported' }).waitFor()
    await page.getByRole('dialog').getByText('nobody at all').waitFor()
    assert.deepEqual(await page.getByRole('dialog').locator('dd').allTextContents(), ['1,100', '1', '1'])
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('1,100 suppressions').waitFor()
    const { pagination } = (await shop.api.get('/email-suppressions?reason=unsubscribe&includeTotal=true&limit=1')).body
    assert.equal(pagination.total, 1_100)
    assertClean()
  })

  test('name and reply address are saved, and an invalid address shows at its field', async () => {
    const { page, assertClean } = await open()
    await page.goto(inStore('/settings/sending-domain'))
    await page.getByRole('textbox', { name: 'Name' }).fill('Larkmoor of Bristol')
    await page.getByLabel('Reply address').fill('help@localhost')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Is not an e-mail address.').waitFor()
    await page.getByLabel('Reply address').fill('help@shop.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Sender saved').waitFor()
    assert.deepEqual((await shop.api.get('/sending-domain')).body.sender, {
      name: 'Larkmoor of Bristol',
      from: 'no-reply@mail.evident.example',
      replyTo: 'help@shop.example',
    })
    assertClean(/400/)
  })

  test('a domain is added, its record verified, its key rotated, and the domain removed', async () => {
    const { page, assertClean } = await open()
    await page.goto(inStore('/settings/sending-domain'))
    await page.getByRole('textbox', { name: 'Domain' }).fill('gmail.com')
    await page.getByRole('button', { name: 'Add the domain' }).click()
    await page.getByText(/mailbox provider's/).waitFor()
    await page.getByRole('textbox', { name: 'Domain' }).fill('mail.larkmoor.example')
    await page.getByLabel('Address', { exact: true }).fill('hello')
    await page.getByRole('button', { name: 'Add the domain' }).click()
    await page.getByRole('heading', { name: 'mail.larkmoor.example' }).waitFor()
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('was not found yet').waitFor()
    await page.getByRole('button', { name: 'Copy Value of Signature (DKIM)' }).click()
    const host = await page.getByRole('textbox', { name: 'Host of Signature (DKIM)' }).inputValue()
    const value = await page.getByRole('textbox', { name: 'Value of Signature (DKIM)' }).inputValue()
    await until(async () => (await page.evaluate('navigator.clipboard.readText()')) === value)
    names.zone[host] = { TXT: ['v=DKIM1; k=rsa; p=MIIBanother'] }
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('v=DKIM1; k=rsa; p=MIIBanother').waitFor()
    names.zone[host] = { TXT: [value] }
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('Verified', { exact: true }).waitFor()
    await page.getByText('<hello@mail.larkmoor.example>').waitFor()
    await page.getByRole('button', { name: 'Change the domain' }).click()
    await page.getByRole('menuitem', { name: 'Replace the signing key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new key' }).click()
    await page.getByRole('heading', { name: 'Next signature (DKIM)' }).waitFor()
    await page.getByRole('button', { name: 'Change the domain' }).click()
    await page.getByRole('menuitem', { name: 'Remove domain' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click()
    await page.getByRole('button', { name: 'Add the domain' }).waitFor()
    assert.equal((await shop.api.get('/sending-domain')).body.status, 'none')
    assertClean(/400/)
  })

  test('on a lower plan, the page names the plan that has a sending domain', async () => {
    const small = await service.shop('Small Shop')
    await superuser.query(`update subscriptions set plan = 'starter', status = 'active' where store_env_id = $1`, [
      small.storeEnvId,
    ])
    const { page, assertClean } = await open(small)
    await page.goto(pathIn(small, '/settings/sending-domain'))
    await page.getByText('part of the Growth plan; your store has Starter').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Domain' }).count(), 0)
    assert.ok(await page.getByLabel('Reply address').isEnabled())
    assertClean()
  })

  test('a provider is connected, its refused key is replaced, and failed messages are resent', async () => {
    const { page, assertClean } = await open()
    await page.goto(inStore('/settings/connections'))
    await page.getByText('No providers connected').waitFor()
    await page.getByRole('button', { name: 'Connect a provider' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('label', { hasText: 'Mailchimp' }).click()
    await dialog.getByLabel('API key').fill('without-a-data-centre')
    await dialog.getByLabel('Audience id').fill('aud1')
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await dialog.getByText('Must end with its data centre').waitFor()
    await dialog.locator('label', { hasText: 'Klaviyo' }).click()
    await dialog.getByLabel('API key').fill('pk_mistyped')
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('No events yet').waitFor()

    await sendTest()
    await service.runJobs()
    await page.getByText('Klaviyo has refused the key').waitFor()
    await page.getByRole('button', { name: 'Replace the key' }).click()
    await dialog.getByLabel('API key').fill(goodKey)
    providers.failures.push(400)
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
    await page.getByText('Key replaced').waitFor()
    await service.runJobs()
    const row = page.getByRole('row').filter({ hasText: 'Test event' })
    await row.getByText('Failed').waitFor()
    await row.getByText('The provider answered 400 (scripted)').waitFor()
    await row.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sent again').waitFor()
    await service.runJobs()
    await row.getByText('Taken').waitFor()
    await sendTest('review_request_ready')
    await service.runJobs()
    assert.deepEqual(
      providers.taken.map(({ name, email }) => [name, email]),
      [
        ['Evident Test', shop.ownerEmail],
        ['Review Request Ready', shop.ownerEmail],
      ],
    )
    assertClean(/400/)

    async function sendTest(kind = 'connection_test') {
      await page.getByRole('button', { name: 'Send a test event' }).first().click()
      await dialog.getByLabel('Event').selectOption(kind)
      assert.equal(await dialog.getByLabel('Email address').inputValue(), shop.ownerEmail)
      await dialog.getByRole('button', { name: 'Send test' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
  })

  test('events are chosen for a provider, each switch is saved, and Brevo cannot send the requests', async () => {
    const made = await shop.api.post('/connectors', { provider: 'brevo', apiKey: 'xkeysib-0123456789' })
    const path = `/connectors/${made.body.id}`
    const { page, settled, assertClean } = await open()
    await page.goto(inStore(`/settings/connections/${made.body.id}`))
    await page.getByRole('heading', { name: 'Facts for your flows and segments' }).waitFor()
    await page.getByLabel('Review approved').check()
    await page.getByText('Connection saved').waitFor()
    await page.getByLabel('Fill in profiles').check()
    await until(async () => (await shop.api.get(path)).body.profile === true)
    assert.deepEqual((await shop.api.get(path)).body.sends, ['review_approved'])
    await assertForEverybody({ page, settled }, 'connection-facts')
    await page.goto(inStore('/settings/email'))
    await page.getByText('Sending service for requests and reminders').waitFor()
    assert.equal(await page.getByRole('radio', { name: 'Brevo' }).count(), 0)
    await shop.api.delete(path)
    assertClean()
  })

  test('a connection is renamed and paused, and it cannot be removed while in use', async () => {
    const made = await shop.api.post('/connectors', { provider: 'omnisend', apiKey: 'omni-key-123456' })
    const { page, assertClean } = await open()
    await page.goto(inStore(`/settings/connections/${made.body.id}`))
    const manage = async (what: string) => {
      await page.getByRole('button', { name: 'Manage connection' }).click()
      await page.getByRole('menuitem', { name: what }).click()
    }
    await manage('Name and events')
    await page.getByRole('textbox', { name: 'Name' }).fill('Omnisend of the shop')
    await page.getByRole('textbox', { name: 'Reminder' }).fill('Ask once more')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Omnisend of the shop' }).waitFor()
    await page.getByText('Ask once more').waitFor()
    await manage('Pause')
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page
      .getByText(/resumed$/)
      .first()
      .waitFor()
    await until(async () => (await shop.api.get(`/connectors/${made.body.id}`)).body.status === 'active')

    assert.equal((await shop.api.put('/email/settings', { provider: made.body.id })).status, 200)
    await page.reload()
    await page.getByText('Sends the requests').waitFor()
    await manage('Remove')
    await page.getByRole('heading', { name: 'sends the review requests' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    assert.equal((await shop.api.put('/email/settings', { provider: 'evident' })).status, 200)
    await page.reload()
    await manage('Remove')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('heading', { name: 'Connections', exact: true }).waitFor()
    assert.equal((await shop.api.get(`/connectors/${made.body.id}`)).status, 404)
    assertClean()
  })

  test('the storefront secret is shown only on request, and replaced only after a warning', async () => {
    const { page, assertClean } = await open()
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('storefront-secret') && asked.push(request.url()))
    await page.goto(inStore('/settings/storefront'))
    const secret = page.getByRole('textbox', { name: 'Storefront secret' })
    await page.getByRole('button', { name: 'Show the secret' }).waitFor()
    assert.equal((await secret.count()) + asked.length, 0)
    await page.getByRole('button', { name: 'Show the secret' }).click()
    const first = await secret.inputValue()
    await page.getByRole('button', { name: 'Replace it' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
    await page.getByText('The previous secret works until').waitFor()
    const second = await secret.inputValue()
    assert.ok(first.length > 20 && second.length > 20 && first !== second)
    await page.getByRole('button', { name: 'Hide the secret' }).click()
    assert.equal(await secret.count(), 0)
    assertClean()
  })

  test('widgets are installed with a copied line and styled, with errors at their field', async () => {
    const { page, assertClean } = await open()
    await page.goto(inStore('/settings/storefront'))
    await page.getByRole('button', { name: 'Copy On a product page' }).click()
    await until(async () => {
      const code = String(await page.evaluate('navigator.clipboard.readText()'))
      return code.includes(`src="${origin}/widgets/v1/reviews.js"`) && code.includes(`data-store="${shop.storeEnvId}"`)
    }, 'the line is copied')
    await page.getByLabel('Buttons and links', { exact: true }).fill('#0b6b63')
    await page.getByLabel('Corners').selectOption('pill')
    await page.getByLabel('How you collect').fill('http://shop.example.com/reviews')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Correct the fields above').waitFor()
    assert.equal(await page.getByLabel('How you collect').getAttribute('aria-invalid'), 'true')
    await page.getByLabel('How you collect').fill('https://shop.example.com/reviews')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. Your pages update').waitFor()
    const { theme, policyUrl } = (await shop.storefront.get('/storefront/config')).body
    assert.deepEqual(
      [theme.accentColor, theme.corners, policyUrl],
      ['#0b6b63', 'pill', 'https://shop.example.com/reviews'],
    )
    assertClean(/400/)
  })

  test('a reported review is listed with a small photo, shows its reasons, and is resolved', async () => {
    const id = await reportedReview()
    const { page, assertClean } = await open()
    await page.goto(inStore('/reviews'))
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    // The test clicks, because check() verifies the mark only one time, immediately. The mark appears with the page's new
    // URL.
    await page.getByLabel('Reported').click()
    // A resolved review stays open above the list, so the test watches only its row in the list.
    const row = page.getByRole('list', { name: 'Reviews' }).locator(`[data-review="${id}"]`)
    await row.getByText('Reported', { exact: true }).waitFor()
    const { photos } = (await shop.api.get(`/reviews/${id}`)).body
    assert.ok(photos[0].thumbUrl)
    assert.equal(await row.locator('img').getAttribute('src'), new URL(photos[0].thumbUrl).pathname)
    await row.getByRole('link').click()
    const reports = page.getByRole('region', { name: 'Reports' })
    await reports.getByText('Not from a customer').waitFor()
    await reports.getByText('They sell the same mug').waitFor()
    await reports.getByRole('button', { name: 'Resolve' }).click()
    await page.getByText('One report resolved').waitFor()
    await reports.waitFor({ state: 'detached' })
    await row.waitFor({ state: 'detached' })
    assert.equal((await shop.api.get(`/reviews/${id}`)).body.reportCount, 0)
    assertClean()
  })

  test('a Viewer reads everything and sees no action that would be refused', async () => {
    const owner = await shop.signedIn()
    const invited = await owner.post('/account/users/invite', { email: 'vera@example.com', role: 'VIEWER' })
    const password = 'correct horse battery'
    const token = String(invited.body.acceptUrl).split('/').at(-1)
    const accepted = await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Vera Holt', password })
    assert.equal(accepted.status, 200, accepted.text)
    const { page, assertClean } = await open({ ownerEmail: 'vera@example.com', password })
    const offers = async (path: string, see: string, name: RegExp) => {
      await page.goto(inStore(path))
      await page.getByText(see).first().waitFor()
      await page.waitForLoadState('networkidle')
      assert.equal(await page.getByRole('main').getByRole('button', { name }).count(), 0, path)
    }
    await offers('/email/suppressions', 'suppressions, checked when', /Add|Import|Remove/)
    await offers('/settings/sending-domain', 'Owners and admins set the name', /Save|Add|Check|Change/)
    await offers('/settings/connections', 'send your review requests', /Connect/)
    await offers('/settings/storefront', 'Only owners and admins can change', /secret|Replace/)
    assertClean()
  })

  test('every page is accessible and never overflows in light, dark and narrow layouts', async () => {
    const { page, assertClean, settled } = await open()
    for (const { place, path, see, press } of await preparePlaces(shop)) {
      await page.goto(inStore(path))
      await page.getByText(see).first().waitFor()
      if (press) await page.getByRole('button', { name: press }).first().click()
      await assertForEverybody({ page, settled }, place)
    }
    assertClean()
  })

  async function reportedReview(): Promise<string> {
    const picture = await (await photo(900, 600)).blur(4).jpeg().toBuffer()
    const upload = await shop.api.call('POST', '/uploads', picture, { 'content-type': 'image/jpeg' })
    const review = await shop.api.post('/reviews', {
      ...{ platformProductId: 'mug-01', rating: 2, title: 'Not what it says', body: 'It leaked on the first day.' },
      ...{ authorName: 'Robin Vale', authorEmail: `robin${++authors}@example.com`, photoIds: [upload.body.id] },
    })
    assert.equal(review.status, 201, review.text)
    await shop.api.put(`/reviews/${review.body.id}`, { status: 'approved' })
    await service.runJobs()
    const report = { reason: 'fake', text: 'They sell the same mug themselves.' }
    const { status } = await shop.storefront.post(`/storefront/reviews/${review.body.id}/report`, report)
    assert.equal(status, 202)
    return review.body.id
  }
  let authors = 0

  async function preparePlaces({ api }: Shop) {
    const reviewId = await reportedReview()
    await api.post('/email-suppressions', { email: 'jane.doe@customer.example', reason: 'complaint', note: 'by phone' })
    await api.post('/sending-domain', { domain: 'mail.larkmoor.example', fromLocalPart: 'hello' })
    const made = await api.post('/connectors', { provider: 'klaviyo', name: 'Klaviyo, wholesale', apiKey: goodKey })
    const connection = `/settings/connections/${made.body.id}`
    providers.failures.push(400)
    for (const email of ['jane.doe@customer.example', 'tom.ashdown@customer.example']) {
      assert.equal((await api.post(`/connectors/${made.body.id}/test`, { email })).status, 202)
      await service.runJobs()
    }
    await api.post('/email-suppressions', { email: 'tom@customer.example', reason: 'hard_bounce' })
    await api.post('/email-suppressions', {
      email: 'lea@customer.example',
      scope: 'review_requests',
      reason: 'unsubscribe',
    })
    return [
      { place: 'suppressions', path: '/email/suppressions', see: 'jane.doe@customer.example' },
      { place: 'suppressions-add', path: '/email/suppressions', see: 'Add an address', press: 'Add an address' },
      { place: 'suppressions-import', path: '/email/suppressions', see: 'Import a list', press: 'Import a list' },
      { place: 'sending-domain', path: '/settings/sending-domain', see: 'Good to have' },
      { place: 'connections', path: '/settings/connections', see: 'Klaviyo' },
      { place: 'connect', path: '/settings/connections', see: 'Klaviyo', press: 'Connect a provider' },
      { place: 'connection', path: connection, see: 'Test event' },
      { place: 'storefront', path: '/settings/storefront', see: 'Signed-in shoppers' },
      { place: 'secret', path: '/settings/storefront', see: 'Show the secret', press: 'Show the secret' },
      { place: 'reported', path: '/reviews?status=all&reported=true', see: 'Not what it says' },
      { place: 'report', path: `/reviews/${reviewId}?status=all`, see: 'They sell the same mug' },
    ] as { place: string; path: string; see: string; press?: string }[]
  }
})
