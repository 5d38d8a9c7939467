import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { approvedReview, createGoogle, pushProduct, writeReview } from '#resources/destinations/destinations.testing.ts'
import { type FakeGoogle, startGoogle } from '#test/fakes/google-merchant.ts'
import { type FakeWooCommerce, startWooCommerce } from '#test/fakes/shops/woocommerce.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { noBrowser, type Person } from './browser.ts'

const path = '/settings/destinations'

suite('destinations in the admin application', { skip: noBrowser }, () => {
  let google: FakeGoogle
  let woo: FakeWooCommerce
  let admin: Admin
  before(async () => {
    google = await startGoogle({ now: () => admin?.service.service.clock.nowMs() ?? Date.now() })
    woo = await startWooCommerce()
    admin = await startAdmin({ GOOGLE_MERCHANT_ORIGIN: google.origin })
    await pushProduct(admin.shop, 'mug')
  })
  after(async () => {
    await admin?.close()
    await woo?.close()
    await google?.close()
  })

  async function viewer(): Promise<Person> {
    const { shop, service } = admin
    const owner = await shop.signedIn()
    const email = 'viewer@larkmoor.example'
    const { acceptUrl } = (await owner.post('/account/users/invite', { email, role: 'VIEWER' })).body
    const token = String(acceptUrl).split('/').at(-1)
    await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Vera', password: shop.password })
    return { ownerEmail: email, password: shop.password }
  }

  test('a destination is added by keyboard alone; a file is active once it was fetched', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path(path))
    await page.getByText('No destinations yet').waitFor()
    await assertForEverybody({ page, settled }, 'destinations-empty')
    await page.getByRole('button', { name: 'Add a destination' }).focus()
    await page.keyboard.press('Enter')
    const kind = page.getByRole('combobox', { name: 'Destination' })
    await kind.waitFor()
    assert.ok(
      await page.evaluate(() =>
        document.querySelector('dialog[open], [role=dialog]')?.contains(document.activeElement),
      ),
    )
    await page.getByRole('textbox', { name: 'Merchant Center account' }).fill(google.accountId)
    await page.getByRole('textbox', { name: 'Key file of the service account' }).fill('{"client_email": "a@b.example"}')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByText(/service account/i)
      .nth(1)
      .waitFor()
    await keepPicture(page, 'destinations-add-refused')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), 'Add a destination')
    await page.keyboard.press('Enter')
    await kind.selectOption('meta_csv')
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Meta is added').waitFor()
    await page.getByText(/Not fetched yet/).waitFor()
    await page.getByText('Waiting for Meta', { exact: true }).waitFor()
    assert.equal(await page.getByText('Active', { exact: true }).count(), 0)
    const [{ url }] = (await admin.shop.api.get('/connectors/destinations')).body.data
    assert.equal((await fetch(url)).status, 200)
    await page.reload()
    await page.getByText('Active', { exact: true }).waitFor()
    const more = page.getByRole('region', { name: 'More destinations' })
    assert.equal(await more.getByRole('button', { name: /^Meta/ }).count(), 0)
    await more.getByRole('button', { name: /^Vendure ratings/ }).click()
    assert.equal(await kind.inputValue(), 'vendure_rating')
    assertClean(/400/)
  })

  test('live, refused, blocked and file destinations show their state, and a refused item is retried', async () => {
    const { service, shop } = admin
    await createGoogle(shop, google)
    const [shown, refused, waiting] = [
      await approvedReview(shop, 'mug'),
      await approvedReview(shop, 'mug', { rating: 1, body: 'It broke on the first day.' }),
      await approvedReview(shop, 'mug', { title: null, body: 'Fine.' }),
    ]
    await service.runJobs()
    google.judge(shown)
    google.judge(refused, 'invalid_gtin')
    service.advance(5 * 60_000)
    await service.tick()
    const connected = await shop.api.post('/connectors/shops', {
      ...{ platform: 'woocommerce', address: woo.address, backfillDays: 0 },
      credentials: { consumerKey: woo.consumerKey, consumerSecret: woo.consumerSecret },
    })
    assert.equal(connected.status, 201, connected.text)
    await service.runJobs()
    woo.scope = 'read'
    const blocked = await shop.api.post('/connectors/destinations', { kind: 'woocommerce_rating' })
    assert.equal(blocked.body.status, 'blocked', blocked.text)
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path(path))
    await page.getByText('Blocked', { exact: true }).waitFor()
    await page.getByText(/not allowed to write to the shop/).waitFor()
    await page.getByText(/invalid_gtin/).waitFor()
    await assertForEverybody({ page, settled }, 'destinations')
    await page.getByRole('button', { name: 'Retry' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Waiting to be sent again').waitFor()
    await service.runJobs()
    await page.reload()
    await page.getByText('Blocked', { exact: true }).waitFor()
    assert.equal(await page.getByText(/invalid_gtin/).count(), 0)
    assert.ok(google.calls.filter((call) => call.includes(':insert')).length > 3)

    for (const [id, text] of [
      [shown, 'Live on Google'],
      [waiting, 'Google: sent, not shown there yet'],
    ] as const) {
      await page.goto(admin.path(`/reviews/${id}`))
      await page.getByText(text, { exact: true }).waitFor()
    }
    await page.getByText(/Meta: in the file at its next fetch/).waitFor()
    await page
      .getByText(/WooCommerce ratings: not shown, because: the connected shop does not have the product/)
      .waitFor()
    await assertForEverybody({ page, settled }, 'destinations-review')
    const pending = await writeReview(shop, 'mug')
    const answered = page.waitForResponse((response) => response.url().endsWith(`/reviews/${pending}/destinations`))
    await page.goto(admin.path(`/reviews/${pending}`))
    await (await answered).finished()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    const places = page.getByRole('heading', { name: 'Destinations' })
    assert.equal(await places.count(), 0)
    await shop.api.put(`/reviews/${pending}`, { status: 'approved' })
    await page.reload()
    await places.waitFor()
    await shop.api.put(`/reviews/${shown}`, { status: 'rejected' })
    await page.goto(admin.path(`/reviews/${shown}`))
    await page.getByText('Google: being removed', { exact: true }).waitFor()
    assertClean()
  })

  test('the address of a file is replaced and a destination removed only after a confirmation', async () => {
    const { service, shop } = admin
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path(path))
    const list = async () => (await shop.api.get('/connectors/destinations')).body.data
    const urlOf = async () => (await list()).find(({ kind }: { kind: string }) => kind === 'meta_csv').url
    const before = await urlOf()
    await page.getByRole('button', { name: 'Manage Meta' }).click()
    await page.getByRole('menuitem', { name: 'Replace address' }).click()
    await page.getByText('The old address stops working immediately.').waitFor()
    assert.equal(await urlOf(), before)
    await page.getByRole('dialog').getByRole('button', { name: 'Replace address' }).click()
    await page.getByText('The address is replaced').waitFor()
    assert.notEqual(await urlOf(), before)
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Google', exact: true }) })
    google.before = (call) => {
      if (call.startsWith('DELETE')) google.troubles.push({ status: 503 })
    }
    await card.getByRole('button', { name: 'Manage Google' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByText(/are removed first/).waitFor()
    await keepPicture(page, 'destinations-remove')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await card.getByText('Removing', { exact: true }).waitFor()
    await service.runJobs()
    await page.reload()
    await card.getByText(/being removed there/).waitFor()
    await keepPicture(page, 'destinations-removing')
    google.before = undefined
    service.advance(4_000_000)
    await service.tick()
    assert.equal(google.reviews.size, 0)
    await page.reload()
    await page.getByText('WooCommerce ratings').waitFor()
    assert.equal(await card.count(), 0)
    assertClean()
  })

  test('a failed load is reported and retried, and a viewer sees no buttons', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.route('**/api/v1/connectors/destinations?*', (route) => route.abort())
    await page.route('**/api/v1/connectors/destinations', (route) => route.abort())
    await page.goto(admin.path(path))
    const retry = page.getByRole('button', { name: /Try again|Retry/ })
    await retry.waitFor()
    await assertForEverybody({ page, settled }, 'destinations-failing')
    await page.unrouteAll()
    await retry.click()
    await page.getByText('WooCommerce ratings').waitFor()
    assertClean(/ERR_FAILED|Failed to load/)
    const { page: theirs } = await admin.open({}, await viewer())
    await theirs.goto(admin.path(path))
    await theirs.getByText('WooCommerce ratings').waitFor()
    assert.equal(await theirs.getByRole('button', { name: /Manage|Test|Compare|Add a destination|Google/ }).count(), 0)
  })
})
