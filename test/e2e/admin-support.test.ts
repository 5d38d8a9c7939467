import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { accessTicket, replyToTicket } from '../../server/entry/commands/support.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('support in the settings', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
  })
  after(() => admin?.close())

  const useAccess = async (id: string) => {
    const { service, shop } = admin
    const { token } = await accessTicket(service.service, id, 'Robin of Evident')
    const staff = service.with({ authorization: `Bearer ${token}`, 'x-store-env-id': shop.storeEnvId })
    return (await staff.get('/reviews')).status
  }

  test('an owner asks for help, grants, watches and ends support access, and closes the ticket', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/support'))
    await page.getByText('No tickets yet').waitFor()
    await keepPicture(page, 'support-empty')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Ask support' }).click()
    await dialog.getByLabel('Subject').fill('The feed is empty')
    await dialog.getByLabel('Message').fill('Since yesterday.\nWhy?')
    await keepPicture(page, 'support-new')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'The feed is empty' }).waitFor()
    const id = page.url().split('/').at(-1) ?? ''
    await replyToTicket(admin.service.service, id, 'Robin', 'Which products?')
    await page.reload()
    await page.getByText('Which products?').waitFor()
    await page.getByLabel('Your message').fill('All of them. 🙈')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('All of them. 🙈').first().waitFor()
    await page.getByRole('button', { name: 'Grant access' }).click()
    await dialog.getByLabel('Role').selectOption('MEMBER')
    await dialog.getByLabel('For').selectOption('24')
    await dialog.getByRole('button', { name: 'Grant access' }).click()
    await page.getByText('As Member, until').waitFor()
    assert.equal(await useAccess(id), 200)
    await page.getByRole('list', { name: 'Support activity' }).getByText('Robin of Evident').first().waitFor()
    await keepPicture(page, 'support-used')
    await page.getByRole('button', { name: 'End the access' }).click()
    await dialog.getByRole('button', { name: 'End the access' }).click()
    await page.getByText('Ended', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Close the ticket' }).click()
    await dialog.getByRole('button', { name: 'Close the ticket' }).click()
    await page.getByText('This ticket is closed').waitFor()
    // The page must not request the support activity before access is granted.
    assertClean()
  })

  test('a failed load is reported', async () => {
    const { page } = await admin.open()
    await page.route('**/support/tickets?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'Out of order' } }),
    )
    await page.goto(admin.path('/settings/support'))
    await page.getByText('Out of order').waitFor()
    await page.goto(admin.path('/settings/support/01890000-0000-7000-8000-000000000000'))
    await page.getByText('No such ticket').waitFor()
  })

  test('support is accessible in light, dark and narrow layouts', async () => {
    const { page, settled } = await admin.open()
    await page.goto(admin.path('/settings/support'))
    await page.getByRole('link', { name: 'The feed is empty' }).waitFor()
    await assertForEverybody({ page, settled }, 'support')
    await page.getByRole('link', { name: 'The feed is empty' }).click()
    await page.getByText('Which products?').waitFor()
    await assertForEverybody({ page, settled }, 'ticket')
  })
})
