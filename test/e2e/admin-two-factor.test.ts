import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { computeCode, computeStep } from '#platform/auth/totp.ts'
import { type Admin, assertForEverybody, startAdmin } from './admin.ts'
import { enter, noBrowser } from './browser.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
function decodeBase32(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
/** The service also accepts the code of the next time step, so no test waits for it. */
const codeFor = (secret: string, ahead: number) => computeCode(decodeBase32(secret), computeStep(Date.now()) + ahead)

suite('a second factor', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
  })
  after(() => admin?.close())

  const signOut = async (page: Page) => {
    await page.context().clearCookies()
    await page.goto(admin.path('/settings/security'))
    await enter(page, admin.shop)
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
  }

  test('a required factor is set up at sign-in, then app and recovery codes work', async () => {
    const { shop } = admin
    const owner = await shop.signedIn(shop.ownerEmail, shop.password)
    assert.equal((await owner.patch('/orgs/settings', { twoFactorRequired: true })).status, 200)
    const { page, settled } = await admin.openUnknown()
    await page.goto(admin.path('/settings/security'))
    await enter(page, shop)
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    await page.getByLabel('Current password').fill(shop.password)
    await page.getByRole('button', { name: 'Set it up' }).click()
    await page.getByRole('img', { name: 'QR code of the key' }).waitFor()
    await assertForEverybody({ page, settled }, 'two-factor')
    const secret = await page.getByRole('textbox', { name: 'Key for the app' }).inputValue()
    const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
    assert.equal(codes.length, 10)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the codes' }).click(),
    ])
    assert.equal(readFileSync(await file.path(), 'utf8'), `${codes.join('\n')}\n`)
    await page.getByLabel('Code of the app').fill('000000')
    await page.getByRole('button', { name: 'Turn on', exact: true }).click()
    await page.getByText('Invalid code.').waitFor()
    await page.getByLabel('Code of the app').fill(codeFor(secret, 0))
    await page.getByRole('button', { name: 'Turn on', exact: true }).click()
    await page.getByRole('heading', { name: 'Security' }).waitFor()
    await page.getByText('It is on. 10 recovery codes are left.').waitFor()

    await signOut(page)
    await page.getByLabel('Code of the app').fill(codeFor(secret, 1))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Security' }).waitFor()

    await signOut(page)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('It is on. 9 recovery codes are left.').waitFor()

    const card = page.locator('form').filter({ hasText: 'recovery codes are left' })
    await card.getByLabel('Current password').fill(shop.password)
    await card.getByRole('button', { name: 'Switch it off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch it off' }).click()
    await page.getByText('Two-factor authentication is off').waitFor()
    await page.goto(admin.path('/products'))
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
  })
})
