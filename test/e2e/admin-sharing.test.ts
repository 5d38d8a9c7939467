import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { addStore, listCopies, pushProducts, type Side, write } from '#resources/shared-reviews/sharing.testing.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'
import { type ShopPages, serveShopPages } from './shop-pages.ts'

suite('shared reviews in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  let pages: ShopPages
  let giver: Side
  let receiver: Side
  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    admin = await startAdmin()
    pages = await serveShopPages(admin.origin)
    const { shop } = admin
    const person = await shop.signedIn()
    giver = { storeEnvId: shop.storeEnvId, api: shop.api, person, storefront: shop.storefront }
    receiver = await addStore(shop, 'Larkmoor Outlet')
    const changed = await receiver.person.patch(`/account/stores/${receiver.storeEnvId}`, { origins: [pages.origin] })
    assert.equal(changed.status, 200, changed.text)
    for (const { api } of [giver, receiver]) await pushProducts(api)
    await write(giver, 'Keeps tea hot for an hour.')
    await write(giver, 'The handle is a bit small.', { rating: 3, authorEmail: 'max@customer.example' })
  })
  after(async () => {
    pages?.close()
    await admin?.close()
  })

  const pathOf = ({ storeEnvId }: Side, path = '/settings/sharing') => `${admin.home}/stores/${storeEnvId}${path}`

  test('the empty page says how to share, and a failed load can be retried', async () => {
    const opened = await admin.open()
    const { page } = opened
    await page.goto(pathOf(giver))
    await page.getByText('No shared reviews yet').waitFor()
    await assertForEverybody(opened, 'sharing-empty')
    await page.route('**/reviews/grants*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.reload()
    const retry = page.getByRole('button', { name: /Retry|Try again/ })
    await retry.waitFor({ timeout: 30_000 })
    await assertForEverybody(opened, 'sharing-failing')
    await page.unroute('**/reviews/grants*')
    await retry.click()
    await page.getByText('No shared reviews yet').waitFor()
    opened.assertClean(/500/)
  })

  test('a code is accepted; copies of reviews wait, are approved, show their origin, and are revoked', async () => {
    const opened = await admin.open()
    const { page } = opened
    await page.goto(pathOf(giver))
    await page.getByRole('button', { name: 'Share reviews' }).click()
    const dialog = page.getByRole('dialog')
    await assertForEverybody(opened, 'sharing-offer')
    await dialog.getByRole('button', { name: 'Create a code' }).click()
    const code = await dialog.getByLabel('Code', { exact: true }).inputValue()
    assert.match(code, /^evgr_/)
    await assertForEverybody(opened, 'sharing-code')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Offer to another store' }).waitFor()
    // A store cannot use a code that it offered itself.
    const enter = async (given: string) => {
      await page.getByRole('button', { name: 'Enter a code' }).click()
      await dialog.getByLabel('Code', { exact: true }).fill(given)
      await dialog.getByRole('button', { name: 'Accept' }).click()
    }
    await enter(code)
    await dialog.getByText(/Accept it in another store/).waitFor()
    await page.goto(pathOf(receiver))
    await enter(`${code}x`)
    await dialog.getByText('Unknown, used or expired code').waitFor()
    await assertForEverybody(opened, 'sharing-wrong-code')
    await dialog.getByLabel('Code', { exact: true }).fill(` ${code} `)
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('Reviews of Larkmoor are being copied').waitFor()
    await admin.service.runJobs()
    await page.reload()
    const card = page.getByRole('listitem').filter({ hasText: 'You show reviews of Larkmoor' })
    await card.getByText('2 copies').waitFor()
    await assertForEverybody(opened, 'sharing-received')
    await card.getByRole('link', { name: 'Show the copies in the inbox' }).click()
    await page.getByRole('link', { name: /Keeps tea hot/ }).click()
    await page.getByText('Copied from Larkmoor').first().waitFor()
    await page.getByText(/added it by a copy of another store’s review/).waitFor()
    await assertForEverybody(opened, 'sharing-copy')
    await page.getByRole('button', { name: 'Approve', exact: true }).first().click()
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/pproved/)
      .waitFor()
    // The decision is sent once it can no longer be undone.
    await until(async () => (await listCopies(receiver, '&status=approved')).length === 1, 'the copy is approved')
    opened.assertClean(/404|409/)

    const shown = await admin.openUnknown()
    const body = `<evident-reviews store="${receiver.storeEnvId}" product="mug" pool="shared"></evident-reviews>`
    const address = pages.put({ body, lang: 'en' })
    await shown.page.goto(address)
    const article = shown.page.getByRole('article')
    await article.filter({ hasText: 'Keeps tea hot' }).waitFor()
    assert.equal(await article.count(), 1)
    await article.getByText(/Larkmoor/).waitFor()
    await keepPicture(shown.page, 'sharing-storefront')

    await page.goto(pathOf(giver))
    const given = page.getByRole('listitem').filter({ hasText: 'Larkmoor Outlet shows your reviews' })
    await given.getByText('2 copies').waitFor()
    await given.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByText('All copies there are deleted').waitFor()
    await assertForEverybody(opened, 'sharing-revoke')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The grant is revoked').waitFor()
    await page.getByText('Revoked', { exact: true }).waitFor()
    // No job has deleted the copies yet, but the shop's page no longer shows them.
    await shown.page.goto(address)
    await shown.page
      .getByText(/No reviews yet|Be the first/)
      .first()
      .waitFor()
    assert.equal(await article.count(), 0)
    await admin.service.runJobs()
    await page.goto(pathOf(receiver, '/reviews?origin=shared'))
    await page.getByText('No review in this tab matches.').first().waitFor()
    await assertForEverybody(opened, 'sharing-inbox-empty')
  })

  test('a long list of grants is read page by page, and a viewer only reads it', async () => {
    for (let n = 0; n < 45; n++) assert.equal((await giver.person.post('/reviews/grants', {})).status, 201)
    const opened = await admin.open()
    const { page } = opened
    await page.goto(pathOf(giver))
    const offers = page.getByRole('heading', { name: 'Offer to another store' })
    await offers.first().waitFor()
    await assertForEverybody(opened, 'sharing-full')
    const before = await offers.count()
    await page.getByRole('button', { name: 'Show more' }).click()
    await offers.nth(before).waitFor()
    opened.assertClean()
    const owner = await admin.shop.signedIn()
    const email = 'viewer@larkmoor.example'
    const { acceptUrl } = (await owner.post('/account/users/invite', { email, role: 'VIEWER' })).body
    const token = String(acceptUrl).split('/').at(-1)
    const { password } = admin.shop
    await admin.service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Vera', password })
    const viewing = await admin.open({}, { ownerEmail: email, password })
    await viewing.page.goto(pathOf(giver))
    await viewing.page.getByRole('heading', { name: 'Offer to another store' }).first().waitFor()
    assert.equal(await viewing.page.getByRole('button', { name: /Share reviews|Enter a code|Revoke/ }).count(), 0)
    viewing.assertClean()
  })
})
