import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { auditAs } from '#platform/audit/audit.ts'
import { markPaid } from '#resources/billing/manual/operator.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('billing', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin({ BILLING: 'manual' })
  })
  after(() => admin?.close())

  const payAll = async () => {
    const owner = await admin.shop.signedIn()
    const { body } = await owner.get('/billing/invoices?state=open')
    const { db } = admin.service.service
    for (const { number } of body.data) await markPaid({ db, audit: auditAs({ type: 'operator' }) }, number)
  }

  test('an owner orders a plan, pays the invoice, upgrades, downgrades, cancels and resumes', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/billing'))
    await page.getByText('No invoices yet').waitFor()
    await page.getByRole('button', { name: 'Choose Starter' }).click()
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    await page.getByText('Invoice EV-000001 for $49.00 is due on').waitFor()
    await payAll()
    await page.reload()
    await page.getByText(/^Paid until/).waitFor()
    await page.getByRole('button', { name: 'Change to Growth' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The rest of the paid month costs').waitFor()
    await dialog.getByText('$50.00').waitFor()
    await keepPicture(page, 'billing-upgrade')
    await dialog.getByRole('button', { name: 'Change to Growth' }).click()
    await page.getByText('Invoice EV-000002 for $50.00 is due on').waitFor()
    await payAll()
    await admin.shop.api.post('/outbound-webhooks', { url: 'https://127.0.0.1/hook' })
    await page.reload()
    await page.getByRole('button', { name: 'Change to Starter' }).click()
    await dialog.getByText('Webhooks: 1').waitFor()
    await keepPicture(page, 'billing-downgrade')
    await dialog.getByRole('button', { name: 'Change to Starter' }).click()
    await page
      .getByText(/Starter starts on/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Keep Growth' }).click()
    await page.getByRole('button', { name: 'Change to Starter' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PDF of EV-000001' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'EV-000001.pdf')
    await page.getByRole('button', { name: 'End the subscription' }).click()
    await dialog.getByText(/Everything works until/).waitFor()
    await dialog.getByRole('button', { name: 'End the subscription' }).click()
    await page.getByRole('button', { name: 'Go on with Growth' }).click()
    await page.getByText(/^Paid until/).waitFor()
    assertClean()
  })

  test('billing is accessible in light, dark and narrow layouts', async () => {
    const { page, settled } = await admin.open()
    await page.goto(admin.path('/settings/billing'))
    await page.getByRole('heading', { name: 'Invoices' }).waitFor()
    await assertForEverybody({ page, settled }, 'billing')
  })
})

suite('billing where it is switched off', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
  })
  after(() => admin?.close())

  test('no link leads to billing, and the page at its URL says that nothing is sold', async () => {
    const { page, settled } = await admin.open()
    await page.goto(admin.path('/settings/stores'))
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Stores' }).waitFor()
    await settled()
    assert.equal(await page.getByRole('link', { name: 'Billing' }).count(), 0)
    await page.goto(admin.path('/settings/billing'))
    await page.getByText('Nothing is sold here').waitFor()
  })
})
