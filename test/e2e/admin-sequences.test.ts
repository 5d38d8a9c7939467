import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, noBrowser } from './browser.ts'

suite('sequences in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  let id = ''
  before(async () => {
    admin = await startAdmin({ BILLING: 'manual' })
    await plan('growth')
    await admin.shop.api.put('/products', [
      { platformProductId: 'kettle', title: 'Enamel kettle', url: 'https://shop.example.com/kettle' },
    ])
    await admin.shop.api.put('/email/settings', { requestsEnabled: false })
    await order('1001', 'jane.doe@customer.example')
  })
  after(() => admin?.close())

  const plan = (name: string) =>
    admin.service.service.db.system('write', (tx) =>
      tx.run(
        sql`update subscriptions set status = 'active', plan = ${name} where store_env_id = ${admin.shop.storeEnvId}`,
      ),
    )
  async function order(platformOrderId: string, email: string, more: object = {}): Promise<void> {
    const placedAt = admin.service.service.clock.now().toISOString()
    const lineItems = [{ platformProductId: 'kettle', title: 'Enamel kettle' }]
    const row = { platformOrderId, orderNumber: `#${platformOrderId}`, email, placedAt, lineItems, ...more }
    const { body } = await admin.shop.api.put('/orders', [{ customerName: 'Jane Doe', total: '40.00', ...row }])
    assert.equal(body.failed, 0)
  }
  const settle = async () => {
    for (let i = 0; i < 3; i++) {
      admin.service.advance(6 * 60_000)
      await admin.service.tick()
    }
  }
  const sequence = async () => (await admin.shop.api.get(`/email-sequences/${id}`)).body

  test('a sequence starts from a template and preserves its text during an outage', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/sequences'))
    await page.getByText('No sequences yet').waitFor()
    await keepPicture(page, 'sequences-none')
    await page.getByRole('button', { name: 'Create sequence' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('After an order')
    await page.getByRole('radio', { name: /Win back/ }).check()
    await page.getByRole('radio', { name: /Thank you/ }).check()
    await keepPicture(page, 'sequences-new')
    await assertAccessible(page, 'new sequence')
    await page.route('**/api/v1/email-sequences', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Make a draft' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'After an order')
    await page.getByRole('button', { name: 'Make a draft' }).click()
    await page.getByRole('heading', { name: 'After an order' }).waitFor()
    id = (await admin.shop.api.get('/email-sequences')).body.data[0].id
    assertClean(/ERR_FAILED|Failed to load/)
  })

  test('steps are added, moved, removed and restored; invalid Liquid shows at its field', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path(`/sequences/${id}`))
    const steps = page.locator('li[data-step]')
    await steps.nth(1).waitFor()
    await page.getByRole('button', { name: 'Add a wait' }).click()
    await page.getByRole('button', { name: 'Add an email' }).click()
    await steps.nth(3).getByLabel('Subject').fill('How is {{ products[0].titel }}?')
    await steps.nth(3).getByLabel('Text').fill('Tell us, {{ customer.firstName }}.')
    await page.getByRole('button', { name: 'Move up: step 4, email' }).click()
    await steps.nth(2).getByLabel('Subject').waitFor()
    await page.getByRole('button', { name: 'Take out: step 4, wait' }).click()
    await until(async () => (await steps.count()) === 3, 'taken out')
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await steps.count()) === 4, 'taken back')
    await page.getByRole('button', { name: 'Undo' }).click()
    await steps.nth(3).getByLabel('Subject').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await steps
      .nth(3)
      .getByText('Did you mean products[].title')
      .or(steps.nth(3).getByText('there is no'))
      .first()
      .waitFor()
    assert.equal(await steps.nth(3).getByLabel('Subject').inputValue(), 'How is {{ products[0].titel }}?')
    await steps.nth(3).getByLabel('Subject').fill('How is {{ products[0].title }}?')
    await page.getByLabel('Which order').selectOption('Any order')
    await page.getByLabel('It writes to').selectOption('all_buyers')
    await page.getByRole('group', { name: 'Ends early when' }).getByLabel('Their order is refunded').check()
    await keepPicture(page, 'sequences-editor')
    await assertAccessible(page, 'editor')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    const { steps: saved, consent, exitOn } = await sequence()
    assert.deepEqual(
      saved.map(({ type }: { type: string }) => type),
      ['wait', 'mail', 'wait', 'mail'],
    )
    assert.deepEqual([consent, exitOn], ['all_buyers', ['order.cancelled', 'order.refunded']])
    assertClean(/400/)
  })

  test('a mail is previewed with a real order, and the complete sequence is tested', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path(`/sequences/${id}`))
    const step = page.locator('li[data-step]').nth(3)
    await step.getByRole('button', { name: /^Preview.*How is/ }).click()
    const preview = step.getByRole('region', { name: 'Preview' })
    await preview.getByText('How is Enamel kettle, 1.5 l?').waitFor()
    await preview.getByLabel('Filled in with').selectOption({ label: '#1001, Jane Doe' })
    await preview.getByText('How is Enamel kettle?').waitFor()
    await page.frameLocator('iframe').getByText('Tell us, Jane.').waitFor()
    // Undo treats typing without a pause as one step. The frozen clock removes every pause.
    await page.evaluate('(() => { const at = Date.now(); Date.now = () => at })()')
    await step.getByLabel('Text').fill('Do tell us, {{ customer.firstName }}.')
    await page.frameLocator('iframe').getByText('Do tell us, Jane.').waitFor()
    await step.getByLabel('Text').fill('Do tell us, {{ nobody }}.')
    await preview.getByText(/^Not shown yet/).waitFor()
    await page.frameLocator('iframe').getByText('Do tell us, Jane.').waitFor()
    await keepPicture(page, 'sequences-preview')
    await page.getByRole('button', { name: 'Undo' }).click()
    assert.equal(await step.getByLabel('Text').inputValue(), 'Tell us, {{ customer.firstName }}.')
    await page.getByRole('button', { name: 'Try it' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Order', { exact: true }).selectOption({ label: '#1001, Jane Doe' })
    await dialog.getByText('The sequence is not live').waitFor()
    await dialog.getByText('How is Enamel kettle?').waitFor()
    assert.equal(await dialog.getByText('Nothing prevents it.').count(), 2)
    await keepPicture(page, 'sequences-simulation')
    await assertAccessible(page, 'simulation')
    assert.equal((await admin.shop.api.get('/email/messages')).body.data.length, 0)
    assertClean(/400/)
  })

  test('a mail is written in several languages, with errors at their field', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path(`/sequences/${id}`))
    const step = page.locator('li[data-step]').nth(3)
    await step.getByRole('combobox', { name: 'Add a language' }).selectOption('de')
    const german = step.getByRole('group', { name: 'German (de)' })
    await german.getByLabel('Subject').fill('Wie ist {{ products[0].titel }}?')
    await page.getByRole('button', { name: 'Save' }).click()
    await german.getByText(/titel/).first().waitFor()
    assert.equal(await german.getByLabel('Subject').getAttribute('aria-invalid'), 'true')
    await german.getByLabel('Subject').fill('Wie ist {{ products[0].title }}?')
    assert.match((await german.getByLabel('Text').getAttribute('placeholder')) ?? '', /^Tell us/)
    await step.getByRole('button', { name: /^Preview.*How is/ }).click()
    await step.getByRole('combobox', { name: 'Language of the preview' }).selectOption('de')
    await step.getByText('Wie ist Enamel kettle, 1.5 l?').waitFor()
    await page
      .frameLocator('iframe')
      .getByText(/^Tell us/)
      .waitFor()
    await keepPicture(page, 'sequences-languages')
    await assertAccessible(page, 'languages')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    assert.deepEqual((await sequence()).steps[3].translations, { de: { subject: 'Wie ist {{ products[0].title }}?' } })
    await step.locator('summary', { hasText: 'German (de)' }).click()
    await german.getByRole('button', { name: 'Remove German (de)' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await step.locator('summary', { hasText: 'German (de)' }).waitFor()
    assertClean(/400/)
  })

  test('a published sequence leads an order from its first mail to its exit', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path(`/sequences/${id}`))
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByText('It is live.').waitFor()
    await order('1002', 'sam.kent@customer.example')
    admin.service.advance(60 * 60_000)
    await settle()
    await page.goto(admin.path('/mailbox'))
    await page.getByText('Thank you for your first order').first().click()
    await page.frameLocator('iframe').getByText('Hi Jane').waitFor()
    await page.goto(admin.path(`/sequences/${id}?view=people`))
    const row = page.getByRole('row').filter({ hasText: 'sam.kent@customer.example' })
    await row.getByText('Under way').waitFor()
    await row.getByText('Sent').waitFor()
    await page.getByRole('searchbox').fill('nobody@customer.example')
    await page.getByText('No one with this email address').waitFor()
    await page.getByRole('searchbox').fill('sam.kent@customer.example')
    await row.getByText('Under way').waitFor()
    await keepPicture(page, 'sequences-people')
    await assertAccessible(page, 'people')
    await row.getByRole('button', { name: 'End it' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
    await row.getByText('ended by hand').waitFor()
    admin.service.advance(4 * 86_400_000)
    await settle()
    const { data } = (await admin.shop.api.get('/email/messages?category=sequences')).body
    assert.equal(data.length, 1, 'nothing more was sent')
    await page.goto(admin.path(`/sequences/${id}?view=results`))
    await page.getByText('Ended: ended by hand').waitFor()
    await page.getByRole('row').filter({ hasText: 'Thank you for your first order' }).waitFor()
    await keepPicture(page, 'sequences-results')
    await assertAccessible(page, 'results')
    assertClean()
  })

  test('the page of a sequence works in dark mode, on a phone, and on a lower plan', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/sequences'))
    await page.getByText('After an order').waitFor()
    const { steps, mailsSent, runs } = await sequence()
    const row = page.getByRole('row', { name: /After an order/ })
    assert.equal(await row.getByRole('list', { name: 'Steps' }).getByRole('listitem').count(), steps.length)
    const names = await row.getByRole('list', { name: 'Steps' }).getByRole('listitem').allTextContents()
    assert.deepEqual([names[0], names[1]], ['Wait 1 hour', 'Email Thank you for your first order'])
    const start = page.getByRole('region', { name: 'Start from a template' })
    await start.getByRole('button', { name: /^Win back/ }).click()
    assert.ok(
      await page
        .getByRole('dialog')
        .getByRole('radio', { name: /Win back/ })
        .isChecked(),
    )
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const [, , active, sent] = await row.getByRole('cell').locator('> div').allTextContents()
    assert.deepEqual([active, sent], [`${runs.active}`, `${mailsSent}`])
    await assertForEverybody({ page, settled }, 'sequences-list')
    await page.goto(admin.path(`/sequences/${id}`))
    await page.locator('li[data-step]').nth(3).waitFor()
    await assertForEverybody({ page, settled }, 'sequences-editor')
    await page.goto(admin.path(`/sequences/${id}?view=people`))
    await page.getByText('sam.kent@customer.example').waitFor()
    await assertForEverybody({ page, settled }, 'sequences-people')
    await plan('starter')
    await page.goto(admin.path('/sequences'))
    await page.getByText('Not in your plan').waitFor()
    await page.getByText('After an order').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Create sequence' }).count(), 0)
    await keepPicture(page, 'sequences-below-plan')
    await plan('growth')
    assertClean()
  })
})
