import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { received } from '#resources/receipts/receipts.testing.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, assertNoSidewaysScroll, launchBrowser, noBrowser, openPage } from './browser.ts'

suite('receipts of authors', { skip: noBrowser }, () => {
  let admin: Admin
  let browser: Browser

  before(async () => {
    admin = await startAdmin()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await admin?.close()
  })

  const receive = (more: object = {}) => received(admin.service, admin.shop, more)
  const approve = async (id: string) =>
    assert.equal((await admin.shop.api.put(`/reviews/${id}`, { status: 'approved' })).status, 200)
  const openReceipt = async (path: string, look: object = {}) => {
    const opened = await openPage(browser, admin.origin, look)
    await opened.page.goto(`${admin.origin}${path}`)
    return opened
  }
  const correct = async (page: Page, body: string) => {
    await page.getByText('Correct this review').click()
    await page.getByLabel('Your rating').selectOption('2')
    await page.getByLabel('Your review').fill(body)
    await page.getByRole('button', { name: 'Send correction' }).click()
  }

  test('an author corrects a public review, and the merchant compares and accepts the correction', async () => {
    const { id, page: path } = await receive({ body: 'A fine mug.' })
    await approve(id)
    const { page, assertClean } = await openReceipt(path)
    await page.getByRole('heading', { name: 'Your review' }).waitFor()
    await correct(page, 'It leaks after a week.')
    await page.getByText('Your correction was sent').waitFor()
    await page.getByRole('link', { name: 'Back to your review' }).click()
    await page.getByRole('heading', { name: 'Your correction waits for the shop' }).waitFor()
    await page.getByText('Check', { exact: true }).click()
    await page.getByText('signed next night').first().waitFor()
    await keepPicture(page, 'receipt-waiting')
    assertClean()

    const inbox = await admin.open()
    await inbox.page.goto(admin.path('/reviews'))
    await inbox.page.getByRole('button', { name: 'Filters', exact: true }).click()
    await inbox.page.getByLabel('Corrected').check()
    await inbox.page.getByText('Correction waiting').waitFor()
    await inbox.page.getByRole('link', { name: /A fine mug/ }).click()
    const card = inbox.page.getByRole('region', { name: 'Correction' })
    await card.getByText('A fine mug.').waitFor()
    await card.getByText('It leaks after a week.').waitFor()
    await assertForEverybody(inbox, 'a correction that waits')
    await card.getByRole('button', { name: 'Accept' }).click()
    await inbox.page.getByText('Correction accepted').first().waitFor()
    assert.equal((await admin.shop.api.get(`/reviews/${id}`)).body.body, 'It leaks after a week.')
    inbox.assertClean()
  })

  test('rejecting a correction needs a second click, and the author reads the reason', async () => {
    const { id, page: path } = await receive({ body: 'Second mug.' })
    await approve(id)
    const author = await openReceipt(path)
    await correct(author.page, 'Rude words.')
    await author.page.getByText('Your correction was sent').waitFor()
    const inbox = await admin.open()
    await inbox.page.goto(admin.path(`/reviews/${id}`))
    await inbox.page.getByRole('region', { name: 'Correction' }).getByRole('button', { name: 'Reject' }).click()
    await inbox.page.getByLabel('Reason').selectOption('Offensive')
    await inbox.page.getByRole('button', { name: 'Reject the correction' }).click()
    await inbox.page.getByText('Correction rejected', { exact: true }).first().waitFor()
    await author.page.goto(`${admin.origin}${path}`)
    await author.page.getByText('It insults, threatens or hurts somebody.').waitFor()
    author.assertClean()
    inbox.assertClean()
  })

  test('the page fits phones, dark mode and right-to-left languages, and withdrawing needs two clicks', async () => {
    const { id, page: path } = await receive({ body: 'Third mug.' })
    for (const look of [
      { width: 1280, locale: 'en' },
      { width: 375, colorScheme: 'dark', locale: 'de' },
      { width: 375, locale: 'ar' },
    ] as const) {
      const { page, assertClean } = await openReceipt(path, look)
      for (const each of await page.locator('summary').all()) await each.click()
      await assertAccessible(page, `receipt ${look.locale}`)
      await assertNoSidewaysScroll(page, `receipt ${look.locale}`)
      await keepPicture(page, `receipt-${look.locale}-${look.width}`)
      assertClean()
    }
    const { page } = await openReceipt(path)
    await page.getByText('Withdraw this review').click()
    await page.getByRole('button', { name: 'Delete my review' }).click()
    await page.getByRole('heading', { name: 'Your review is deleted' }).waitFor()
    assert.equal((await admin.shop.api.get(`/reviews/${id}`)).status, 404)
  })

  test('an admin turns receipts and "buyers only" on and off', async () => {
    const opened = await admin.open()
    await opened.page.goto(admin.path('/settings/storefront'))
    const buyers = opened.page.getByLabel('Only buyers can review')
    await buyers.click()
    await opened.page.getByText('Saved').first().waitFor()
    assert.equal((await admin.shop.api.get('/reviews/settings')).body.buyersOnly, true)
    assert.equal(await opened.page.getByLabel('Authors get a receipt').isChecked(), true)
    await assertForEverybody(opened, 'settings of authors')
    opened.assertClean()
  })
})
