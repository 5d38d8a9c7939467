import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { addCodes, author, begin, offered } from '#resources/review-incentives/review-incentives.testing.ts'
import { type PlainShop, startPlainShop } from '#test/fakes/shops/plain.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, noBrowser } from './browser.ts'

suite('incentives in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
    const mug = { platformProductId: 'mug', title: 'Blue mug', categories: ['Kitchen'] }
    assert.equal((await admin.shop.api.put('/products', [mug])).body.failed, 0)
  })
  after(() => admin?.close())

  const incentives = async () => (await admin.shop.api.get('/review-incentives')).body.data

  test('an incentive is previewed, retains its text on failure, gets codes and is offered', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/incentives'))
    await page.getByText('No incentives yet').waitFor()
    await page.getByRole('button', { name: 'Create incentive' }).first().click()
    await page.getByRole('textbox', { name: 'Offer' }).fill('10 % off for your review')
    await page.getByRole('textbox', { name: 'Terms' }).fill('Whatever you write. Once per person.')
    await page.getByRole('spinbutton', { name: 'Warn me at' }).fill('5')
    await page.getByRole('searchbox', { name: 'Products' }).fill('mug')
    await page.getByRole('list', { name: 'Products that were found' }).getByRole('button', { name: 'Blue mug' }).click()
    await page.getByRole('button', { name: 'Remove Blue mug' }).waitFor()
    await page.getByRole('searchbox', { name: 'Categories' }).fill('no such thing')
    await page.getByText('Nothing found').waitFor()
    await page.getByRole('searchbox', { name: 'Categories' }).fill('Kitchen')
    await page
      .getByRole('list', { name: 'Categories that were found' })
      .getByRole('button', { name: 'Kitchen' })
      .click()
    await page.getByRole('button', { name: 'Remove Kitchen' }).click()
    assert.match((await page.getByRole('region', { name: 'Preview' }).textContent()) ?? '', /10 % off[\s\S]*Whatever/)
    await keepPicture(page, 'incentives-editor')
    await page.route('**/api/v1/review-incentives', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page
      .getByRole('dialog')
      .getByText(/reach|connection/i)
      .first()
      .waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Offer' }).inputValue(), '10 % off for your review')
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page.getByText('Saved as a draft.').waitFor()
    await page.getByRole('button', { name: /^Add codes/ }).click()
    await page.getByRole('textbox', { name: 'Codes' }).fill('ONE, TWO\nTHREE\nONE')
    await page.getByRole('button', { name: 'Add them' }).click()
    await page.getByText('3 codes are added').waitFor()
    await page.getByText('3 left').waitFor()
    await page.getByRole('button', { name: /^Offer it/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Offer it' }).click()
    await page.getByText('Offered', { exact: true }).waitFor()
    const [row] = await incentives()
    assert.deepEqual([row.status, row.lowAt, row.pool.free], ['active', 5, 3])
    assert.deepEqual([row.productIds.length, row.categoryIds], [1, []])
    assertClean(/ERR_FAILED|Failed to load/)
  })

  test('a low number of codes is shown, waiting people are counted, and the owner is mailed', async () => {
    const { shop, service } = admin
    const { body: other } = await shop.api.put('/products', [{ platformProductId: 'cup', title: 'Cup' }])
    assert.equal(other.failed, 0)
    const cup = (await shop.api.get('/products/by-platform-id/cup')).body.id
    const write = await author(service, shop)
    const { id } = await offered(shop.api, { text: 'A mug for your review', productIds: [cup], lowAt: 1 })
    await addCodes(shop.api, id, ['A', 'B'])
    const { startedAt } = await begin(shop, 'cup')
    const mailed = async () => {
      await service.runJobs()
      const { data } = (await (await shop.signedIn()).get('/email/mailbox?limit=100')).body
      return data.map(({ subject }: { subject: string }) => subject).filter((text: string) => /codes left/.test(text))
    }
    const { page, assertClean } = await admin.open()
    const row = page.getByRole('row', { name: /A mug for your review/ })
    service.advance(5_000)
    for (const [i, [level, mails]] of (
      [
        ['1 left', 1],
        ['No code left', 2],
        ['No code left', 2],
      ] as const
    ).entries()) {
      await write(`buyer${i}@customer.example`, { platformProductId: 'cup', startedAt })
      await page.goto(admin.path('/incentives'))
      await row.getByText(level, { exact: true }).waitFor()
      await row.getByText(i === 2 ? '2 given, 1 waiting' : `${i + 1} given`).waitFor()
      assert.equal((await mailed()).length, mails, level)
    }
    await keepPicture(page, 'incentives-empty-pool')
    await row.getByRole('button', { name: /^Add codes/ }).click()
    await page.getByText('Rewards waiting: 1. They get the new codes first.').waitFor()
    await page.getByRole('textbox', { name: 'Codes' }).fill('A\nC\nD')
    await page.getByRole('button', { name: 'Add them' }).click()
    await page.getByText('2 codes are added; 1 were there already').waitFor()
    await row.getByText('1 left', { exact: true }).waitFor()
    await row.getByText('3 given', { exact: true }).waitFor()
    await page.goto(admin.path('/mailbox'))
    await page
      .getByText(/codes left/)
      .first()
      .waitFor()
    await shop.api.delete(`/review-incentives/${id}`)
    assertClean()
  })

  test('an incentive is paused and ended after confirmation, with its rewards listed', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/incentives'))
    await page.getByRole('button', { name: /^More: / }).click()
    await page.getByRole('menuitem', { name: 'Rewards' }).click()
    await page.getByText('No rewards yet').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Pause/ }).click()
    await page.getByText('Pause this incentive?').waitFor()
    assert.equal((await incentives())[0].status, 'active')
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^More: / }).click()
    await page.getByRole('menuitem', { name: 'End' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
    await page.getByText('Ended', { exact: true }).waitFor()
    assertClean()
  })

  test("an incentive with shop codes preselects the store's currency and shows why rewards wait", async () => {
    const { shop, service } = admin
    const plain: PlainShop = startPlainShop()
    try {
      const { page, assertClean } = await admin.open()
      await page.goto(admin.path('/incentives'))
      await page.getByRole('button', { name: 'Create incentive' }).first().click()
      await page.getByRole('textbox', { name: 'Offer' }).fill('5 off your next order for your review')
      await page.getByRole('combobox', { name: 'Codes' }).selectOption('platform')
      await page.getByText('No shop is connected that could create codes.').waitFor()
      await page.getByRole('combobox', { name: 'Discount' }).selectOption('fixed_amount')
      await page.getByRole('textbox', { name: 'Amount' }).fill('5')
      const currency = page.getByRole('textbox', { name: 'Currency' })
      const [store] = (await (await shop.signedIn()).get('/account/stores')).body.data
      assert.equal(await currency.inputValue(), store.currency)
      await page.getByRole('textbox', { name: 'Minimum order value' }).fill('40')
      await page.getByRole('button', { name: 'Save as a draft' }).click()
      await page.getByText(/Connect one first, or add your own codes/).waitFor()
      await keepPicture(page, 'incentives-shop-codes-refused')
      const connected = await shop.api.post('/connectors/shops', {
        ...{ platform: 'medusa', address: 'http://localhost:9000', backfillDays: 0 },
        credentials: { apiKey: plain.goodKey },
      })
      assert.equal(connected.status, 201, connected.text)
      await service.runJobs()
      await page.getByRole('button', { name: 'Save as a draft' }).click()
      await page.getByText('Saved as a draft.').waitFor()
      const row = page.getByRole('row', { name: /5 off your next order/ })
      await row.getByText('0 given').waitFor()
      await row.getByRole('button', { name: /^Edit/ }).click()
      await page.getByText('Value of a code').waitFor()
      await keepPicture(page, 'incentives-shop-codes')
      await page.keyboard.press('Escape')
      await row.getByRole('button', { name: /^Offer it/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Offer it' }).click()
      await row.getByText('Offered', { exact: true }).waitFor()
      plain.goodKey = 'changed'
      await (await author(service, shop))('wanda@customer.example')
      await service.runJobs()
      await page.reload()
      await row.getByText('0 given, 1 waiting').waitFor()
      await row.getByRole('button', { name: /^Rewards/ }).click()
      await page.getByText('The shop refused to create a code. We ask again every hour').waitFor()
      await keepPicture(page, 'incentives-shop-codes-waiting')
      assertClean(/409/)
    } finally {
      plain.restore()
    }
  })

  test('an offer is translated, previewed in each language, and edited in one of them', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/incentives'))
    await page.getByRole('button', { name: 'Create incentive' }).first().click()
    const dialog = page.getByRole('dialog')
    const preview = dialog.getByRole('region', { name: 'Preview' })
    await dialog.getByRole('textbox', { name: 'Offer' }).fill('A mug of tea')
    await dialog.getByRole('textbox', { name: 'Terms' }).fill('Once per person.')
    await dialog.getByRole('combobox', { name: 'Language of these texts' }).selectOption('en')
    const languages = dialog.getByRole('region', { name: 'Other languages' })
    await languages.getByRole('combobox', { name: 'Add a language' }).selectOption('fr')
    const french = languages.getByRole('group', { name: 'French (fr)' })
    assert.equal(await french.getByRole('textbox', { name: 'Offer' }).getAttribute('placeholder'), 'A mug of tea')
    await french.getByRole('textbox', { name: 'Offer' }).fill('Une tasse de thé')
    assert.match((await preview.textContent()) ?? '', /A mug of tea.*Once per person/)
    await dialog.getByRole('combobox', { name: 'Language of the preview' }).selectOption('fr')
    assert.match((await preview.textContent()) ?? '', /Une tasse de thé.*Once per person/)
    await keepPicture(page, 'incentives-languages')
    await page.setViewportSize({ width: 375, height: 800 })
    await assertAccessible(page, 'languages of an offer')
    await keepPicture(page, 'incentives-languages-375')
    await page.setViewportSize({ width: 1280, height: 900 })
    await dialog.getByRole('button', { name: 'Save as a draft' }).click()
    await page.getByText('Saved as a draft.').waitFor()
    const saved = async () =>
      (await incentives()).find(({ text }: { text: string }) => text === 'A mug of tea') as Record<string, unknown>
    assert.deepEqual(
      [(await saved()).locale, (await saved()).translations],
      ['en', { fr: { text: 'Une tasse de thé' } }],
    )
    const row = page.getByRole('row', { name: /A mug of tea/ })
    await row.getByRole('button', { name: /^Edit/ }).click()
    await languages.getByText('French (fr)').first().click()
    await french.getByRole('textbox', { name: 'Terms' }).fill('Une fois par personne.')
    await dialog.getByRole('button', { name: /^Save/ }).click()
    await dialog.waitFor({ state: 'detached' })
    const { id, translations } = await saved()
    assert.deepEqual(translations, { fr: { text: 'Une tasse de thé', terms: 'Une fois par personne.' } })
    await admin.shop.api.delete(`/review-incentives/${id}`)
    assertClean()
  })

  test('incentives never overflow in light, dark and narrow layouts', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/incentives'))
    await page.getByText('10 % off for your review').first().waitFor()
    await assertForEverybody({ page, settled }, 'incentives')
    assertClean()
  })
})
