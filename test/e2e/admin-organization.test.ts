import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Shop } from '#test/service.ts'
import { until } from '#test/until.ts'
import { join, type Member, password } from '../../server/resources/orgs/orgs.testing.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

const findCard = (page: Page, name: string) => page.getByRole('region', { name })

suite('the organization where billing is off', { skip: noBrowser }, () => {
  let admin: Admin
  let manager: Member
  let viewer: Member
  before(async () => {
    admin = await startAdmin()
    manager = await join(admin.service, admin.shop, 'ADMIN')
    viewer = await join(admin.service, admin.shop, 'VIEWER')
  })
  after(() => admin?.close())

  const as = (member: Member) => admin.open({}, { ownerEmail: member.email, password })

  test('an owner renames the organization, and no billing appears', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/organization'))
    const profile = findCard(page, 'Profile')
    await profile.getByLabel('Name').waitFor()
    await findCard(page, 'Delete Larkmoor').waitFor()
    for (const word of [/invoice/i, /VAT/, /billing/i])
      assert.equal(await page.getByRole('main').getByText(word).count(), 0, String(word))
    assert.equal(await page.getByRole('link', { name: /Billing|Affiliates/ }).count(), 0)
    assert.ok(await profile.getByRole('button', { name: 'Save' }).isDisabled(), 'nothing is changed yet')
    await profile.getByLabel('Name').fill('Larkmoor Töpferei')
    await profile.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /Store: Larkmoor Larkmoor Töpferei/ }).waitFor()
    await profile.getByLabel('Name').fill('Larkmoor')
    await profile.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /Store: Larkmoor\s*$/ }).waitFor()
    await page.goto(admin.path('/settings/affiliates'))
    await page.getByText('Nothing is sold here').waitFor()
    assertClean()
  })

  test('an admin can rename the organization without seeing owner options; a viewer sees an explanation', async () => {
    const theirs = await as(manager)
    await theirs.page.goto(admin.path('/settings/organization'))
    await findCard(theirs.page, 'Profile').getByLabel('Name').waitFor()
    for (const name of ['Two-factor authentication', 'Ownership', 'Delete Larkmoor'])
      assert.equal(await findCard(theirs.page, name).count(), 0, name)
    theirs.assertClean()
    const reader = await as(viewer)
    await reader.page.goto(admin.path('/settings/organization'))
    await reader.page.getByText(/You are a Viewer\. Owners and admins can change/).waitFor()
    assert.equal(await reader.page.getByRole('main').getByRole('button').count(), 0)
    reader.assertClean()
  })

  test('the page first explains a required second factor, and an owner without one sets it up', async () => {
    const { page } = await admin.open()
    await page.goto(admin.path('/settings/organization'))
    const card = findCard(page, 'Two-factor authentication')
    await card.getByText('Optional').waitFor()
    await card.getByRole('button', { name: 'Require for everyone' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Members without a second factor must set one up').waitFor()
    await dialog.getByText('You do not have one yet').waitFor()
    await keepPicture(page, 'organization-two-factor')
    await dialog.getByRole('button', { name: 'Require for everyone' }).click()
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    assert.equal((await viewer.api.get('/reviews')).body.code, 'two_factor_required')
    const owner = await admin.shop.signedIn()
    assert.equal((await owner.patch('/orgs/settings', { twoFactorRequired: false })).status, 200)
  })

  test('a transfer needs the password; the other person declines, then accepts', async () => {
    const { page, assertClean } = await admin.open()
    const dialog = page.getByRole('dialog')
    const ask = async (secret = admin.shop.password) => {
      await page.getByRole('button', { name: 'Hand it over …' }).click()
      await dialog.getByLabel('To').selectOption({ label: `Member 2, ${viewer.email} (Viewer)` })
      await dialog.getByLabel('Your password').fill(secret)
      await dialog.getByRole('button', { name: 'Ask them' }).click()
    }
    await page.goto(admin.path('/settings/organization'))
    await ask('not it')
    await dialog.getByText('Wrong password.').waitFor()
    await keepPicture(page, 'organization-transfer')
    await dialog.getByLabel('Your password').fill(admin.shop.password)
    await dialog.getByRole('button', { name: 'Ask them' }).click()
    const card = findCard(page, 'Ownership')
    await card.getByText(/wants to hand Larkmoor over to Member 2/).waitFor()
    await keepPicture(page, 'organization-transfer-open')
    await card.getByRole('button', { name: 'Withdraw it' }).click()
    await dialog.getByRole('button', { name: 'Withdraw it' }).click()
    await card.getByRole('button', { name: 'Hand it over …' }).waitFor()
    await ask()
    await card.getByRole('button', { name: 'Withdraw it' }).waitFor()

    const theirs = await as(viewer)
    const theirCard = findCard(theirs.page, 'Ownership')
    const answer = async (name: string) => {
      await theirCard.getByRole('button', { name }).click()
      await theirs.page.getByRole('dialog').getByRole('button', { name }).click()
    }
    await theirs.page.goto(admin.path('/settings/organization'))
    await theirCard.getByText(/wants to hand Larkmoor over to you/).waitFor()
    await keepPicture(theirs.page, 'organization-transfer-asked')
    await answer('Decline')
    await theirCard.waitFor({ state: 'detached' })
    await page.reload()
    await ask()
    await card.getByRole('button', { name: 'Withdraw it' }).waitFor()
    await theirs.page.reload()
    await answer('Accept')
    await findCard(theirs.page, 'Delete Larkmoor').waitFor()
    await page.reload()
    await findCard(page, 'Profile').waitFor()
    assert.equal(await findCard(page, 'Delete Larkmoor').count(), 0, 'an admin by now')
    theirs.assertClean()
    assertClean(/401/)
    // Transfers the organization back for the tests that follow.
    const members = (await viewer.api.get('/account/users?limit=100')).body.data
    const { id } = members.find(({ email }: { email: string }) => email === admin.shop.ownerEmail)
    assert.equal((await viewer.api.post('/orgs/transfer', { userId: id, password })).status, 201)
    const back = await admin.shop.signedIn()
    assert.equal((await back.post('/orgs/transfer/accept')).status, 200)
  })

  test('the only member of an organization has nobody to transfer it to', async () => {
    const alone: Shop = await admin.service.shop('Alone')
    const { page, assertClean } = await admin.open({}, alone)
    await page.goto(`${admin.home}/stores/${alone.storeEnvId}/settings/organization`)
    await page.getByRole('button', { name: 'Hand it over …' }).click()
    await page.getByText('No other member can become the owner').waitFor()
    assertClean()
  })

  test('the organization is accessible in light, dark and narrow layouts', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/organization'))
    await findCard(page, 'Delete Larkmoor').waitFor()
    await assertForEverybody({ page, settled }, 'organization')
    assertClean()
  })

  test('deletion needs name and password; every page announces it, and an owner undoes it', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/organization'))
    const card = findCard(page, 'Delete Larkmoor')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name: 'Archive of Larkmoor' }).click(),
    ])
    assert.equal(file.suggestedFilename(), 'Larkmoor.zip')
    assert.match(readFileSync(await file.path(), 'latin1'), /^PK.*manifest\.json/s)
    await card.getByRole('button', { name: 'Delete the organization …' }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Delete the organization' })
    await dialog.getByLabel('Type Larkmoor to confirm').fill('larkmoor')
    await dialog.getByLabel('Your password').fill('not it')
    assert.ok(await confirm.isDisabled(), 'letter by letter')
    await dialog.getByLabel('Type Larkmoor to confirm').fill('Larkmoor')
    await confirm.click()
    await dialog.getByText('Wrong password.').waitFor()
    await keepPicture(page, 'organization-delete')
    await dialog.getByLabel('Your password').fill(admin.shop.password)
    await confirm.click()
    const banner = page.getByRole('alert', { name: 'Deletion' })
    await banner.getByText(/Larkmoor is deleted on/).waitFor()
    await assertForEverybody({ page, settled }, 'organization-closing')
    const reader = await as(viewer)
    await reader.page.goto(admin.path('/reviews'))
    await reader.page.getByRole('alert', { name: 'Deletion' }).getByText('An owner can undo the deletion.').waitFor()
    assert.equal(await reader.page.getByRole('button', { name: 'Undo the deletion' }).count(), 0)
    await page.goto(admin.path('/products'))
    await banner.getByRole('button', { name: 'Undo the deletion' }).click()
    await dialog.getByRole('button', { name: 'Undo the deletion' }).click()
    await banner.waitFor({ state: 'detached' })
    assert.equal((await admin.shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])).status, 200)
    assertClean(/401/)
  })

  test('a failed load is reported and can be retried', async () => {
    const { page } = await admin.open()
    await page.route('**/orgs/current', (route) => route.fulfill({ status: 500, json: { message: 'Out of order' } }))
    await page.goto(admin.path('/settings/organization'))
    await page.getByText('Out of order').waitFor()
    await page.unroute('**/orgs/current')
    await page.getByRole('button', { name: 'Try again' }).click()
    await findCard(page, 'Profile').waitFor()
  })
})

