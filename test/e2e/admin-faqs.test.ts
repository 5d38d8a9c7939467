// FAQs and shoppers' questions in the admin application: written, ordered, published, answered.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { until } from '#test/until.ts'
import { type Admin, keepPicture, looks, startAdmin } from './admin.ts'
import { assertAccessible, assertNoSidewaysScroll, noBrowser } from './browser.ts'

suite('FAQs in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
  })
  after(() => admin?.close())

  type Row = { id: string; question: string; status: string }
  const faqs = async (): Promise<Row[]> => (await admin.shop.api.get('/faqs?limit=100')).body.data
  const questions = async () => (await faqs()).map(({ question }) => question)

  test('a FAQ is written with a preview, keeps what was typed when it is refused, and is published', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/faqs'))
    await page.getByText('No FAQs yet').waitFor()
    await page.getByRole('button', { name: 'Write a FAQ' }).first().click()
    await page.getByRole('textbox', { name: 'Question' }).fill('Is it safe?')
    await page
      .getByRole('textbox', { name: 'Answer' })
      .fill('Yes, **quite**. <img src=x onerror=alert(1)> [no](javascript:alert(1))')
    const preview = page.getByRole('region', { name: 'Preview' })
    assert.equal(await preview.locator('strong').textContent(), 'quite')
    assert.equal(await preview.locator('img, a').count(), 0)
    await keepPicture(page, 'faqs-editor')
    await page.route('**/api/v1/faqs', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Save and publish' }).click()
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .or(page.getByRole('dialog').getByText(/reach|connection/i))
      .first()
      .waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Question' }).inputValue(), 'Is it safe?')
    await page.getByRole('button', { name: 'Save and publish' }).click()
    await page.getByText('Saved. Shoppers see it now.').waitFor()
    assert.deepEqual(
      (await faqs()).map(({ question, status }) => [question, status]),
      [['Is it safe?', 'published']],
    )
    assertClean(/ERR_FAILED|Failed to load/)
  })

  test('the order is changed and taken back by undo; of two editors the second is told', async () => {
    for (const question of ['Second?', 'Third?']) await admin.shop.api.post('/faqs', { question, answer: 'Yes.' })
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/faqs'))
    await page.getByRole('button', { name: 'Move up: Third?' }).click()
    await until(async () => (await questions()).join() === 'Is it safe?,Third?,Second?', 'the new order')
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await questions()).join() === 'Is it safe?,Second?,Third?', 'the old order')
    const row = page.getByRole('listitem').filter({ hasText: 'Second?' })
    await row.getByRole('button', { name: 'Edit' }).click()
    const second = (await faqs()).find(({ question }) => question === 'Second?')
    await admin.shop.api.patch(`/faqs/${second?.id}`, { answer: 'Changed by somebody else.' })
    await page.getByRole('textbox', { name: 'Answer' }).fill('Mine.')
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page.getByText('Somebody has changed this FAQ meanwhile').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Answer' }).inputValue(), 'Mine.')
    assertClean(/409/)
  })

  test("a shopper's question is answered, and another rejected and taken back by undo", async () => {
    const { shop, service } = admin
    const { startedAt } = (await shop.storefront.get('/storefront/forms')).body
    service.advance(5_000)
    for (const question of ['Does it whistle?', 'Do you ship?'])
      await shop.storefront.post('/storefront/faqs/questions', {
        question,
        email: 'jane@customer.example',
        name: 'Jane',
        notify: true,
        consent: true,
        startedAt,
      })
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/faqs'))
    await page.getByRole('button', { name: 'Questions', exact: true }).click()
    const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    await row('Do you ship?').getByRole('button', { name: 'Reject' }).click()
    await row('Do you ship?').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row('Do you ship?').waitFor()
    await row('Does it whistle?').getByRole('button', { name: 'Answer' }).click()
    await page.getByRole('textbox', { name: 'Answer' }).fill('Yes, loudly.')
    await keepPicture(page, 'faqs-answer')
    await page.getByRole('dialog').getByRole('button', { name: 'Answer', exact: true }).click()
    await page.getByText('Answered. Shoppers see it now.').waitFor()
    assert.ok((await faqs()).some(({ question, status }) => question === 'Does it whistle?' && status === 'published'))
    assertClean()
  })

  for (const { name, look } of looks)
    test(`FAQs and questions fit their window, ${name}`, async () => {
      const { page, settled, assertClean } = await admin.open(look)
      for (const view of ['faqs', 'questions']) {
        await page.goto(admin.path(`/faqs?view=${view}`))
        await page
          .getByRole('listitem')
          .filter({ hasText: view === 'faqs' ? 'Third?' : 'Do you ship?' })
          .waitFor()
        await settled()
        await keepPicture(page, `faqs-${view}-${name}`)
        await assertAccessible(page, view)
        await assertNoSidewaysScroll(page, view)
      }
      assertClean()
    })
})
