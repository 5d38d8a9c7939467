import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { publish } from '#platform/areas/events.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { invoicePaid, invoiceRefunded } from '#resources/billing/events.ts'
import { day } from '#test/service.ts'
import { until } from '#test/until.ts'
import { payOutAll } from '../../server/resources/affiliates/commands.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('affiliates', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin({ BILLING: 'manual', SIGN_UP: 'open' })
  })
  after(() => admin?.close())

  const plan = (name: string) =>
    admin.service.service.db.system('write', (tx) =>
      tx.run(sql`
        update subscriptions set plan = ${name}, status = 'active', trial_ends_at = null, current_period_ends_at = now() + interval '90 days'
         where store_env_id = ${admin.shop.storeEnvId}`),
    )

  async function signUp(organization: string, affiliateCode: string) {
    const { anonymous } = admin.service
    const asked = await anonymous.post('/auth/sign-up', {
      ...{
        name: 'Sam',
        email: `sam@${organization.toLowerCase()}.example`,
        organization,
      },
      ...{ store: 'Shop', origin: 'https://shop.example.com', affiliateCode },
    })
    const token = String(asked.body.confirmUrl).split('/').at(-1)
    const { body } = await anonymous.post(`/auth/sign-up/${token}`, { password: 'seven-blue-kettles' })
    return { storeEnvId: body.storeEnvId as string, organizationId: body.organizationId as string }
  }

  test('on a lower plan, the page names the plan that has affiliates', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/affiliates'))
    await page.getByText(/Earning as an affiliate is part of the Scale plan; your store has Growth/).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Join' }).count(), 0)
    await keepPicture(page, 'affiliates-plan')
    assertClean()
  })

  test('an owner joins with a code and sees referrals and earnings', async () => {
    await plan('scale')
    const other = await admin.service.shop('Other')
    await admin.service.service.db.organization(other.organizationId, 'write', (tx) =>
      tx.run(sql`
        insert into affiliates (organization_id, code, created_at) values (${other.organizationId}, 'taken', now())`),
    )
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/affiliates'))
    await page.getByLabel('Code').fill('-no-')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByText('Must be 3 to 32 letters, digits and hyphens.').waitFor()
    await page.getByLabel('Code').fill('taken')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByText('This code is taken.').waitFor()
    await keepPicture(page, 'affiliates-join')
    await page.getByLabel('Code').fill('Larkmoor')
    await page.getByRole('button', { name: 'Join' }).click()
    const link = page.getByRole('textbox', { name: 'Link' })
    assert.equal(await link.inputValue(), `${admin.origin}/r/larkmoor`)
    await page.getByRole('button', { name: /Copy Link/ }).click()
    await until(async () => (await page.evaluate('navigator.clipboard.readText()')) === `${admin.origin}/r/larkmoor`)
    for (const empty of ['No referrals yet', 'Nothing yet', 'Nothing paid out yet'])
      await page.getByText(empty).waitFor()
    await keepPicture(page, 'affiliates-empty')
    assertClean(/400|409/)

    const { db } = admin.service.service
    const [oak, elm] = [await signUp('Oak', 'larkmoor'), await signUp('Elm', 'larkmoor')]
    const invoiceId = newId()
    const paid = { ...oak, invoiceId, net: '299.00', currency: 'USD' as const }
    await db.store(oak, 'write', async (tx) => publish(tx, invoicePaid, { ...paid, at: tx.now.toISOString() }))
    await admin.service.runJobs()
    admin.service.advance(31 * day)
    assert.equal((await payOutAll(db)).length, 1)
    await db.store(elm, 'write', async (tx) =>
      publish(tx, invoicePaid, { ...elm, invoiceId: newId(), net: '99.00', currency: 'USD', at: tx.now.toISOString() }),
    )
    await db.store(oak, 'write', async (tx) =>
      publish(tx, invoiceRefunded, { ...paid, net: '100.00', creditNoteId: newId(), at: tx.now.toISOString() }),
    )
    await admin.service.runJobs()
    await page.reload()
    const balance = page.getByRole('region', { name: 'Balance' })
    await balance.getByText('$59.80').waitFor()
    await balance.getByText('$19.80').waitFor()
    await balance.getByText('-$20.00').waitFor()
    const brought = page.getByRole('table', { name: 'Referred organizations' })
    await brought.getByRole('row', { name: /Oak.*Earns/ }).waitFor()
    const earned = page.getByRole('table', { name: 'Commissions' })
    await earned.getByRole('row', { name: /Oak.*A refund.*-\$20\.00/ }).waitFor()
    await earned.getByRole('row', { name: /Elm.*An invoice.*\$19\.80/ }).waitFor()
    await page
      .getByRole('table', { name: 'Payouts' })
      .getByRole('row', { name: /\$59\.80/ })
      .waitFor()
  })

  test('affiliates are accessible in light, dark and narrow layouts', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/affiliates'))
    await page.getByRole('table', { name: 'Payouts' }).waitFor()
    await assertForEverybody({ page, settled }, 'affiliates')
    assertClean()
  })

  test('an affiliate on a lower plan sees that earned commissions stay', async () => {
    await plan('starter')
    const { page } = await admin.open()
    await page.goto(admin.path('/settings/affiliates'))
    await page.getByText('Earned commissions stay, and are paid out as before.').waitFor()
  })
})