suite('the organization where billing is on', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin({ BILLING: 'manual' })
  })
  after(() => admin?.close())

  test('an owner fills in the invoice details, and errors appear beside their field', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/organization'))
    const profile = findCard(page, 'Profile')
    await profile.getByLabel('Legal name').fill('Lärkmoor Töpferei GmbH & Co. KG')
    await profile.getByLabel('Country').selectOption('DE')
    await profile.getByLabel('VAT number').fill('?')
    await profile.getByLabel('Billing email').fill('books@larkmoor.example')
    await profile.getByRole('button', { name: 'Save' }).click()
    await profile.getByText('Must be a tax number of 4 to 20').waitFor()
    await profile.getByLabel('VAT number').fill('de 123 456 789')
    await profile.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await until(
      async () => (await profile.getByLabel('VAT number').inputValue()) === 'DE123456789',
      'the number in full',
    )
    const owner = await admin.shop.signedIn()
    const { legalName, vatNumber, country, billingEmail } = (await owner.get('/orgs/current')).body
    assert.deepEqual(
      { legalName, vatNumber, country, billingEmail },
      {
        legalName: 'Lärkmoor Töpferei GmbH & Co. KG',
        vatNumber: 'DE123456789',
        country: 'DE',
        billingEmail: 'books@larkmoor.example',
      },
    )
    await profile.getByLabel('Billing email').fill('')
    await profile.getByRole('button', { name: 'Save' }).click()
    await until(async () => (await owner.get('/orgs/current')).body.billingEmail === null, 'the address is taken away')
    await findCard(page, 'Delete Larkmoor').getByRole('link', { name: 'Invoices' }).waitFor()
    assertClean(/400/)
  })

  test('an admin sees no invoices', async () => {
    const manager = await join(admin.service, admin.shop, 'ADMIN')
    const { page } = await admin.open({}, { ownerEmail: manager.email, password })
    await page.goto(admin.path('/settings/organization'))
    await findCard(page, 'Profile').getByLabel('Name').waitFor()
    assert.equal(await page.getByLabel('VAT number').count(), 0)
  })

  test('the profile with its invoices is accessible in light, dark and narrow layouts', async () => {
    const { page, settled } = await admin.open()
    await page.goto(admin.path('/settings/organization'))
    await page.getByLabel('Legal name').waitFor()
    await assertForEverybody({ page, settled }, 'organization-billed')
  })
})
