import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import type { Shop } from '#test/service.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite("a partner's people in the store switcher", { skip: noBrowser }, () => {
  let admin: Admin
  let agency: Shop
  before(async () => {
    admin = await startAdmin()
    agency = await admin.service.shop('Birch Agency')
    const owner = await admin.shop.signedIn()
    const { status, body } = await owner.post('/partner/grants', {
      organizationId: agency.organizationId,
      role: 'MEMBER',
    })
    assert.equal(status, 201)
    assert.equal((await (await agency.signedIn()).post(`/partner/grants/${body.id}/accept`)).status, 200)
  })
  after(() => admin?.close())

  test('partners see the store with the granted role, and nothing of the organization', async () => {
    const { page, assertClean } = await admin.open({}, agency)
    await page.goto(`${admin.home}/stores/${agency.storeEnvId}/reviews`)
    await page.getByRole('button', { name: /^Store:/ }).click()
    const menu = page.getByRole('menu')
    await menu.getByText('Larkmoor · you are a partner').waitFor()
    await keepPicture(page, 'switcher')
    await menu.getByRole('menuitem', { name: /Larkmoor.*Member/ }).click()
    await page.waitForURL(`**/stores/${admin.shop.storeEnvId}`)
    await page.getByRole('button', { name: /Partner of Larkmoor/ }).waitFor()
    const sidebar = page.getByRole('navigation', { name: 'Store' })
    await sidebar.getByRole('button', { name: 'Settings' }).click()
    const settings = sidebar.getByRole('list', { name: 'Settings' }).getByRole('link')
    await settings.first().waitFor()
    assert.deepEqual(await settings.allTextContents(), [
      'Store',
      'Apps and keys',
      'Organization',
      'People and security',
    ])
    await settings.filter({ hasText: 'People and security' }).click()
    await page.getByRole('heading', { name: 'Your sign-in', level: 2 }).waitFor()
    await page.getByRole('navigation', { name: 'Settings' }).waitFor({ state: 'detached' })
    await settings.filter({ hasText: 'Organization' }).click()
    await page.getByRole('heading', { name: 'Stores' }).waitFor()
    const tabs = await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents()
    // Partners do not see the other sections, which belong to the organization. Backups belong to the store.
    assert.deepEqual(tabs, ['Stores', 'Backups'])
    assert.equal(await page.getByRole('button', { name: /^Edit|Open another/ }).count(), 0)
    for (const path of ['members', 'api-keys', 'billing', 'audit-log']) {
      await page.goto(admin.path(`/settings/${path}`))
      await page.getByText('Only for members of Larkmoor').waitFor()
    }
    await page.goto(`${admin.home}/stores/${agency.storeEnvId}/settings/members`)
    await page.getByRole('button', { name: 'Invite member' }).waitFor()
    assertClean()
  })

  test("a partner's view of a store passes accessibility checks in light, dark and narrow layouts", async () => {
    const { page, settled } = await admin.open({}, agency)
    await page.goto(admin.path('/settings/members'))
    await page.getByText('Only for members of Larkmoor').waitFor()
    await assertForEverybody({ page, settled }, 'partner-store')
  })
})

