import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { addProduct } from '#resources/reviews/reviews.testing.ts'
import { longText, newEmail, submit } from '#resources/signals/signals.testing.ts'
import { until } from '#test/until.ts'
import { order } from '../../server/resources/storefront/form/form.testing.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, noBrowser } from './browser.ts'

suite('signals in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
    await addProduct(admin.shop, 'mug')
  })
  after(() => admin?.close())

  test('without signals, the page says what will appear here and can turn on the relationship question', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/moderation?view=signals'))
    await page.getByText('No open signals').waitFor()
    await page.getByLabel('Ask authors for their relationship to the shop').click()
    await page.getByText('Saved').waitFor()
    assert.equal((await admin.shop.api.get('/reviews/settings')).body.askRelationship, true)
    await settled()
    await assertAccessible(page, 'signals without anything')
    await keepPicture(page, 'signals-empty')
    assertClean()
  })

  test('without signals, the page says so in German, also on a small screen', async () => {
    const { page, settled, assertClean } = await admin.open({ locale: 'de-DE' })
    await page.goto(admin.path('/moderation?view=signals'))
    await page.getByText('Keine offenen Hinweise').waitFor()
    await page.getByText('Ein Hinweis erscheint, wenn sich neue Bewertungen gleichen').waitFor()
    await assertForEverybody({ page, settled }, 'signals-empty-de')
    assertClean()
  })

  test('the signal of a copied review is shown, dismissed with a note, and restored by undo', async () => {
    const { service, shop } = admin
    const author = newEmail()
    const first = await submit(service, shop, { body: longText, authorName: 'Dana' })
    const copy = await submit(service, shop, {
      ...{ body: longText.replace('spring', 'autumn'), authorName: 'Piet', from: '203.0.113.7' },
      ...{ authorEmail: author, relationship: 'employee' },
    })
    await submit(service, shop, { authorName: 'Eva', authorEmail: 'eva@mail.example.com', from: '203.0.113.8' })
    await service.runJobs()
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/reviews'))
    await page.getByText('Nearly the same words').first().waitFor()
    await page.getByText('2 signals').waitFor()
    await settled()
    await keepPicture(page, 'signals-queue')
    await page.goto(admin.path(`/reviews/${copy}`))
    await page.getByRole('heading', { name: 'Signals' }).waitFor()
    await page.getByText(/Different mailboxes sent texts that are \d+% alike/).waitFor()
    await page.getByText('The author stated: Works or worked for the shop.').waitFor()
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Nearly the same words' }) })
    await card.getByRole('button', { name: 'Show the other review' }).click()
    await card.getByRole('link', { name: /I bought this kettle in spring/ }).waitFor()
    await assertForEverybody({ page, settled }, 'signals-review')
    await card.getByRole('button', { name: 'Add note' }).click()
    await card.getByLabel('Note on your decision').fill('A couple.')
    await card.getByRole('button', { name: 'Dismiss signal' }).click()
    await page.getByText('Signal dismissed').waitFor()
    const read = async () => (await shop.api.get('/reviews/signals?kind=near_copy')).body.data[0]
    assert.deepEqual([(await read()).state, (await read()).note], ['dismissed', 'A couple.'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await read()).state === 'open')
    assert.equal((await read()).note, null)
    await card.getByRole('button', { name: 'Confirm signal' }).click()
    await page.getByText('Signal confirmed').waitFor()
    await card.getByRole('button', { name: 'Reopen' }).waitFor()
    await page.goto(admin.path(`/customers/${encodeURIComponent(author)}`))
    await page.getByText('Different mailboxes sent texts that are').waitFor()
    await settled()
    await keepPicture(page, 'signals-customer')
    assert.ok(first)
    assertClean()
  })

  test('signals are filtered by state and kind, and a failed request shows an error', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/moderation?view=signals'))
    await page.getByText('The author has an address at example.com').waitFor()
    await assertForEverybody({ page, settled }, 'signals-list')
    await page.getByLabel('Kind').selectOption('burst')
    await page.getByText('No matching signals').waitFor()
    await page.getByLabel('Kind').selectOption('')
    await page.getByLabel('State').selectOption('confirmed')
    await page.getByText('Different mailboxes sent texts that are').waitFor()
    await page.getByText('The author has an address at').waitFor({ state: 'detached' })
    assertClean()
    const german = await admin.open({ locale: 'de-DE' })
    await german.page.goto(admin.path('/moderation?view=signals&state=all'))
    await german.page.getByText(/Verschiedene Postfächer/).waitFor()
    await assertForEverybody(german, 'signals-list-de')
    german.assertClean()
    await page.route('**/reviews/signals?**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto(admin.path('/moderation?view=signals'))
    await page.getByRole('button', { name: 'Try again' }).waitFor()
  })

  test('the hosted form asks for the relationship', async () => {
    const { service, shop } = admin
    const { token } = await order(service, shop, { email: 'buyer@example.org' })
    const { page, settled } = await admin.open()
    await page.goto(new URL(`/f/${token}`, admin.path('/')).href)
    await page.getByText('Your relationship to the shop').waitFor()
    await page.locator('.ev-alive').waitFor()
    await page.locator('.ev-star >> nth=3').click()
    await page.getByLabel('Your review').fill('Holds a pint.')
    await page.getByLabel(/This is my own experience/).check()
    await page.getByRole('button', { name: 'Send review' }).click()
    await page.getByText('Choose your relationship to the shop.').waitFor()
    await settled()
    await keepPicture(page, 'signals-form')
    await page.getByLabel('I work or worked for the shop').check()
    await page.getByRole('button', { name: 'Send review' }).click()
    await page.getByText('Thank you!').waitFor()
    const [review] = (await shop.api.get('/reviews?limit=1')).body.data
    assert.equal(review.relationship, 'employee')
  })
})
