// Organizations that let others work in their stores: what the partner's people find and what stays closed to them.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Shop } from '#test/service.ts'
import { type Admin, keepPicture, looks, startAdmin } from './admin.ts'
import { assertAccessible, assertNoSidewaysScroll, noBrowser } from './browser.ts'

suite("a partner's people in the store switcher", { skip: noBrowser }, () => {
  let admin: Admin
  let agency: Shop
  before(async () => {
    admin = await startAdmin()
    agency = await admin.service.shop('Birch Agency')
    const owner = await admin.shop.signedIn()
    const { status } = await owner.post('/partner/grants', { organizationId: agency.organizationId, role: 'MEMBER' })
    assert.equal(status, 201)
  })
  after(() => admin?.close())

  test('they find the store with the role that the grant gives, and nothing that is the organization’s own', async () => {
    const { page, assertClean } = await admin.open({}, agency)
    await page.goto(`${admin.home}/stores/${agency.storeEnvId}/reviews`)
    await page.getByRole('button', { name: /^Store:/ }).click()
    const menu = page.getByRole('menu')
    await menu.getByText('Larkmoor · you are a partner').waitFor()
    await keepPicture(page, 'switcher')
    await menu.getByRole('menuitem', { name: /Larkmoor.*Member/ }).click()
    await page.waitForURL(`**/stores/${admin.shop.storeEnvId}/reviews`)
    await page.getByRole('button', { name: /Partner of Larkmoor/ }).waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Stores' }).waitFor()
    const tabs = await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents()
    assert.deepEqual(tabs, ['Stores'])
    assert.equal(await page.getByRole('button', { name: /^Edit|Open another/ }).count(), 0)
    for (const path of ['members', 'api-keys', 'billing', 'audit-log']) {
      await page.goto(admin.path(`/settings/${path}`))
      await page.getByText('Only for members of Larkmoor').waitFor()
    }
    // Their own organization stays as it was.
    await page.goto(`${admin.home}/stores/${agency.storeEnvId}/settings/members`)
    await page.getByRole('button', { name: 'Invite somebody' }).waitFor()
    assertClean()
  })

  for (const { name, look } of looks)
    test(`the store of another organization can be read and used: ${name}`, async () => {
      const { page, settled } = await admin.open(look, agency)
      await page.goto(admin.path('/settings/members'))
      await page.getByText('Only for members of Larkmoor').waitFor()
      await settled()
      await assertAccessible(page, 'partner store')
      await assertNoSidewaysScroll(page, 'partner store')
      await keepPicture(page, `partner-store-${name}`)
    })
})