suite('partners in the settings', { skip: noBrowser }, () => {
  let admin: Admin
  let agency: Shop
  before(async () => {
    admin = await startAdmin()
    agency = await admin.service.shop('Birch Agency')
  })
  after(() => admin?.close())

  test('an owner grants, changes and revokes access; the partner declines, accepts or leaves', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/partners'))
    await page.getByText('No partners yet').waitFor()
    await page.getByText('No stores of other organizations').waitFor()
    await keepPicture(page, 'partners-empty')
    const dialog = page.getByRole('dialog')
    const give = async () => {
      await page.getByRole('button', { name: 'Give access' }).click()
      await dialog.getByLabel('Organization id').fill(agency.organizationId)
      await dialog.getByRole('button', { name: 'Give access' }).click()
    }
    await page.getByRole('button', { name: 'Give access' }).click()
    await dialog.getByLabel('Organization id').fill(admin.shop.organizationId)
    await dialog.getByRole('button', { name: 'Give access' }).click()
    await dialog.getByText('This is the id of your own organization.').waitFor()
    assert.equal(await dialog.getByText('/organizationId').count(), 0)
    await dialog.getByLabel('Organization id').fill(crypto.randomUUID())
    await dialog.getByRole('button', { name: 'Give access' }).click()
    await dialog.getByText('No organization has this id.').waitFor()
    await dialog.getByLabel('Organization id').fill(agency.organizationId)
    await dialog.getByLabel('Role').selectOption('ADMIN')
    await dialog.getByLabel('Until').fill('2099-05-01')
    await dialog.getByLabel('Only these').check()
    assert.ok(await dialog.getByRole('button', { name: 'Give access' }).isDisabled(), 'no store is chosen')
    await dialog.getByLabel('Larkmoor').check()
    await keepPicture(page, 'partners-give')
    await dialog.getByRole('button', { name: 'Give access' }).click()
    const row = page.getByRole('table', { name: 'Access you give' }).getByRole('row').nth(1)
    await row.getByText('May 1, 2099').waitFor()
    await row.getByText('Not accepted yet').waitFor()
    await row.getByRole('button', { name: 'Change the access of Birch Agency' }).click()
    await dialog.getByLabel('Role').selectOption('VIEWER')
    await dialog.getByLabel('Until').fill('')
    await dialog.getByLabel('All stores').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Viewer').waitFor()
    const owner = await admin.shop.signedIn()
    const [kept] = (await owner.get('/partner/grants')).body.data
    assert.deepEqual([kept.role, kept.storeEnvIds, kept.expiresAt], ['VIEWER', null, null])
    await row.getByRole('button', { name: 'End the access of Birch Agency' }).click()
    await dialog.getByRole('button', { name: 'End the access' }).click()
    await page.getByText('No partners yet').waitFor()
    await give()
    await row.waitFor()
    assertClean(/400|404/)
    const theirs = await admin.open({}, agency)
    await theirs.page.goto(`${admin.home}/stores/${agency.storeEnvId}/settings/partners`)
    const offer = theirs.page.getByRole('table', { name: 'Access you have' }).getByRole('row').nth(1)
    await offer.getByText('Larkmoor').waitFor()
    await offer.getByText('Offered').waitFor()
    await theirs.page.getByRole('button', { name: 'Decline the offer of Larkmoor' }).click()
    await theirs.page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await theirs.page.getByText('No stores of other organizations').waitFor()
    assert.deepEqual((await owner.get('/partner/grants')).body.data, [])
    await owner.post('/partner/grants', { organizationId: agency.organizationId, role: 'VIEWER' })
    await theirs.page.reload()
    await theirs.page.getByRole('button', { name: 'Accept the offer of Larkmoor' }).click()
    await keepPicture(theirs.page, 'partners-accept')
    await theirs.page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await theirs.page.getByRole('button', { name: 'Leave Larkmoor' }).waitFor()
    await theirs.page.getByRole('button', { name: /^Store:/ }).click()
    await theirs.page.getByRole('menu').getByText('Larkmoor · you are a partner').waitFor()
    await theirs.page.keyboard.press('Escape')
    await theirs.page.getByRole('button', { name: 'Leave Larkmoor' }).click()
    await theirs.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await theirs.page.getByText('No stores of other organizations').waitFor()
    assert.deepEqual((await owner.get('/partner/grants')).body.data, [])
    theirs.assertClean()
  })

  test('a failed load is reported and can be retried', async () => {
    const { page } = await admin.open()
    await page.route('**/partner/grants?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'Out of order' } }),
    )
    await page.goto(admin.path('/settings/partners'))
    await page.getByText('Out of order').first().waitFor()
    await page.unroute('**/partner/grants?*')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByText('No partners yet').waitFor()
  })

  test('partners are accessible in light, dark and narrow layouts', async () => {
    const owner = await admin.shop.signedIn()
    const given = await owner.post('/partner/grants', { organizationId: agency.organizationId, role: 'ADMIN' })
    const { page, settled } = await admin.open()
    await page.goto(admin.path('/settings/partners'))
    await page.getByText('Birch Agency').waitFor()
    await assertForEverybody({ page, settled }, 'partners')
    await owner.delete(`/partner/grants/${given.body.id}`)
  })
})

suite('partners where billing is on', { skip: noBrowser }, () => {
  test('on a lower plan, the page names the plan that has partners', async () => {
    const admin = await startAdmin({ BILLING: 'manual' })
    try {
      await admin.service.service.db.system('write', (tx) =>
        tx.run(sql`update subscriptions set plan = 'starter', status = 'active', trial_ends_at = null,
                          current_period_ends_at = now() + interval '20 days' where store_env_id = ${admin.shop.storeEnvId}`),
      )
      const { page } = await admin.open()
      await page.goto(admin.path('/settings/partners'))
      await page.getByText(/Access for partners is part of the Scale plan/).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Give access' }).count(), 0)
      await keepPicture(page, 'partners-plan')
    } finally {
      await admin.close()
    }
  })

  test('grants made on a higher plan stay visible and revocable on a lower plan', async () => {
    const admin = await startAdmin({ BILLING: 'manual' })
    try {
      const agency = await admin.service.shop('Birch Agency')
      const plan = (set: string) =>
        admin.service.service.db.system('write', (tx) =>
          tx.run(sql`update subscriptions set ${sql.raw(set)} where store_env_id = ${admin.shop.storeEnvId}`),
        )
      await plan(
        "plan = 'scale', status = 'active', trial_ends_at = null, current_period_ends_at = now() + interval '20 days'",
      )
      const owner = await admin.shop.signedIn()
      const body = { organizationId: agency.organizationId, role: 'ADMIN' }
      assert.equal((await owner.post('/partner/grants', body)).status, 201)
      await plan("plan = 'starter'")
      const { page } = await admin.open()
      await page.goto(admin.path('/settings/partners'))
      await page.getByText('None of your stores has the Scale plan.').waitFor()
      assert.equal(await page.getByRole('button', { name: /^Give access|^Change the access/ }).count(), 0)
      await keepPicture(page, 'partners-resting')
      await page.getByRole('button', { name: 'End the access of Birch Agency' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'End the access' }).click()
      await page.getByText(/Access for partners is part of the Scale plan/).waitFor()
    } finally {
      await admin.close()
    }
  })
})
